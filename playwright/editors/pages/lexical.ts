// Lexical with rich text, as ChatGPT's composer was later built. It takes paragraphs and deletions from beforeinput
// events, which editing commands do not cause, and commits after the current task (B7).

import { registerRichText } from "@lexical/rich-text";
import { $createParagraphNode, $getRoot, COMMAND_PRIORITY_HIGH, createEditor, KEY_ENTER_COMMAND } from "lexical";
import { chat } from "./chat.ts";

chat((host, { changed, send }) => {
  const root = Object.assign(document.createElement("div"), { contentEditable: "true" });
  host.append(root);
  const editor = createEditor({
    onError(error) {
      throw error;
    },
  });
  editor.setRootElement(root);
  registerRichText(editor);
  editor.registerUpdateListener(({ dirtyElements, dirtyLeaves }) => {
    if (dirtyElements.size > 0 || dirtyLeaves.size > 0) changed();
  });
  editor.registerCommand(
    KEY_ENTER_COMMAND,
    (event) => {
      if (event?.shiftKey === true) return false;
      event?.preventDefault();
      send();
      return true;
    },
    COMMAND_PRIORITY_HIGH,
  );
  return {
    // Paragraphs are two newlines apart in getTextContent; one is what a person typed.
    text: () => editor.getEditorState().read(() => $getRoot().getChildren().map((node) => node.getTextContent()).join("\n")),
    clear() {
      editor.update(() => {
        $getRoot().clear().append($createParagraphNode());
      });
    },
  };
});
