/** What a number of exchanges come to together: how many were under way at a time, and where the time went. */

/** @typedef {import('./exchanges.js').ExchangeOf<import('./exchanges.js').Span>} AnyExchange */

/** Changes of the depth that are listed of a connection or page; more are left out. */
export const MAX_DEPTH_CHANGES = 1000;

/**
 * Sums over the exchanges, in seconds; what the capture does not show of one does not count.
 * @typedef {object} Pipelining
 * @property {number} answered exchanges with their final answer
 * @property {number} maxDepth most requests under way at once
 * @property {{ time: number[], requests: number[] }} depth how many are under way from each time on; the first `MAX_DEPTH_CHANGES`
 * @property {number} sendSeconds
 * @property {number} thinkSeconds
 * @property {number} receiveSeconds
 * @property {number} headOfLineSeconds
 * @property {number} headOfLineShown answers that were ready and waited behind another
 * @property {number} idleSeconds in which the streams had nothing to do between two requests
 */

/** @param {number} seconds to nanoseconds */
const rounded = (seconds) => Math.round(seconds * 1e9) / 1e9;

/** @param {AnyExchange[]} exchanges @returns {Pipelining} */
export function pipeliningOf(exchanges) {
  const sum = (/** @type {'send'|'think'|'receive'|'headOfLine'|'idle'} */ name) => rounded(exchanges.reduce((total, { timings }) => total + (timings[name] ?? 0), 0));
  const { depth, maxDepth } = depthOf(exchanges);
  return {
    answered: exchanges.filter(({ response }) => response !== null).length, maxDepth, depth, sendSeconds: sum('send'), thinkSeconds: sum('think'), receiveSeconds: sum('receive'),
    headOfLineSeconds: sum('headOfLine'), headOfLineShown: exchanges.filter(({ timings }) => timings.headOfLineShown).length, idleSeconds: sum('idle'),
  };
}

/** An answer that ends when a request begins makes room for it. @param {AnyExchange[]} exchanges */
function depthOf(exchanges) {
  const changes = exchanges.flatMap(({ request, response }) => [{ time: request.start, by: 1 }, ...(response === null ? [] : [{ time: response.end, by: -1 }])]);
  changes.sort((a, b) => a.time - b.time || a.by - b.by);
  const depth = { time: /** @type {number[]} */ ([]), requests: /** @type {number[]} */ ([]) };
  let now = 0, maxDepth = 0;
  changes.forEach(({ time, by }, i) => {
    now += by;
    maxDepth = Math.max(maxDepth, now);
    if (changes[i + 1]?.time === time || depth.time.length === MAX_DEPTH_CHANGES) return;
    depth.time.push(rounded(time));
    depth.requests.push(Math.max(0, now));
  });
  return { depth, maxDepth };
}
