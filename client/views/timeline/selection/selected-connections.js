/** Statistics of a selected span, counted by the server. */
import { formatBytes, formatNumber, formatSeconds, missing } from '../../../base/format.js';
import { busy } from '../../../base/idle.js';
import { isAbort } from '../../../state/api-error.js';

/**
 * @typedef {object} CountedConnections another object once the connections have changed
 * @property {import('../../../state/api.js').Api} api
 * @property {string} captureId
 * @property {string} text filter
 */

/** While a span is drawn, it is counted when it has stood as long. */
const REST_MS = 150;
/** A page has one selection: what is asked about the one before is dropped. */
let abort = new AbortController();

/**
 * @param {CountedConnections} from
 * @param {import('../../../plot/time-scale.js').TimeRange} span
 * @returns {Promise<import('./selection-panel.js').Line[]>}
 */
export async function selectionLines({ api, captureId, text }, span) {
  abort.abort();
  abort = new AbortController();
  const { signal } = abort;
  const done = busy();
  try {
    await new Promise((resolve) => setTimeout(resolve, REST_MS));
    if (signal.aborted) return [];
    return linesOf(await api.spanFigures(captureId, { text, ...span }, signal));
  } catch (error) {
    if (!isAbort(error)) console.error(error);
    return isAbort(error) ? [] : [['Figures', 'unknown: the server does not respond']];
  } finally {
    done();
  }
}

/**
 * @param {import('../../../../lib/overview/span-figures.js').SpanSums} figures
 * @returns {import('./selection-panel.js').Line[]}
 */
export function linesOf({ connections, packets, bytes, retransmissions, requests, rtt }) {
  return [
    ['Connections open', formatNumber(connections)],
    ['Packets', `→ ${formatNumber(packets[0])} ← ${formatNumber(packets[1])}`],
    ['Payload', `→ ${formatBytes(bytes[0])} ← ${formatBytes(bytes[1])}`],
    ['Retransmissions', `→ ${formatNumber(retransmissions[0])} ← ${formatNumber(retransmissions[1])}`],
    ['RTT', rtt === null ? missing : `median ${formatSeconds(rtt.median)}, 95 % ≤ ${formatSeconds(rtt.p95)}`],
    ['Requests', formatNumber(requests)],
  ];
}
