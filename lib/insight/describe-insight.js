import { LIMITS } from './limits.js';
import { PHASES } from './phases.js';

/** @typedef {import('./sender-insight.js').SenderInsight} SenderInsight */

const NS_PER_SECOND = 1e9;
/** Data that follows the handshake as fast as this did not wait for an application. */
const AT_ONCE_NS = 2e6;
const seconds = (/** @type {number} */ ns) => Math.round(ns) / NS_PER_SECOND;
const rounded = (/** @type {number} */ value) => Math.round(value * 1000) / 1000;

/**
 * The parts of `analyze --sender` that are inferred: `cwnd`, `phases`, `limits`.
 * @param {SenderInsight} insight @param {{ synNs: number | null, establishedNs: number | null }} handshake null where it was not captured
 */
export function describeInsight({ bursts, cwnd, confidence, limits, phases }, handshake) {
  return {
    cwnd: describeWindow(bursts, cwnd, confidence),
    phases: spans(bursts, phases).map(({ start, end, value }) => ({ start, end, phase: PHASES[value] })),
    limits: [...opening(bursts, handshake), ...spans(bursts, limits).map(({ start, end, value }) => ({ start, end, limit: LIMITS[value] }))],
  };
}

/** Before the first burst: the handshake, and then an application that has nothing yet. @param {import('./bursts.js').Bursts} bursts @param {{ synNs: number | null, establishedNs: number | null }} handshake */
function opening({ count, startNs }, { synNs, establishedNs }) {
  if (synNs === null || count === 0) return [];
  const shakenNs = establishedNs === null || startNs[0] - establishedNs < AT_ONCE_NS ? startNs[0] : establishedNs;
  /** @type {{ start: number, end: number, limit: typeof LIMITS[number] }[]} */
  const list = [{ start: seconds(synNs), end: seconds(shakenNs), limit: 'handshake' }, { start: seconds(shakenNs), end: seconds(startNs[0]), limit: 'application' }];
  return list.filter(({ start, end }) => end > start);
}

/** The window where it or its confidence changes. @param {import('./bursts.js').Bursts} bursts @param {Float64Array} cwnd @param {Float32Array} confidence */
function describeWindow(bursts, cwnd, confidence) {
  /** @type {{ time: number[], segments: number[], confidence: number[] }} */
  const series = { time: [], segments: [], confidence: [] };
  for (let b = 0; b < bursts.count; b++) {
    if (b > 0 && cwnd[b] === cwnd[b - 1] && confidence[b] === confidence[b - 1]) continue;
    series.time.push(seconds(bursts.startNs[b]));
    series.segments.push(cwnd[b]);
    series.confidence.push(rounded(confidence[b]));
  }
  return series;
}

/** Stretches of one value, from each burst to the next. @param {import('./bursts.js').Bursts} bursts @param {Uint8Array} values */
function spans({ count, startNs }, values) {
  const list = [];
  for (let b = 0; b < count; b++) {
    if (b > 0 && values[b] === values[b - 1]) list[list.length - 1].end = seconds(startNs[Math.min(b + 1, count - 1)]);
    else list.push({ start: seconds(startNs[b]), end: seconds(startNs[Math.min(b + 1, count - 1)]), value: values[b] });
  }
  return list.filter(({ start, end }) => end > start);
}
