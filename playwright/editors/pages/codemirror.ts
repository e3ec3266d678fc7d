// CodeMirror 6 as it is.

import * as view from "@codemirror/view";
import { chat } from "./chat.ts";
import { codeMirror } from "./codemirror-editor.ts";

chat(codeMirror(view));
