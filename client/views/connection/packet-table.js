/**
 * The packet table under the diagrams: their twin for the keyboard and for those who listen. Only the rows in view exist.
 * Above a few hundred thousand rows the scroll bar is scaled, since browsers end an element's height at some 17 million pixels.
 */
import { el, fill, setText } from '../../base/dom.js';
import { count, formatNumber, missing, threeFigures } from '../../base/format.js';
import { beforePaint, debounce, throttle } from '../../base/frame.js';
import { isPartial } from './detail.js';
import { TCP, flagWords, windowWords } from './packet-columns.js';
import { DIRECTION_WORDS } from './pane-heads.js';
import { KIND_MARKS, kindOfPacket } from './packet-kinds.js';
import { announcementOf, noteOf } from './packet-facts.js';
import { relativeSeconds } from './times.js';

const ROW_HEIGHT = 22;
const HEAD_HEIGHT = 24;
const TALLEST = 8_000_000;
/** While a key is held down the table follows at this pace: filling its rows costs more than drawing. */
const FOLLOW_MS = 90;
/** From this frame on numbers, and times and sequence numbers with them, need wider columns. */
const LONG_FRAME = 1_000_000;
/** The pointer and the view are followed when they have stood still for so long. */
const REST_MS = 80;

/** @type {[string, string][]} class and head of each column */
const COLUMNS = [
  ['frame', 'Frame'], ['time', 'Time, s'], ['since', 'Since last'], ['direction', 'Direction'], ['sequence', 'Sequence'], ['length', 'Length'],
  ['ack', 'ACK'], ['window', 'Window'], ['flight', 'In flight'], ['flags', 'Flags'], ['note', 'Note'],
];

const SHORT_DIRECTIONS = ['c → s', 's → c'];

/** @typedef {import('./model.js').Model} Model */

/**
 * @param {{ onActive: (row: number) => void, onOpen: (row: number) => void }} actions `onActive` when the reader moves to a row, `onOpen` at Enter or a click
 */
