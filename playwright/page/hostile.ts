// Text that tries to be more than text: markup, scripts, control and direction characters, and no blanks to break at.

export const MARKUP = `<img src=x onerror="window.hit=1"><script>window.hit=1</script></script><svg onload="window.hit=1">&lt;b&gt;`;
export const ACTING = "\u202Etxt.exe\u202C\u2066\u200B\u00AD\uFEFF\u0007\u0000\u001B[31m";
export const TEXT = `${MARKUP}${ACTING}"'\`\${x}`;
export const LONG = "W".repeat(20_000);

/** Characters that must never stand in the page as themselves. */
export const FORBIDDEN = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u00ad\u061c\u200b\u200e\u200f\u2028-\u202e\u2060-\u206f\ufeff]/u;

export const ROWS = [
  { id: `a ${TEXT}`, question: TEXT, answer: "1", category: `s ${TEXT}` },
  { id: "b", question: LONG, answer: "1", category: "s" },
  { id: "c", question: `right to left \u05d0\u05d1\u05d2 ${ACTING} and back`, answer: "1", category: "s" },
];
