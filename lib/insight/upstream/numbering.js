import { UNNUMBERED_NAMES } from '../../engine/enums.js';
import { SenderPasses } from '../../tcpflow/sender/passes.js';

/** @typedef {import('../../tcpflow/connection/connection-packets.js').ConnectionPackets} ConnectionPackets */

const IPV6 = 6;
/** As the core lays them. */
const LAYOUT = Object.freeze({ columns: 2, bytes: 12 });

/**
 * A direction's packets by the numbers that their sender gave them (RFC 791's identification, as hosts use it: RFC 6864
 * section 4). Without SYNs and resets, which a host numbers separately, and duplicates.
 * @typedef {object} Numbering
 * @property {Int32Array} packet indexes, in order of their numbers
 * @property {Float64Array} number of each, without wraps; one packet takes 1
 * @property {boolean} isWhole no number is missing
 */

/** Why packets have no usable numbers. @typedef {'ipv6' | 'zero' | 'few' | 'random'} Unnumbered */

/**
 * Determines from a direction's IP identifications whether its sender counts packets, by which step and in which byte
 * order.
 * @param {ConnectionPackets} packets
 * @param {number} direction
 * @param {{ ipVersion: number, mss: number, passes?: SenderPasses }} known mss: one number is used for each such
 *   segment of an offloaded packet; passes: over these packets
 * @returns {Numbering | Unnumbered}
 */
export function numberingOf(packets, direction, { ipVersion, mss, passes = new SenderPasses(packets) }) {
  if (ipVersion === IPV6) return 'ipv6';
  let isWhole = false;
  let reason = /** @type {typeof UNNUMBERED_NAMES[number]} */ ('few');
  const { room } = passes.table(
    null,
    (core) => {
      const at = core.numbering(direction, mss);
      reason = UNNUMBERED_NAMES[core.unnumbered()];
      isWhole = core.isNumberingWhole() === 1;
      return at;
    },
    (core) => core.numberedCount(),
    LAYOUT,
  );
  return reason ?? { packet: room.int32(), number: room.float64(), isWhole };
}

/**
 * Identifications that a packet takes: one for each segment that the network card makes of it (TSO), or merged into it
 * (GRO).
 * @param {ConnectionPackets} packets
 * @param {number} i
 * @param {number} mss
 */
export const numbersTaken = ({ length }, i, mss) => Math.max(1, Math.ceil(length[i] / mss));
