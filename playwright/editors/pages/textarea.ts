// A plain textarea, controlled the way React controls one: only a change that the input event reports is real.

import { chat } from "./chat.ts";

chat((host, changed) => {
  const area = document.createElement("textarea");
  host.append(area);
  let state = "";
  area.addEventListener("input", () => {
    state = area.value;
    changed();
  });
  return {
    text: () => state,
    clear() {
      state = area.value = "";
      changed();
    },
  };
});
