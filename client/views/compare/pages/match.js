/** Which requests of several pages are the same. Pure. */

/** @typedef {import('../../waterfall/waterfall-rows.js').WaterfallRow} WaterfallRow */
/** A request by page; null where a page has none. @typedef {(WaterfallRow|null)[]} Slot */

/** @param {WaterfallRow} row @returns {string} its target without the query */
const pathOf = ({ target }) => target.split(/[?#]/, 1)[0];

/**
 * What makes two requests the same, the surest first: before and after a change a site may have another host or port,
 * and the query may differ each time.
 * @type {((row: WaterfallRow) => string)[]}
 */
const KEYS = [
  ({ method, host, target }) => `${method} ${host} ${target}`,
  (row) => `${row.method} ${row.host} ${pathOf(row)}`,
  ({ method, target }) => `${method} ${target}`,
  (row) => `${row.method} ${pathOf(row)}`,
];

/**
 * Of several alike the first of one page is the first of another.
 * @param {readonly (readonly WaterfallRow[])[]} pages the requests of each, by their start
 * @returns {Slot[]} in the order of the first page; what only another has, after what came before it there
 */
export function matchRequests(pages) {
  /** @type {Slot[]} */
  let slots = [];
  pages.forEach((rows, page) => {
    const placed = placesOf(slots, rows, page);
    /** Those only in this page, by the slot after which they come. @type {Map<Slot|null, Slot[]>} */
    const added = new Map();
    // A page that has nothing in common is below the others.
    let before = placed.size === 0 ? (slots.at(-1) ?? null) : null;
    for (const row of rows) {
      const slot = placed.get(row);
      if (slot) before = slot;
      else added.set(before, [...(added.get(before) ?? []), pages.map((_, i) => (i === page ? row : null))]);
    }
    slots = [null, ...slots].flatMap((slot) => [...(slot ? [slot] : []), ...(added.get(slot) ?? [])]);
  });
  return slots;
}

/**
 * Puts requests of a page where another's are that are the same.
 * @param {Slot[]} slots
 * @param {readonly WaterfallRow[]} rows
 * @param {number} page
 * @returns {Map<WaterfallRow, Slot>} those that found a place
 */
function placesOf(slots, rows, page) {
  /** @type {Map<WaterfallRow, Slot>} */
  const placed = new Map();
  for (const keyOf of KEYS) {
    /** Free slots by what they hold, the last first. @type {Map<string, Slot[]>} */
    const free = new Map();
    for (const slot of slots.toReversed()) {
      const one = slot.find((row) => row !== null);
      if (!one || slot[page] !== null) continue;
      const key = keyOf(one);
      const alike = free.get(key);
      if (alike) alike.push(slot);
      else free.set(key, [slot]);
    }
    for (const row of rows) {
      const slot = placed.has(row) ? undefined : free.get(keyOf(row))?.pop();
      if (!slot) continue;
      slot[page] = row;
      placed.set(row, slot);
    }
  }
  return placed;
}
