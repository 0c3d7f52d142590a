/** Which requests of several pages are the same. Pure. */

/** @typedef {import('../../waterfall/waterfall-rows.js').WaterfallRow} WaterfallRow */
/** A request by page; null where a page has none. @typedef {(WaterfallRow|null)[]} Slot */

/** @param {WaterfallRow} row @returns {string} its target without the query */
const pathOf = ({ target }) => target.split(/[?#]/, 1)[0];

/**
 * What build tools put before a file's ending, other for each content: a hash in hexadecimal digits (webpack, Parcel,
 * Sprockets, Django), or eight letters and digits of base 32 or 64 (esbuild, Rollup, Vite).
 */
const HEX_HASH = /(^|[-._~])(?=[a-f]*\d)(?=\d*[a-f])[\da-f]{6,64}(?=\.)/gi;
const SHORT_HASH = /([-.])(?=[\w-]{1,7}[A-Z])[\w-]{8}(?=\.)/g;

/** @param {WaterfallRow} row @returns {string} its path; what looks like a hash in the file's name is left out */
function pathWithoutHash(row) {
  const path = pathOf(row);
  const at = path.lastIndexOf('/') + 1;
  return path.slice(0, at) + path.slice(at).replace(HEX_HASH, '$1*').replace(SHORT_HASH, '$1*');
}

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

/** Those that are the same but for a hash, the surest first. @type {((row: WaterfallRow) => string)[]} */
const HASHLESS_KEYS = [
  (row) => `${row.method} ${row.host} ${pathWithoutHash(row)}`,
  (row) => `${row.method} ${pathWithoutHash(row)}`,
];

/** @param {Slot} slot @returns {boolean} whether its requests are the same but for a hash */
export function differsByHash(slot) {
  return new Set(slot.flatMap((row) => (row === null ? [] : pathOf(row)))).size > 1;
}

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
  const place = (/** @type {WaterfallRow} */ row, /** @type {Slot} */ slot) => {
    slot[page] = row;
    placed.set(row, slot);
  };
  for (const keyOf of KEYS) {
    const free = byKey(slots.filter((slot) => slot[page] === null).reverse(), firstOf, keyOf);
    for (const row of rows) {
      const slot = placed.has(row) ? undefined : free.get(keyOf(row))?.pop();
      if (slot) place(row, slot);
    }
  }
  for (const keyOf of HASHLESS_KEYS) {
    const there = byKey(slots, firstOf, keyOf);
    for (const [key, alike] of byKey(rows, (row) => row, keyOf)) {
      const [slot, ...more] = there.get(key) ?? [];
      // Of several that differ by their hash alone nothing tells which became which.
      const isOnly = more.length === 0 && alike.length === 1;
      if (isOnly && slot?.[page] === null && !placed.has(alike[0])) place(alike[0], slot);
    }
  }
  return placed;
}

/** @param {Slot} slot */
const firstOf = (slot) => slot.find((row) => row !== null) ?? null;

/**
 * @template T
 * @param {readonly T[]} all
 * @param {(one: T) => WaterfallRow|null} rowOf
 * @param {(row: WaterfallRow) => string} keyOf
 * @returns {Map<string, T[]>}
 */
function byKey(all, rowOf, keyOf) {
  /** @type {Map<string, T[]>} */
  const groups = new Map();
  for (const one of all) {
    const row = rowOf(one);
    if (!row) continue;
    const key = keyOf(row);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}
