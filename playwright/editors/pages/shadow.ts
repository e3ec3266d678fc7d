// ProseMirror inside a shadow root, where no document-wide query reaches (B24). `?mode=closed` closes it.

import { chat } from "./chat.ts";
import { proseMirror } from "./prosemirror-editor.ts";

chat((host, page) => {
  const closed = new URLSearchParams(location.search).get("mode") === "closed";
  const root = host.attachShadow({ mode: closed ? "closed" : "open" });
  root.innerHTML = "<style>[contenteditable]{min-height:3em;border:1px solid;white-space:pre-wrap}</style>";
  return proseMirror(root, page);
});
