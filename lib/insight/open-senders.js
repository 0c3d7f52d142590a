import { DEFAULT_MSS } from '../shared/tcp-numbers.js';
import { yearOf } from '../transport/in-use.js';
import { handshakeOf } from '../transport/tcp/handshake.js';
import { SCALE_UNKNOWN } from '../transport/tcp/header.js';
import { segmentSize } from '../transport/tcp/segment-size.js';
import { clockJumps } from './findings/clock-jumps.js';
import { icmpErrorsOf, tooLargeStretches } from './findings/evidence/icmp.js';
import { lostBeforeHere, timedBeforeHere } from './findings/evidence/upstream.js';
import { delayedAcknowledgement } from './mechanisms/acknowledging.js';
import { negotiated } from './mechanisms/negotiated.js';
import { repairs } from './mechanisms/repair.js';
import { sending } from './mechanisms/sending.js';
import { pathInsight } from './path/path-insight.js';
import { asFarAsShown, CAUSE, causesAfter, withNeverCame, withPathMtu, withTimers } from './sender/causes.js';
import { NO_STALLS, withCredit } from './sender/credit-stalls.js';
import { quantile } from './sender/pacing.js';
import { senderInsight } from './sender/sender-insight.js';
import { joinedSpans, openingSpans, spansOf, without } from './sender/spans.js';
import { timeLost } from './sender/time-lost.js';

/** @typedef {import('../transport/path.js').Path} Path */
/** @typedef {import('../transport/tcp/tcp-packets.js').TcpPackets} TcpPackets */

/**
 * One direction with data, and what is inferred of its sender.
 * @typedef {object} OpenedSender
 * @property {number} direction
 * @property {number | null} mss bytes; null where no segment shows it
 * @property {import('./sender/sender-insight.js').SenderInsight} insight
 * @property {import('../transport/path.js').Handshake} handshake
 * @property {import('./path/path-insight.js').PathInsight} path
 * @property {import('./mechanisms/mechanism.js').Mechanism[]} mechanisms
 * @property {import('./sender/spans.js').Span[]} causes what time was spent on, values of `CAUSE`
 * @property {Record<string, import('./sender/time-lost.js').TimeLost>} lost
 */

/**
 * Opens a connection for what `--sender` and the page show of its senders.
 * @param {import('../transport/tcp/tcp-transport.js').TcpTransport} tcp
 * @param {number} flow index
 * @param {import('./sender/credit-stalls.js').Stalls} [stalls] when they waited for credit above TCP
 */
export function openSenders(tcp, flow, stalls = NO_STALLS) {
  const packets = tcp.packetsOf(flow);
  const options = tcp.optionsOf(flow);
  const path = tcp.pathOf(packets, options);
  const year = yearOf(tcp);
  const icmpErrors = icmpErrorsOf(tcp, flow, packets);
  /** @type {OpenedSender[]} */
  const senders = [0, 1]
    .filter((direction) => hasData(packets, direction))
    .map((direction) => {
      const mss = segmentSize(packets, options, direction);
      return {
        direction,
        mss,
        ...openSender(
          { packets, options, path, icmpErrors, stalls: stalls[direction], year },
          direction,
          mss ?? DEFAULT_MSS,
        ),
      };
    });
  return { packets, options, path, senders };
}

/**
 * @param {{ packets: TcpPackets, options:
 *   import('../transport/tcp/tcp-packets.js').ConnectionOptions, path:
 *   Path, icmpErrors: import('./findings/evidence/icmp.js').IcmpEvidence[], stalls:
 *   import('./sender/spans.js').Stretch[], year: number | null }} opened
 * @param {number} direction
 * @param {number} mss
 */
function openSender({ packets, options, path, icmpErrors, stalls, year }, direction, mss) {
  const order = path.orderAtSender(direction);
  const insight = senderInsight(direction, path, { mss, year });
  const handshake = handshakeOf(packets, order, direction);
  const way = pathInsight(packets, direction, insight, order, mss);
  const spans = causeSpans(insight, mss, handshake, way.queued);
  const causes = without(
    asFarAsShown(
      withWhatIsBeside(spans, direction, { packets, path, icmpErrors, stalls }),
      options.windowScale[1 - direction] !== SCALE_UNKNOWN,
    ),
    clockJumps(packets).map(({ packet, ns }) => ({
      startNs: packets.timeNs[packet] - ns,
      endNs: packets.timeNs[packet],
    })),
  );
  const mechanisms = [
    ...negotiated(packets, options),
    ...repairs(packets, direction, insight, { sack: path.sack, year, mss }),
    delayedAcknowledgement(packets, direction),
    ...sending(packets, direction, order, insight, mss),
  ];
  return {
    insight,
    handshake,
    path: way,
    mechanisms,
    causes,
    lost: timeLost(causes, insight.bursts, mss, way.rate.value ?? bestRate(insight)),
  };
}

/**
 * What a sender's time was spent on, from the packets of its data alone.
 * @param {Pick<import('./sender/sender-insight.js').SenderInsight,
 *   'bursts' | 'limits' | 'isFixed' | 'rates' | 'rttNs'>} insight
 * @param {number} mss
 * @param {import('../transport/path.js').Handshake} handshake
 * @param {Uint8Array} queued
 */
export function causeSpans({ bursts, limits, isFixed, rates, rttNs }, mss, handshake, queued) {
  return joinedSpans([
    ...openingSpans(bursts, handshake, {
      handshake: CAUSE.HANDSHAKE,
      application: CAUSE.APPLICATION,
      shut: CAUSE.ZERO_WINDOW,
    }),
    ...spansOf(bursts, causesAfter(bursts, { mss, limits, isFixed, rates, queued, rttNs })),
  ]);
}

/**
 * Causes corrected by evidence beside one direction's data: credit above TCP, ICMP errors, sequence numbers.
 * @param {import('./sender/spans.js').Span[]} causes in order @param {number} direction
 * @param {object} beside
 * @param {TcpPackets} beside.packets
 * @param {Path} beside.path
 * @param {readonly import('./findings/evidence/icmp.js').IcmpEvidence[]} beside.icmpErrors
 * @param {import('./sender/spans.js').Stretch[]} beside.stalls
 */
export function withWhatIsBeside(causes, direction, { packets, path: { vantages }, icmpErrors, stalls }) {
  const tooLarge = tooLargeStretches(icmpErrors, direction, packets.timeNs[packets.count - 1] ?? 0);
  const lost = lostBeforeHere({ packets, vantages }, direction);
  const timed = withTimers(withCredit(causes, stalls), timedBeforeHere({ packets, vantages }, direction));
  return withNeverCame(withPathMtu(timed, tooLarge), packets, lost);
}

/** The best round trip's rate; null without any. @param {import('./sender/sender-insight.js').SenderInsight} insight */
const bestRate = ({ rates }) => (rates.count === 0 ? null : quantile(rates.delivery.subarray(0, rates.count), 1));

/** @param {TcpPackets} packets @param {number} direction */
const hasData = (packets, direction) =>
  packets.length.some((length, i) => length > 0 && packets.direction[i] === direction);
