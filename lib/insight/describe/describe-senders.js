import { seconds } from '../../transport/conversation.js';
import { smoothed } from '../../transport/round-trips.js';
import { TCP } from '../../transport/tcp/header.js';
import { looksLike, synFacts } from '../../transport/tcp/stack/fingerprint.js';
import { habitsOf } from '../../transport/tcp/stack/habits.js';
import { kindOf, spuriousOf, VERDICT } from '../../transport/verdict.js';
import { describeKernel } from '../kernel/describe-kernel.js';
import { openSenders } from '../open-senders.js';
import { CAUSES } from '../sender/causes.js';
import {
  describeAlgorithm,
  describePath,
  describeRates,
  describeRestarts,
  windowObservable,
} from './describe-facts.js';
import { describeInsight } from './describe-insight.js';
import { describeLimits } from './describe-limits.js';

/** @typedef {import('../../transport/tcp/tcp-transport.js').TcpTransport} TcpTransport */
/** @typedef {import('../../transport/tcp/tcp-packets.js').TcpPackets} TcpPackets */
/** @typedef {import('../../transport/path.js').Vantage} Vantage */

const { SYN } = TCP;

/**
 * What is known of a connection's senders, as `analyze --sender` prints it: an object for each direction with data.
 * Times of series are as the sender saw them (`SenderOrder`).
 * @param {TcpTransport} tcp
 * @param {number} flow index
 * @param {import('../sender/credit-stalls.js').Stalls} [stalls] when they waited for credit above TCP
 * @param {readonly (import('../kernel/kernel-sender.js').KernelSender | null)[]} [recorded] by direction
 */
export function describeSenders(tcp, flow, stalls, recorded = []) {
  const { packets, options, path, senders } = openSenders(tcp, flow, stalls);
  return senders.map(({ direction, mss, insight, handshake, path: way, mechanisms, causes, lost }) => {
    const flight = path.flight(direction);
    const samples = path.senderSamples(direction);
    const vantage = path.vantages[direction];
    const srttNs = smoothed(samples.rttNs, samples.count);
    const inferred = describeInsight(insight, handshake);
    const sampleTimes = times(samples.timeNs, samples.count);
    const srtt = { time: sampleTimes, seconds: times(srttNs, samples.count) };
    const kernel = recorded[direction] ?? null;
    return {
      flow: tcp.flows.number(flow),
      direction: direction === 0 ? 'clientToServer' : 'serverToClient',
      vantage: vantage.place,
      vantageConfidence: rounded(vantage.confidence),
      distance: describeDistance(vantage),
      mss,
      initialCwndSegments: options.synOptions[direction] === 0 || mss === null ? null : insight.initialWindow,
      ...describeAlgorithm(insight.algorithm),
      stack: looksLike(stackFacts(tcp.flows, flow, { packets, direction, initialWindow: insight.initialWindow })),
      cwnd: inferred.cwnd,
      rtt: { time: sampleTimes, seconds: times(samples.rttNs, samples.count) },
      srtt,
      inFlight: {
        time: times(flight.timeNs, flight.count),
        bytes: Array.from(flight.bytes.subarray(0, flight.count)),
        confidence: Array.from(flight.confidence.subarray(0, flight.count), rounded),
      },
      ssthresh: inferred.ssthresh,
      slowStartExit: inferred.slowStartExit,
      phases: inferred.phases,
      limits: describeLimits(causes, insight, handshake),
      causes: causes.map(({ startNs, endNs, value }) => ({
        start: seconds(startNs),
        end: seconds(endNs),
        cause: CAUSES[value],
      })),
      lost,
      window: windowObservable(insight),
      restarts: describeRestarts(insight),
      rates: describeRates(insight, way.queue.baseRttNs),
      queueingDelay: {
        time: times(way.queue.delay.timeNs, way.queue.delay.timeNs.length),
        seconds: times(way.queue.delay.delayNs, way.queue.delay.delayNs.length),
      },
      path: describePath(way),
      mechanisms,
      retransmissions: retransmissions(packets, direction),
      ...(kernel === null ? {} : { kernel: describeKernel(kernel, insight, srtt) }),
    };
  });
}

/**
 * What can be seen of the TCP stack of a direction's sender.
 * @param {TcpTransport['flows']} flows @param {number} flow index
 * @param {{ packets: TcpPackets, direction: number, initialWindow: number | null }} seen
 */
function stackFacts(flows, flow, { packets, direction, initialWindow }) {
  const client = flows.clientEndpoint(flow);
  const syn = synFacts(flows, flow, direction === 0 ? client : 1 - client);
  return syn && { ...syn, ...habitsOf(packets, direction), initialWindow };
}

/** @param {Float64Array} ns @param {number} count */
const times = (ns, count) => Array.from(ns.subarray(0, count), (value) => seconds(Math.round(value)));

const rounded = (/** @type {number} */ confidence) => Math.round(confidence * 1000) / 1000;

/** @param {Vantage} vantage */
function describeDistance({ senderNs, receiverNs, fraction, senderHops, receiverHops, evidence }) {
  return {
    toSender: senderNs === null ? null : seconds(senderNs),
    toReceiver: receiverNs === null ? null : seconds(receiverNs),
    fraction: fraction === null ? null : rounded(fraction),
    senderHops,
    receiverHops,
    evidence,
  };
}

/** @param {TcpPackets} packets @param {number} direction */
function retransmissions(packets, direction) {
  const found = [];
  for (let i = 0; i < packets.count; i++) {
    if (
      packets.direction[i] !== direction ||
      (packets.verdict[i] !== VERDICT.RETRANSMISSION && packets.verdict[i] !== VERDICT.WINDOW_PROBE)
    ) {
      continue;
    }
    found.push({
      frame: packets.frame[i],
      kind: kindOf(packets.judgement[i]) ?? plainKind(packets, i),
      spurious: spuriousOf(packets.judgement[i]),
    });
  }
  return found;
}

/** The kind, where the segment alone shows it. @param {TcpPackets} packets @param {number} i */
function plainKind({ verdict, flags }, i) {
  if (verdict[i] === VERDICT.WINDOW_PROBE) return 'probe';
  return flags[i] & SYN ? 'syn' : null;
}
