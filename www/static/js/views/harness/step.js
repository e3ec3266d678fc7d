// The frame of one numbered step.

import { h, freshId } from '../../dom.js';

/** A card with a number, a title and a short remark. */
export function step(number, title, remark, ...children) {
  const id = freshId('step');
  return h('section', { class: 'card', 'aria-labelledby': id },
    h('div', { class: 'card-head' },
      number && h('span', { class: 'step-number', 'aria-hidden': 'true' }, number),
      h('h2', { id }, title),
      remark && h('span', { class: 'quiet' }, remark)),
    children);
}

/** A labelled control; `describe(text)` shows what is wrong with it. */
export function field(label, control, hint) {
  const id = control.id || freshId('field');
  control.id = id;
  const error = h('p', { class: 'field-error', id: `${id}-error`, hidden: true });
  const described = [hint && `${id}-hint`, `${id}-error`].filter(Boolean).join(' ');
  control.setAttribute('aria-describedby', described);
  const element = h('div', { class: 'field' },
    h('label', { for: id }, label),
    control,
    hint && h('p', { class: 'hint', id: `${id}-hint` }, hint),
    error);
  const describe = (text) => {
    error.hidden = !text;
    error.textContent = text ?? '';
    if (text) control.setAttribute('aria-invalid', 'true');
    else control.removeAttribute('aria-invalid');
  };
  return { element, control, describe };
}

/** The problems of `made` at a pointer or below it, as one text. */
export function problemsAt(made, pointer) {
  return (made?.problems ?? [])
    .filter((problem) => problem.pointer === pointer || problem.pointer.startsWith(`${pointer}/`))
    .map((problem) => problem.message)
    .join(' ');
}
