// A bare chat page around a real rich-text editor: new chat, send, a short answer, an end marker, and a record of
// every prompt as the editor's own document holds it.

export interface Editor {
  /** The document as text: paragraphs and line breaks are newlines. */
  text(): string;
  clear(): void;
}

/** Puts an editor into `host`; calls `changed` on every change of the document. */
export type Mount = (host: HTMLElement, changed: () => void) => Editor;

declare global {
  interface Window {
    __CHAT__: { received: string[]; newChats: number };
  }
}

function el<K extends keyof HTMLElementTagNameMap>(tag: K, props: Partial<HTMLElementTagNameMap[K]>, ...children: Node[]) {
  const element = Object.assign(document.createElement(tag), props);
  element.append(...children);
  return element;
}

export function chat(mount: Mount): void {
  const record: Window["__CHAT__"] = { received: [], newChats: 0 };
  window.__CHAT__ = record;
  const log = el("div", { id: "log" });
  const host = el("div", { id: "host" });
  const send = el("button", { id: "send", textContent: "Send", disabled: true });
  const fresh = el("button", { id: "new-chat", textContent: "New chat" });
  document.body.append(fresh, log, host, send);

  const editor = mount(host, () => {
    send.disabled = editor.text().trim() === "";
  });
  fresh.onclick = () => {
    record.newChats += 1;
    log.replaceChildren();
    editor.clear();
  };
  send.onclick = () => {
    const prompt = editor.text();
    record.received.push(prompt);
    editor.clear();
    log.append(el("div", { className: "turn user" }, el("div", { className: "text", textContent: prompt })));
    answer(`Answer ${record.received.length}, ${[...prompt].length} characters read.`, send);
  };

  function answer(text: string, before: HTMLElement): void {
    const body = el("div", { className: "body" }, el("p", {}));
    const turn = el("div", { className: "turn assistant" }, body);
    const stop = el("button", { id: "stop", textContent: "Stop" });
    before.before(stop);
    log.append(turn);
    const words = text.split(/(?= )/);
    const timer = setInterval(() => {
      const word = words.shift();
      if (word !== undefined) {
        body.firstElementChild?.append(word);
        return;
      }
      clearInterval(timer);
      stop.remove();
      turn.append(el("button", { className: "done", textContent: "Copy" }));
    }, 20);
  }
}
