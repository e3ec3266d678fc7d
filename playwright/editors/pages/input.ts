// A field of one line: it can't hold a line end, and drops those it is given.

import { chat } from "./chat.ts";

chat((host, { changed, send }) => {
  const field = Object.assign(document.createElement("input"), { type: "text" });
  host.append(field);
  field.addEventListener("input", changed);
  field.addEventListener("keydown", (event) => {
    if (event.key === "Enter") send();
  });
  return {
    text: () => field.value,
    clear() {
      field.value = "";
      changed();
    },
  };
});
