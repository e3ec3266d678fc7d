// CodeMirror 6. Only the lines near the visible ones are in the page; the rest exists in its document alone.

import { defaultKeymap, history, historyKeymap, insertNewline } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import { EditorView, keymap } from "@codemirror/view";
import { chat } from "./chat.ts";

chat((host, { changed, send }) => {
  const keys = keymap.of([
    { key: "Enter", run: () => (send(), true), shift: insertNewline },
    ...defaultKeymap,
    ...historyKeymap,
  ]);
  const fresh = () =>
    EditorState.create({
      extensions: [
        history(),
        keys,
        EditorView.lineWrapping,
        EditorView.theme({ "&": { maxHeight: "12em" }, ".cm-scroller": { overflow: "auto" } }),
        EditorView.updateListener.of((update) => {
          if (update.docChanged) changed();
        }),
      ],
    });
  const view = new EditorView({ parent: host, state: fresh() });
  return {
    text: () => view.state.doc.toString(),
    clear() {
      view.setState(fresh());
      changed();
    },
  };
});
