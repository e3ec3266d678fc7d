// Lexical with rich text: it ignores untrusted beforeinput events and commits after the current task.

import { registerRichText } from "@lexical/rich-text";
import { $createParagraphNode, $getRoot, createEditor } from "lexical";
import { chat } from "./chat.ts";

chat((host, changed) => {
  const root = Object.assign(document.createElement("div"), { contentEditable: "true" });
  host.append(root);
  const editor = createEditor({
    onError(error) {
      throw error;
    },
  });
  editor.setRootElement(root);
  registerRichText(editor);
  editor.registerUpdateListener(changed);
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
