/**
 * How packets of a direction were reordered on their way to the capture point (RFC 4737), over original transmissions
 * of data: without retransmissions and copies (lib/engine/verdicts/reordering.ts).
 * @typedef {object} Reordering
 * @property {number} packets
 * @property {number} reordered Type-P-Reordered (section 4.1): below the highest that came before
 * @property {number} extentMax packets since the first of those that overtook it (section 4.2.1)
 * @property {number} extentMean over the reordered ones
 * @property {[number, number, number]} nReordered packets right before which at least 1, 2, 3 arrived that were sent
 *   after them (section 5.4)
 * @property {number} lateNs most time after the first of those that overtook it
 */

export {};
