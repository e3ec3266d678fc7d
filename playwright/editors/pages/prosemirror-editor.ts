// ProseMirror with the basic schema, as ChatGPT's composer was built: paragraphs, hard breaks, Enter sends.

import { baseKeymap } from "prosemirror-commands";
import { history } from "prosemirror-history";
import { keymap } from "prosemirror-keymap";
import { schema } from "prosemirror-schema-basic";
import { EditorState } from "prosemirror-state";
import { EditorView } from "prosemirror-view";
import type { Chat, Editor } from "./chat.ts";

export function proseMirror(place: HTMLElement | ShadowRoot, { changed, send }: Chat): Editor {
  const keys = keymap({
    Enter: () => {
      send();
      return true;
    },
    "Shift-Enter": (state, dispatch) => {
      dispatch?.(state.tr.replaceSelectionWith(schema.node("hard_break")).scrollIntoView());
      return true;
    },
  });
  const fresh = () => EditorState.create({ schema, plugins: [history(), keys, keymap(baseKeymap)] });
  const view: EditorView = new EditorView(place, {
    state: fresh(),
    dispatchTransaction(transaction) {
      view.updateState(view.state.apply(transaction));
      if (transaction.docChanged) changed();
    },
  });
  return {
    text: () => view.state.doc.textBetween(0, view.state.doc.content.size, "\n", "\n"),
    clear() {
      view.updateState(fresh());
      changed();
    },
  };
}
