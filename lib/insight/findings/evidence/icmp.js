import { quotedPackets } from '../../../transport/tcp/quoted-packets.js';
import { together } from '../../sender/spans.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('../../../transport/tcp/tcp-transport.js').TcpTransport} TcpTransport */
/** @typedef {import('../../../transport/icmp-errors.js').FlowIcmpError} FlowIcmpError */
/** @typedef {import('../../../transport/losses.js').LossEpisode} LossEpisode */

/**
 * An ICMP error that a connection's end would accept.
 * @typedef {object} IcmpEvidence
 * @property {FlowIcmpError} error
 * @property {number} direction of the quoted segment
 * @property {number} packet the quoted one's place; −1: not in the capture
 * @property {number} sentNs when that was sent; where it is not in the capture, when the error came
 * @property {number | null} arrivedNs when the other end showed that the quoted segment had arrived after all; null:
 *   never
 * @property {boolean} isOfPeer whether the other end itself sent the error, not a router
 */

/** Minimum MTU of IPv6 (RFC 8200 section 5): reports of a smaller one are ignored (RFC 8201 section 4). */
const MIN_IPV6_MTU = 1280;

/** Kinds whose segment was not dropped: source quench (RFC 792). */
const NOT_DROPPED = new Set(['source_quench']);

/** Kinds that say that a packet was larger than the next hop's MTU. */
const TOO_LARGE = new Set(['fragmentation_needed', 'packet_too_big']);

/**
 * ICMP errors about segments in flight, without contradictory ones.
 * @param {TcpTransport} tcp @param {number} flow index @param {Context['packets']} packets
 * @returns {IcmpEvidence[]} in capture order
 */
export function icmpErrorsOf(tcp, flow, packets) {
  const { errors } = tcp.icmpErrors.of(flow);
  if (errors.length === 0) return [];
  const client = tcp.flows.clientEndpoint(flow);
  const quoted = quotedPackets(packets, errors, client);
  const report = errors
    .map((error, e) => {
      const packet = quoted[e];
      return /** @type {IcmpEvidence} */ ({
        error,
        direction: error.endpoint === client ? 0 : 1,
        packet,
        sentNs: packet >= 0 ? packets.timeNs[packet] : error.timeNs,
        arrivedNs: null,
        isOfPeer: tcp.flows.endpoint(flow, 1 - error.endpoint).address === error.reporter,
      });
    })
    .filter(({ error }) => error.isInSpace && isSound(error));
  for (const direction of [0, 1]) overcome(packets, report, direction);
  return report;
}

/**
 * Whether the packet was larger than the MTU reported: a forged error has to guess.
 * @param {FlowIcmpError} error
 */
function isSound({ kind, mtu, packetBytes }) {
  if (kind === 'packet_too_big' && mtu !== null && mtu < MIN_IPV6_MTU) return false;
  return !TOO_LARGE.has(kind) || mtu === null || packetBytes === null || mtu < packetBytes;
}

/**
 * Notes when a quoted segment arrived after all: acknowledged, or, where it takes no sequence space, when the other end
 * was heard again.
 * @param {Context['packets']} packets @param {IcmpEvidence[]} all @param {number} direction of what was quoted
 */
function overcome({ count, direction: sender, frame, timeNs, ackOffset, seqOffset, endOffset }, all, direction) {
  let open = all.filter((report) => report.direction === direction);
  for (let i = 0, acked = -1; i < count && open.length > 0; i++) {
    if (sender[i] === direction) continue;
    const isNews = ackOffset[i] > acked;
    acked = Math.max(acked, ackOffset[i]);
    for (const report of open) {
      const isEmpty = report.packet >= 0 && endOffset[report.packet] === seqOffset[report.packet];
      const isHeard = frame[i] > report.error.frame && (isEmpty || acked > report.error.seqOffset);
      if (isHeard) report.arrivedNs = timeNs[i];
    }
    if (isNews || open.some(({ arrivedNs }) => arrivedNs !== null)) {
      open = open.filter(({ arrivedNs }) => arrivedNs === null);
    }
  }
}

/**
 * Whether an error quotes the first segment that an episode repaired.
 * @param {LossEpisode} episode @param {readonly IcmpEvidence[]} all @param {number} direction
 */
export const isExplainedByIcmp = ({ startNs, endNs, recoveryPoint }, all, direction) =>
  all.some(
    (report) =>
      report.direction === direction &&
      isDropped(report) &&
      report.error.timeNs >= startNs &&
      report.error.timeNs <= (endNs ?? Infinity) &&
      report.error.seqOffset < recoveryPoint,
  );

/**
 * When a direction's sender had to repair segments above the path's MTU.
 * @param {readonly IcmpEvidence[]} all @param {number} direction @param {number} endNs of the connection
 */
export const tooLargeStretches = (all, direction, endNs) =>
  together(
    all
      .filter((report) => report.direction === direction && TOO_LARGE.has(report.error.kind))
      .map(({ sentNs, arrivedNs }) => ({ startNs: sentNs, endNs: arrivedNs ?? endNs })),
  );

/** Whether the error says that the quoted packet was dropped. @param {IcmpEvidence} report */
export const isDropped = ({ error }) => !NOT_DROPPED.has(error.kind);

/**
 * Whether an error quotes the SYN of a direction.
 * @param {Context} context @param {number} [direction]
 */
export const isSynDropped = ({ icmpErrors }, direction = 0) =>
  icmpErrors.some((report) => report.direction === direction && report.error.seqOffset === 0 && isDropped(report));

/** Whether errors explain why a direction is no longer answered. @param {Context} context @param {number} end */
export const isCutOff = ({ icmpErrors }, end) =>
  icmpErrors.some((report) => report.direction === end && report.arrivedNs === null && isDropped(report));
