import { LIKELY } from '../confidence.js';
import { SHOWS } from '../findings/define-kind.js';
import { hasShown } from '../findings/shows.js';
import { byCapture } from './by-capture.js';
import { exchangesOf } from './exchanges.js';
import { FlowFacts } from './flow-facts.js';
import { gapsOf, untold, withGaps } from './gaps.js';
import { matchedLines, withLogged } from './logged.js';
import { Strip } from './strip.js';
import { layStill } from './transfers.js';

/** @typedef {import('./exchange.js').Exchange} Exchange */
/** @typedef {import('./strip.js').Interval} Interval */

/**
 * Whose a connection's time was. `intervals` cover it from its first to its last packet, without a gap; where exchanges
 * overlap, the one that ended last has the time.
 * @typedef {object} FlowLedger
 * @property {number} startNs
 * @property {number} endNs
 * @property {number} waitedNs within exchanges, the close aside
 * @property {Interval[]} intervals
 * @property {Exchange[]} exchanges by start; a name look-up before the connection is one
 */

/** Nobody had asked for anything. @type {import('./strip.js').Cause} */
export const IDLE = { owner: 'client_app', rule: 'idle', confidence: LIKELY, isIdle: true };

/**
 * @param {import('../findings/context.js').Context} context
 * @param {() => import('../sender/credit-stalls.js').Stalls} stallsOf when its senders waited for credit above TCP
 * @returns {FlowLedger}
 */
export function ledgerOf(context, stallsOf) {
  const { startNs, endNs } = context;
  const facts = new FlowFacts(context, stallsOf);
  const gaps = gapsOf(context.packets);
  const lacksMuch = !hasShown(context, SHOWS.MOST);
  const asCaptured = (/** @type {Interval[]} */ intervals) =>
    lacksMuch ? untold(withGaps(intervals, gaps)) : withGaps(intervals, gaps);
  const exchanges = asLogged(context, exchangesOf(facts)).sort((a, b) => a.startNs - b.startNs || a.endNs - b.endNs);
  for (const one of exchanges) one.intervals = asCaptured(one.intervals);
  const close = exchanges.find(({ kind }) => kind === 'close')?.intervals ?? [];
  const parts = criticalParts(exchanges, startNs, endNs);
  const strip = new Strip(startNs);
  let waitedNs = 0;
  for (const { exchange, fromNs, toNs } of parts) {
    layIdle(strip, facts, close, fromNs);
    strip.lay(exchange.intervals, fromNs, toNs);
    waitedNs += toNs - fromNs;
  }
  layIdle(strip, facts, close, endNs);
  const ledger = { startNs, endNs, waitedNs, intervals: asCaptured(strip.intervals), exchanges };
  const { clock, captureDurationNs } = context;
  return clock === null ? ledger : byCapture(ledger, clock, captureDurationNs);
}

/**
 * @param {import('../findings/context.js').Context} context @param {Exchange[]} exchanges
 * @returns {Exchange[]} requests with what their server's log tells of its time
 */
function asLogged({ logged, messages, clock }, exchanges) {
  if (logged === null || messages === null || clock !== null) return exchanges;
  const requests = messages.exchanges.filter(({ isHttp, responseRow }) => isHttp && responseRow >= 0);
  const asked = requests.map((one) => ({ ...one, ...messages.asked(one) }));
  const matches = matchedLines(asked, logged.exchanges, logged);
  const byRow = new Map(requests.map(({ row }, k) => [row, matches[k]]));
  return exchanges.map((one) => withLogged(one, byRow.get(one.row) ?? null));
}

/**
 * Time in which nothing was asked; an end may be closing meanwhile.
 * @param {Strip} strip @param {FlowFacts} facts @param {Interval[]} close @param {number} toNs
 */
function layIdle(strip, facts, close, toNs) {
  const [first] = close;
  if (first !== undefined) {
    layStill(strip, facts, Math.min(first.startNs, toNs), IDLE);
    strip.lay(close, strip.atNs, toNs, { isIdle: true });
  }
  layStill(strip, facts, toNs, IDLE);
}

/**
 * Which exchange has which part of the time, going back from the end: each from its start on, up to where one that
 * ended later began.
 * @template {Pick<Exchange, 'kind' | 'startNs' | 'endNs'>} E
 * @param {readonly E[]} exchanges @param {number} startNs @param {number} endNs
 */
export function criticalParts(exchanges, startNs, endNs) {
  const byEnd = exchanges
    .filter(({ kind }) => kind !== 'close')
    .sort((a, b) => b.endNs - a.endNs || a.startNs - b.startNs);
  const parts = [];
  let atNs = endNs;
  for (const exchange of byEnd) {
    const toNs = Math.min(atNs, exchange.endNs);
    const fromNs = Math.max(startNs, exchange.startNs);
    if (fromNs >= toNs) continue;
    parts.push({ exchange, fromNs, toNs });
    atNs = fromNs;
  }
  return parts.reverse();
}
