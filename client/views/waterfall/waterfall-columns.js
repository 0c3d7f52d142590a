/** The columns of the waterfall's table: which there are, which are shown, and by which it is sorted. */
import { el } from '../../base/dom.js';
import { createPopover } from '../../components/popover.js';
import { max, sum } from '../../vendor/d3.js';
import { MEDIA_WORDS } from '../timeline/media-colours.js';
import { phaseNs, PHASES, roundTrips, tookNs } from './waterfall-rows.js';

/** @typedef {import('./waterfall-rows.js').WaterfallRow} WaterfallRow */
/**
 * `widthPx` beside the bars; `isUsual`: shown there until the user chooses; `isOfTable`: only in the table of
 * figures; `value` it is sorted by, null last.
 * @typedef {object} Column
 * @property {string} key
 * @property {string} head
 * @property {string} [title]
 * @property {boolean} [figures]
 * @property {boolean} [isOfTable]
 * @property {boolean} [isUsual]
 * @property {number} widthPx
 * @property {(row: WaterfallRow) => string|number|null} value
 */

/** @param {WaterfallRow} row @returns {number|null} ns from the request's first byte to the answer's */
export const firstByteNs = ({ requestNs, answeredNs, response, phases }) => {
  if (response < 0) return null;
  const receive = phases.find(({ kind }) => kind === 'receive' || kind === 'deliver');
  // an answer in one packet, of which no acknowledgement was seen, has neither
  return (receive?.fromNs ?? answeredNs) - requestNs;
};

/** Widths of an HTTP status, of the longest gRPC status, and of a character of such a name. */
const MIN_STATUS_PX = 42;
const MAX_STATUS_PX = 148;
const CHARACTER_PX = 8.4;

/** @type {readonly Column[]} */
export const COLUMNS = [
  { key: 'name', head: 'Name', isUsual: true, widthPx: 138, value: ({ name }) => name },
  { key: 'host', head: 'Domain', widthPx: 130, value: ({ host }) => host || null },
  { key: 'status', head: 'Status', isUsual: true, widthPx: MIN_STATUS_PX, value: ({ outcome }) => outcome || null },
  { key: 'type', head: 'Type', widthPx: 56, value: ({ response, type }) => (response < 0 ? null : MEDIA_WORDS[type]) },
  { key: 'protocol', head: 'Protocol', widthPx: 60, value: ({ protocol }) => protocol || null },
  {
    key: 'priority',
    head: 'Priority',
    title: 'As the request asks for it (RFC 9218)',
    widthPx: 56,
    value: ({ priority }) => priority || null,
  },
  {
    key: 'size',
    head: 'Size',
    figures: true,
    isUsual: true,
    widthPx: 56,
    value: ({ bytes }) => (bytes < 0 ? null : bytes),
  },
  { key: 'flow', head: '#', title: 'Connection', figures: true, isUsual: true, widthPx: 34, value: ({ flow }) => flow },
  { key: 'start', head: 'Start, s', figures: true, isOfTable: true, widthPx: 84, value: ({ startNs }) => startNs },
  ...PHASES.map(([key, head, title]) => ({
    key,
    head,
    title,
    figures: true,
    isOfTable: true,
    widthPx: 72,
    value: (/** @type {WaterfallRow} */ row) => phaseNs(row, key),
  })),
  {
    key: 'ttfb',
    head: 'TTFB',
    title: "From the request's first byte to the response's first",
    figures: true,
    widthPx: 60,
    value: firstByteNs,
  },
  {
    key: 'took',
    head: 'Time',
    title: "From the request's first byte to the response's last, as the client saw it",
    figures: true,
    isUsual: true,
    widthPx: 56,
    value: (row) => (row.response < 0 && phaseNs(row, 'vain') === null ? null : tookNs(row)),
  },
  {
    key: 'trips',
    head: 'RTTs',
    title: 'The same in round trips of the handshake',
    figures: true,
    isUsual: true,
    widthPx: 38,
    value: roundTrips,
  },
];

/** In words, where there is room for them. @param {Column} column */
export const nameOf = ({ key, head }) => (key === 'flow' ? 'Connection' : head);

const CHOSEN_KEY = 'selfclock-waterfall-columns';
const NAME_WIDTH_KEY = 'selfclock-waterfall-name';
const GAP_PX = 8;
/** Before the first column and after the last. */
const MARGINS_PX = 46;
const MIN_NAME_PX = 60;
const MAX_NAME_PX = 600;

/** @param {string} key @returns {unknown} null where storage is closed, or has nothing of ours */
function kept(key) {
  try {
    return JSON.parse(localStorage.getItem(key) ?? 'null');
  } catch {
    return null;
  }
}

/** @param {string} key @param {unknown} value */
function keep(key, value) {
  try {
    localStorage.setItem(key, JSON.stringify(value));
  } catch (error) {
    console.info('The columns are not remembered: storage is blocked.', error);
  }
}

