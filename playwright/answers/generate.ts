// Markdown documents by a seed: what models write, and between it pieces of marks that read as nothing, as text or as
// something nobody meant. Whatever a document says to a CommonMark reader is what it means, so none is wrong.

export type Random = (below: number) => number;

/** Numbers by a seed (mulberry32). */
export function random(seed: number): Random {
  let state = seed >>> 0;
  return (below) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) % below;
  };
}

const WORDS = [
  ..."answer river seven value Paris the of a in 42 3.14 2024. x1 C# snake_case_name 5-3 e.g. don't well-known".split(" "),
  ..."naïve 漢字 かな 한국 русский עברית مرحبا 😀 👩‍👩‍👧 ✅ €5 ½ “quoted” «так» 「引用」 … — – °C TM™ E=mc²".split(" "),
];
const MARKS = [
  ..."* ** _ __ ~ ~~ ` `` # ## > - + = == --- === | || $ $$ \\ \\\\ < <b> </b> <!-- & &amp; &lt; &#65; [ ] ( ) [x] [ ] ![ ](".split(" "),
  ..."1. 2) : :-- ; ! ? \\* \\_ \\# \\$ \\[ \\] \\< \\` \\| \\~ http://a.b/c_d www.example.com me@example.com [a]: ^1 {x} @ % ' \"".split(" "),
];
const TEX = ["x", "x^2", "a_1 + b_2", "\\frac{1}{2}", "\\sqrt{x} \\le y", "\\|v\\| = |v|", "f(x) = \\text{if } x < 0", "a \\& b", "\\{1, 2\\}", "\\sum_{i=1}^n i"];
const URLS = [
  "https://example.com", "https://example.com/a_b*c*", "https://en.wikipedia.org/wiki/A_(b)", "/path?q=1&copy=2&amp;x", "<https://example.com/a b>",
  "mailto:me@example.com", "https://example.com/%20%7C|", "<a\\<b\\>>", "https://example.com/[x]", "x\\(y", "a$b~c`d",
];
const TITLES = ["", "", "", ' "a title"', " 'say \"x\"'", ' "a\\\\b &amp; *c*"'];
const LANGUAGES = ["", "", "python", "rust", "js", "c++", "objective-c", "sh", "nosuchlanguage"];
const CODE = ["let x = 1;", "", "    indented", "\ttab", "a | b", "# no heading", "- no list", "`tick`", "```", "~~~", "<b>&amp;</b>", "$x$ \\(y\\)", "def f(): return 'é😀'", "  ", "1. x", "\\n *a* _b_"];

export function document(seed: number): string {
  return new Generator(random(seed)).blocks(0, 5).join("\n\n");
}

class Generator {
  readonly #random: Random;
  constructor(source: Random) {
    this.#random = source;
  }
  #one<T>(of: readonly T[]): T {
    return of[this.#random(of.length)] as T;
  }
  #chance(percent: number): boolean {
    return this.#random(100) < percent;
  }

  blocks(depth: number, most: number): string[] {
    return Array.from({ length: 1 + this.#random(most) }, () => this.#block(depth));
  }

  #block(depth: number): string {
    const kind = this.#random(depth < 3 ? 20 : 11);
    if (kind < 6) return this.#lines();
    if (kind === 6) return `${"#".repeat(1 + this.#random(6))} ${this.#inline(1)}${this.#chance(10) ? " #" : ""}`;
    if (kind === 7) return this.#fence();
    if (kind === 8) return this.#chance(50) ? this.#table() : `$$\n${this.#one(TEX)}\n$$`;
    if (kind === 9) return this.#one(["---", "***", "___"]);
    if (kind === 10) return this.#raw();
    if (kind < 17) return this.#list(depth);
    if (kind < 19) return indent(this.blocks(depth + 1, 3).join("\n\n"), "> ", "> ");
    return this.#table();
  }

  #lines(): string {
    const lines = Array.from({ length: this.#chance(70) ? 1 : 2 + this.#random(2) }, () => this.#inline(0));
    return lines.join(this.#one(["\n", "\n", "  \n", "\\\n"]));
  }

  #raw(): string {
    const pieces = Array.from({ length: 2 + this.#random(10) }, () => this.#one([this.#word(), this.#one(MARKS), this.#one(MARKS)]));
    return pieces.map((piece) => piece + this.#one(["", " ", " ", "\n"])).join("");
  }

  #word(): string {
    return this.#one(WORDS);
  }

  #inline(depth: number): string {
    const pieces = Array.from({ length: 1 + this.#random(5) }, () => this.#piece(depth));
    return pieces.map((piece) => piece + this.#one(["", " ", " ", " "])).join("").trim();
  }

  #piece(depth: number): string {
    const kind = this.#random(depth < 3 ? 24 : 14);
    if (kind < 9) return this.#word();
    if (kind < 11) return this.#one(MARKS);
    if (kind === 11) return this.#code();
    if (kind === 12) return `$${this.#one(TEX)}$`;
    if (kind === 13) return `![${this.#word()}](x.png)`;
    const inside = this.#inline(depth + 1);
    if (kind < 16) return `**${inside}**`;
    if (kind < 18) return `*${inside}*`;
    if (kind === 18) return `_${inside}_`;
    if (kind === 19) return `~~${inside}~~`;
    if (kind === 20) return `***${inside}***`;
    if (kind === 21) return `<https://example.com/${this.#one(["", "a_b", "*", "?a&b"])}>`;
    return `[${inside}](${this.#one(URLS)}${this.#one(TITLES)})`;
  }

  #code(): string {
    const inside = this.#one(["x", "a`b", "``", " x ", "a  b", "*a*", "<b>", "\\", "$x$", "a|b", "漢"]);
    const ticks = inside === "``" ? "```" : inside.includes("`") ? "``" : "`";
    return `${ticks} ${inside} ${ticks}`;
  }

  #fence(): string {
    const lines = Array.from({ length: this.#random(5) }, () => this.#one(CODE));
    return [`~~~~${this.#one(LANGUAGES)}`, ...lines, "~~~~"].join("\n");
  }

  #table(): string {
    const columns = 1 + this.#random(3);
    const cell = () => this.#inline(1).replace(/\n/g, " ").replace(/\|/g, "\\|");
    const row = (each: () => string) => `| ${Array.from({ length: columns }, each).join(" | ")} |`;
    const rows = Array.from({ length: this.#random(3) }, () => row(() => (this.#chance(10) ? "" : cell())));
    return [row(cell), row(() => this.#one(["---", ":--", ":-:", "--:"])), ...rows].join("\n");
  }

  #list(depth: number): string {
    const start = this.#chance(50) ? null : this.#one([0, 1, 1, 1, 3, 9, 99]);
    const tight = this.#chance(60);
    const mark = this.#one(start === null ? ["-", "*", "+"] : [".", ")"]);
    const items = Array.from({ length: 1 + this.#random(4) }, (_, index) => {
      const marker = start === null ? mark : `${start + index}${mark}`;
      const inside = this.#chance(5) ? [] : this.#chance(60) ? [this.#inline(1)] : this.blocks(depth + 1, 3);
      const body = indent(inside.join(tight ? "\n" : "\n\n"), " ".repeat(marker.length + 1), "");
      return `${marker} ${this.#chance(10) ? "[x] " : ""}${body.trimStart()}`.trimEnd();
    });
    return items.join(tight ? "\n" : "\n\n");
  }
}

function indent(text: string, before: string, empty: string): string {
  return text.split("\n").map((line) => (line === "" ? empty.trimEnd() : before + line)).join("\n");
}
