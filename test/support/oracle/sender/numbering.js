import { TCP } from '../../../../lib/engine/segment-batch.js';
import { numbersTaken } from '../../../../lib/insight/upstream/numbering.js';
import { VERDICT } from '../../../../lib/tcpflow/verdicts/verdict.js';

/** @typedef {import('../../../../lib/tcpflow/connection/connection-packets.js').ConnectionPackets} ConnectionPackets */

/** Steps by which hosts number packets; the same in the other byte order. */
const MAX_STRIDE = 16;
/** So many steps of packets that follow one another have to be the usual one: random identifications never are. */
const MIN_STEPS = 8;
const USUAL_SHARE = 0.6;
/** Packets that went before the one before, by their numbers: some are overtaken, but not all. */
const MAX_BACKWARDS = 0.2;
const IPV6 = 6;

/** @typedef {{ packet: Int32Array, number: Float64Array }} Numbering */
/** @typedef {import('../../../../lib/insight/upstream/numbering.js').Unnumbered} Unnumbered */

/**
 * Learns from a direction's identifications whether its sender counts packets, by which step and in which byte order.
 * @param {ConnectionPackets} packets
 * @param {number} direction
 * @param {{ ipVersion: number, mss: number }} known mss: what a packet cut by the network card takes one number for
 * @returns {Numbering | Unnumbered}
 */
export function numberingOf(packets, direction, { ipVersion, mss }) {
  if (ipVersion === IPV6) return 'ipv6';
  const list = numbered(packets, direction);
  if (list.length <= MIN_STEPS) return 'few';
  if (list.every((i) => packets.ipId[i] === 0)) return 'zero';
  const { ids, stride, count } = likelierOrder(packets, list, mss);
  return count < MIN_STEPS || count < (list.length - 1) * USUAL_SHARE ? 'random' : ordered(list, ids, stride);
}

/**
 * Identifications in the byte order in which they go up by one step more often.
 * @param {ConnectionPackets} packets
 * @param {Int32Array} list
 * @param {number} mss
 */
function likelierOrder(packets, list, mss) {
  const ids = new Uint16Array(list.length);
  for (let k = 0; k < list.length; k++) ids[k] = packets.ipId[list[k]];
  const plain = { ids, ...usualStep(packets, list, ids, mss) };
  if (plain.count === list.length - 1) return plain;
  const swappedIds = ids.map((id) => ((id & 255) << 8) | (id >> 8));
  const swapped = { ids: swappedIds, ...usualStep(packets, list, swappedIds, mss) };
  return swapped.count > plain.count ? swapped : plain;
}

/** @param {ConnectionPackets} packets @param {number} direction */
function numbered({ count, direction: directions, flags, verdict }, direction) {
  const list = new Int32Array(count);
  let length = 0;
  for (let i = 0; i < count; i++) {
    if (
      directions[i] === direction &&
      (flags[i] & (TCP.SYN | TCP.RST)) === 0 &&
      verdict[i] !== VERDICT.DUPLICATE_IN_CAPTURE
    ) {
      list[length++] = i;
    }
  }
  return list.subarray(0, length);
}

/**
 * The commonest small step a packet, and how often it is.
 * @param {ConnectionPackets} packets
 * @param {Int32Array} list
 * @param {Uint16Array} ids
 * @param {number} mss
 */
function usualStep(packets, list, ids, mss) {
  const counts = new Uint32Array(MAX_STRIDE + 1);
  for (let k = 1; k < list.length; k++) {
    const stride = ((ids[k] - ids[k - 1]) & 0xffff) / numbersTaken(packets, list[k - 1], mss);
    if (stride >= 1 && stride <= MAX_STRIDE && Number.isInteger(stride)) counts[stride]++;
  }
  let stride = 1;
  for (let one = 2; one <= MAX_STRIDE; one++) if (counts[one] > counts[stride]) stride = one;
  return { stride, count: counts[stride] };
}

/** @param {Int32Array} list @param {Uint16Array} ids @param {number} stride @returns {Numbering | 'random'} */
function ordered(list, ids, stride) {
  const number = new Float64Array(list.length);
  let backwards = 0;
  for (let k = 1; k < list.length; k++) {
    const step = ((ids[k] - ids[k - 1]) << 16) >> 16;
    if (step < 0) backwards++;
    number[k] = number[k - 1] + step / stride;
  }
  if (backwards > list.length * MAX_BACKWARDS) return 'random';
  if (backwards === 0) return { packet: list, number };
  const order = Int32Array.from(list, (_, k) => k).sort((a, b) => number[a] - number[b] || a - b);
  return { packet: order.map((k) => list[k]), number: Float64Array.from(order, (k) => number[k]) };
}
