import { MAX_WHOLE_PACKETS } from '../transport/frames.js';

/** Connections of a page of the table that are prepared in advance. */
export const MOST = 3;
/** A longer one would delay the next request too much. */
export const MAX_SKETCHED_AHEAD = 2_500_000;

/**
 * Long connections listed on a page are sketched and described before one of them is opened: both walk over all
 * packets, and a click would wait for that. One at a time, so that requests are answered in between. Not while packets
 * still come: each would make them stale.
 * @param {import('./session.js').SessionState} state
 * @param {readonly { index: number, packets: number }[]} listed
 * @param {(index: number) => Uint8Array} describe
 * @returns {Promise<void>} when they are made
 */
export async function prefetchOverview({ analysis, ended, version, descriptions, host }, listed, describe) {
  if (!ended) return;
  const long = listed
    .filter(({ packets }) => packets > MAX_WHOLE_PACKETS && packets <= MAX_SKETCHED_AHEAD)
    .sort((a, b) => b.packets - a.packets)
    .slice(0, MOST);
  for (const { index } of long) {
    await host.turn();
    analysis.opened.keepOverview(index, MOST);
    await host.turn();
    descriptions.keep(index, version, () => describe(index));
  }
}
