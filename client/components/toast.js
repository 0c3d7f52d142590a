import { el } from '../base/dom.js';

const shownMs = 4000;
/** @type {HTMLElement | null} */
let region = null;

/**
 * A short confirmation that disappears by itself; never the only place of a message.
 * @param {string} text
 */
export function toast(text) {
  region ??= el('div', { class: 'toasts', role: 'status', 'aria-live': 'polite' });
  if (!region.isConnected) document.body.append(region);
  const element = el('p', { class: 'toast', text });
  region.append(element);
  setTimeout(() => element.remove(), shownMs);
}
