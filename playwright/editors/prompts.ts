// The prompts that every editor is given: each is awkward in one way, and named for it.

const words = (count: number) => Array.from({ length: count }, (_, at) => `word${(at * 7919) % 1000}`).join(" ");

/** About 100 KB in 2,000 lines, some of them blank, some indented. */
function manyLines(): string {
  const lines = Array.from({ length: 2_000 }, (_, at) => {
    if (at % 50 === 49) return "";
    return `${" ".repeat(at % 3)}line ${at}: ${words(6)}`;
  });
  return lines.join("\n");
}

/** About 100 KB without a line end or a space; every character takes two code units or three bytes. */
function unbroken(): string {
  return "漢字仮名😀文".repeat(5_200);
}

export type Prompts = Record<string, string>;

export const PROMPTS: Prompts = {
  "one word": "word",
  "empty lines": "first\n\n\nfourth\n\nsixth",
  "leading empty lines": "\n\nthird",
  "trailing empty lines": "first\n\n\n",
  "ends with a newline": "first\nsecond\n",
  "a line of spaces": "first\n   \nthird",
  "leading spaces": "   three before\n  two before",
  "trailing spaces": "one after \nthree after   ",
  "runs of spaces": "two  three   four    end",
  "no-break spaces": "no\u00a0break \u00a0 mixed",
  tabs: "\tindented\na\tb\t\tc",
  "trailing tab": "end\t",
  crlf: "one\r\ntwo\r\n\r\nfour",
  "lone cr": "one\rtwo",
  emoji: "family 👨‍👩‍👧‍👦, flag 🇫🇷, skin 👍🏽, keycap 1️⃣, astral 𝒜",
  "only emoji": "😀",
  "combining marks": "e\u0301 is not \u00e9; a\u0308\u0323, Z\u0351\u036b\u0343\u036a, क्षि",
  "right to left": "שלום עולם\nمرحبا بالعالم and (English) עם סוגריים",
  "direction marks": "a\u200fb\u200ec \u202eright\u202c \u2067x\u2069",
  cjk: "春眠不覚暁、\n処処聞啼鳥。한국어 テスト ｶﾅ",
  "zero width": "zero\u200bwidth, join\u2060er, soft\u00adhyphen, mark \ufeff inside",
  "unusual spaces": "em\u2003space, thin\u2009space, ideographic\u3000space",
  "line separators": "line\u2028separator and paragraph\u2029separator",
  slash: "/help is a command elsewhere",
  at: "@someone opens a list elsewhere",
  hash: "# Not a heading\n## nor this\n#tag",
  "markdown lists": "* one\n* two\n1. first\n- [ ] box\n> quoted\n```\ncode\n```\n---",
  "html-like": "<b>bold</b> <script>alert(1)</script> <!-- --> &amp; &lt;i&gt; </textarea><img src=x onerror=alert(1)>",
  "quotes and escapes": "\"it's\" `back` \\n \\u0041 ${x} {{z}} %20 \u2014 ... -> (c) 1/2",
  brackets: "([{<\"'` unclosed",
  // The page gets a turn within a long prompt; a turn that only adds blank lines looks like Enter to some editors.
  "many blank lines": `first${"\n".repeat(130)}last`,
  "many leading blank lines": `${"\n".repeat(90)}last`,
  "blank lines behind a piece": `${"x".repeat(30)}\n`.repeat(39) + "\n".repeat(50) + "end",
  "long and ends with blank lines": `${words(900)}\n`.repeat(1) + "\n".repeat(3),
};

export const LONG: Prompts = {
  "100 KB in 2,000 lines": manyLines(),
  "100 KB in one line": words(12_800),
  "100 KB without a space": unbroken(),
};

/** A few of each kind, for browsers in which an editor takes longer to open. */
export const FEW: Prompts = Object.fromEntries(
  [
    "empty lines",
    "leading empty lines",
    "trailing empty lines",
    "leading spaces",
    "runs of spaces",
    "no-break spaces",
    "tabs",
    "crlf",
    "emoji",
    "combining marks",
    "right to left",
    "cjk",
    "line separators",
    "slash",
    "markdown lists",
    "html-like",
    "many blank lines",
  ].map((name) => [name, PROMPTS[name] ?? ""]),
);
FEW["100 KB in 2,000 lines"] = LONG["100 KB in 2,000 lines"] ?? "";
