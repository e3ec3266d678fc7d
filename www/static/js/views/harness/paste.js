// What can be pasted into the selector editor: the page check that the panel on the chat page
// copies, a selectors file, or a preset file. All come down to role → selectors, and for a
// page check also to what the page had.

const FORMAT = 'eval752.page_check.v1';

/**
 * `{ lists, report, unknown }`, or `{ error }` in words. `lists` is role → selectors; `report`
 * is role → `{ selector, count, visible }` and `null` where nothing was looked for.
 */
export function readPasted(text, presets) {
  let document;
  try {
    document = JSON.parse(text);
  } catch (error) {
    return { error: `That is no JSON: ${error.message}.` };
  }
  if (!isObject(document)) return { error: 'That is no object of roles.' };
  if (typeof document.format === 'string' && document.format !== FORMAT) {
    return { error: `That is “${document.format}”, neither a page check nor a list of selectors.` };
  }
  const check = document.format === FORMAT;
  const source = isObject(document.roles) ? document.roles : check ? {} : document;
  const known = new Set((presets[0]?.roles ?? []).map((role) => role.name));
  const lists = {};
  const report = {};
  const unknown = [];
  for (const [role, value] of Object.entries(source)) {
    if (!known.has(role)) {
      unknown.push(role);
      continue;
    }
    const list = check ? tried(value) : listed(value);
    if (list === null) return { error: `“${role}” must be a list of selectors.` };
    lists[role] = list;
    if (check) report[role] = found(value);
  }
  if (Object.keys(lists).length === 0) {
    return { error: unknown.length > 0 ? `None of these is a role: ${unknown.join(', ')}.` : 'It names no role.' };
  }
  return { lists, unknown, report: check ? { roles: report, origin: words(document.origin), preset: words(document.preset) } : null };
}

/** Those lists that say something the preset does not say. A page check that found nothing says
    nothing; a file with an empty list takes the role away. */
export function changes({ lists, report }, preset) {
  const checked = report !== null;
  const out = {};
  for (const [role, list] of Object.entries(lists)) {
    const own = preset.roles.find((each) => each.name === role)?.selectors ?? [];
    const emptied = list.length === 0 && own.length > 0 && !checked;
    if (emptied || list.some((css) => !own.includes(css))) out[role] = list;
  }
  return out;
}

// What was tried, in order; a selector that is new among them comes first.
function tried(value) {
  if (!isObject(value)) return null;
  const others = value.tried === undefined ? [] : listed(value.tried);
  const first = value.selector ?? '';
  if (others === null || typeof first !== 'string') return null;
  return others.includes(first.trim()) ? others : tidy([first, ...others]);
}

function found({ selector, count, visible }) {
  return { selector: words(selector), count: number(count), visible: number(visible) };
}

// A preset file has `{ "css": …, "seen": … }` in its lists.
function listed(value) {
  if (typeof value === 'string') return tidy([value]);
  if (!Array.isArray(value)) return null;
  const list = value.map((each) => (isObject(each) ? each.css : each));
  return list.every((each) => typeof each === 'string') ? tidy(list) : null;
}

const tidy = (list) => [...new Set(list.map((css) => css.trim()).filter(Boolean))];
const words = (value) => (typeof value === 'string' ? value : null);
const number = (value) => (Number.isSafeInteger(value) && value >= 0 ? value : null);
const isObject = (value) => value !== null && typeof value === 'object' && !Array.isArray(value);
