/** `time` of `analyze --json`: whose the time of a connection, of an exchange and of the capture was. */
import { coarser } from '../ledger/coarser.js';
import { OWNER_WORDS } from '../ledger/owners.js';
import { sumsOf } from '../ledger/strip.js';

/** @typedef {import('../ledger/strip.js').Interval} Interval */
/** @typedef {import('../ledger/strip.js').Sums} Sums */

/** Intervals of a connection, or of an exchange, that are told apart. */
export const MAX_TOLD_INTERVALS = 1000;
/** Exchanges of a connection that are told: of more, the longest. */
export const MAX_TOLD_EXCHANGES = 1000;

/** @param {number} ns integer */
const seconds = (ns) => ns / 1e9;

/** @param {Sums} sums @returns {Record<string, number>} seconds by owner, most first */
const describeSums = (sums) =>
  Object.fromEntries(
    Object.entries(sums)
      .sort(([, a], [, b]) => b - a)
      .map(([owner, ns]) => [owner, seconds(ns)]),
  );

/** @param {Interval} interval */
const describeInterval = ({ startNs, endNs, owner, rule, frames, confidence, would, isIdle }) => ({
  start: seconds(startNs),
  end: seconds(endNs),
  owner,
  rule,
  frames,
  confidence,
  would,
  idle: isIdle,
});

/** @param {import('../ledger/exchange.js').Exchange} exchange */
const describeExchange = ({ kind, row, frames, outcome, startNs, endNs, intervals }) => ({
  kind,
  message: row < 0 ? null : row,
  frames,
  outcome,
  start: seconds(startNs),
  end: seconds(endNs),
  seconds: seconds(endNs - startNs),
  owners: describeSums(sumsOf(intervals)),
  intervals: coarser(intervals, MAX_TOLD_INTERVALS).map(describeInterval),
});

/** Of a connection. @param {import('../ledger/flow-ledger.js').FlowLedger} ledger */
export function describeTime({ startNs, endNs, waitedNs, intervals, exchanges }) {
  return {
    start: seconds(startNs),
    end: seconds(endNs),
    seconds: seconds(endNs - startNs),
    waited: seconds(waitedNs),
    owners: describeSums(sumsOf(intervals)),
    waits: describeSums(sumsOf(intervals, { waitsAlone: true })),
    intervals: coarser(intervals, MAX_TOLD_INTERVALS).map(describeInterval),
    exchangeTotal: exchanges.length,
    exchanges: longest(exchanges).map(describeExchange),
  };
}

/**
 * What the page shows of it: whose the waits were, most first; the name look-up before the connection too.
 * @param {import('../ledger/flow-ledger.js').FlowLedger} ledger
 */
export function describeWaits({ waitedNs, intervals, exchanges }) {
  const before = exchanges.filter(({ kind }) => kind === 'name_look_up').flatMap(({ intervals: own }) => own);
  const beforeNs = before.reduce((sum, { startNs, endNs }) => sum + endNs - startNs, 0);
  return describeSumOfWaits(waitedNs + beforeNs, sumsOf([...before, ...intervals], { waitsAlone: true }));
}

/** @typedef {ReturnType<typeof describeSumOfWaits>} Waits */

/** @param {number} waitedNs @param {import('../ledger/strip.js').Sums} sums of it */
export const describeSumOfWaits = (waitedNs, sums) => ({
  waited: seconds(waitedNs),
  waits: Object.entries(describeSums(sums)).map(([owner, of]) => ({
    owner,
    words: OWNER_WORDS[/** @type {keyof typeof OWNER_WORDS} */ (owner)],
    seconds: of,
  })),
});

/** @param {import('../ledger/exchange.js').Exchange[]} exchanges by start */
function longest(exchanges) {
  if (exchanges.length <= MAX_TOLD_EXCHANGES) return exchanges;
  const lengths = exchanges.map(({ startNs, endNs }) => endNs - startNs).sort((a, b) => b - a);
  const leastNs = lengths[MAX_TOLD_EXCHANGES - 1];
  return exchanges.filter(({ startNs, endNs }) => endNs - startNs >= leastNs).slice(0, MAX_TOLD_EXCHANGES);
}

/** Of a capture. @param {import('../ledger/capture-time.js').CaptureTime} time */
export function describeCaptureTime(time) {
  const { connections, outcomes, connectionNs, sums, waits, wallClock } = time;
  return {
    connections,
    exchanges: { total: Object.values(outcomes).reduce((sum, count) => sum + count, 0), ...outcomes },
    connectionSeconds: { seconds: seconds(connectionNs), owners: describeSums(sums), waits: describeSums(waits) },
    wallClock: wallClock === null ? null : { seconds: seconds(wallClock.ns), owners: describeSums(wallClock.sums) },
  };
}
