// TipTap with its starter kit: ProseMirror with input rules that turn `# ` and `* ` into blocks while one types.

import { Editor, Extension } from "@tiptap/core";
import StarterKit from "@tiptap/starter-kit";
import { chat } from "./chat.ts";

chat((host, { changed, send }) => {
  const enterSends = Extension.create({
    name: "enterSends",
    addKeyboardShortcuts: () => ({
      Enter: () => {
        send();
        return true;
      },
    }),
  });
  const editor = new Editor({
    element: host,
    extensions: [enterSends, StarterKit],
    onUpdate: changed,
  });
  return {
    text: () => editor.getText({ blockSeparator: "\n" }),
    clear: () => {
      editor.commands.clearContent(true);
    },
  };
});
