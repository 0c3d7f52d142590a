/** Fetches the pages that are compared. */
import { firstByteNs } from '../../waterfall/waterfall-columns.js';
import { shownPage, waterfallFrom } from '../../waterfall/waterfall-rows.js';

/** @typedef {import('../../waterfall/waterfall-rows.js').WaterfallRow} WaterfallRow */

/**
 * @typedef {object} ComparedPage Times in ns since its capture's first packet.
 * @property {import('./state.js').PageId} of
 * @property {string} letter A, B, C…
 * @property {string} name of its capture
 * @property {string} url
 * @property {import('../../../state/answer-types.js').PageVerdict|null} verdict what held it; null: not known
 * @property {WaterfallRow[]} rows its requests, by their start
 * @property {boolean} isCut whether it has more
 * @property {Record<import('./state.js').Align, number>} alignNs
 * @property {number} endNs of its last request's last phase
 */

/**
 * @param {Pick<import('../../../state/view-context.js').ViewContext, 'api'|'store'>} context
 * @param {readonly import('./state.js').PageId[]} pages
 * @param {AbortSignal} signal
 * @returns {Promise<ComparedPage[]>} in the same order
 */
export const loadPages = ({ api, store }, pages, signal) =>
  Promise.all(
    pages.map(async (of, i) => {
      const [rows, answer] = await Promise.all([
        api.pageWaterfall(of.id, of.page, signal),
        of.page === 'all' ? null : api.pageVerdict(of.id, Number(of.page), signal).catch(() => null),
      ]);
      return comparedPage(waterfallFrom(rows), {
        of,
        letter: String.fromCharCode(65 + i),
        name: store.get(of.id)?.name ?? 'Capture',
        verdict: answer?.verdict ?? null,
      });
    }),
  );

/**
 * @param {import('../../waterfall/waterfall-rows.js').Waterfall} waterfall
 * @param {Pick<ComparedPage, 'of'|'letter'|'name'|'verdict'>} given
 * @returns {ComparedPage}
 */
export function comparedPage(waterfall, given) {
  const rows = waterfall.rows.toSorted((a, b) => a.requestNs - b.requestNs);
  if (rows.length === 0) throw new Error(`${given.name} has no requests to compare; remove it.`);
  const { host, target } = rows[0];
  const answered = rows.flatMap((row) => {
    const ns = firstByteNs(row);
    return ns === null ? [] : [row.requestNs + ns];
  });
  const request = rows[0].requestNs;
  return {
    ...given,
    rows,
    isCut: waterfall.isCut,
    url: waterfall.page < 0 ? 'all requests' : (shownPage(waterfall)?.url ?? `${host}${target}`),
    alignNs: {
      start: rows.reduce((least, { startNs }) => Math.min(least, startNs), request),
      request,
      byte: answered.reduce((least, ns) => Math.min(least, ns), answered[0] ?? request),
    },
    endNs: rows.reduce((most, { endNs }) => Math.max(most, endNs), 0),
  };
}