export function createPacketTable({ onActive, onOpen }) {
  const spacer = el('div', { class: 'table-spacer' });
  const body = el('div', { class: 'table-rows', role: 'rowgroup' });
  const header = el(
    'div', { class: 'table-head', role: 'row' },
    ...COLUMNS.map(([name, words]) => el('span', { class: `cell cell-${name}`, role: 'columnheader', text: words })),
  );
  const scroller = el('div', { class: 'table-scroller', role: 'grid', tabindex: 0, 'aria-label': 'Packets' },
    el('div', { class: 'table-top', role: 'rowgroup' }, header), spacer, body);
  const note = el('p', { class: 'table-note', hidden: true });
  const element = el('div', { class: 'packet-table' }, scroller, note);
  /** @type {HTMLElement[]} */
  const pool = [];
  /** @type {Model|null} */
  let model = null;
  let first = 0;
  let active = -1;
  /** Frame of the first row. */
  let ofFirst = -1;

  /** Rows of the table are those of the model between which none is left out; here they are counted from the first of them. */
  const base = () => model?.columns.wholeRows.from ?? 0;
  const rows = () => (model ? model.columns.wholeRows.to - base() : 0);
  /** Reading sizes makes the browser lay out the page, so they are kept. */
  let roomPx = 0;
  let topPx = 0;
  /** Where it is to go, as soon as what leads it is calm. @type {{ row: number, isActive: boolean } | null} */
  let wanted = null;
  const follow = throttle(FOLLOW_MS, goToWanted, { keepsBusy: true });
  const followAtRest = debounce(REST_MS, goToWanted);
  const visible = () => Math.max(1, Math.floor(roomPx / ROW_HEIGHT));
  const isScaled = () => rows() * ROW_HEIGHT > TALLEST;
  const lastFirst = () => Math.max(0, rows() - visible());
  const scrollRoom = () => Math.max(1, Math.min(rows() * ROW_HEIGHT, TALLEST) - roomPx);

  function readScroll() {
    topPx = scroller.scrollTop;
    const share = isScaled() ? (topPx / scrollRoom()) * lastFirst() : topPx / ROW_HEIGHT;
    if (Math.abs(share - first) >= (isScaled() ? lastFirst() / scrollRoom() : 0.01)) first = Math.min(share, lastFirst());
    draw();
  }

  /** @param {number} row at the top */
  function scrollTo(row) {
    first = Math.min(Math.max(0, row), lastFirst());
    topPx = Math.min(scrollRoom(), isScaled() ? (first / Math.max(1, lastFirst())) * scrollRoom() : first * ROW_HEIGHT);
    scroller.scrollTop = topPx;
    beforePaint(draw);
  }

  function goToWanted() {
    if (!wanted) return;
    const { row, isActive } = wanted;
    wanted = null;
    if (!isActive) return scrollTo(row);
    active = row;
    const middle = Math.floor((visible() - 1) / 2);
    if (row < first + 1 || row > first + visible() - 2) scrollTo(row - middle);
    beforePaint(draw);
  }

  function draw() {
    if (!model) return;
    const from = Math.floor(first);
    const count = Math.min(Math.ceil(roomPx / ROW_HEIGHT) + 1, rows() - from);
    while (pool.length < count) pool.push(newRow(body));
    pool.forEach((line, i) => {
      line.hidden = i >= count;
      if (model && i < count) fillRow(line, model, base() + from + i, base() + active);
    });
    body.style.transform = `translateY(${Math.round(topPx - (isScaled() ? 0 : (first - from) * ROW_HEIGHT))}px)`;
  }

  /** @param {number} row */
  function activate(row) {
    if (rows() === 0) return;
    wanted = null;
    active = Math.min(Math.max(0, row), rows() - 1);
    if (active < first || active > first + visible() - 1) scrollTo(active < first ? active : active - visible() + 1);
    scroller.setAttribute('aria-activedescendant', rowId(base() + active));
    draw();
    onActive(base() + active);
  }

  scroller.addEventListener('scroll', readScroll, { passive: true });
  scroller.addEventListener('wheel', (event) => {
    if (!isScaled() || event.ctrlKey) return;
    event.preventDefault();
    scrollTo(first + event.deltaY / ROW_HEIGHT);
  }, { passive: false });
  body.addEventListener('click', (event) => {
    const line = event.target instanceof Element ? event.target.closest('[role=row]') : null;
    if (line instanceof HTMLElement) {
      activate(Number(line.dataset.row) - base());
      onOpen(base() + active);
    }
  });
  scroller.addEventListener('keydown', (event) => {
    const moves = /** @type {Record<string, number>} */ ({
      ArrowDown: active + 1, ArrowUp: active - 1, PageDown: active + visible(), PageUp: active - visible(), Home: 0, End: rows() - 1 });
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key in moves) activate(moves[event.key]);
    else if (event.key === 'Enter' && active >= 0) onOpen(base() + active);
    else return;
    event.preventDefault();
  });
  const observer = new ResizeObserver(() => {
    roomPx = scroller.clientHeight - HEAD_HEIGHT;
    beforePaint(draw);
  });
  observer.observe(scroller);

  return {
    element,
    get isEmpty() { return model === null; },
    /** @param {Model} shown */
    update(shown) {
      model = shown;
      const { columns } = shown, isOther = ofFirst !== columns.frame[base()];
      if (isOther) [active, wanted] = [-1, null];
      ofFirst = columns.frame[base()];
      placeNote(note, shown);
      element.classList.toggle('with-long-numbers', columns.frame[columns.rows - 1] >= LONG_FRAME);
      spacer.style.height = `${Math.min(rows() * ROW_HEIGHT, TALLEST)}px`;
      scroller.setAttribute('aria-rowcount', String(rows() + 1));
      beforePaint(draw);
    },
    /**
     * Brings a row into the middle and marks it, without telling anybody.
     * @param {number} of row of the model
     * @param {{ atRest?: boolean }} [when] `atRest`: as soon as nothing else is asked for
     */
    follow(of, { atRest = false } = {}) {
      const row = of - base();
      if (row < 0 || row >= rows() || row === (wanted?.isActive ? wanted.row : active)) return;
      wanted = { row, isActive: true };
      (atRest ? followAtRest : follow).call();
    },
    /** Shows rows from this one on, marking none. @param {number} of row of the model */
    showFrom(of) {
      wanted = { row: of - base(), isActive: false };
      followAtRest.call();
    },
    /** Shows the newest rows. */
    toEnd() {
      wanted = { row: rows(), isActive: false };
      follow.call();
    },
    destroy() {
      follow.cancel();
      followAtRest.cancel();
      observer.disconnect();
    },
  };
}