/** What is shown, and how wide; kept in the browser. */
export class WaterfallLayout {
  #shown;
  #namePx;
  /** As wide as its longest word. */
  statusPx = MIN_STATUS_PX;

  constructor() {
    const chosen = kept(CHOSEN_KEY);
    this.#shown = new Set(
      COLUMNS.filter(({ key, isUsual }) => (Array.isArray(chosen) ? chosen.includes(key) : isUsual)).map(
        ({ key }) => key,
      ),
    );
    this.#namePx = this.#bounded(Number(kept(NAME_WIDTH_KEY)) || COLUMNS[0].widthPx);
  }

  /** @param {number} px */
  #bounded(px) {
    return Math.min(MAX_NAME_PX, Math.max(MIN_NAME_PX, Math.round(px)));
  }

  /** @param {string} key */
  shows(key) {
    return key === 'name' || this.#shown.has(key);
  }

  get namePx() {
    return this.#namePx;
  }

  /** @param {number} px */
  set namePx(px) {
    this.#namePx = this.#bounded(px);
    keep(NAME_WIDTH_KEY, this.#namePx);
  }

  /** @param {readonly WaterfallRow[]} rows @returns {boolean} whether the statuses' width is another now */
  fitStatus(rows) {
    const longest = max(rows, ({ outcome }) => outcome.length) ?? 0;
    const before = this.statusPx;
    this.statusPx = Math.min(MAX_STATUS_PX, Math.max(MIN_STATUS_PX, Math.ceil(longest * CHARACTER_PX)));
    return this.statusPx !== before;
  }

  /** Left of the bars. @returns {number} px */
  get leftPx() {
    const others = COLUMNS.filter(({ key, isOfTable }) => key !== 'name' && !isOfTable && this.#shown.has(key));
    const widthOf = (/** @type {Column} */ { key, widthPx }) => (key === 'status' ? this.statusPx : widthPx);
    return MARGINS_PX + this.#namePx + sum(others, (column) => widthOf(column) + GAP_PX);
  }

  /** @param {string} key @param {boolean} isShown */
  show(key, isShown) {
    if (isShown) this.#shown.add(key);
    else this.#shown.delete(key);
    keep(CHOSEN_KEY, [...this.#shown]);
  }
}

/** The panel in which columns are chosen. @param {WaterfallLayout} layout @param {() => void} onChange */
export function columnPanel(layout, onChange) {
  const choices = COLUMNS.filter(({ key, isOfTable }) => key !== 'name' && !isOfTable).map((column) => {
    const { key } = column;
    const input = el('input', {
      type: 'checkbox',
      on: {
        change: () => {
          layout.show(key, input.checked);
          onChange();
        },
      },
    });
    input.checked = layout.shows(key);
    return el('label', { class: 'popover-choice', 'data-figure': nameOf(column) }, input, nameOf(column));
  });
  const { button, panel } = createPopover({ words: 'Columns', label: 'Columns of the waterfall' }, ...choices);
  return el('span', { class: 'waterfall-columns' }, button, panel);
}

/** @typedef {{ key: string, isDescending: boolean } | null} Sorting null: by their start */

/** Figures that place a request, by which the lowest comes first; of others the worst, which is the highest. */
const PLACES = ['flow', 'start'];

/**
 * The next order of a head that is pressed: worst first, the other way, as they began.
 * @param {Sorting} now @param {string} key @returns {Sorting}
 */
export function nextSorting(now, key) {
  const isDescending = !PLACES.includes(key) && COLUMNS.find((one) => one.key === key)?.figures === true;
  if (now?.key !== key) return { key, isDescending };
  return now.isDescending === isDescending ? { key, isDescending: !isDescending } : null;
}

/**
 * @param {readonly WaterfallRow[]} rows
 * @param {{ sorting: Sorting, words: string }} terms `words`, all of which must be there, in any case
 * @returns {WaterfallRow[]}
 */
export function arranged(rows, { sorting, words }) {
  const terms = words.toLowerCase().split(/\s+/).filter(Boolean);
  const found = rows.filter((row) => {
    const text = [row.method, row.target, row.host, row.outcome, row.protocol, MEDIA_WORDS[row.type], `#${row.flow}`]
      .join(' ')
      .toLowerCase();
    return terms.every((word) => text.includes(word));
  });
  const column = COLUMNS.find(({ key }) => key === sorting?.key);
  if (column === undefined || sorting === null) return found;
  const sign = sorting.isDescending ? -1 : 1;
  return found.sort((a, b) => compare(column.value(a), column.value(b), sign));
}

/** @param {string|number|null} a @param {string|number|null} b @param {number} sign */
function compare(a, b, sign) {
  if (a === null || b === null) return Number(a === null) - Number(b === null);
  if (a === b) return 0;
  return a < b ? -sign : sign;
}
