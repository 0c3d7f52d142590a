/** A span of time in the words of a filter: the connections that are open in it. */

/** @typedef {{ startNs: number, endNs: number }} Span */

const AS_WRITTEN = /^(?:\((?<text>.*)\) && )?start <= (?<end>\d+(?:\.\d+)?) s && end >= (?<start>\d+(?:\.\d+)?) s$/s;

/**
 * @param {string} text filter, or a word, that holds already
 * @param {Span} span
 * @returns {string} filter of the connections that are open in it
 */
export function openInFilter(text, { startNs, endNs }) {
  // The filter knows no powers of ten.
  const [from, to] = [startNs, endNs].map((ns) => (ns / 1e9).toFixed(9).replace(/\.?0+$/, ''));
  const open = `start <= ${to} s && end >= ${from} s`;
  return text === '' ? open : `(${text}) && ${open}`;
}

/**
 * The parts of what `openInFilter` writes.
 * @param {string} filter
 * @returns {{ text: string, span: Span|null }} null: it is another filter
 */
export function spanOfFilter(filter) {
  const { text = '', start, end } = AS_WRITTEN.exec(filter)?.groups ?? {};
  if (start === undefined) return { text: filter, span: null };
  const [startNs, endNs] = [start, end].map((seconds) => Math.round(Number(seconds) * 1e9));
  return { text, span: { startNs, endNs } };
}
