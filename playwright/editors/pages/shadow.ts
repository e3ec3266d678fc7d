// ProseMirror inside an open shadow root, where no document-wide query reaches (B24).

import { chat } from "./chat.ts";
import { proseMirror } from "./prosemirror-editor.ts";

chat((host, page) => {
  const root = host.attachShadow({ mode: "open" });
  root.innerHTML = "<style>[contenteditable]{min-height:3em;border:1px solid;white-space:pre-wrap}</style>";
  return proseMirror(root, page);
});
