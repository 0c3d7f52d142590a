import { MAX_WHOLE_PACKETS } from '../../lib/tcpflow/packet-frame.js';

/** Sketches made ahead of a page of connections. */
const MOST = 3;
/** A longer one would keep whoever asks next waiting for too long. */
export const MAX_SKETCHED_AHEAD = 2_500_000;

/**
 * Long connections that a page has been told of are sketched before one of them is opened: making a sketch is most of what a click waits for. One after
 * the other, so that questions are answered in between. Nothing while packets still come: each would make the sketches stale.
 * @param {import('./main.js').WorkerState} state
 * @param {readonly { index: number, packets: number }[]} listed
 * @returns {Promise<void>} when they are made
 */
export async function sketchAhead({ analysis, ended }, listed) {
  if (!ended) return;
  const long = listed.filter(({ packets }) => packets > MAX_WHOLE_PACKETS && packets <= MAX_SKETCHED_AHEAD).sort((a, b) => b.packets - a.packets).slice(0, MOST);
  for (const { index } of long) {
    await new Promise((resolve) => { setImmediate(resolve); });
    analysis.keepSketch(index, MOST);
  }
}
