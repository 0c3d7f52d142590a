import { FRAME } from '../wire/frame-types.js';
import { SPACE } from '../wire/versions.js';
import { isAck, NUMBER_SPACES } from './packets.js';
import { unseenNumbers } from './unseen.js';

/** @typedef {import('./packets.js').QuicPackets} QuicPackets */

/**
 * What an end sent, in its order: captured packets once each, and numbers that other packets show to have been lost
 * before the capture point.
 * @typedef {object} Sends
 * @property {number} count
 * @property {Int32Array} packet its row; −1: never came to the capture point
 * @property {Float64Array} pn
 * @property {Uint8Array} space
 * @property {Float64Array} timeNs when it left, plus the shortest delay from there to the capture point
 * @property {Uint32Array} bytes
 * @property {Uint8Array} inFlight
 * @property {Uint8Array} ackEliciting
 * @property {Uint8Array} path the latest seen, of what never came
 * @property {Uint8Array} isProbe of the path's MTU: its loss says nothing (RFC 9000 section 14.4)
 * @property {Int32Array[]} bySpace in each space the sends by number
 * @property {Uint8Array} isCopy of each packet's row: its number came before
 */

/**
 * Packets leave in the order of their numbers, so none left after a higher one came.
 * @param {QuicPackets} packets
 * @param {number} direction
 * @param {{ rttNs: number, queue: import('./queue.js').Queue } | null} away where packets may have been lost before the
 *   capture point: the round trip of the whole path, and how long they waited on the way
 * @returns {Sends}
 */
export function sendsOf(packets, direction, away) {
  const isCopy = new Uint8Array(packets.count);
  const spaces = Array.from({ length: NUMBER_SPACES }, (_, space) => numbersOf(packets, direction, space, isCopy));
  const first = firstNumber(packets, spaces);
  const lostFirst = beforeProbes(packets, spaces);
  const rows = spaces.map((list) =>
    leavingOf(
      packets,
      list,
      away?.queue ?? null,
      away === null ? [] : unseenNumbers(packets, list, { first, lostFirst, rttNs: away.rttNs }),
    ),
  );
  const count = rows.reduce((sum, { pn }) => sum + pn.length, 0);
  const sends = {
    count,
    packet: new Int32Array(count),
    pn: new Float64Array(count),
    space: new Uint8Array(count),
    timeNs: new Float64Array(count),
    bytes: new Uint32Array(count),
    inFlight: new Uint8Array(count),
    ackEliciting: new Uint8Array(count),
    path: new Uint8Array(count),
    isProbe: new Uint8Array(count),
    bySpace: rows.map(({ pn }) => new Int32Array(pn.length)),
    isCopy,
  };
  merge(sends, rows, packets);
  markProbes(sends, packets);
  return sends;
}

/**
 * The number with which an end begins each space, by those that came. Infinity: none was used in two spaces, so that
 * all may be counted together.
 * @param {QuicPackets} packets @param {number[][]} spaces rows by number
 */
function firstNumber({ pn }, spaces) {
  let least = Infinity;
  let count = 0;
  const numbers = new Set();
  for (const list of spaces) {
    for (const row of list) numbers.add(pn[row]);
    count += list.length;
    if (list.length > 0) least = Math.min(least, pn[list[0]]);
  }
  return numbers.size === count ? Infinity : least;
}

/** Packets that left so close together left at once. */
const AT_ONCE_NS = 1e6;

/**
 * The number before those that came where the first bytes of a handshake left twice at once, so that they are probes of
 * a time-out (RFC 9002 section 6.2.4): what they repeat was lost. Infinity: they left once.
 * @param {QuicPackets} packets @param {number[][]} spaces rows by number
 */
function beforeProbes({ pn, timeNs, frameStart, frameCount, frames }, spaces) {
  const isFirst = (/** @type {number} */ row) => {
    for (let f = frameStart[row]; f < frameStart[row] + frameCount[row]; f++) {
      if (frames.type[f] === FRAME.CRYPTO && frames.b[f] === 0 && frames.c[f] > 0) return true;
    }
    return false;
  };
  let before = Infinity;
  for (const list of [spaces[SPACE.INITIAL], spaces[SPACE.HANDSHAKE]]) {
    const at = list.findIndex(isFirst);
    const next = list[at + 1];
    if (at < 0 || next === undefined || pn[list[0]] === 0 || !isFirst(next)) continue;
    if (timeNs[next] - timeNs[list[at]] <= AT_ONCE_NS) before = Math.min(before, pn[list[0]] - 1);
  }
  return before;
}

