import { FRAME, isStream } from '../wire/frame-types.js';

/** @typedef {import('./packets.js').QuicPackets} QuicPackets */

/**
 * A number that never came to the capture point, and the bytes it is taken to have had; 0: nothing in flight.
 * @typedef {{ pn: number, bytes: number }} Unseen
 */

/** Numbers of one end and space that never came; more are not looked at. */
export const MAX_UNSEEN_PACKETS = 2 ** 16;
/** Runs of missing numbers that one gap in the data may explain. */
export const MAX_RUNS_BACK = 256;

/** Numbers missing at the beginning of a space; further ones began before the capture. */
const MAX_FIRST_LOST = 8;

/** Header, tag and frame header beside the data of a packet: about so many bytes (RFC 9000 section 17.3.1). */
const BESIDE_DATA = 40;
/** Senders that skip a number do so once in the first so many, and then ever less often: quinn; quic-go 256. */
const FIRST_SKIP = 64;

/**
 * Numbers that were lost before the capture point. A missing number alone says nothing, since some senders skip one now
 * and then (RFC 9000 section 21.4): data must be missing too, several numbers in a row, or more than any sender skips.
 * @param {QuicPackets} packets
 * @param {number[]} list rows of a space by number
 * @param {{ first: number, lostFirst: number, rttNs: number }} known first: with which the space may begin, Infinity
 *   where that is not known; lostFirst: from which on all that are missing at its beginning were lost, Infinity: none
 *   must have been; rttNs: of the whole path
 * @returns {Unseen[]} by number
 */
export function unseenNumbers(packets, list, { first, lostFirst, rttNs }) {
  const { pn, bytes } = packets;
  const gaps = new DataGaps(packets, rttNs);
  const holes = new Holes();
  let most = 0;
  for (const row of list) most = Math.max(most, bytes[row]);
  const fullBytes = Math.max(1, most - BESIDE_DATA);
  const from = list.length === 0 ? Infinity : Math.min(first, lostFirst);
  if (pn[list[0]] - from <= MAX_FIRST_LOST) holes.addFirst(from, pn[list[0]] - 1, lostFirst <= first);
  for (let k = 0; k < list.length; k++) {
    if (k > 0) holes.add(pn[list[k - 1]] + 1, pn[list[k]] - 1);
    gaps.read(list[k], (after, missing) => holes.lose(after, Math.max(1, Math.ceil(missing / fullBytes))));
  }
  const skips = list.length === 0 ? 0 : 2 + Math.log2(1 + (pn[list[list.length - 1]] - pn[list[0]]) / FIRST_SKIP);
  const isSkipping =
    holes.runs.filter(({ from, to, lost }) => from === to && lost === 0 && from > pn[list[0]]).length <= skips;
  /** @type {Unseen[]} */
  const unseen = [];
  for (const { from, to, lost } of holes.runs) {
    const isAlone = isSkipping && from === to;
    const count = isAlone || to < pn[list[0]] ? lost : to - from + 1;
    for (let n = 0; n < count && unseen.length < MAX_UNSEEN_PACKETS; n++) {
      unseen.push({ pn: from + n, bytes: n < lost ? most : 0 });
    }
  }
  return unseen;
}

/** Runs of missing numbers, and how many of each carried data. */
class Holes {
  /** @type {{ from: number, to: number, lost: number }[]} */
  runs = [];

  /** @param {number} from @param {number} to */
  add(from, to) {
    if (to >= from) this.runs.push({ from, to, lost: 0 });
  }

  /** Those before the first that came. @param {number} from @param {number} to @param {boolean} areLost */
  addFirst(from, to, areLost) {
    if (to >= from) this.runs.push({ from, to, lost: areLost ? to - from + 1 : 0 });
  }

  /** So many packets with data are missing behind that number. @param {number} after @param {number} packets */
  lose(after, packets) {
    let left = packets;
    const first = Math.max(0, this.runs.length - MAX_RUNS_BACK);
    for (let k = this.runs.length - 1; k >= first && left > 0 && this.runs[k].from > after; k--) {
      const run = this.runs[k];
      const some = Math.min(left, run.to - run.from + 1 - run.lost);
      run.lost += some;
      left -= some;
    }
  }
}

/**
 * Where the data of a stream or handshake goes on behind bytes that were never sent before; or goes on without a gap,
 * but so late that it was sent before and lost.
 */
class DataGaps {
  /** Of each stream the end of what was sent, and by which packet. @type {Map<number, { end: number, row: number }>} */
  #ends = new Map();
  #packets;
  #rttNs;
  /** The latest packet with new data, and its stream. */
  #lastRow = -1;
  #lastStream = NaN;

  /** @param {QuicPackets} packets @param {number} rttNs */
  constructor(packets, rttNs) {
    this.#packets = packets;
    this.#rttNs = rttNs;
  }

  /**
   * @param {number} row
   * @param {(after: number, missing: number) => void} gap
   */
  read(row, gap) {
    const { frameStart, frameCount, frames, pn, timeNs } = this.#packets;
    for (let f = frameStart[row]; f < frameStart[row] + frameCount[row]; f++) {
      const isCrypto = frames.type[f] === FRAME.CRYPTO;
      if (!isCrypto && !isStream(frames.type[f])) continue;
      const stream = isCrypto ? -1 : frames.a[f];
      const known = this.#ends.get(stream) ?? { end: 0, row: -1 };
      const end = frames.b[f] + frames.c[f];
      if (frames.b[f] > known.end) gap(known.row < 0 ? -1 : pn[known.row], frames.b[f] - known.end);
      else if (frames.b[f] === known.end && stream === this.#lastStream) {
        if (timeNs[row] - timeNs[this.#lastRow] >= this.#rttNs) gap(pn[this.#lastRow], frames.c[f]);
      }
      if (end < known.end) continue;
      this.#ends.set(stream, { end, row });
      this.#lastRow = row;
      this.#lastStream = stream;
    }
  }
}
