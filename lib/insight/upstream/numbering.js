/** @typedef {import('../../transport/packets.js').Packets} Packets */
/** @typedef {import('../../transport/path.js').Numbering} Numbering */
/** @typedef {import('../../transport/path.js').Unnumbered} Unnumbered */

const IPV6 = 6;

/**
 * A direction's packets by the numbers that their sender gave them.
 * @param {import('../../transport/path.js').Numbers} passes over its packets
 * @param {number} direction
 * @param {{ ipVersion: number, mss: number }} known mss: one number is used for each such segment of an offloaded
 *   packet
 * @returns {Numbering | Unnumbered}
 */
export const numberingOf = (passes, direction, { ipVersion, mss }) =>
  ipVersion === IPV6 ? 'ipv6' : passes.numbering(direction, mss);

/**
 * Identifications that a packet takes: one for each segment that the network card makes of it (TSO), or merged into it
 * (GRO).
 * @param {Packets} packets
 * @param {number} i
 * @param {number} mss
 */
export const numbersTaken = ({ length }, i, mss) => Math.max(1, Math.ceil(length[i] / mss));
