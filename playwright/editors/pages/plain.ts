// An element with `contenteditable` and nothing else: the browser is the editor. `?space=normal` leaves white space
// to HTML's own rules, where runs of plain spaces are one space.

import { chat } from "./chat.ts";

chat((host, { changed, send }) => {
  const root = Object.assign(document.createElement("div"), { contentEditable: "true" });
  root.style.whiteSpace = new URLSearchParams(location.search).get("space") ?? "pre-wrap";
  host.append(root);
  root.addEventListener("input", changed);
  root.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    send();
  });
  return {
    text: () => linesOf(root).join("\n"),
    clear() {
      root.replaceChildren();
      changed();
    },
  };
});

/** One line for each `div` or run of inline content, as it is shown; `innerText` doubles empty lines. */
function linesOf(root: HTMLElement): string[] {
  const lines: string[] = [];
  let open: string | null = null;
  const close = () => {
    if (open !== null) lines.push(...open.replace(/\n$/, "").split("\n"));
    open = null;
  };
  const walk = (node: Node) => {
    for (const child of node.childNodes) {
      if (child instanceof HTMLDivElement) {
        close();
        if (child.textContent === "") lines.push("");
        else walk(child);
        close();
      } else if (child instanceof HTMLBRElement) {
        open = `${open ?? ""}\n`;
      } else if (child instanceof Text) {
        open = (open ?? "") + shown(child);
      } else {
        walk(child);
      }
    }
  };
  walk(root);
  close();
  return lines;
}

function shown(text: Text): string {
  const { whiteSpace } = getComputedStyle(text.parentElement ?? document.body);
  return whiteSpace.startsWith("pre") ? text.data : text.data.replace(/[ \t\n]+/g, " ");
}
