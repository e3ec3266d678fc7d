// CodeMirror 6. Only the lines near the visible ones are in the page; the rest exists in its document alone.

import { insertNewline } from "@codemirror/commands";
import { EditorState } from "@codemirror/state";
import type { Mount } from "./chat.ts";

/** A mount for one version of the view package. */
export function codeMirror({ EditorView, keymap }: Pick<typeof import("@codemirror/view"), "EditorView" | "keymap">): Mount {
  return (host, { changed, send }) => {
    const fresh = () =>
      EditorState.create({
        extensions: [
          keymap.of([{ key: "Enter", run: () => (send(), true), shift: insertNewline }]),
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
  };
}
