// A chat page that answers each prompt with the DOM that the test gave it (`window.__ANSWERS__`). Its controls carry
// what the presets look for; the turns are the vendors' own structures.

type Frame = "chatgpt" | "chatgpt-old" | "gemini" | "custom";

export interface Answer {
  frame: Frame;
  /** The HTML is the whole turn, not only what is in its body. */
  whole: boolean;
  html: string;
}

declare global {
  interface Window {
    __ANSWERS__: Record<string, Answer>;
    __RECEIVED__: string[];
  }
}

const FRAMES: Record<Frame, [string, string]> = {
  chatgpt: [
    `<section data-testid="conversation-turn-2" data-turn="assistant" data-turn-id="t-2"><h5 class="sr-only">ChatGPT said:</h5>` +
      `<div data-message-author-role="assistant" data-message-id="m-2"><div class="markdown prose">`,
    `</div></div></section>`,
  ],
  "chatgpt-old": [`<li data-message-role="assistant" data-message-id="m-2"><div class="markdown prose">`, `</div></li>`],
  gemini: [
    `<model-response><h3 class="cdk-visually-hidden">Gemini said</h3><div class="response-content">` +
      `<message-content><div class="markdown markdown-main-panel" dir="ltr">`,
    `</div></message-content></div></model-response>`,
  ],
  custom: [`<article class="turn assistant"><div class="body">`, `</div></article>`],
};

const STYLE = `
  .sr-only, .cdk-visually-hidden { position: absolute; width: 1px; height: 1px; margin: -1px; padding: 0; border: 0;
    overflow: hidden; clip: rect(0 0 0 0); white-space: nowrap }
  .hidden { display: none }
  .pre-wrap, .whitespace-pre-wrap { white-space: pre-wrap }
  mat-icon, .icon { display: inline-block }
  .pill, .pill-in { display: inline-flex }
  model-response, message-content, code-block, table-block, response-element, single-image { display: block }
  .katex-mathml { position: absolute; clip: rect(1px, 1px, 1px, 1px); width: 1px; height: 1px; overflow: hidden }
  .katex-display, .katex-display > .katex, .katex-display > .katex > .katex-html { display: block }
`;

const parse = (html: string): DocumentFragment => {
  const template = document.createElement("template");
  template.innerHTML = html;
  return document.importNode(template.content, true);
};

document.head.append(parse(`<style>${STYLE}</style>`));
document.body.append(
  parse(`
    <button id="new-chat" data-testid="create-new-chat-button" data-test-id="new-chat-button">New chat</button>
    <main id="log"></main>
    <textarea id="composer" data-testid="prompt-textarea" role="textbox" aria-label="Enter a prompt"></textarea>
    <button id="stop" data-testid="stop-button" aria-label="Stop response" hidden>Stop</button>
    <button id="send" class="send-button" data-testid="send-button" disabled>Send</button>`),
);
const get = <E extends HTMLElement>(id: string) => document.getElementById(id) as E;
const [log, composer, send, stop] = [get("log"), get<HTMLTextAreaElement>("composer"), get<HTMLButtonElement>("send"), get("stop")];
window.__RECEIVED__ = [];

/** `{{lone}}` in text is half of a surrogate pair. */
function breakPairs(root: Node): void {
  const texts = document.createTreeWalker(root, NodeFilter.SHOW_TEXT);
  for (let text = texts.nextNode(); text !== null; text = texts.nextNode()) {
    if (text.nodeValue?.includes("{{lone}}")) text.nodeValue = text.nodeValue.replace("{{lone}}", "\ud83d");
  }
}

function turnOf({ frame, whole, html }: Answer): DocumentFragment {
  const [before, after] = whole ? ["", ""] : FRAMES[frame];
  const turn = parse(before + html + after);
  breakPairs(turn);
  return turn;
}

const edited = () => {
  send.disabled = composer.value.trim() === "";
};
composer.addEventListener("input", edited);
get("new-chat").onclick = () => log.replaceChildren();
send.onclick = () => {
  const prompt = composer.value;
  window.__RECEIVED__.push(prompt);
  composer.value = "";
  edited();
  const user = parse(`<section data-testid="conversation-turn-1" data-turn="user" class="turn user"><user-query></user-query></section>`);
  user.querySelector("user-query")?.append(prompt);
  log.append(user);
  stop.hidden = false;
  const answer = window.__ANSWERS__[prompt];
  setTimeout(() => {
    if (answer) log.append(turnOf(answer));
    setTimeout(() => {
      stop.hidden = true;
      log.append(parse(`<div class="response-footer complete"><button class="done" data-testid="copy-turn-action-button">Copy</button></div>`));
    }, 250);
  }, 150);
};
