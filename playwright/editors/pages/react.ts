// A textarea that React controls: only a change that React's own value tracker notices becomes state (B1, B2).

import { createElement, useState, type KeyboardEvent } from "react";
import { createRoot } from "react-dom/client";
import { flushSync } from "react-dom";
import { chat } from "./chat.ts";

chat((host, { changed, send }) => {
  let text = "";
  let set: (value: string) => void = () => undefined;
  function Composer() {
    const [value, setValue] = useState("");
    text = value;
    set = setValue;
    return createElement("textarea", {
      value,
      onChange: (event: { target: { value: string } }) => {
        flushSync(() => setValue(event.target.value));
        changed();
      },
      onKeyDown: (event: KeyboardEvent) => {
        if (event.key !== "Enter" || event.shiftKey) return;
        event.preventDefault();
        send();
      },
    });
  }
  const root = createRoot(host);
  flushSync(() => root.render(createElement(Composer)));
  return {
    text: () => text,
    clear() {
      flushSync(() => set(""));
      changed();
    },
  };
});
