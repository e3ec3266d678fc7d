// ProseMirror in the page's own tree.

import { chat } from "./chat.ts";
import { proseMirror } from "./prosemirror-editor.ts";

chat(proseMirror);
