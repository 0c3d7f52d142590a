import { el, setAttribute } from '../base/dom.js';
import { beforePaint, debounce } from '../base/frame.js';
import { ScrollGeometry } from './scroll-geometry.js';

const overscan = 8;
const settleMs = 150;

/**
 * One row's element, used again for other rows while the table is scrolled.
 * @template T
 * @typedef {{ element: HTMLElement, update: (row: T | null, index: number) => void }} RowView `row` is null until it is fetched
 */

/**
 * A grid of any number of rows of one height, of which only those in view exist as elements.
 * Keys: arrows, Page Up and Down, Home and End move the active row, Enter opens it.
 * @template T
 * @param {{
 *   label: string,
 *   idPrefix: string,
 *   rowHeight: number,
 *   head: HTMLElement | null,
 *   createRow: () => RowView<T>,
 *   rowAt: (index: number) => T | null,
 *   onRange: (first: number, end: number) => void,
 *   onOpen: (index: number) => void,
 * }} options `onRange` hears which rows are about to be drawn, so that they can be fetched
 */
export function virtualTable({ label, idPrefix, rowHeight, head, createRow, rowAt, onRange, onOpen }) {
  const geometry = new ScrollGeometry(rowHeight);
  const body = el('div', { class: 'vt-body', role: 'rowgroup' });
  const element = el('div', { class: 'vt', role: 'grid', 'aria-label': label, 'aria-readonly': 'true', tabindex: 0 });
  if (head) element.append(el('div', { class: 'vt-head', role: 'rowgroup' }, head));
  element.append(body);
  /** @type {Map<number, RowView<T>>} */
  const shown = new Map();
  /** @type {RowView<T>[]} */
  const spare = [];
  let active = -1;

  /** @param {number} index */
  function rowFor(index) {
    const row = shown.get(index) ?? spare.pop() ?? createRow();
    if (!row.element.isConnected) body.append(row.element);
    shown.set(index, row);
    return row;
  }

  /** @param {{ first: number, end: number }} range */
  function dropOutside({ first, end }) {
    for (const [index, row] of shown) {
      if (index >= first && index < end) continue;
      shown.delete(index);
      spare.push(row);
    }
  }

  function draw() {
    geometry.viewHeight = element.clientHeight - body.offsetTop;
    const range = geometry.range(overscan);
    dropOutside(range);
    onRange(range.first, range.end);
    for (let index = range.first; index < range.end; index++) {
      const row = rowFor(index);
      row.element.style.transform = `translateY(${geometry.rowTop(index)}px)`;
      row.element.id = `${idPrefix}-${index}`;
      row.element.setAttribute('aria-rowindex', String(index + (head ? 2 : 1)));
      setAttribute(row.element, 'aria-selected', index === active ? 'true' : null);
      row.update(rowAt(index), index);
    }
    for (const row of spare.splice(0)) row.element.remove();
    setAttribute(element, 'aria-activedescendant', shown.has(active) ? `${idPrefix}-${active}` : null);
  }

  const ask = () => beforePaint(draw);
  // After a while of true-pixel steps in a compressed list the scroll bar is put where the rows really are.
  const settle = debounce(settleMs, () => {
    if (geometry.compressed) element.scrollTop = geometry.moveTo(geometry.offset);
  });

  element.addEventListener('scroll', () => {
    if (element.scrollTop === geometry.scrollTop) return ask();
    geometry.scrolled(element.scrollTop);
    settle.call();
    ask();
  }, { passive: true });

  /** @param {number} index */
  function setActive(index) {
    active = Math.min(geometry.total - 1, Math.max(0, index));
    element.scrollTop = geometry.moveTo(geometry.offsetShowing(active));
    ask();
  }

  /** @param {KeyboardEvent} event @returns {number | null} the row that this key goes to */
  function target({ key }) {
    const page = Math.max(1, Math.floor(geometry.viewHeight / rowHeight) - 1);
    const steps = /** @type {Record<string, number>} */ ({ ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page });
    if (key === 'Home') return 0;
    if (key === 'End') return geometry.total - 1;
    if (!(key in steps)) return null;
    return active === -1 ? firstInView() : active + steps[key];
  }

  function firstInView() {
    return Math.ceil(geometry.offset / rowHeight);
  }

  element.addEventListener('keydown', (event) => {
    if (event.target !== element || event.ctrlKey || event.metaKey || event.altKey || geometry.total === 0) return;
    const next = target(event);
    if (next !== null) setActive(next);
    else if (event.key === 'Enter' && active >= 0) onOpen(active);
    else return;
    event.preventDefault();
  });
  element.addEventListener('pointerdown', (event) => {
    const row = event.target instanceof Element ? event.target.closest('[aria-rowindex]') : null;
    for (const [index, view] of shown) {
      if (view.element === row) active = index;
    }
    ask();
  });

  const resized = new ResizeObserver(ask);
  resized.observe(element);

  return {
    element,
    refresh: ask,
    setActive,
    /** @param {number} total */
    setTotal(total) {
      geometry.total = total;
      if (active >= total) active = total - 1;
      element.setAttribute('aria-rowcount', String(total + (head ? 1 : 0)));
      body.style.height = `${geometry.bodyHeight}px`;
      geometry.offset = geometry.clamp(geometry.offset);
      ask();
    },
    /** @returns {number} true pixels from the first row */
    offset: () => geometry.offset,
    /** @param {number} offset */
    scrollTo(offset) {
      geometry.viewHeight = element.clientHeight - body.offsetTop;
      element.scrollTop = geometry.moveTo(offset);
      ask();
    },
    /** Steps from outside, such as a page-wide key. @param {1 | -1} step */
    step(step) {
      element.focus();
      if (geometry.total > 0) setActive(active === -1 ? firstInView() : active + step);
    },
    destroy() {
      resized.disconnect();
      settle.cancel();
    },
  };
}
