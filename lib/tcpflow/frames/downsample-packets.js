import { KIND_MASK, SPURIOUS_SHIFT } from '../../engine/enums.js';
import { CE } from '../../shared/tcp-numbers.js';
import { ROW_BLOCK_BITS, ROW_BLOCK_MASK } from '../../transport/packets.js';
import { BINS } from '../../transport/sketch.js';

/** @typedef {import('../tracker.js').TcpTracker} TcpTracker */
/** @typedef {import('../tables/packet-table.js').PacketBlock} PacketBlock */

const SACK_SEEN = 1 << 24;
const D_SACK_SEEN = 1 << 25;
const CE_SEEN = 1 << 26;
const DATA_SEEN = 1 << 27;

/**
 * The packets needed to plot a long connection: of each stretch of time and each end the first and the last, those that
 * reach farthest in sequence space, acknowledgement and window, and the first of each kind (verdict, flags, analysis,
 * SACK). So a plot of fewer pixels than `BINS` looks as if all were there, and no pixel loses a kind of mark.
 * @param {TcpTracker} tcp
 * @param {Int32Array} rows of the connection, ascending, not empty
 * @param {number} [bins] stretches of time
 * @returns {Int32Array} ascending
 */
export function sketchRows(tcp, rows, bins = BINS) {
  const { packets } = tcp;
  const kept = new Uint8Array(rows.length);
  const ends = [new BinOfEnd(), new BinOfEnd()];
  const timeOf = (/** @type {number} */ row) => packets.blocks[row >> ROW_BLOCK_BITS].timeNs[row & ROW_BLOCK_MASK];
  const startNs = timeOf(rows[0]);
  const perNs = bins / Math.max(1, timeOf(rows[rows.length - 1]) - startNs);
  for (let i = 0; i < rows.length; i++) {
    const block = packets.blocks[rows[i] >> ROW_BLOCK_BITS];
    const at = rows[i] & ROW_BLOCK_MASK;
    const end = ends[block.flowEnd[at] & 1];
    const bin = Math.floor((block.timeNs[at] - startNs) * perNs);
    if (bin !== end.bin) {
      end.keep(kept);
      end.begin(bin, i);
    }
    const kinds = kindsOf(block, at, tcp);
    if (end.addKinds(block.analysis[at] | (block.flags[at] << 16), kinds)) kept[i] = 1;
    end.addExtremes(i, block, at);
  }
  for (const end of ends) end.keep(kept);
  return rows.filter((_, i) => kept[i] !== 0);
}

/**
 * One-hot kinds of a packet beside its analysis flags.
 * @param {PacketBlock} block
 * @param {number} at
 * @param {TcpTracker} tcp
 */
function kindsOf(block, at, { flows, packets }) {
  const judgement = block.judgement[at];
  let kinds =
    (1 << block.verdict[at]) | (1 << (8 + (judgement & KIND_MASK))) | (1 << (16 + (judgement >> SPURIOUS_SHIFT)));
  if (block.length[at] > 0) kinds |= DATA_SEEN;
  if (block.ecn[at] === CE) kinds |= CE_SEEN;
  if (block.sackCount[at] === 0) return kinds;
  const isDuplicate = ((packets.sackEdge(block.sack[at], 1) - block.ack(at, flows)) | 0) <= 0;
  return kinds | SACK_SEEN | (isDuplicate ? D_SACK_SEEN : 0);
}

/** What has been seen of one end in one bin. */
class BinOfEnd {
  bin = -1;
  #first = 0;
  #last = 0;
  #marks = 0;
  #kinds = 0;
  /** Smallest and largest start, end, acknowledgement, window edge, and their packets. */
  #extremes = new Float64Array(8);
  #owners = new Int32Array(8);

