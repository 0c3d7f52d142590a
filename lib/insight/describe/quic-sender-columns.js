import { QUIC_LIMITS } from '../../transport/quic/sent.js';
import { PHASES } from '../sender/phases.js';
import { senderInsight } from '../sender/sender-insight.js';
import { joinedSpans, spansOf } from '../sender/spans.js';
import { windowAt } from '../sender/window-at.js';
import { describeAlgorithm } from './describe-facts.js';

/** @typedef {import('../../transport/path.js').SenderPath & Pick<import('../../transport/path.js').Path, 'vantages' |
 *   'flight'>} Path */
/** @typedef {import('../../transport/quic/sent.js').QuicSent} QuicSent */

/** Weight of a sample (RFC 9002 section 5.3). */
const SMOOTHING = 1 / 8;

/**
 * What is known of one end of a QUIC connection as a sender, as columns for a page.
 * @param {Path} path @param {QuicSent} sent
 */
export function quicSenderColumns(path, sent) {
  const { direction, maxPacketBytes, samples } = sent;
  const insight = senderInsight(direction, path, { mss: maxPacketBytes, year: null });
  const { bursts, cwnd, confidence, phases, rttNs } = insight;
  const flight = path.flight(direction);
  const limits = sent.limits({ cwndAt: windowAt(bursts, cwnd, maxPacketBytes), packetBytes: maxPacketBytes, rttNs });
  const spans = joinedSpans(spansOf(bursts, phases));
  const spin = sent.spinSamples();
  const count = (/** @type {Float64Array} */ column) => column.slice(0, samples.count);
  return {
    meta: {
      direction,
      vantage: path.vantages[direction].place,
      initialWindowBytes: sent.initialWindow(rttNs),
      ...describeAlgorithm(insight.algorithm),
      packetBytes: maxPacketBytes,
      phases: [...PHASES],
      limits: [...QUIC_LIMITS],
    },
    columns: {
      flightTime: flight.timeNs.slice(0, flight.count),
      flightBytes: Float64Array.from(flight.bytes.subarray(0, flight.count)),
      cwndTime: Float64Array.from(bursts.startNs.subarray(0, bursts.count)),
      cwndBytes: Float64Array.from(cwnd.subarray(0, bursts.count), (packets) => Math.round(packets * maxPacketBytes)),
      cwndConfidence: Uint8Array.from(confidence.subarray(0, bursts.count), (share) => Math.round(share * 100)),
      rttTime: count(samples.timeNs),
      rttNs: count(samples.rttNs),
      rttSmoothedNs: smoothedWithoutWaits(samples),
      spinTime: Float64Array.from(spin.timeNs),
      spinNs: Float64Array.from(spin.rttNs),
      limitStart: Float64Array.from(limits, ({ startNs }) => startNs),
      limitEnd: Float64Array.from(limits, ({ endNs }) => endNs),
      limitName: Uint8Array.from(limits, ({ limit }) => QUIC_LIMITS.indexOf(limit)),
      phaseStart: Float64Array.from(spans, ({ startNs }) => startNs),
      phaseEnd: Float64Array.from(spans, ({ endNs }) => endNs),
      phaseName: Uint8Array.from(spans, ({ value }) => value),
    },
  };
}

/**
 * The smoothed round trip after each sample, of which what the other end says it had waited is taken off, never below
 * the shortest (RFC 9002 section 5.3), in the unit of the samples.
 * @param {Pick<import('../../transport/quic/sent.js').RttSamples, 'count'|'rttNs'|'waitedNs'>} samples
 */
export function smoothedWithoutWaits({ count, rttNs, waitedNs }) {
  const minNs = rttNs.subarray(0, count).reduce((least, ns) => Math.min(least, ns), Infinity);
  let meanNs = NaN;
  return Float64Array.from({ length: count }, (_, i) => {
    const ns = Math.max(minNs, rttNs[i] - waitedNs[i]);
    meanNs = Number.isNaN(meanNs) ? ns : meanNs + (ns - meanNs) * SMOOTHING;
    return meanNs;
  });
}

/** Of an end whose data no key opens: only what its spin bits tell. @param {QuicSent} sent */
export function spinColumns(sent) {
  const spin = sent.spinSamples();
  return {
    meta: { direction: sent.direction, phases: [...PHASES], limits: [...QUIC_LIMITS] },
    columns: { spinTime: Float64Array.from(spin.timeNs), spinNs: Float64Array.from(spin.rttNs) },
  };
}
