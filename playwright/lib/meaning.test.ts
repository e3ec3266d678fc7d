// The yardstick itself: it must call different spellings equal and different answers different.

import { expect, test } from "@playwright/test";
import { meaning } from "./meaning.ts";

const SAME: [string, string][] = [
  ["*a* **b**", "_a_ __b__"],
  ["- a\n- b", "* a\n\n* b"],
  ["```js\nx\n```", "````js\nx\n````"],
  ["one\ntwo", "one two"],
  ["3 \\< 4 \\* 5", "3 < 4 * 5"],
  ["Title\n===", "# Title"],
  ["| a |\n| - |\n| b |", "|a|\n|---|\n|b|"],
  ["1. a\n2. b", "1) a\n2) b"],
  ["$$\na_1 *b*\n$$", "$$a_1 *b*$$"],
  ["it costs \\$5 or \\$6", "it costs &#36;5 or &#36;6"],
  ["***a***", "**_a_**"],
  ["***a***", "_**a**_"],
  ["**a b** c", "**a** **b** c"],
  ["x ![a *b*](c.png) y", "x a b y"],
  ["the <sup>**6**</sup>", "the **<sup>6</sup>**"],
  ["#\n\ntext", "text"],
  ["a&#98;c", "abc"],
  ["| a<br>b |\n| - |", "|a<br>b|\n|---|"],
];

const DIFFERENT: [string, string][] = [
  ["*a*", "**a**"],
  ["- a\n  - b", "- a\n- b"],
  ["```js\nx\n```", "```\nx\n```"],
  ["```\nx  y\n```", "```\nx y\n```"],
  ["```\na\n\nb\n```", "```\na\nb\n```"],
  ["one\n\ntwo", "one two"],
  ["one  \ntwo", "one two"],
  ["a whole answer", "a whole answe"],
  ["1. a\n2. b", "2. a\n3. b"],
  ["[a](http://x)", "[a](http://y)"],
  ["a\n\n> b", "a\n\nb"],
  ["$a_1$", "a_1"],
  ["$a$", "$$a$$"],
  ["\\$a\\$", "$a$"],
  ["**a** b", "a **b**"],
  ["**a**b", "**a** b"],
  ["10<sup>6</sup>", "106"],
  ["10<sup>6</sup>", "10<sub>6</sub>"],
  ["\\<sup>6\\</sup>", "<sup>6</sup>"],
  ["| a<br>b |\n| - |", "|a b|\n|---|"],
  ["~~a~~", "a"],
  ["[a](http://x)", "[a](http://x \"t\")"],
  ["- a\n-", "- a"],
  ["a\n\n---\n\nb", "a\n\nb"],
];

for (const [left, right] of SAME) {
  test(`${JSON.stringify(left)} means ${JSON.stringify(right)}`, () => expect(meaning(left)).toEqual(meaning(right)));
}
for (const [left, right] of DIFFERENT) {
  test(`${JSON.stringify(left)} is not ${JSON.stringify(right)}`, () => {
    expect(meaning(left)).not.toEqual(meaning(right));
  });
}