/**
 * Rows of a space's packets by number, each number once.
 * @param {QuicPackets} packets @param {number} direction @param {number} space @param {Uint8Array} isCopy filled
 */
function numbersOf({ count, direction: directions, space: spaces, pn }, direction, space, isCopy) {
  /** @type {number[]} */
  const list = [];
  let isSorted = true;
  for (let i = 0; i < count; i++) {
    if (directions[i] !== direction || spaces[i] !== space || pn[i] < 0) continue;
    if (list.length > 0 && pn[i] <= pn[list[list.length - 1]]) isSorted = false;
    list.push(i);
  }
  if (isSorted) return list;
  list.sort((a, b) => pn[a] - pn[b] || a - b);
  return list.filter((row, k) => {
    const isFirst = k === 0 || pn[row] !== pn[list[k - 1]];
    if (!isFirst) isCopy[row] = 1;
    return isFirst;
  });
}

/** @typedef {{ pn: number[], row: number[], timeNs: Float64Array, bytes: number[] }} Leaving */

/**
 * @param {QuicPackets} packets @param {number[]} list rows by number
 * @param {import('./queue.js').Queue | null} queue @param {import('./unseen.js').Unseen[]} unseen by number
 * @returns {Leaving}
 */
function leavingOf({ pn, timeNs, bytes }, list, queue, unseen) {
  /** @type {{ pn: number[], row: number[], bytes: number[] }} */
  const all = { pn: [], row: [], bytes: [] };
  let next = 0;
  for (const row of list) {
    for (; next < unseen.length && unseen[next].pn < pn[row]; next++) {
      all.pn.push(unseen[next].pn);
      all.row.push(-1);
      all.bytes.push(unseen[next].bytes);
    }
    all.pn.push(pn[row]);
    all.row.push(row);
    all.bytes.push(bytes[row]);
  }
  const times = new Float64Array(all.pn.length);
  let earliest = Infinity;
  for (let k = times.length - 1; k >= 0; k--) {
    const row = all.row[k];
    if (row >= 0) earliest = Math.min(earliest, timeNs[row] - (queue?.waitedNs(timeNs[row]) ?? 0));
    times[k] = earliest;
  }
  return { ...all, timeNs: times };
}

/** @param {Sends} sends filled @param {Leaving[]} rows of each space @param {QuicPackets} packets */
function merge(sends, rows, packets) {
  const at = new Int32Array(NUMBER_SPACES);
  for (let k = 0; k < sends.count; k++) {
    let space = -1;
    for (let s = 0; s < NUMBER_SPACES; s++) {
      if (at[s] >= rows[s].pn.length) continue;
      if (space < 0 || rows[s].timeNs[at[s]] < rows[space].timeNs[at[space]]) space = s;
    }
    const from = rows[space];
    const row = from.row[at[space]];
    sends.packet[k] = row;
    sends.pn[k] = from.pn[at[space]];
    sends.space[k] = space;
    sends.timeNs[k] = from.timeNs[at[space]];
    sends.bytes[k] = from.bytes[at[space]];
    const isData = from.bytes[at[space]] > 0;
    sends.inFlight[k] = row < 0 ? Number(isData) : packets.inFlight[row];
    sends.ackEliciting[k] = row < 0 ? Number(isData) : packets.ackEliciting[row];
    sends.path[k] = row < 0 ? (sends.path[k - 1] ?? 0) : packets.path[row];
    sends.bySpace[space][at[space]++] = k;
  }
}

/** Until then a sender's packets are no larger (RFC 9000 section 14.1). */
export const SMALLEST_MTU = 1200;

/**
 * Probes of the path's MTU: nothing but PING, PADDING and IMMEDIATE_ACK, and larger than anything before (RFC 8899).
 * @param {Sends} sends @param {QuicPackets} packets
 */
function markProbes({ count, packet, bytes, isProbe }, packets) {
  let most = SMALLEST_MTU;
  for (let k = 0; k < count; k++) {
    if (packet[k] < 0 || bytes[k] <= most) continue;
    if (isOnlyPing(packets, packet[k])) isProbe[k] = 1;
    else most = bytes[k];
  }
}

/** @param {QuicPackets} packets @param {number} row */
function isOnlyPing({ frameStart, frameCount, frames: { type } }, row) {
  let pings = 0;
  for (let f = frameStart[row]; f < frameStart[row] + frameCount[row]; f++) {
    if (type[f] === FRAME.PING) pings++;
    else if (type[f] !== FRAME.PADDING && type[f] !== FRAME.IMMEDIATE_ACK && !isAck(type[f])) return false;
  }
  return pings > 0;
}
