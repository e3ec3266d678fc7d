// Builds elements without HTML text, so that nothing from a file can become markup.

const SVG = 'http://www.w3.org/2000/svg';

/**
 * h('button', { class: 'primary', onclick: go, 'data-testid': 'x' }, 'Go')
 * Properties that are functions become listeners, `false`, `null` and `undefined` are left out.
 */
export function h(tag, props, ...children) {
  return fill(document.createElement(tag), props, children);
}

/** The same for SVG elements. */
export function svg(tag, props, ...children) {
  return fill(document.createElementNS(SVG, tag), props, children);
}

function fill(element, props, children) {
  for (const [name, value] of Object.entries(props ?? {})) {
    if (value === null || value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name.slice(2), value);
    else if (name === 'value') element.value = value;
    else if (name === 'checked') element.checked = value;
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  add(element, children);
  return element;
}

function add(element, children) {
  for (const child of children) {
    if (child === null || child === undefined || child === false) continue;
    if (Array.isArray(child)) add(element, child);
    else element.append(child instanceof Node ? child : String(child));
  }
}

/** Replaces what an element holds. */
export function put(element, ...children) {
  element.replaceChildren();
  add(element, children);
  return element;
}

let counter = 0;

/** An id that no other element has. */
export function freshId(stem) {
  counter += 1;
  return `${stem}-${counter}`;
}

/** Brings an element into sight and gives it the keyboard. */
export function goTo(element) {
  if (!element) return;
  for (let at = element.closest('details'); at; at = at.parentElement.closest('details')) at.open = true;
  if (!element.matches('a, button, input, select, textarea, [tabindex]')) element.tabIndex = -1;
  element.focus({ preventScroll: true });
  element.scrollIntoView({ block: 'center' });
}
