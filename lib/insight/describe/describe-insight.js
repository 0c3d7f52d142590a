import { PHASE, PHASES } from '../sender/phases.js';
import { joinedSpans, openingSpans, spansOf } from '../sender/spans.js';
import { NS_PER_SECOND } from '../sender/units.js';

/** @typedef {import('../sender/sender-insight.js').SenderInsight} SenderInsight */

const seconds = (/** @type {number} */ ns) => Math.round(ns) / NS_PER_SECOND;
const rounded = (/** @type {number} */ value) => Math.round(value * 1000) / 1000;

/**
 * The parts of `analyze --sender` that are inferred from bursts.
 * @param {SenderInsight} insight @param {import('../../transport/path.js').Handshake} handshake
 */
export function describeInsight({ bursts, cwnd, confidence, phases, threshold, exit }, handshake) {
  return {
    cwnd: describeWindow(bursts, cwnd, confidence),
    ssthresh: describeThreshold(bursts, threshold),
    slowStartExit: describeExit({ bursts, exit }),
    phases: joinedSpans([...idleBefore(bursts, handshake), ...spansOf(bursts, phases)]).map(({ value, ...span }) => ({
      ...inSeconds(span),
      phase: PHASES[value],
    })),
  };
}

/** @param {Pick<SenderInsight, 'bursts' | 'exit'>} insight */
export const describeExit = ({ bursts, exit }) =>
  exit === null ? null : { time: seconds(bursts.startNs[exit.burst]), cause: exit.cause, segments: exit.segments };

/**
 * From the handshake to the first data.
 * @param {import('../../transport/bursts.js').Bursts} bursts
 * @param {import('../../transport/path.js').Handshake} handshake
 */
export const idleBefore = (bursts, handshake) =>
  openingSpans(bursts, handshake, { handshake: -1, application: PHASE.IDLE, shut: PHASE.IDLE }).filter(
    ({ value }) => value === PHASE.IDLE,
  );

/** @param {{ startNs: number, endNs: number }} span */
const inSeconds = ({ startNs, endNs }) => ({ start: seconds(startNs), end: seconds(endNs) });

/**
 * The window where it or its confidence changes.
 * @param {import('../../transport/bursts.js').Bursts} bursts
 * @param {Float64Array} cwnd
 * @param {Float32Array} confidence
 */
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

/**
 * The slow start threshold wherever it changes, from its first value on.
 * @param {import('../../transport/bursts.js').Bursts} bursts
 * @param {Float64Array} threshold
 */
function describeThreshold({ count, startNs }, threshold) {
  /** @type {{ time: number[], segments: (number | null)[] }} */
  const series = { time: [], segments: [] };
  for (let b = 0; b < count; b++) {
    if (threshold[b] === (b > 0 ? threshold[b - 1] : Infinity)) continue;
    series.time.push(seconds(startNs[b]));
    series.segments.push(threshold[b] === Infinity ? null : Math.round(threshold[b]));
  }
  return series;
}
