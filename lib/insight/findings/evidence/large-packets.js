import { defineKind } from '../define-kind.js';

/** @typedef {import('../context.js').Context} Context */

export const MTU_BLACK_HOLE = defineKind(
  'mtu_black_hole',
  'Path MTU black hole',
  'network',
  ['RFC 2923 section 2.1', 'RFC 4821', 'RFC 8201'],
  { explains: ['response_lost', 'half_open'] },
);

/**
 * No path in use drops shorter segments for their size (IPv6 carries 1280 bytes everywhere), unless they are full ones:
 * such losses had another cause.
 */
export const MIN_LARGE_BYTES = 1000;
const MAX_OPTION_BYTES = 40;

export const LARGE_PACKETS = Object.freeze({
  kind: MTU_BLACK_HOLE,
  advice:
    'Let ICMP "fragmentation needed" and "packet too big" pass, or clamp the MSS or lower the MTU where it gets smaller (tunnel, PPPoE). A sender that probes finds the size without ICMP (RFC 4821; Linux: net.ipv4.tcp_mtu_probing=1).',
});

/**
 * Least payload of a full segment: TCP options reduce it below the MSS (RFC 6691).
 * @param {Context['options']} options
 * @param {number} direction
 */
export const fullBytes = ({ mss }, direction) => (mss[1 - direction] ?? Infinity) - MAX_OPTION_BYTES;
