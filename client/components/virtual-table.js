import { el, setAttribute } from '../base/dom.js';
import { beforePaint, debounce } from '../base/frame.js';
import { ScrollGeometry } from './scroll-geometry.js';

const overscan = 8;
const settleMs = 150;

/**
 * One row's element, reused for other rows while the table is scrolled.
 * @template T
 * @typedef {{ element: HTMLElement, update: (row: T | null, index: number) => void }} RowView `row` is null until it is
 *   fetched
 */

/**
 * `onRange` hears which rows are about to be drawn, so that they can be fetched.
 * @template T
 * @typedef {{
 *   label: string,
 *   idPrefix: string,
 *   rowHeight: number,
 *   head: HTMLElement | null,
 *   createRow: () => RowView<T>,
 *   rowAt: (index: number) => T | null,
 *   onRange: (first: number, end: number) => void,
 *   onOpen: (index: number) => void,
 * }} VirtualTableOptions
 */

/**
 * A grid of any number of rows of one height, of which only those in view exist as elements.
 * Keys: arrows, Page Up and Down, Home and End move the active row, Enter opens it.
 * @template T
 */
export class VirtualTable {
  #options;
  #geometry;
  body = el('div', { class: 'vt-body', role: 'rowgroup' });
  element;
  /** @type {Map<number, RowView<T>>} */
  #shown = new Map();
  /** @type {RowView<T>[]} */
  #spare = [];
  #active = -1;
  /** After a while of true-pixel steps in a compressed list the scroll bar is put where the rows really are. */
  #settle = debounce(settleMs, () => {
    if (this.#geometry.compressed) this.element.scrollTop = this.#geometry.moveTo(this.#geometry.offset);
  });
  #resized = new ResizeObserver(() => this.refresh());

  /** @param {VirtualTableOptions<T>} options */
  constructor(options) {
    const { label, rowHeight, head } = options;
    this.#options = options;
    this.#geometry = new ScrollGeometry(rowHeight);
    this.element = el(
      'div',
      { class: 'vt', role: 'grid', 'aria-label': label, 'aria-readonly': 'true', tabindex: 0 },
      head && el('div', { class: 'vt-head', role: 'rowgroup' }, head),
      this.body,
    );
    this.element.addEventListener('scroll', () => this.#scroll(), { passive: true });
    this.element.addEventListener('keydown', (event) => this.#pressKey(event));
    this.element.addEventListener('pointerdown', ({ target }) => this.#press(target));
    this.#resized.observe(this.element);
  }

  /** @param {number} index */
  #rowFor(index) {
    const row = this.#shown.get(index) ?? this.#spare.pop() ?? this.#options.createRow();
    if (!row.element.isConnected) this.body.append(row.element);
    this.#shown.set(index, row);
    return row;
  }

  /** @param {{ first: number, end: number }} range */
  #dropOutside({ first, end }) {
    for (const [index, row] of this.#shown) {
      if (index >= first && index < end) continue;
      this.#shown.delete(index);
      this.#spare.push(row);
    }
  }

  /** The same function each time, as `beforePaint` requires. */
  #draw = () => {
    const { head, idPrefix, rowAt, onRange } = this.#options;
    const geometry = this.#geometry;
    geometry.viewHeight = this.element.clientHeight - this.body.offsetTop;
    const range = geometry.range(overscan);
    this.#dropOutside(range);
    onRange(range.first, range.end);
    for (let index = range.first; index < range.end; index++) {
      const row = this.#rowFor(index);
      row.element.style.transform = `translateY(${geometry.rowTop(index)}px)`;
      row.element.id = `${idPrefix}-${index}`;
      row.element.setAttribute('aria-rowindex', String(index + (head ? 2 : 1)));
      setAttribute(row.element, 'aria-selected', index === this.#active ? 'true' : null);
      row.update(rowAt(index), index);
    }
    for (const row of this.#spare.splice(0)) row.element.remove();
    setAttribute(
      this.element,
      'aria-activedescendant',
      this.#shown.has(this.#active) ? `${idPrefix}-${this.#active}` : null,
    );
  };

  #scroll() {
    if (this.element.scrollTop !== this.#geometry.scrollTop) {
      this.#geometry.scrolled(this.element.scrollTop);
      this.#settle.call();
    }
    this.refresh();
  }

  /** @param {KeyboardEvent} event @returns {number | null} the row that this key goes to */
  #target({ key }) {
    const { total, viewHeight } = this.#geometry;
    const page = Math.max(1, Math.floor(viewHeight / this.#options.rowHeight) - 1);
    const steps = /** @type {Record<string, number>} */ ({ ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page });
    if (key === 'Home') return 0;
    if (key === 'End') return total - 1;
    if (!(key in steps)) return null;
    return this.#active === -1 ? this.#firstInView : this.#active + steps[key];
  }

  get #firstInView() {
    return Math.ceil(this.#geometry.offset / this.#options.rowHeight);
  }

  /** @param {KeyboardEvent} event */
  #pressKey(event) {
    if (event.target !== this.element || event.ctrlKey || event.metaKey || event.altKey || this.#geometry.total === 0) {
      return;
    }
    const next = this.#target(event);
    if (next !== null) this.setActive(next);
    else if (event.key === 'Enter' && this.#active >= 0) this.#options.onOpen(this.#active);
    else return;
    event.preventDefault();
  }

  /** @param {EventTarget | null} target */
  #press(target) {
    const row = target instanceof Element ? target.closest('[aria-rowindex]') : null;
    for (const [index, view] of this.#shown) {
      if (view.element === row) this.#active = index;
    }
    this.refresh();
  }

  /** Redraws the rows in view. */
  refresh() {
    beforePaint(this.#draw);
  }

  /** @param {number} index of the row that is to be active, and in view */
  setActive(index) {
    this.#active = Math.min(this.#geometry.total - 1, Math.max(0, index));
    this.#geometry.viewHeight = this.element.clientHeight - this.body.offsetTop;
    this.element.scrollTop = this.#geometry.moveTo(this.#geometry.offsetShowing(this.#active));
    this.refresh();
  }

  /** @param {number} total */
  setTotal(total) {
    const geometry = this.#geometry;
    geometry.total = total;
    if (this.#active >= total) this.#active = total - 1;
    this.element.setAttribute('aria-rowcount', String(total + (this.#options.head ? 1 : 0)));
    this.body.style.height = `${geometry.bodyHeight}px`;
    geometry.offset = geometry.clamp(geometry.offset);
    this.refresh();
  }

  /** The active row; −1 for none. */
  get active() {
    return this.#active;
  }

  /** True pixels from the first row. */
  get offset() {
    return this.#geometry.offset;
  }

  /** @param {number} offset true pixels from the first row */
  scrollTo(offset) {
    this.#geometry.viewHeight = this.element.clientHeight - this.body.offsetTop;
    this.element.scrollTop = this.#geometry.moveTo(offset);
    this.refresh();
  }

  /** Steps from outside, such as a page-wide key. @param {1 | -1} step */
  step(step) {
    this.element.focus();
    if (this.#geometry.total > 0) this.setActive(this.#active === -1 ? this.#firstInView : this.#active + step);
  }

  destroy() {
    this.#resized.disconnect();
    this.#settle.cancel();
  }
}
