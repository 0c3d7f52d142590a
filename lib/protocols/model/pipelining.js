/** Totals of exchanges: how many were in progress at a time, and the sums of their phases. */

import { endsOf } from './exchanges.js';

/** @typedef {import('./exchanges.js').ExchangeOf<import('./exchanges.js').Span>} AnyExchange */

/** Changes of the depth listed for a connection or page; more are omitted. */
export const MAX_DEPTH_CHANGES = 1000;

/**
 * Sums over the exchanges, in seconds; unknown values do not count.
 * @typedef {object} Pipelining
 * @property {number} answered exchanges with a final response
 * @property {number} maxDepth most requests in progress at once
 * @property {{ time: number[], requests: number[] }} depth how many are in progress from each time on; the first
 *   `MAX_DEPTH_CHANGES`
 * @property {number} sendSeconds
 * @property {number} thinkSeconds
 * @property {number} receiveSeconds
 * @property {number} headOfLineSeconds
 * @property {number} headOfLineShown responses that were ready and waited for another
 * @property {number} idleSeconds in which the streams were idle between two requests
 */

/** @param {number} seconds to nanoseconds */
const rounded = (seconds) => Math.round(seconds * 1e9) / 1e9;

/** @param {AnyExchange[]} exchanges @returns {Pipelining} */
export function pipeliningOf(exchanges) {
  let answered = 0;
  let send = 0;
  let think = 0;
  let receive = 0;
  let headOfLine = 0;
  let headOfLineShown = 0;
  let idle = 0;
  for (const { response, timings } of exchanges) {
    if (response !== null) answered++;
    if (timings.headOfLineShown) headOfLineShown++;
    send += timings.send;
    think += timings.think ?? 0;
    receive += timings.receive ?? 0;
    headOfLine += timings.headOfLine;
    idle += timings.idle;
  }
  const { depth, maxDepth } = depthOf(exchanges);
  return {
    answered,
    maxDepth,
    depth,
    sendSeconds: rounded(send),
    thinkSeconds: rounded(think),
    receiveSeconds: rounded(receive),
    headOfLineSeconds: rounded(headOfLine),
    headOfLineShown,
    idleSeconds: rounded(idle),
  };
}

/** A response that ends when a request begins counts as ended. @param {AnyExchange[]} exchanges */
function depthOf(exchanges) {
  const ends = endsOf(exchanges);
  const starts = exchanges.map(({ request }) => request.start);
  const depth = { time: /** @type {number[]} */ ([]), requests: /** @type {number[]} */ ([]) };
  let now = 0;
  let maxDepth = 0;
  for (let begun = 0, ended = 0; begun < starts.length || ended < ends.length;) {
    const time = Math.min(
      begun < starts.length ? starts[begun] : Infinity,
      ended < ends.length ? ends[ended] : Infinity,
    );
    for (; ended < ends.length && ends[ended] === time; ended++) now--;
    for (; begun < starts.length && starts[begun] === time; begun++) maxDepth = Math.max(maxDepth, ++now);
    if (depth.time.length === MAX_DEPTH_CHANGES) continue;
    depth.time.push(rounded(time));
    depth.requests.push(Math.max(0, now));
  }
  return { depth, maxDepth };
}
