/** @typedef {import('./open-captures.js').OpenCapture} OpenCapture */

/**
 * Of each open capture, by kind; gone with it.
 * @type {WeakMap<OpenCapture, Map<string, { of: unknown, value: any }>>}
 */
const latest = new WeakMap();

/**
 * What takes long to compute of a long connection, and is asked for page by page: the latest of each kind is kept.
 * @template T
 * @param {OpenCapture} open
 * @param {string} kind
 * @param {number | string | null} of connection
 * @param {() => T} make
 * @returns {T}
 */
export function kept(open, kind, of, make) {
  const kinds = latest.get(open) ?? new Map();
  latest.set(open, kinds);
  const known = kinds.get(kind);
  if (known !== undefined && known.of === of) return known.value;
  const value = make();
  kinds.set(kind, { of, value });
  return value;
}
