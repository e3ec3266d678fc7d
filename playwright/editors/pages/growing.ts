// A textarea that grows with its text, by a copy of the text behind it: the copy is what the page sends.

import { chat } from "./chat.ts";

chat((host, { changed, send }) => {
  const area = Object.assign(document.createElement("textarea"), { rows: 1 });
  const copy = document.createElement("pre");
  copy.ariaHidden = "true";
  host.append(area, copy);
  area.addEventListener("input", () => {
    copy.textContent = area.value;
    area.style.height = "auto";
    area.style.height = `${area.scrollHeight}px`;
    changed();
  });
  area.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.shiftKey) return;
    event.preventDefault();
    send();
  });
  return {
    text: () => copy.textContent,
    clear() {
      copy.textContent = area.value = "";
      changed();
    },
  };
});
