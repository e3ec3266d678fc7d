// Markdown as chat pages show it: markdown-it for the blocks, KaTeX for math, highlight.js for code, and each vendor's
// own structure around code and tables.

import hljs from "highlight.js";
import katex from "katex";
import MarkdownIt from "markdown-it";
import { mathematics } from "../lib/meaning.ts";
import type { Answer } from "./page.ts";

type Frame = Answer["frame"];
type Parser = InstanceType<typeof MarkdownIt>;

const parsers: Record<Frame, Parser> = {
  chatgpt: parser("chatgpt"),
  "chatgpt-old": parser("chatgpt-old"),
  gemini: parser("gemini"),
  custom: parser("custom"),
};

/** The HTML; null where the page could not show it either (TeX that is none). */
export function render(markdown: string, frame: Frame): string | null {
  try {
    return parsers[frame].render(markdown);
  } catch (error) {
    if (error instanceof katex.ParseError) return null;
    throw error;
  }
}

function parser(frame: Frame): Parser {
  const made = new MarkdownIt({ html: false, linkify: false, typographer: false }).use(mathematics);
  const { escapeHtml } = made.utils;
  const tex = (source: string, displayMode: boolean) => {
    const shown = katex.renderToString(source, { displayMode, throwOnError: true, strict: false });
    if (frame !== "gemini") return shown;
    // Without KaTeX's layer of MathML: the source is in the attribute alone.
    const visual = shown.replace(/<span class="katex-mathml">.*?<\/math><\/span>/, "");
    const attributes = `class="${displayMode ? "math-block" : "math-inline"}" data-math="${escapeHtml(source)}"`;
    return displayMode ? `<div ${attributes}>${visual}</div>` : `<span ${attributes}>${visual}</span>`;
  };
  made.renderer.rules["math"] = (tokens, index) => tex(tokens[index]?.content ?? "", false);
  made.renderer.rules["display math"] = (tokens, index) => tex(tokens[index]?.content ?? "", true);
  const code: typeof made.renderer.rules.fence = (tokens, index) => {
    const { content = "", info = "" } = tokens[index] ?? {};
    const [language = ""] = info.trim().split(/\s/);
    const known = hljs.getLanguage(language) !== undefined;
    const shown = known ? hljs.highlight(content, { language }).value : escapeHtml(content);
    return CODE[frame](escapeHtml(language), shown);
  };
  made.renderer.rules["fence"] = code;
  made.renderer.rules["code_block"] = code;
  if (frame === "gemini") {
    made.renderer.rules["table_open"] = () => `<table-block><div class="table-block"><table>`;
    made.renderer.rules["table_close"] = () => `</table></div><div class="table-footer"><button>Export</button></div></table-block>`;
  }
  return made;
}

const COPY = `<button aria-label="Copy"><svg><path d="M0 0"></path></svg>Copy code</button>`;
const CODE: Record<Frame, (language: string, code: string) => string> = {
  chatgpt: (language, code) =>
    `<pre><div class="frame"><div class="head"><div>${language}</div><div>${COPY}</div></div><div class="cm-editor">` +
    `<div class="cm-scroller"><div class="cm-content">${code.replaceAll("\n", "<br>")}</div></div></div></div></pre>`,
  "chatgpt-old": (language, code) =>
    `<pre><div class="frame"><div class="head">${language}${COPY}</div><div class="body">` +
    `<code class="hljs${language && ` language-${language}`}">${code}</code></div></div></pre>`,
  gemini: (language, code) =>
    `<code-block><div class="code-block"><div class="code-block-decoration"><span>${language || "Code snippet"}</span>` +
    `<div class="buttons">${COPY}</div></div><pre><code data-test-id="code-content">${code}</code></pre></div></code-block>`,
  custom: (language, code) => `<pre><code${language && ` class="language-${language}"`}>${code}</code></pre>`,
};
