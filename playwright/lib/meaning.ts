// What a piece of Markdown means, apart from how it is spelled: `*a*` and `_a_`, tight and loose lists, fences
// of three or four marks, a soft line break and a space, `***a***` either way round, an image and its alternative
// text are equal; text, structure, code, links and order are not.

import MarkdownIt from "markdown-it";

type Parser = InstanceType<typeof MarkdownIt>;
type Token = ReturnType<Parser["parse"]>[number];

/**
 * `$…$` and `$$…$$` are one token whose text is TeX: no emphasis inside, outer white space without meaning. An opening
 * `$` stands before, a closing one behind something other than white space.
 */
export function mathematics(parser: Parser): void {
  parser.inline.ruler.after("escape", "math", (state, silent) => {
    const found = /^(\$\$?)(?!\$)((?:\\[^]|[^$\\])+)\1/.exec(state.src.slice(state.pos));
    const [all, mark, tex] = found ?? [];
    if (all === undefined || tex === undefined || (mark === "$" && /^\s|\s$/.test(tex))) return false;
    if (!silent) state.push(mark === "$" ? "math" : "display math", "", 0).content = tex.trim();
    state.pos += all.length;
    return true;
  });
}

const OPTIONS = { linkify: false, typographer: false };
const withHtml = new MarkdownIt({ ...OPTIONS, html: true }).use(mathematics);
const withoutHtml = new MarkdownIt({ ...OPTIONS, html: false }).use(mathematics);

interface Node {
  name: string;
  inside: Node[];
}

/** One line a node, indented by depth, so that a failing comparison reads as a diff. */
export function meaning(markdown: string, { html = true } = {}): string[] {
  const parser = html ? withHtml : withoutHtml;
  const lines: string[] = [];
  print(tree(parser, parser.parse(markdown, {})), "", lines);
  return lines;
}

function print(nodes: Node[], pad: string, lines: string[]): void {
  for (const { name, inside } of nodes) {
    lines.push(pad + name);
    print(inside, `${pad}  `, lines);
  }
}

/** What holds nothing is not seen, and left out. */
const EMPTY_IS_NOTHING = /^(p|h[1-6]|blockquote)$/;

function tree(parser: Parser, tokens: Token[]): Node[] {
  const root: Node = { name: "", inside: [] };
  const open = [root];
  for (const token of tokens) {
    const parent = open.at(-1) ?? root;
    const add = (name: string) => parent.inside.push({ name, inside: [] });
    if (token.nesting < 0) {
      open.pop();
      if (parent.name === "p") apart(open.at(-1) ?? root);
      if (parent.inside.length === 0 && EMPTY_IS_NOTHING.test(parent.name)) open.at(-1)?.inside.pop();
    } else if (token.nesting > 0) {
      add(token.tag + attributes(token));
      open.push(parent.inside.at(-1) as Node);
    } else if (token.type === "inline") {
      for (const line of inline(parser, token.children ?? [], /^h\d/.test(parent.name))) add(line);
    } else if (token.type === "fence" || token.type === "code_block") {
      const [language = ""] = token.info.trim().split(/\s/);
      add(`code ${JSON.stringify(language)} ${JSON.stringify(token.content.replace(/\n$/, ""))}`);
    } else add(token.tag || `${token.type} ${JSON.stringify(token.content)}`);
  }
  return root.inside;
}

/** Display math stands alone, wherever it was written: the last paragraph of `parent` becomes several. */
function apart(parent: Node): void {
  const lines = parent.inside.at(-1)?.inside ?? [];
  const parts: Node[][] = [[]];
  for (const line of lines) {
    if (line.name.startsWith("display math")) parts.push([line], []);
    else parts.at(-1)?.push(line);
  }
  if (parts.length === 1) return;
  parent.inside.pop();
  for (const inside of parts) {
    const shown = inside.slice(inside[0]?.name === "br" ? 1 : 0, inside.at(-1)?.name === "br" ? -1 : undefined);
    if (shown.length > 0) parent.inside.push({ name: "p", inside: shown });
  }
}

/**
 * Inline content as runs of one style, a line each: which styles, in one order, and the text. White space is folded,
 * since pages fold it too, has no style, and stands at the beginning of the run behind it.
 */
function inline(parser: Parser, tokens: Token[], oneLine: boolean): string[] {
  const runs: { style: string; text: string }[] = [];
  let styles: string[] = [];
  let space = false;
  const add = (style: string, text: string) => {
    const last = runs.at(-1);
    const alone = (of: string) => /\b(br|display math)\b/.test(of.replace(/"[^"]*"/g, ""));
    const start = last === undefined || alone(last.style) || alone(style);
    const piece = (space && !start ? " " : "") + text;
    space = false;
    if (last?.style === style && !alone(style)) last.text += piece;
    else runs.push({ style, text: piece });
  };
  const text = (content: string) => {
    for (const part of content.split(/(\s+)/)) {
      if (/^\s/.test(part)) space = true;
      else if (part !== "") add([...new Set(styles)].sort().join(" "), part);
    }
  };
  const atom = (kind: string, content: string) => {
    add([...new Set(styles), kind].sort().join(" "), content.replace(/\s+/g, " ").trim());
  };
  const br = () => {
    space = oneLine;
    if (!oneLine) add("br", "");
  };
  const leave = (style: string) => {
    const at = styles.lastIndexOf(style);
    styles = styles.filter((_, index) => index !== at);
  };
  const links: string[] = [];
  for (const token of tokens) {
    const html = /^<(\/?)(sup|sub|br)>$/.exec(token.type === "html_inline" ? token.content : "");
    if (token.type === "text" || token.type === "text_special") text(token.content);
    else if (token.type === "softbreak") space = true;
    else if (token.type === "hardbreak" || html?.[2] === "br") br();
    else if (token.type === "code_inline") atom("code", token.content);
    else if (token.type === "image") text(parser.renderer.renderInlineAsText(token.children ?? [], parser.options, {}));
    else if (html?.[1] === "/") leave(html[2] ?? "");
    else if (html) styles = [...styles, html[2] ?? ""];
    else if (token.nesting > 0) {
      const style = token.tag + attributes(token);
      if (token.tag === "a") links.push(style);
      styles = [...styles, style];
    } else if (token.nesting < 0) leave(token.tag === "a" ? (links.pop() ?? "") : token.tag);
    else atom(token.type, token.content);
  }
  while (runs.at(-1)?.style === "br") runs.pop();
  return runs.map(({ style, text: content }) => (style === "br" ? style : `${style && `${style} `}${JSON.stringify(content)}`));
}

function attributes(token: Token): string {
  return (token.attrs ?? [])
    .filter(([, value]) => value !== "")
    .map(([name, value]) => ` ${name}=${JSON.stringify(value)}`)
    .join("");
}
