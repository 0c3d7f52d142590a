/** The critical path of the page that is shown: which part of it each request has, and its words. */
import { CAUSE_WORDS } from '../../../lib/shared/text/page-causes.js';
import { spanWords } from '../timeline/times.js';

/** @typedef {import('../../state/answer-types.js').PageVerdict} PageVerdict */
/** @typedef {PageVerdict['path'][number]} PathPart */
/** @typedef {import('./waterfall-rows.js').WaterfallRow} WaterfallRow */

/**
 * The part of the path that a request has.
 * @typedef {object} Critical
 * @property {{ kind: PathPart['kind'], fromNs: number, toNs: number }[]} parts
 * @property {WaterfallRow|null} after the request that it waited for; null: it is the first
 * @property {string[]} words what its time was, and what it waited for
 */

const WHY = {
  redirect: 'it is the target of its redirect',
  referer: 'it names it as its Referer, inferred',
  connection: 'its connection became free then, inferred',
  content: 'nothing that may name others came later, inferred',
};

/**
 * Puts a page's critical path to its rows.
 * @param {readonly WaterfallRow[]} rows @param {PageVerdict|null} verdict null: it is not known
 */
export function layPath(rows, verdict) {
  const byRequest = new Map(rows.map((row) => [row.request, row]));
  for (const row of rows) row.critical = undefined;
  const path = verdict?.path ?? [];
  /** @type {WaterfallRow|null} */
  let before = null;
  for (let k = 0; k < path.length;) {
    const { message } = path[k];
    const end = path.findIndex((part, i) => i > k && part.message !== message);
    const own = path.slice(k, end < 0 ? path.length : end);
    const row = byRequest.get(message) ?? null;
    if (row !== null) row.critical = criticalOf(own, before);
    before = row;
    k += own.length;
  }
}

/** @param {PathPart[]} own @param {WaterfallRow|null} after @returns {Critical} */
function criticalOf(own, after) {
  /** @type {Map<PathPart['cause'], number>} */
  const sums = new Map();
  for (const { cause, start, end } of own) sums.set(cause, (sums.get(cause) ?? 0) + (end - start) * 1e9);
  const causes = [...sums].sort(([, a], [, b]) => b - a);
  const { why } = own[0];
  return {
    parts: own.map(({ kind, start, end }) => ({ kind, fromNs: start * 1e9, toNs: end * 1e9 })),
    after,
    words: [
      ...causes.map(([cause, ns]) => `${spanWords(ns)} ${CAUSE_WORDS[cause]}`),
      after === null || why === null ? 'it began the page' : `waited for ${after.name}: ${WHY[why]}`,
    ],
  };
}
