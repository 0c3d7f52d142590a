/**
 * The parts of a server's time that its own log tells: waiting for a place, connecting to a server behind, and waiting
 * for that one's answer. Requests are found in the log by what they ask for, their status and their time; the log's
 * clock is put on the capture's by the requests themselves.
 */
import { LIKELY, POSSIBLE, SURE } from '../confidence.js';
import { shared } from '../kernel/alignment.js';
import { Strip } from './strip.js';

/** @typedef {import('../../shared/hostlog/exchanges/exchange-table.js').ExchangeTable} ExchangeTable */
/** @typedef {import('../../shared/hostlog/exchanges/exchange-table.js').LoggedExchange} LoggedExchange */
/** @typedef {import('./exchange.js').Exchange} Exchange */
/**
 * @typedef {{ startNs: number, endNs: number, method: string, target: string, status: number }} Asked a request and its
 *   answer, by the capture
 * @typedef {{ row: LoggedExchange, low: number, high: number }} Pair bounds of what is added to the log's time
 * @typedef {{ row: LoggedExchange, confidence: number }} Match
 */

/** Requests of a connection that are looked for in a log. */
export const MAX_MATCHED_REQUESTS = 10_000;
/** Lines of a log that are compared with one request: those nearest in time. */
export const MAX_COMPARED_LINES = 64;
/** Clocks that follow NTP (RFC 5905) differ by less; a log of another run does not. */
const MAX_CLOCK_NS = 60e9;
/** Time zones differ by quarters of an hour (as the tz database, RFC 9636, has them). */
const ZONE_NS = 900e9;
/**
 * Between what the log and the capture call the beginning or the end: nginx's `msec` is cut to 1 ms, and read after the
 * last byte was written. No document sets it.
 */
const SLACK_NS = 5e6;
/** Requests that agree on the clock, from which on it is sure. */
const MIN_AGREEING = 3;

/** By rule, in the order in which a server does them. @type {readonly [keyof LoggedExchange, string][]} */
const PARTS = [
  ['queueNs', 'log_queue'],
  ['connectNs', 'upstream_connect'],
  ['upstreamNs', 'upstream'],
];
const SERVER_TIME = ['think', 'event'];

/**
 * @param {readonly Asked[]} asked of one connection, by start
 * @param {ExchangeTable} log
 * @param {{ startEpochNs: bigint, clientPort: number }} known
 * @returns {(Match|null)[]} of each
 */
export function matchedLines(asked, log, { startEpochNs, clientPort }) {
  const pairs = asked.slice(0, MAX_MATCHED_REQUESTS).map((one) => pairsOf(one, log, { startEpochNs, clientPort }));
  const all = pairs.flat();
  if (all.length === 0) return asked.map(() => null);
  const clock = shared(all);
  /** @type {Set<LoggedExchange>} */
  const taken = new Set();
  return asked.map((_, k) => {
    const fitting = (pairs[k] ?? []).filter(
      ({ row, low, high }) => !taken.has(row) && low <= clock.offsetNs && clock.offsetNs <= high,
    );
    if (fitting.length === 0) return null;
    const { row } = fitting[0];
    taken.add(row);
    return { row, confidence: confidenceOf(fitting, clock.share * all.length) };
  });
}

/** @param {readonly Pair[]} fitting @param {number} agreeing */
function confidenceOf([{ row }, ...others], agreeing) {
  if (others.length > 0) return POSSIBLE;
  return row.clientPort !== null || agreeing >= MIN_AGREEING ? SURE : LIKELY;
}

/**
 * @param {Asked} asked @param {ExchangeTable} log @param {{ startEpochNs: bigint, clientPort: number }} known
 * @returns {Pair[]}
 */
function pairsOf({ startNs, endNs, method, target, status }, log, { startEpochNs, clientPort }) {
  const rows = log.of(method, target);
  /** @type {Pair[]} */
  const pairs = [];
  const nearest = nearestTo(rows, startEpochNs + BigInt(Math.round(endNs)));
  for (const row of nearest) {
    if ((row.status ?? status) !== status || (row.clientPort ?? clientPort) !== clientPort) continue;
    if (loggedNs(row) > endNs - startNs + SLACK_NS) continue;
    const shown = (row.isEnd ? endNs : startNs) - Number(row.epochNs - startEpochNs);
    const behind = row.hasZone ? shown : shown - Math.round(shown / ZONE_NS) * ZONE_NS;
    if (Math.abs(behind) > MAX_CLOCK_NS) continue;
    // The log's time is cut off to its resolution.
    pairs.push({ row, low: behind - row.resolutionNs - SLACK_NS, high: behind + SLACK_NS });
  }
  return pairs;
}

/**
 * Of many lines that ask for the same, those around a time.
 * @param {readonly LoggedExchange[]} rows by time @param {bigint} epochNs
 */
function nearestTo(rows, epochNs) {
  if (rows.length <= MAX_COMPARED_LINES) return rows;
  let [low, high] = [0, rows.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rows[middle].epochNs < epochNs) low = middle + 1;
    else high = middle;
  }
  const from = Math.max(0, Math.min(low - MAX_COMPARED_LINES / 2, rows.length - MAX_COMPARED_LINES));
  return rows.slice(from, from + MAX_COMPARED_LINES);
}

/** @param {LoggedExchange} row */
const loggedNs = (row) => PARTS.reduce((sum, [name]) => sum + Number(row[name] ?? 0), 0);

/**
 * An exchange whose time with the server's application is split as its log says; the rest stays the server's own.
 * @param {Exchange} exchange @param {Match|null} match
 * @returns {Exchange}
 */
export function withLogged(exchange, match) {
  if (match === null || loggedNs(match.row) === 0) return exchange;
  const { row, confidence } = match;
  const left = PARTS.map(([name, rule]) => ({ rule, ns: Number(row[name] ?? 0) }));
  const strip = new Strip(exchange.startNs);
  for (const one of exchange.intervals) {
    if (one.owner === 'server_app' && SERVER_TIME.includes(one.rule)) {
      for (const part of left) {
        const untilNs = Math.min(one.endNs, strip.atNs + part.ns);
        part.ns -= Math.max(0, untilNs - strip.atNs);
        strip.until(untilNs, { ...one, rule: part.rule, confidence: Math.min(one.confidence, confidence) });
      }
    }
    strip.until(one.endNs, one);
  }
  return { ...exchange, intervals: strip.intervals };
}
