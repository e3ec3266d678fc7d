// CodeMirror 6.38, which keeps the way to its document elsewhere.

import * as view from "codemirror-view-older";
import { chat } from "./chat.ts";
import { codeMirror } from "./codemirror-editor.ts";

chat(codeMirror(view as unknown as typeof import("@codemirror/view")));
