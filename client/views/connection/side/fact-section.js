import { el, fill } from '../../../base/dom.js';
import { figureLabel } from './figure-label.js';

/** A section of the side column with a title, rebuilt only when what it shows changes. @param {string} title */
export function factSection(title) {
  const body = el('div', {});
  const element = el(
    'section',
    { class: 'side-section', hidden: true },
    el('div', { class: 'side-head' }, el('h2', { class: 'side-title', text: title })),
    body,
  );
  let shown = '';
  return {
    element,
    /** @param {string} signature '' hides it @param {() => (HTMLElement|null)[]} content */
    show(signature, content) {
      element.hidden = signature === '';
      if (signature === shown || signature === '') return;
      shown = signature;
      fill(body, ...content());
    },
  };
}

/** @param {[string, string][]} lines a line that goes on with the one before has no label */
export function factLines(lines) {
  return el(
    'dl',
    { class: 'side-lines' },
    ...lines.map(([label, value]) =>
      el('div', {}, el('dt', {}, label && figureLabel(label)), el('dd', { text: value })),
    ),
  );
}
