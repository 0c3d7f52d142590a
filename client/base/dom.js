/**
 * A small element builder. Text always becomes a text node, so captured bytes can never become markup.
 */

import { addressOf } from './address.js';

/** @typedef {Node | string | null | undefined | false} Child */

/**
 * `class` and `text` are set as such, `on` adds listeners, `data` fills the dataset; everything else is an attribute:
 * true sets it empty, null, undefined and false leave it out.
 * @typedef {{
 *   class?: string,
 *   text?: string,
 *   on?: { [K in keyof HTMLElementEventMap]?: (event: HTMLElementEventMap[K]) => void },
 *   data?: Record<string, string>,
 *   [attribute: string]: unknown,
 * }} Properties
 */

/**
 * @template {keyof HTMLElementTagNameMap} T
 * @param {T} tag
 * @param {Properties} [properties]
 * @param {...Child} children
 * @returns {HTMLElementTagNameMap[T]}
 */
export function el(tag, properties = {}, ...children) {
  const element = document.createElement(tag);
  const { class: className, text, on, data, ...attributes } = properties;
  if (className) element.className = className;
  if (text !== undefined) element.textContent = text;
  for (const [type, listener] of Object.entries(on ?? {})) {
    element.addEventListener(type, /** @type {EventListener} */ (listener));
  }
  Object.assign(element.dataset, data);
  for (const [name, value] of Object.entries(attributes)) setAttribute(element, name, value);
  append(element, ...children);
  return element;
}

/**
 * @param {Element} element
 * @param {string} name
 * @param {unknown} value true sets an empty attribute, null, undefined and false remove it
 */
export function setAttribute(element, name, value) {
  if (value === null || value === undefined || value === false) element.removeAttribute(name);
  else element.setAttribute(name, value === true ? '' : inAddress(name, String(value)));
}

/** @param {string} name @param {string} value @returns {string} of a link to a place, as the address has it */
const inAddress = (name, value) =>
  name === 'href' && value.startsWith('/') && !value.startsWith('/api/') ? addressOf(value) : value;

/**
 * @param {Element} parent
 * @param {...Child} children
 */
export function append(parent, ...children) {
  for (const child of children) {
    if (child) parent.append(child);
  }
}

/**
 * Gives `parent` exactly these children.
 * @param {Element} parent
 * @param {...Child} children
 */
export function fill(parent, ...children) {
  parent.replaceChildren();
  append(parent, ...children);
}

/**
 * Sets text only where it differs, so that a live table does not touch what stays the same.
 * @param {Element} element
 * @param {string} text
 */
export function setText(element, text) {
  if (element.textContent === text) return;
  const { firstChild, lastChild } = element;
  // The browser keeps its layout of a text node whose data changes.
  if (text !== '' && firstChild instanceof Text && firstChild === lastChild) firstChild.data = text;
  else element.textContent = text;
}

/** @param {string} text read out, not drawn */
export function hiddenText(text) {
  return el('span', { class: 'visually-hidden', text });
}

/**
 * @param {EventTarget | null} target
 * @returns {boolean} whether keys typed there are text
 */
export function isTextEntry(target) {
  if (!(target instanceof HTMLElement)) return false;
  if (target.isContentEditable || target instanceof HTMLTextAreaElement || target instanceof HTMLSelectElement) {
    return true;
  }
  return target instanceof HTMLInputElement && !['checkbox', 'radio', 'button', 'range'].includes(target.type);
}
