/**
 * Lower bounds that no setting can beat: the bytes at the link's rate, and the longest chain of responses with a round
 * trip and the server time of each.
 */

/** @typedef {import('./workload.js').Workload} Workload */
/** @typedef {import('../simulator/applications/page/dependencies.js').PageObject} PageObject */

/**
 * @param {Workload} workload
 * @param {import('./settings.js').Settings} settings changed settings; others are as observed
 * @param {import('./scenario.js').Reading} reading how responses depend on each other
 * @returns {number} seconds
 */
export function leastSeconds({ bytes, direction, conditions, dialogues, page }, settings, reading) {
  const rateKbps = settings.rateKbps ?? (direction === 0 ? conditions.up : conditions.down).rateKbps;
  const rttMs = settings.rttMs ?? conditions.rttMs;
  const sending = rateKbps === undefined ? 0 : (bytes * 8) / (rateKbps * 1000);
  const isRepeated = reading === 'repeated' || page === null;
  const chain = isRepeated
    ? Math.max(...dialogues.map(({ turns }) => chainOfTurns(turns, rttMs)))
    : chainOfObjects(reading === 'chained' && page.chained !== null ? page.chained : page.objects, rttMs);
  return Math.max(sending, chain / 1000);
}

/**
 * Responses that each wait for the previous one, in ms, including server time.
 * @param {import('../simulator/applications/dialogue.js').Turn[]} turns @param {number} rttMs
 */
function chainOfTurns(turns, rttMs) {
  let ms = 0;
  let clientHeard = 0;
  let serverHeard = 0;
  let hasAskedAnew = true;
  for (const { from, after = 0, waitMs = 0 } of turns) {
    if (from === 'client' && after > clientHeard) {
      clientHeard = after;
      hasAskedAnew = true;
      ms += waitMs;
    } else if (from === 'server' && after > serverHeard && hasAskedAnew) {
      serverHeard = after;
      hasAskedAnew = false;
      ms += rttMs + waitMs;
    }
  }
  return ms;
}

/**
 * A round trip and the server's time for each of the objects that wait for one another, in ms.
 * @param {PageObject[]} objects each waits only for those before it
 * @param {number} rttMs
 */
function chainOfObjects(objects, rttMs) {
  /** Earliest time of the first byte of each. @type {number[]} */
  const firstMs = [];
  for (const { after = [], gapMs = 0, serverMs = 0 } of objects) {
    firstMs.push(Math.max(0, ...after.map(({ object }) => firstMs[object])) + gapMs + rttMs + serverMs);
  }
  return firstMs.reduce((most, ms) => Math.max(most, ms), 0);
}
