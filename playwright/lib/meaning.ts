// What a piece of Markdown means, apart from how it is spelled: `*a*` and `_a_`, tight and loose lists, fences
// of three or four marks, a soft line break and a space are equal; text, structure, code, links and order are not.

import MarkdownIt from "markdown-it";

const parser = new MarkdownIt({ html: false, linkify: false, typographer: false });

// `$…$` and `$$…$$` are one token whose text is TeX: no emphasis inside, outer white space without meaning.
parser.inline.ruler.after("escape", "math", (state, silent) => {
  const found = /^(\$\$?)(?!\$)((?:\\[^]|[^$\\])+)\1/.exec(state.src.slice(state.pos));
  const [all, mark, tex] = found ?? [];
  if (all === undefined || tex === undefined || (mark === "$" && /^\s|\s$/.test(tex))) return false;
  if (!silent) state.push(mark === "$" ? "math" : "display math", "", 0).content = tex.trim();
  state.pos += all.length;
  return true;
});

type Token = ReturnType<typeof parser.parse>[number];

/** One line a node, indented by depth, so that a failing comparison reads as a diff. */
export function meaning(markdown: string): string[] {
  const lines: string[] = [];
  walk(parser.parse(markdown, {}), lines);
  return lines;
}

function walk(tokens: Token[], lines: string[]): void {
  let depth = 0;
  for (const token of tokens) {
    if (token.nesting < 0) depth -= 1;
    const pad = "  ".repeat(depth);
    if (token.type === "inline") lines.push(...inline(token.children ?? []).map((line) => pad + line));
    else if (token.type === "fence" || token.type === "code_block") {
      lines.push(`${pad}code ${JSON.stringify(token.info.trim())} ${JSON.stringify(token.content.replace(/\n$/, ""))}`);
    } else if (token.nesting >= 0) lines.push(`${pad}${token.tag || token.type}${attributes(token)}`);
    if (token.nesting > 0) depth += 1;
  }
}

/** Inline content with neighbouring text joined and white space folded, since pages fold it too. */
function inline(tokens: Token[]): string[] {
  const lines: string[] = [];
  let text = "";
  let depth = 0;
  const flush = () => {
    const folded = text.replace(/\s+/g, " ").replace(lines.length === 0 || lines.at(-1) === "br" ? /^ / : /^$/, "");
    if (folded !== "") lines.push("  ".repeat(depth) + JSON.stringify(folded));
    text = "";
  };
  for (const token of tokens) {
    if (token.type === "text") text += token.content;
    else if (token.type === "softbreak") text += " ";
    else {
      flush();
      if (token.nesting < 0) depth -= 1;
      else lines.push("  ".repeat(depth) + (token.tag || token.type) + attributes(token) + body(token));
      if (token.nesting > 0) depth += 1;
    }
  }
  text = text.trimEnd();
  flush();
  return lines;
}

function body(token: Token): string {
  return token.content === "" ? "" : ` ${JSON.stringify(token.content.replace(/\s+/g, " ").trim())}`;
}

function attributes(token: Token): string {
  return (token.attrs ?? []).map(([name, value]) => ` ${name}=${JSON.stringify(value)}`).join("");
}
