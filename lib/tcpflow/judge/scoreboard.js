/** @typedef {import('../connection/connection-packets.js').ConnectionPackets} ConnectionPackets */
/** @typedef {import('./sequence-cells.js').SequenceCells} SequenceCells */

/** Blocks remembered so that those which an acknowledgement repeats cost nothing. */
const REMEMBERED_BLOCKS = 4;

/**
 * What the receiver of a direction has said to have got: everything below `acked`, and the SACKed cells above. Each cell is passed once,
 * whatever blocks repeat it: `#next` leads over runs of cells that are done (union-find), so all acknowledgements together are linear.
 *
 * ```
 *            acked
 *  ────────────┤·····│█████│······│████████████████│
 *               hole   SACKed       SACKed
 * ```
 */
export class Scoreboard {
  #packets;
  #cells;
  #next;
  #blocks = new Float64Array(REMEMBERED_BLOCKS * 2).fill(-1);
  #block = 0;
  /** Highest cumulative acknowledgement; in mid-stream it may be below 0. */
  acked = -Infinity;
  /** The latest acknowledgement had a D-SACK block (RFC 2883): this came twice. */
  hasDsack = false;
  dsackLeft = 0;
  dsackRight = 0;

  /** @param {ConnectionPackets} packets @param {SequenceCells} cells */
  constructor(packets, cells) {
    this.#packets = packets;
    this.#cells = cells;
    this.#next = new Int32Array(cells.count + 1);
    for (let cell = 0; cell <= cells.count; cell++) this.#next[cell] = cell;
  }

  /** @param {number} cell @returns {boolean} */
  isDelivered(cell) { return this.#next[cell] !== cell; }

  /**
   * Takes an acknowledgement in.
   * @param {number} k the packet's index
   * @param {(cell: number, cumulative: boolean) => void} onDelivered called for each cell that it is the first to report
   * @returns {boolean} whether it said anything new
   */
  acknowledge(k, onDelivered) {
    const packets = this.#packets, ack = packets.ackOffset[k], first = packets.sackStart[k], count = packets.sackCount[k];
    let news = false;
    this.hasDsack = false;
    for (let block = 0; block < count; block++) {
      const left = packets.sackLeft[first + block], right = packets.sackRight[first + block];
      if (block === 0 && this.#isDuplicate(left, right, ack, count > 1 ? first + 1 : -1)) {
        this.hasDsack = true;
        this.dsackLeft = left;
        this.dsackRight = right;
      } else if (this.#isNewBlock(left, right) && this.#deliver(left, right, false, onDelivered)) news = true;
    }
    if (ack > this.acked) {
      this.#deliver(this.acked, ack, true, onDelivered);
      this.acked = ack;
      news = true;
    }
    return news;
  }

  /** Below the acknowledgement, or within the second block (RFC 2883, section 4). @param {number} left @param {number} right @param {number} ack @param {number} second */
  #isDuplicate(left, right, ack, second) {
    const { sackLeft, sackRight } = this.#packets;
    return right <= ack || (second >= 0 && left >= sackLeft[second] && right <= sackRight[second]);
  }

  /** @param {number} left @param {number} right */
  #isNewBlock(left, right) {
    const blocks = this.#blocks;
    for (let i = 0; i < blocks.length; i += 2) if (blocks[i] === left && blocks[i + 1] === right) return false;
    blocks[this.#block] = left;
    blocks[this.#block + 1] = right;
    this.#block = (this.#block + 2) % blocks.length;
    return true;
  }

  /** @param {number} left @param {number} right @param {boolean} cumulative @param {(cell: number, cumulative: boolean) => void} onDelivered */
  #deliver(left, right, cumulative, onDelivered) {
    const cells = this.#cells, { start, count } = cells, next = this.#next;
    let cell = this.#skip(Math.max(0, firstWithin(cells, left))), news = false;
    for (; cell < count && start[cell + 1] <= right; cell = this.#skip(cell + 1)) {
      next[cell] = cell + 1;
      news = true;
      onDelivered(cell, cumulative);
    }
    return news;
  }

  /** The first cell from here on that is not done. @param {number} cell */
  #skip(cell) {
    const next = this.#next;
    let end = cell;
    while (next[end] !== end) end = next[end];
    while (next[cell] !== end) {
      const after = next[cell];
      next[cell] = end;
      cell = after;
    }
    return end;
  }
}

/** @param {SequenceCells} cells @param {number} offset @returns {number} the first cell that begins at the offset or above */
function firstWithin(cells, offset) {
  const cell = cells.find(offset);
  return cell >= 0 && cells.start[cell] < offset ? cell + 1 : cell;
}
