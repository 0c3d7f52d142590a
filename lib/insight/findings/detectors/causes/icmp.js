import { IPV4_TCP_BYTES } from '../../../../shared/tcp-numbers.js';
import { TCP } from '../../../../transport/tcp/header.js';
import { defineKind } from '../../define-kind.js';
import {
  bytesText,
  counted,
  detector,
  finding,
  MAX_EVIDENCE_FRAMES,
  receiverName,
  senderName,
  timeText,
} from '../../finding.js';
import { MIN_COST_NS } from '../../times.js';

export const PATH_MTU = defineKind('path_mtu', 'Path MTU exceeded', 'path_mtu', [
  'RFC 1191',
  'RFC 8201',
  'RFC 4443 section 3.2',
]);
export const ROUTER_OFFLOAD = defineKind('router_offload', 'Packets merged by a router', 'path_mtu', [
  'RFC 1191',
  'Linux Documentation/networking/segmentation-offloads',
]);
export const FILTERED = defineKind('filtered', 'Filtered: administratively prohibited', 'network', [
  'RFC 1812 section 5.2.7.1',
  'RFC 4443 section 3.1',
]);
export const UNREACHABLE = defineKind('unreachable', 'Destination unreachable', 'network', [
  'RFC 792',
  'RFC 1122 section 4.2.3.9',
  'RFC 4443 section 3.1',
]);
export const TIME_EXCEEDED = defineKind('time_exceeded', 'Time to live exceeded', 'network', [
  'RFC 792',
  'RFC 4443 section 3.3',
]);
export const SOURCE_QUENCH = defineKind('source_quench', 'Source quench', 'network', ['RFC 792', 'RFC 6633']);
export const PARAMETER_PROBLEM = defineKind('parameter_problem', 'Parameter problem', 'network', [
  'RFC 792',
  'RFC 4443 section 3.4',
]);

/** @typedef {import('../../finding.js').Finding} Finding */
/** @typedef {import('../../context.js').Context} Context */
/** @typedef {import('../../evidence/icmp.js').IcmpEvidence} IcmpEvidence */
/** @typedef {import('../../../../transport/icmp-errors.js').IcmpKind} IcmpKind */

/** The finding for each kind of error. @type {Readonly<Record<IcmpKind, import('../../define-kind.js').Kind>>} */
const KIND_OF = Object.freeze({
  fragmentation_needed: PATH_MTU,
  packet_too_big: PATH_MTU,
  administratively_prohibited: FILTERED,
  network_unreachable: UNREACHABLE,
  host_unreachable: UNREACHABLE,
  protocol_unreachable: UNREACHABLE,
  port_unreachable: UNREACHABLE,
  source_route_failed: UNREACHABLE,
  no_route: UNREACHABLE,
  beyond_scope: UNREACHABLE,
  address_unreachable: UNREACHABLE,
  destination_unreachable: UNREACHABLE,
  time_exceeded: TIME_EXCEEDED,
  source_quench: SOURCE_QUENCH,
  parameter_problem: PARAMETER_PROBLEM,
});

const ADVICE = Object.freeze({
  path_mtu:
    "Clamp the MSS where the MTU gets smaller (tunnel, VPN, PPPoE), or lower the MTU of the sender's interface: each new path costs one such round trip. Let these ICMP errors pass: without them large packets are lost silently.",
  router_offload:
    'Turn off receive offload on the router that sent the ICMP error: it merges packets that it forwards (LRO, GRO), and cannot forward the result (ethtool -K INTERFACE lro off gro off; VMware: disable LRO). The MTU is not the cause: a smaller MSS would not help.',
  filtered:
    'Check the filter rules of the firewall or router that sent the ICMP error: it rejects this traffic by policy.',
  unreachable:
    'Check the route, the address and the host behind the device that sent the ICMP error. Port unreachable usually comes from a firewall that rejects: a host without a listener answers TCP with a reset.',
  time_exceeded: 'Look for a routing loop (traceroute shows it), or a sender with a low initial TTL.',
  source_quench: 'Nothing to do: hosts ignore it (RFC 6633). The router that sent it is old.',
  parameter_problem:
    'Look for what writes IP options or headers that the device which sent the ICMP error does not accept.',
});

