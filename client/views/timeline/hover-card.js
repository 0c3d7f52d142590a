/**
 * The card beside a mark. It never covers the mark, stays inside the plots, and is a bottom sheet on a phone.
 */
import { el, fill } from '../../base/dom.js';
import { formatNumber } from '../../base/format.js';

const GAP = 18;

/**
 * A label and what there is to say; a list is shown as one.
 * @typedef {[label: string, value: string|string[]]} CardLine
 */

/**
 * @typedef {object} CardContent
 * @property {string} letter
 * @property {string} letterClass
 * @property {string} title
 * @property {string} corner "frame 162"
 * @property {CardLine[]} lines
 * @property {boolean} canStay whether Enter keeps it open
 */

/** @param {string} [figures] tables of docs/metrics.md that explain its figures, where they are not the view's */
export function createHoverCard(figures) {
  const element = el('div', { class: 'hover-card', 'data-figures': figures, hidden: true });
  let shown = '';
  /** Measured when what it says changes: reading it makes the browser lay out the page. */
  let size = { width: 0, height: 0 };

  return {
    element,
    hide() {
      element.hidden = true;
      shown = '';
    },
    /**
     * @param {string} key what the card is about; the same key is only moved, not rebuilt
     * @param {() => CardContent} content
     * @param {{ x: number, y: number }} mark
     * @param {{ width: number, height: number, left: number }} room
     * @param {boolean} isPinned
     */
    show(key, content, mark, room, isPinned) {
      const signature = `${key} ${isPinned}`;
      if (signature !== shown) {
        fill(element, ...cardParts(content(), isPinned));
        shown = signature;
        element.hidden = false;
        element.classList.toggle('is-pinned', isPinned);
        size = { width: element.offsetWidth, height: element.offsetHeight };
      }
      const { width, height } = size;
      const fitsRight = mark.x + GAP + width <= room.width - 8;
      const left = fitsRight ? mark.x + GAP : Math.max(8, mark.x - GAP - width);
      const below = mark.y + GAP + height <= room.height - 8;
      const top = below ? mark.y + GAP : Math.max(8, mark.y - GAP - height);
      element.style.transform = `translate(${Math.round(left)}px, ${Math.round(top)}px)`;
    },
  };
}

/** @param {CardContent} content @param {boolean} isPinned */
function cardParts({ letter, letterClass, title, corner, lines, canStay }, isPinned) {
  return [
    el(
      'div',
      { class: 'card-head' },
      letter ? el('span', { class: `card-letter ${letterClass}`, text: letter }) : null,
      el('span', { class: 'card-title', text: title }),
      el('span', { class: 'card-corner', text: corner }),
    ),
    el(
      'dl',
      { class: 'card-lines' },
      ...lines.flatMap(([label, value]) => [el('dt', { text: label }), valueOf(value)]),
    ),
    isPinned || !canStay
      ? null
      : el('p', { class: 'card-keys' }, el('kbd', { class: 'key-cap', text: 'Enter' }), ' keep open'),
  ];
}

/** @param {string|string[]} value */
function valueOf(value) {
  if (typeof value === 'string') return el('dd', { text: value });
  return el('dd', { class: 'card-list' }, el('ul', {}, ...value.map((text) => el('li', { text }))));
}

/** @param {number} frame */
export const frameWords = (frame) => `frame ${formatNumber(frame)}`;