/** What stands where rows would be. @param {HTMLElement} note @param {Model} model */
function placeNote(note, { columns, packets }) {
  note.hidden = columns.wholeRows.to > columns.wholeRows.from || !isPartial(columns);
  setText(note, `${count(packets, 'packet')}: zoom in, and those in view are listed here as soon as they are few enough (some 20 000).`);
}

/** @param {number} row */
const rowId = (row) => `packet-row-${row}`;

/** @param {HTMLElement} body */
function newRow(body) {
  const line = el('div', { class: 'table-row', role: 'row' }, ...COLUMNS.map(([name]) => el('span', { class: `cell cell-${name}`, role: 'gridcell' })));
  body.append(line);
  return line;
}

/** @param {HTMLElement} line @param {Model} model @param {number} row @param {number} active */
function fillRow(line, model, row, active) {
  line.classList.toggle('is-active', row === active);
  line.setAttribute('aria-selected', String(row === active));
  const signature = `${row} ${model.revision}`;
  if (line.dataset.signature === signature) return;
  line.dataset.signature = signature;
  line.dataset.row = String(row);
  line.id = rowId(row);
  line.setAttribute('aria-rowindex', String(row - model.columns.wholeRows.from + 2));
  line.setAttribute('aria-label', announcementOf(model, row));
  cellTexts(model, row).forEach((text, i) => setCell(line.children[i], COLUMNS[i][0], text, model, row));
}

/** @param {Element} cell @param {string} name @param {string} text @param {Model} model @param {number} row */
function setCell(cell, name, text, model, row) {
  if (name === 'direction') {
    const direction = model.columns.direction[row];
    fill(cell, el('span', { class: `direction-sign of-direction-${direction}` }), el('span', { class: 'direction-long', text }),
      el('span', { class: 'direction-short', text: SHORT_DIRECTIONS[direction], 'aria-hidden': 'true' }));
  } else if (name === 'note') {
    const { letter, colour } = KIND_MARKS[kindOfPacket(model, row)];
    fill(cell, letter ? el('span', { class: `note-letter in-${colour}`, text: letter }) : null, text);
  } else {
    setText(cell, text);
    cell.classList.toggle('is-pale', text === '0' || text === missing);
  }
}

/** @param {Model} model @param {number} row @returns {string[]} in the order of COLUMNS */
function cellTexts(model, row) {
  const { columns } = model;
  const since = row === columns.wholeRows.from ? missing : sinceWords(columns.time[row] - columns.time[row - 1]);
  return [
    formatNumber(columns.frame[row]), relativeSeconds(model, columns.time[row]), since, DIRECTION_WORDS[columns.direction[row]],
    formatNumber(columns.seq[row]), formatNumber(columns.length[row]), (columns.flags[row] & TCP.ACK) === 0 ? missing : formatNumber(columns.ack[row]),
    windowWords(columns, row), columns.inFlight[row] < 0 ? missing : formatNumber(columns.inFlight[row]),
    flagWords(columns.flags[row]), noteOf(model, row),
  ];
}

/** @param {number} ns */
function sinceWords(ns) {
  if (ns >= 10e9) return `${threeFigures(ns / 1e9)} s`;
  return `${formatNumber(ns / 1e6, 3)} ms`;
}