/**
 * What ICMP errors say about the segments that they quote: a stated cause, where otherwise it would be guessed from
 * missing packets. An error that quotes nothing in flight, or an MTU that the packet would have fit, is ignored.
 */
export const icmpErrors = detector(
  [PATH_MTU, ROUTER_OFFLOAD, FILTERED, UNREACHABLE, TIME_EXCEEDED, SOURCE_QUENCH, PARAMETER_PROBLEM],
  (context) => {
    /** @type {Map<string, IcmpEvidence[]>} */
    const groups = new Map();
    for (const report of context.icmpErrors) {
      const key = `${kindFor(report, context).code} ${report.direction}`;
      groups.set(key, [...(groups.get(key) ?? []), report]);
    }
    return Array.from(groups.values(), (group) => findingOf(group, context));
  },
);

/** @param {IcmpEvidence[]} group of one code and direction @param {Context} context @returns {Finding} */
function findingOf(group, context) {
  const [{ error: first, direction }] = group;
  const ofCode = kindFor(group[0], context);
  const code = /** @type {keyof typeof ADVICE} */ (ofCode.code);
  const isOver = group.every(({ arrivedNs }) => arrivedNs !== null);
  const costNs = code === 'source_quench' ? 0 : costOf(group, context);
  const mtu = leastMtu(group);
  return finding(
    {
      kind: ofCode,
      severity: severityOf(code, isOver, costNs),
      direction,
      startNs: group[0].sentNs,
      endNs: isOver ? Math.max(...group.map(({ arrivedNs }) => Number(arrivedNs))) : context.endNs,
      costNs: costNs > 0 ? costNs : null,
      message: `${what(code, group, context)}${mtu === null ? '' : `: the next hop's MTU is ${mtu} bytes`}. ${outcome(code, group, context, costNs)}`,
      advice: ADVICE[code],
    },
    {
      errors: group.length,
      kind: first.kind,
      from: first.reporter,
      ...(code === 'path_mtu' ? { mtu } : {}),
      frames: group.slice(0, MAX_EVIDENCE_FRAMES).map(({ error }) => error.frame),
    },
  );
}

/** The most bytes of IP and TCP headers around a segment's payload. */
const MAX_HEADER_BYTES = 120;

/**
 * What an error reports. One that quotes a packet longer than any that was sent, for an MTU that those fit, tells of a
 * router that joined them. Refuted at a sender that leaves cutting to its network card: its packets are as long.
 * @param {IcmpEvidence} report @param {Context} context
 */
function kindFor({ error, direction }, { seen }) {
  const kind = KIND_OF[error.kind];
  const { packetBytes, mtu } = error;
  if (kind !== PATH_MTU || packetBytes === null || mtu === null) return kind;
  const longest = seen.longest[direction];
  const isLonger = packetBytes > longest + MAX_HEADER_BYTES;
  return isLonger && longest > 0 && longest + IPV4_TCP_BYTES <= mtu ? ROUTER_OFFLOAD : kind;
}

/** @param {string} code @param {boolean} isOver @param {number} costNs @returns {Finding['severity']} */
function severityOf(code, isOver, costNs) {
  if (code === 'source_quench') return 'note';
  if (!isOver) return 'error';
  return costNs >= MIN_COST_NS ? 'warning' : 'note';
}

