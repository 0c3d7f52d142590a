/**
 * The packet table under the diagrams: the same for the keyboard and for screen readers. Only the rows in view
 * exist. Above a few hundred thousand rows the scroll bar is scaled, since browsers end an element's height at some 17
 * million pixels.
 */
import { el, setText } from '../../../base/dom.js';
import { count } from '../../../base/format.js';
import { beforePaint, debounce, throttle } from '../../../base/frame.js';
import { isPartial } from '../data/partial-packets.js';
import { fillRow, newRow, packetHeads, rowId } from './packet-rows.js';

const ROW_HEIGHT = 22;
const HEAD_HEIGHT = 24;
const TALLEST = 8_000_000;
/** While a key is held down the table follows at this pace: filling its rows costs more than drawing. */
const FOLLOW_MS = 90;
/** From this frame on numbers, and times and sequence numbers with them, need wider columns. */
const LONG_FRAME = 1_000_000;
/**
 * The pointer and the view are followed when they have stood still for this long: elements cost the browser more than
 * lines on a canvas.
 */
export const REST_MS = 80;

/** @typedef {import('../data/model.js').Model} Model */

/**
 * Rows of the table are those of the model between which none is left out; here they are counted from the first of
 * them.
 */
export class PacketTable {
  #actions;
  #spacer = el('div', { class: 'table-spacer' });
  #body = el('div', { class: 'table-rows', role: 'rowgroup' });
  #scroller = el(
    'div',
    { class: 'table-scroller', role: 'grid', tabindex: 0, 'aria-label': 'Packets' },
    el('div', { class: 'table-top', role: 'rowgroup' }, packetHeads()),
    this.#spacer,
    this.#body,
  );
  #note = el('p', { class: 'table-note', hidden: true });
  element = el('div', { class: 'packet-table', 'data-figures': 'packets' }, this.#scroller, this.#note);
  /** @type {HTMLElement[]} */
  #pool = [];
  /** @type {Model|null} */
  #model = null;
  /** The row at the top; a fraction, where it is partly above. */
  #first = 0;
  #active = -1;
  /** Frame of the first row. */
  #ofFirst = -1;
  /** Reading sizes makes the browser lay out the page, so they are kept. */
  #roomPx = 0;
  #topPx = 0;
  /** Where it is to go, as soon as what leads it is calm. @type {{ row: number, isActive: boolean } | null} */
  #target = null;
  #follow = throttle(FOLLOW_MS, () => this.#goToTarget(), { keepsBusy: true });
  #followAtRest = debounce(REST_MS, () => this.#goToTarget());
  #observer = new ResizeObserver(() => {
    this.#roomPx = this.#scroller.clientHeight - HEAD_HEIGHT;
    beforePaint(this.#draw);
  });

  /**
   * @param {{ onActive: (row: number) => void, onOpen: (row: number) => void }} actions rows of the model; `onActive`
   *   when the user moves to one,
   *   `onOpen` at Enter or a click
   */
  constructor(actions) {
    this.#actions = actions;
    this.#scroller.addEventListener('scroll', () => this.#readScroll(), { passive: true });
    this.#scroller.addEventListener('wheel', (event) => this.#turnWheel(event), { passive: false });
    this.#scroller.addEventListener('keydown', (event) => this.#pressKey(event));
    this.#body.addEventListener('click', (event) => this.#click(event));
    this.#observer.observe(this.#scroller);
  }

  get isEmpty() {
    return this.#model === null;
  }

  get #base() {
    return this.#model?.columns.wholeRows.from ?? 0;
  }
  get #rows() {
    return this.#model ? this.#model.columns.wholeRows.to - this.#base : 0;
  }
  get #visible() {
    return Math.max(1, Math.floor(this.#roomPx / ROW_HEIGHT));
  }
  get #isScaled() {
    return this.#rows * ROW_HEIGHT > TALLEST;
  }
  get #lastFirst() {
    return Math.max(0, this.#rows - this.#visible);
  }
  get #scrollRoom() {
    return Math.max(1, Math.min(this.#rows * ROW_HEIGHT, TALLEST) - this.#roomPx);
  }

  #readScroll() {
    this.#topPx = this.#scroller.scrollTop;
    const isScaled = this.#isScaled;
    const lastFirst = this.#lastFirst;
    const room = this.#scrollRoom;
    const share = isScaled ? (this.#topPx / room) * lastFirst : this.#topPx / ROW_HEIGHT;
    if (Math.abs(share - this.#first) >= (isScaled ? lastFirst / room : 0.01)) this.#first = Math.min(share, lastFirst);
    this.#draw();
  }

  /** @param {WheelEvent} event */
  #turnWheel(event) {
    if (!this.#isScaled || event.ctrlKey) return;
    event.preventDefault();
    this.#scrollTo(this.#first + event.deltaY / ROW_HEIGHT);
  }

  /** @param {KeyboardEvent} event */
  #pressKey(event) {
    const active = this.#active;
    const page = this.#visible;
    const moves = /** @type {Record<string, number>} */ ({
      ArrowDown: active + 1,
      ArrowUp: active - 1,
      PageDown: active + page,
      PageUp: active - page,
      Home: 0,
      End: this.#rows - 1,
    });
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in moves) this.#activate(moves[event.key]);
    else if (event.key === 'Enter' && active >= 0) this.#actions.onOpen(this.#base + active);
    else return;
    event.preventDefault();
  }

  /** @param {MouseEvent} event */
  #click({ target }) {
    const line = target instanceof Element ? target.closest('[role=row]') : null;
    if (!(line instanceof HTMLElement)) return;
    this.#activate(Number(line.dataset.row) - this.#base);
    this.#actions.onOpen(this.#base + this.#active);
  }

  /** @param {number} row at the top */
  #scrollTo(row) {
    const lastFirst = this.#lastFirst;
    const room = this.#scrollRoom;
    this.#first = Math.min(Math.max(0, row), lastFirst);
    this.#topPx = Math.min(
      room,
      this.#isScaled ? (this.#first / Math.max(1, lastFirst)) * room : this.#first * ROW_HEIGHT,
    );
    this.#scroller.scrollTop = this.#topPx;
    beforePaint(this.#draw);
  }

  #goToTarget() {
    if (!this.#target) return;
    const { row, isActive } = this.#target;
    const visible = this.#visible;
    this.#target = null;
    if (!isActive) return this.#scrollTo(row);
    this.#active = row;
    if (row < this.#first + 1 || row > this.#first + visible - 2) this.#scrollTo(row - Math.floor((visible - 1) / 2));
    beforePaint(this.#draw);
  }

  /** The same function each time, as `beforePaint` requires. */
  #draw = () => {
    const model = this.#model;
    const base = this.#base;
    const from = Math.floor(this.#first);
    if (!model) return;
    const lines = Math.min(Math.ceil(this.#roomPx / ROW_HEIGHT) + 1, this.#rows - from);
    while (this.#pool.length < lines) {
      const line = newRow();
      this.#body.append(line);
      this.#pool.push(line);
    }
    this.#pool.forEach((line, i) => {
      line.hidden = i >= lines;
      if (i < lines) fillRow(line, model, base + from + i, base + this.#active);
    });
    this.#body.style.transform = `translateY(${Math.round(this.#topPx - (this.#isScaled ? 0 : (this.#first - from) * ROW_HEIGHT))}px)`;
  };

  /** @param {number} row */
  #activate(row) {
    if (this.#rows === 0) return;
    const visible = this.#visible;
    const active = Math.min(Math.max(0, row), this.#rows - 1);
    this.#target = null;
    this.#active = active;
    if (active < this.#first || active > this.#first + visible - 1) {
      this.#scrollTo(active < this.#first ? active : active - visible + 1);
    }
    this.#scroller.setAttribute('aria-activedescendant', rowId(this.#base + active));
    this.#draw();
    this.#actions.onActive(this.#base + active);
  }

  /** @param {Model} shown */
  update(shown) {
    this.#model = shown;
    const { columns } = shown;
    const base = this.#base;
    const isOther = this.#ofFirst !== columns.frame[base];
    if (isOther) [this.#active, this.#target] = [-1, null];
    this.#ofFirst = columns.frame[base];
    placeNote(this.#note, shown);
    this.element.classList.toggle('with-long-numbers', columns.frame[columns.rows - 1] >= LONG_FRAME);
    this.#spacer.style.height = `${Math.min(this.#rows * ROW_HEIGHT, TALLEST)}px`;
    this.#scroller.setAttribute('aria-rowcount', String(this.#rows + 1));
    beforePaint(this.#draw);
  }

  /**
   * Brings a row into the middle and marks it, without notifying listeners.
   * @param {number} of row of the model
   * @param {{ atRest?: boolean }} [when] `atRest`: as soon as nothing else is asked for
   */
  follow(of, { atRest = false } = {}) {
    const row = of - this.#base;
    if (row < 0 || row >= this.#rows || row === (this.#target?.isActive ? this.#target.row : this.#active)) return;
    this.#target = { row, isActive: true };
    (atRest ? this.#followAtRest : this.#follow).call();
  }

  /** Shows rows from this one on, marking none. @param {number} of row of the model */
  showFrom(of) {
    this.#target = { row: of - this.#base, isActive: false };
    this.#followAtRest.call();
  }

  /** Shows the newest rows. */
  toEnd() {
    this.#target = { row: this.#rows, isActive: false };
    this.#follow.call();
  }

  destroy() {
    this.#follow.cancel();
    this.#followAtRest.cancel();
    this.#observer.disconnect();
  }
}

/** What is shown instead of rows. @param {HTMLElement} note @param {Model} model */
function placeNote(note, { columns, packets }) {
  note.hidden = columns.wholeRows.to > columns.wholeRows.from || !isPartial(columns);
  setText(
    note,
    `${count(packets, 'packet')}: zoom in, and those in view are listed here as soon as they are few enough (some 20 000).`,
  );
}
