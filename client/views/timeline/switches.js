import { el, fill } from '../../base/dom.js';

/**
 * A switch that is on or off.
 * @param {string} words
 * @param {string} title
 * @param {() => void} onClick
 */
export function toggle(words, title, onClick) {
  const element = el(
    'button',
    { type: 'button', class: 'switch', title, 'aria-pressed': 'false', on: { click: onClick } },
    words,
  );
  return {
    element,
    /** @param {boolean} on */
    set(on) {
      element.setAttribute('aria-pressed', String(on));
    },
  };
}

/**
 * The head of a view: what is shown, in words; switches; and what stands below them.
 * @param {HTMLElement[]} words
 * @param {(HTMLElement | null)[]} switches
 * @param {...HTMLElement} below
 */
export const viewHead = (words, switches, ...below) =>
  el(
    'header',
    { class: 'lanes-head' },
    el('div', { class: 'lanes-head-words' }, ...words),
    el('div', { class: 'lanes-head-switches' }, ...switches),
    ...below,
  );

/**
 * Switches of which one is on.
 * @template {string} T
 * @param {string} label
 * @param {[T, string, string][]} choices value, words, title
 * @param {(value: T) => void} onChoose
 */
export function choice(label, choices, onChoose) {
  const switches = choices.map(([value, words, title]) => ({ value, ...toggle(words, title, () => onChoose(value)) }));
  return {
    element: el(
      'div',
      { class: 'switches', role: 'group', 'aria-label': label },
      ...switches.map(({ element }) => element),
    ),
    /** @param {T} chosen */
    set(chosen) {
      for (const { value, set } of switches) set(value === chosen);
    },
  };
}

/**
 * A legend: a swatch and words for each.
 * @param {[className: string, words: string][]} entries
 */
export function legend(entries) {
  return el('ul', { class: 'swatches', 'aria-label': 'Legend', tabindex: 0 }, ...signsOf(entries));
}

/** @param {[className: string, words: string][]} entries */
const signsOf = (entries) =>
  entries.map(([className, words]) =>
    el('li', {}, el('span', { class: `swatch ${className}`, 'aria-hidden': 'true' }), words),
  );

/** A legend of what is there: its entries change with what is shown. */
export function livingLegend() {
  const element = legend([]);
  let shown = '';
  return {
    element,
    /** @param {[className: string, words: string][]} entries */
    set(entries) {
      const next = entries.join();
      if (next === shown) return;
      shown = next;
      fill(element, ...signsOf(entries));
    },
  };
}

/** Hidden while there is nothing to undo. @param {() => void} onBack @returns {HTMLButtonElement} */
export const backButton = (onBack) =>
  el(
    'button',
    {
      type: 'button',
      class: 'button button-plain',
      hidden: true,
      title: 'Undo one zoom (Backspace)',
      on: { click: onBack },
    },
    'Back',
  );
