// ProseMirror with the basic schema, as ChatGPT's composer was built.

import { baseKeymap } from "prosemirror-commands";
import { history } from "prosemirror-history";
import { keymap } from "prosemirror-keymap";
import { schema } from "prosemirror-schema-basic";
import { EditorState } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import { chat } from "./chat.ts";

chat((host, changed) => {
  const fresh = () => EditorState.create({ schema, plugins: [history(), keymap(baseKeymap)] });
  const view = new EditorView(host, {
    state: fresh(),
    dispatchTransaction(transaction) {
      view.updateState(view.state.apply(transaction));
      changed();
    },
  });
  return {
    text: () => view.state.doc.textBetween(0, view.state.doc.content.size, "\n", "\n"),
    clear() {
      view.updateState(fresh());
      changed();
    },
  };
});
