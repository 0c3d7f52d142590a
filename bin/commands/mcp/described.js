/**
 * Descriptions of the command line's JSON (docs/metrics.md) for an assistant: units in the names, captured text
 * bounded, lists and series thinned.
 */
import { captured, sentence } from './captured.js';

/** Entries of a list that are told. */
const MAX_ENTRIES = 50;
/** Points of a series that are told, evenly chosen. */
const MAX_POINTS = 100;

/** Names of the JSON that do not say their unit. */
const WITH_UNIT = new Map(
  Object.entries({
    start: 'startSeconds',
    end: 'endSeconds',
    time: 'timeSeconds',
    duration: 'durationSeconds',
    repair: 'repairSeconds',
    handshakeRtt: 'handshakeRttSeconds',
    rtt: 'rttSeconds',
    spinRtt: 'spinRttSeconds',
    delay: 'delaySeconds',
    queue: 'queueSeconds',
    offset: 'offsetSeconds',
    uncertainty: 'uncertaintySeconds',
    drift: 'driftPpm',
    throughput: 'throughputBytesPerSecond',
    p50: 'p50Seconds',
    p95: 'p95Seconds',
  }),
);
/** Texts of Selfclock's. */
const SENTENCES = new Set(['message', 'summary', 'sentence', 'reason', 'advice']);

/** @param {string} name */
const named = (name) => WITH_UNIT.get(name) ?? name;

/** @param {unknown} value @returns {any} */
export function described(value) {
  if (typeof value === 'string') return captured(value);
  if (Array.isArray(value)) return value.slice(0, MAX_ENTRIES).map(described);
  if (value === null || typeof value !== 'object') return value;
  const isSeries = Array.isArray(/** @type {{ time?: unknown }} */ (value).time);
  const own = isSeries ? thinned(/** @type {{ time: unknown[] }} */ (value)) : Object.entries(value).map(field);
  return Object.fromEntries(own.map(([name, one]) => [named(name), one]));
}

/** @param {[string, unknown]} entry @returns {[string, unknown]} */
const field = ([name, value]) => [
  name,
  SENTENCES.has(name) && typeof value === 'string' ? sentence(value) : described(value),
];

/** @param {{ time: unknown[] }} series lists of equal length @returns {[string, unknown][]} */
function thinned(series) {
  const { length } = series.time;
  const step = Math.max(1, Math.ceil(length / MAX_POINTS));
  const lists = Object.entries(series).map(
    ([name, list]) =>
      /** @type {[string, unknown]} */ ([name, Array.isArray(list) ? list.filter((_, at) => at % step === 0) : list]),
  );
  return [...lists, ['points', length]];
}
