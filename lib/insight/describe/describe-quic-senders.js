import { seconds } from '../../transport/conversation.js';
import { smoothed } from '../../transport/round-trips.js';
import { senderInsight } from '../sender/sender-insight.js';
import { windowAt } from '../sender/window-at.js';
import { describeAlgorithm } from './describe-facts.js';
import { describeInsight } from './describe-insight.js';

/** @typedef {import('../../transport/path.js').SenderPath} SenderPath */
/** @typedef {SenderPath & Pick<import('../../transport/path.js').Path, 'vantages' | 'flight'>} Path */
/** @typedef {import('../../transport/quic/sent.js').QuicSent} QuicSent */
/** @typedef {import('../sender/sender-insight.js').SenderInsight} SenderInsight */

/** QUIC's handshake is among its limits. */
const NO_HANDSHAKE = Object.freeze({ synNs: null, establishedNs: null, shutNs: null, openedNs: null });

/**
 * What is known of a QUIC connection's senders, as `analyze --sender` prints it: an object for each direction with
 * data.
 * @param {string} flow as shown to users
 * @param {Path} path
 * @param {readonly QuicSent[]} sent by direction
 */
export const describeQuicSenders = (flow, path, sent) =>
  sent.filter(({ hasData }) => hasData).map((one) => describeQuicSender(flow, path, one));

/** @param {string} flow @param {Path} path @param {QuicSent} sent */
function describeQuicSender(flow, path, sent) {
  const { direction, samples, maxPacketBytes } = sent;
  const insight = senderInsight(direction, path, { mss: maxPacketBytes, year: null });
  const { cwnd, phases } = describeInsight(insight, NO_HANDSHAKE);
  const flight = path.flight(direction);
  const sampleTimes = times(samples.timeNs, samples.count);
  const credit = sent.credit();
  const spin = sent.spinSamples();
  const { leastNs } = path.senderSamples(direction);
  return {
    flow,
    direction: direction === 0 ? 'clientToServer' : 'serverToClient',
    vantage: path.vantages[direction].place,
    maxDatagramBytes: sent.maxDatagramBytes,
    initialWindowBytes: sent.initialWindow(insight.rttNs),
    ...describeAlgorithm(insight.algorithm),
    cwnd: {
      time: cwnd.time,
      bytes: cwnd.segments.map((packets) => Math.round(packets * maxPacketBytes)),
      confidence: cwnd.confidence,
    },
    rtt: {
      time: sampleTimes,
      seconds: times(samples.rttNs, samples.count),
      ackDelay: times(samples.waitedNs, samples.count),
    },
    srtt: { time: sampleTimes, seconds: times(smoothed(samples.rttNs, samples.count), samples.count) },
    minRtt: samples.count === 0 ? null : seconds(Math.round(leastNs)),
    spinRtt: { time: times(spin.timeNs), seconds: times(spin.rttNs) },
    inFlight: { time: times(flight.timeNs, flight.count), bytes: Array.from(flight.bytes.subarray(0, flight.count)) },
    credit: { time: times(credit.timeNs), bytes: credit.bytes },
    phases,
    limits: sent
      .limits({
        cwndAt: windowAt(insight.bursts, insight.cwnd, maxPacketBytes),
        packetBytes: maxPacketBytes,
        rttNs: insight.rttNs,
      })
      .map(({ startNs, endNs, limit, stream }) => ({ start: rounded(startNs), end: rounded(endNs), limit, stream })),
    losses: sent
      .losses()
      .map(({ space, pn, frame, timeNs, cause, spurious }) => ({
        space,
        pn,
        frame,
        time: rounded(timeNs),
        cause,
        spurious,
      })),
    probes: sent.probes().map(({ space, pn, frame, kind }) => ({ space, pn, frame, kind })),
  };
}

const rounded = (/** @type {number} */ ns) => seconds(Math.round(ns));

/** @param {ArrayLike<number>} ns @param {number} [count] */
const times = (ns, count = ns.length) => Array.from({ length: count }, (_, at) => rounded(ns[at]));
