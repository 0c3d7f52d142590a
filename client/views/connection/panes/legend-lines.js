/**
 * The lines of a pane's legend as elements: words, or a shorter word and the value under the cross-hair. Only what
 * has changed is written, since each changed text costs the browser layout and paint.
 */
import { el, fill, setText } from '../../../base/dom.js';
import { missing } from '../../../base/format.js';
import { createMarkSwitch } from './mark-switch.js';

/** @typedef {import('../../timeline/grid.js').Scene} Scene */
/** @typedef {import('./pane-heads.js').LegendLine} LegendLine */
/**
 * @typedef {{ element: HTMLElement, place: Element, button: Element|null, text: string, label: string, isValue: boolean
 *   }} Shown what is in a line
 */

/** A legend's letters and those of the axis' figures beside it, at most. */
const MAX_LETTERS = 18;

/**
 * @param {string|undefined} short precedes the value where there is room for it: the sign shows too which line it
 *   is
 * @param {string} value
 * @param {number} figureLetters of the longest of the axis' figures
 */
export const valueText = (short, value, figureLetters) =>
  short === undefined || short.length + 1 + value.length + figureLetters > MAX_LETTERS ? value : `${short} ${value}`;

export class LegendLines {
  element = el('ul', { class: 'legend' });
  /** Which lines there are, whatever their words. */
  signature = '';
  /** Whether any line has a value. */
  hasValues = false;
  /** @type {Shown[]} */
  #lines = [];

  /** Whether one is there. */
  get showsValues() {
    return this.#lines.some(({ isValue }) => isValue);
  }

  /**
   * @param {readonly LegendLine[]} lines
   * @param {Scene} scene
   * @param {(id: import('../data/mark-classes.js').MarkClass) => void} onMark
   */
  update(lines, scene, onMark) {
    const signature = `${scene.direction} ${lines.map(({ sign }) => sign).join(' ')}`;
    if (this.signature !== signature) this.#build(lines, scene, onMark);
    this.signature = signature;
    this.hasValues = lines.some(({ value }) => value !== undefined);
    // A value stays until another is read.
    lines.forEach(({ words }, i) => {
      if (!this.#lines[i].isValue) write(this.#lines[i], words(scene), null);
    });
  }

  /**
   * @param {readonly LegendLine[]} lines
   * @param {Scene} scene
   * @param {(id: import('../data/mark-classes.js').MarkClass) => void} onMark
   */
  #build(lines, scene, onMark) {
    const { direction } = scene;
    this.#lines = lines.map(({ sign, words, mark }) => {
      const text = words(scene);
      const button = mark ? createMarkSwitch({ id: mark, words: text, direction, onToggle: onMark }) : null;
      const parts = button
        ? [button]
        : [
            el('span', { class: `sign sign-${sign} of-direction-${direction}` }),
            el('span', { class: 'legend-words', text }),
          ];
      const element = el('li', {}, ...parts);
      const place = /** @type {Element} */ (element.querySelector('.legend-words'));
      return { element, place, button, text, label: text, isValue: false };
    });
    fill(this.element, ...this.#lines.map(({ element }) => element));
  }

  /**
   * @param {readonly LegendLine[]} lines as given to `update` or more
   * @param {Scene} scene
   * @param {number|null} timeNs of the cross-hair; null puts the words back
   * @param {number} figureLetters of the longest of the axis' figures
   */
  showValues(lines, scene, timeNs, figureLetters) {
    this.#lines.forEach((line, i) => {
      const { words, value, short } = lines[i] ?? {};
      const shown = timeNs !== null && value ? value(scene, timeNs) : missing;
      if (words) write(line, words(scene), shown === missing ? null : valueText(short, shown, figureLetters), short);
    });
  }
}

/**
 * @param {Shown} line
 * @param {string} words
 * @param {string|null} value as it is to be seen; null: the words are shown
 * @param {string} [short] may precede the value; screen readers get all words and what is visible (WCAG 2.2,
 *   2.5.3)
 */
function write(line, words, value, short) {
  const isValue = value !== null;
  const text = isValue ? value : words;
  const label = isValue && words !== short ? `${words}: ${text}` : text;
  if (line.text !== text) setText(line.place, text);
  if (line.label !== label) line.button?.setAttribute('aria-label', label);
  if (line.isValue !== isValue) line.element.classList.toggle('is-value', isValue);
  Object.assign(line, { text, label, isValue });
}
