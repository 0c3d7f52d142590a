import { seconds } from './conversation.js';

/**
 * What ICMP errors say, by name, the same for both versions: RFC 792, RFC 1122 section 3.2.2.1, RFC 1812 section 5.2.7,
 * RFC 4443 section 3.
 * @typedef {'network_unreachable' | 'host_unreachable' | 'protocol_unreachable' | 'port_unreachable'
 *   | 'fragmentation_needed' | 'packet_too_big' | 'source_route_failed' | 'administratively_prohibited' | 'no_route'
 *   | 'beyond_scope' | 'address_unreachable' | 'destination_unreachable' | 'source_quench' | 'time_exceeded'
 *   | 'parameter_problem'} IcmpKind
 */

/**
 * An ICMP error about a connection.
 * @typedef {object} FlowIcmpError
 * @property {number} frame
 * @property {number} timeNs
 * @property {number} endpoint that sent the quoted segment
 * @property {number} seqOffset of the quoted segment
 * @property {import('./icmp-errors.js').IcmpKind} kind
 * @property {number} type
 * @property {number} code
 * @property {number | null} mtu null: the error has none
 * @property {number | null} packetBytes length of the quoted packet, IP header included
 * @property {string} reporter address of the error's sender
 * @property {boolean} isInSpace whether it quotes data that endpoint had in flight: others may be forged, or of an
 *   earlier connection, and are ignored (RFC 5927 section 4)
 */

/** @typedef {{ errors: FlowIcmpError[], total: number, outside: number }} FlowIcmpErrors */

/** Codes of IPv4's type 3, in order. @type {readonly IcmpKind[]} */
const UNREACHABLE_V4 = Object.freeze([
  'network_unreachable',
  'host_unreachable',
  'protocol_unreachable',
  'port_unreachable',
  'fragmentation_needed',
  'source_route_failed',
  'network_unreachable',
  'host_unreachable',
  'host_unreachable',
  'administratively_prohibited',
  'administratively_prohibited',
  'network_unreachable',
  'host_unreachable',
  'administratively_prohibited',
  'administratively_prohibited',
  'administratively_prohibited',
]);

/** Codes of IPv6's type 1, in order; 5 and 6 are subsets of 1. @type {readonly IcmpKind[]} */
const UNREACHABLE_V6 = Object.freeze([
  'no_route',
  'administratively_prohibited',
  'beyond_scope',
  'address_unreachable',
  'port_unreachable',
  'administratively_prohibited',
  'administratively_prohibited',
]);

/** @type {Readonly<Record<number, IcmpKind>>} */
const OTHERS_V4 = Object.freeze({ 4: 'source_quench', 11: 'time_exceeded', 12: 'parameter_problem' });
/** @type {Readonly<Record<number, IcmpKind>>} */
const OTHERS_V6 = Object.freeze({ 2: 'packet_too_big', 3: 'time_exceeded', 4: 'parameter_problem' });
const UNREACHABLE = Object.freeze({ 4: 3, 6: 1 });

/** @param {number} ipVersion @param {number} type @param {number} code @returns {IcmpKind} */
export function icmpKind(ipVersion, type, code) {
  const isV4 = ipVersion === 4;
  if (type !== (isV4 ? UNREACHABLE[4] : UNREACHABLE[6])) return (isV4 ? OTHERS_V4 : OTHERS_V6)[type];
  return (isV4 ? UNREACHABLE_V4 : UNREACHABLE_V6)[code] ?? 'destination_unreachable';
}

/**
 * As in `icmpErrors` of a flow in `analyze --json`, of any transport.
 * @param {Pick<FlowIcmpError, 'frame'|'timeNs'|'kind'|'type'|'code'|'mtu'|'reporter'>} error
 */
export const describeIcmpError = ({ frame, timeNs, kind, type, code, mtu, reporter }) => ({
  frame,
  time: seconds(timeNs),
  kind,
  type,
  code,
  mtu,
  from: reporter,
});
