// A bare chat page around a real editor: new chat, send, a short answer, an end marker, and a record of every prompt
// as the editor's own document holds it. As on chat pages, Enter sends: whoever lets an editor see that key by
// accident sends half a prompt.

export interface Editor {
  /** The document as text: paragraphs and line breaks are newlines. */
  text(): string;
  clear(): void;
}

export interface Chat {
  /** To be called on every change of the document. */
  changed(): void;
  /** To be called when Enter is pressed. */
  send(): void;
}

/** Puts an editor into `host`. */
export type Mount = (host: HTMLElement, chat: Chat) => Editor;

export interface ChatRecord {
  /** Every prompt, as the editor's document held it. */
  received: string[];
  newChats: number;
  /** Paste events; chat pages turn a long paste into an attachment. */
  pastes: number;
  /** For each prompt, milliseconds from the first sign of it in the editor to the press of the send control. */
  writing: number[];
}

declare global {
  interface Window {
    __CHAT__: ChatRecord;
  }
}

function el<K extends keyof HTMLElementTagNameMap>(tag: K, props: Partial<HTMLElementTagNameMap[K]>, ...children: Node[]) {
  const element = Object.assign(document.createElement(tag), props);
  element.append(...children);
  return element;
}

export function chat(mount: Mount): void {
  const record: ChatRecord = { received: [], newChats: 0, pastes: 0, writing: [] };
  window.__CHAT__ = record;
  const log = el("div", { id: "log" });
  const host = el("div", { id: "host" });
  const button = el("button", { id: "send", textContent: "Send", disabled: true });
  const fresh = el("button", { id: "new-chat", textContent: "New chat" });
  document.body.append(fresh, log, host, button);
  let since = 0;
  const begin = () => (since ||= performance.now());
  window.addEventListener("beforeinput", begin, true);
  window.addEventListener("paste", () => (record.pastes += 1), true);

  const editor = mount(host, {
    changed() {
      const text = editor.text();
      button.disabled = text.trim() === "";
      if (text === "") since = 0;
      else begin();
    },
    send: () => button.click(),
  });
  fresh.onclick = () => {
    record.newChats += 1;
    log.replaceChildren();
    editor.clear();
  };
  button.onclick = () => {
    const prompt = editor.text();
    record.received.push(prompt);
    record.writing.push(Math.round(performance.now() - since));
    editor.clear();
    since = 0;
    log.append(el("div", { className: "turn user" }, el("div", { className: "text", textContent: prompt })));
    answer(`Answer ${record.received.length}, ${[...prompt].length} characters read.`);
  };

  function answer(text: string): void {
    const body = el("div", { className: "body" }, el("p", {}));
    const turn = el("div", { className: "turn assistant" }, body);
    const stop = el("button", { id: "stop", textContent: "Stop" });
    button.before(stop);
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