  /** @param {number} bin @param {number} i of its first packet */
  begin(bin, i) {
    this.bin = bin;
    this.#first = i;
    this.#marks = 0;
    this.#kinds = 0;
    this.#owners.fill(-1);
    for (let k = 0; k < 8; k++) this.#extremes[k] = (k & 1) === 0 ? Infinity : -Infinity;
  }

  /** @param {number} marks @param {number} kinds @returns {boolean} whether any of them is new */
  addKinds(marks, kinds) {
    const news = (marks & ~this.#marks) | (kinds & ~this.#kinds);
    this.#marks |= marks;
    this.#kinds |= kinds;
    return news !== 0;
  }

  /** @param {number} i @param {PacketBlock} block @param {number} at */
  addExtremes(i, block, at) {
    this.#last = i;
    const seq = block.seqOffset(at);
    const ack = block.ackOffset(at);
    if (block.length[at] > 0) {
      this.#extend(0, seq, i);
      this.#extend(2, seq + block.length[at], i);
    }
    if (ack < 0) return;
    this.#extend(4, ack, i);
    this.#extend(6, block.window[at], i);
  }

  /** @param {number} of @param {number} value @param {number} i */
  #extend(of, value, i) {
    if (value < this.#extremes[of]) {
      this.#extremes[of] = value;
      this.#owners[of] = i;
    }
    if (value > this.#extremes[of + 1]) {
      this.#extremes[of + 1] = value;
      this.#owners[of + 1] = i;
    }
  }

  /** @param {Uint8Array} kept */
  keep(kept) {
    if (this.bin < 0) return;
    kept[this.#first] = 1;
    kept[this.#last] = 1;
    for (const owner of this.#owners) if (owner >= 0) kept[owner] = 1;
  }
}

/**
 * Payload bytes that the packet's end had sent up to and with each kept packet.
 * @param {TcpTracker} tcp
 * @param {Int32Array} rows of the connection, ascending
 * @param {Int32Array} kept some of them, ascending
 */
export function payloadSums({ packets }, rows, kept) {
  const sums = new Float64Array(kept.length);
  const sent = [0, 0];
  for (let i = 0, k = 0; k < kept.length; i++) {
    const block = packets.blocks[rows[i] >> ROW_BLOCK_BITS];
    const at = rows[i] & ROW_BLOCK_MASK;
    const end = block.flowEnd[at] & 1;
    sent[end] += block.length[at];
    if (rows[i] === kept[k]) sums[k++] = sent[end];
  }
  return sums;
}

/**
 * The part of a connection's rows that lies in a range of time, by binary search: approximate where the capture's clock
 * went back.
 * @param {TcpTracker} tcp
 * @param {Int32Array} rows of the connection, ascending
 * @param {{ startNs: number, endNs: number }} range both ends within
 * @returns {Int32Array} the same memory
 */
export function rowsWithin({ packets }, rows, { startNs, endNs }) {
  const firstAfter = (/** @type {(timeNs: number) => boolean} */ isAfter) => {
    let low = 0;
    let high = rows.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      const row = rows[middle];
      if (isAfter(packets.blocks[row >> ROW_BLOCK_BITS].timeNs[row & ROW_BLOCK_MASK])) high = middle;
      else low = middle + 1;
    }
    return low;
  };
  const from = firstAfter((timeNs) => timeNs >= startNs);
  return rows.subarray(
    from,
    Math.max(
      from,
      firstAfter((timeNs) => timeNs > endNs),
    ),
  );
}

/**
 * @param {Int32Array} some ascending
 * @param {Int32Array} others ascending
 * @returns {Int32Array} all of both, each once, ascending
 */
export function mergeRows(some, others) {
  const merged = new Int32Array(some.length + others.length);
  let count = 0;
  for (let i = 0, k = 0; i < some.length || k < others.length;) {
    const row = k >= others.length || some[i] <= others[k] ? some[i] : others[k];
    if (some[i] === row) i++;
    if (others[k] === row) k++;
    merged[count++] = row;
  }
  return merged.subarray(0, count);
}
