// Whether a selector can do its work. The Rust side knows no CSS; the browser does.

const page = document.implementation.createHTMLDocument('');

/** What is wrong with a list of selectors of a role, one sentence each. */
export function selectorProblems(list) {
  const found = [];
  for (const [at, css] of list.entries()) {
    const why = wrong(css);
    if (why) found.push(`“${css}” ${why}`);
    else if (list.indexOf(css) < at) found.push(`“${css}” stands twice; once is enough.`);
  }
  return found;
}

function wrong(css) {
  try {
    document.createDocumentFragment().querySelector(css);
  } catch {
    return /^\s*(\/\/|\.\/|xpath=|text=)|:has-text\(|:visible\b|>>/u.test(css)
      ? 'is the language of a test tool, not CSS; write it as CSS.'
      : 'cannot be read as CSS by this browser.';
  }
  if (css.includes('::')) return 'names a part that CSS draws, and so matches nothing.';
  if (page.documentElement.matches(css) || page.body.matches(css)) {
    return 'matches every page as a whole; name the part.';
  }
  return '';
}