/** @param {string} code @param {IcmpEvidence[]} group @param {Context} context */
function what(code, group, context) {
  const [{ error, direction, isOfPeer }] = group;
  const name = KIND_WORDS[error.kind];
  const who = isOfPeer ? `The ${receiverName(direction)}` : `${error.reporter}, on the path,`;
  const noun = quotedNoun(group, context);
  const dropped = `${counted(countQuoted(group), noun)} of the ${senderName(direction)}`;
  if (code === 'source_quench') return `${who} asked the ${senderName(direction)} to slow down (ICMP ${name})`;
  if (code === 'filtered') return `${who} rejected ${dropped} by a filter (ICMP ${name}, code ${error.code})`;
  const bytes = group.reduce((most, report) => Math.max(most, report.error.packetBytes ?? 0), 0);
  if (code === 'router_offload') {
    const sent = context.seen.longest[direction];
    return `${who} merged segments of the ${senderName(direction)} before it forwarded them (LRO or GRO), and dropped the result: its ICMP ${name} quotes packets of ${bytesText(bytes)}, and no segment sent held more than ${bytesText(sent)}`;
  }
  if (code !== 'path_mtu') return `${who} dropped ${dropped} (ICMP ${name})`;
  const size = bytes === 0 ? '' : `, packets of ${bytesText(bytes)},`;
  return `${who} dropped ${dropped}${size} as too large (ICMP ${name})`;
}

/** @type {Readonly<Record<IcmpKind, string>>} */
const KIND_WORDS = Object.freeze({
  fragmentation_needed: 'fragmentation needed',
  packet_too_big: 'packet too big',
  administratively_prohibited: 'administratively prohibited',
  network_unreachable: 'network unreachable',
  host_unreachable: 'host unreachable',
  protocol_unreachable: 'protocol unreachable',
  port_unreachable: 'port unreachable',
  source_route_failed: 'source route failed',
  no_route: 'no route to destination',
  beyond_scope: 'beyond scope of source address',
  address_unreachable: 'address unreachable',
  destination_unreachable: 'destination unreachable',
  time_exceeded: 'time exceeded',
  source_quench: 'source quench',
  parameter_problem: 'parameter problem',
});

/** @param {IcmpEvidence[]} group @param {Context} context */
const quotedNoun = (group, { packets }) =>
  group.every(({ packet }) => packet >= 0 && packets.flags[packet] & TCP.SYN) ? 'SYN' : 'segment';

/** A segment that was sent twice and dropped twice counts twice. @param {IcmpEvidence[]} group */
const countQuoted = (group) => new Set(group.map(({ error, packet }) => `${error.seqOffset} ${packet}`)).size;

/** @param {IcmpEvidence[]} group @returns {number | null} */
function leastMtu(group) {
  const known = group.flatMap(({ error: { mtu } }) => (mtu === null ? [] : [mtu]));
  return known.length === 0 ? null : Math.min(...known);
}

/** @param {string} code @param {IcmpEvidence[]} group @param {Context} context @param {number} costNs */
function outcome(code, group, context, costNs) {
  const [{ direction }] = group;
  const price = costNs > 0 ? `; that cost ${timeText(costNs)}` : '';
  if (code === 'source_quench') return 'Hosts ignore it today.';
  if (group.every(({ arrivedNs }) => arrivedNs !== null)) {
    return code === 'path_mtu' || code === 'router_offload'
      ? `The ${senderName(direction)}'s retransmission arrived${price}.`
      : `A retransmission, or later data, arrived all the same${price}.`;
  }
  if (quotedNoun(group, context) === 'SYN') return 'The connection did not open.';
  return `The dropped data had not arrived when the capture ended, ${timeText(context.endNs - group[0].sentNs)} later.`;
}

/**
 * Time until dropped data arrived, minus the round trip that it takes at least.
 * @param {IcmpEvidence[]} group @param {Context} context
 */
function costOf(group, { ways, endNs }) {
  const rttNs = ways.find(({ direction }) => direction === group[0].direction)?.rttMinNs ?? 0;
  const spans = group
    .map(({ sentNs, arrivedNs }) => ({ startNs: sentNs, endNs: arrivedNs ?? endNs }))
    .sort((a, b) => a.startNs - b.startNs);
  let costNs = 0;
  let untilNs = -Infinity;
  for (const { startNs, endNs: stopNs } of spans) {
    if (stopNs <= untilNs) continue;
    costNs += startNs > untilNs ? Math.max(0, stopNs - startNs - rttNs) : stopNs - untilNs;
    untilNs = stopNs;
  }
  return costNs;
}
