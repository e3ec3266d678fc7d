// Quill 2: Gemini's composer is built on it. Its document ends in a newline of its own.

import Quill from "quill";
import { chat } from "./chat.ts";

chat((host, { changed, send }) => {
  const place = document.createElement("div");
  host.append(place);
  const quill = new Quill(place, {
    modules: {
      toolbar: false,
      keyboard: { bindings: { send: { key: "Enter", shiftKey: false, handler: () => (send(), false) } } },
    },
  });
  quill.on("text-change", changed);
  return {
    text: () => quill.getText().replace(/\n$/, ""),
    clear: () => {
      quill.setText("");
    },
  };
});
