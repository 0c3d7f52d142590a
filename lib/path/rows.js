import { ROW_BLOCK_BITS, ROW_BLOCK_MASK } from '../transport/packets.js';
import { OPTION, TCP } from '../transport/tcp/header.js';

/** @typedef {import('../transport/tcp/tcp-transport.js').TcpTransport} TcpTransport */
/** @typedef {import('../transport/tcp/tcp-packets.js').TcpRowBlock} TcpRowBlock */

/** A capture's packets by row, read where they lie: nothing is copied, as captures of a path are read together. */
export class Rows {
  #blocks;
  #tcp;

  /** @param {TcpTransport} tcp */
  constructor(tcp) {
    this.#tcp = tcp;
    this.#blocks = tcp.packets.blocks;
    this.count = tcp.packets.count;
  }

  /** @param {number} row @returns {TcpRowBlock} */
  #of(row) {
    return this.#blocks[row >> ROW_BLOCK_BITS];
  }

  /** @param {number} row */
  frame(row) {
    return this.#of(row).frame(row & ROW_BLOCK_MASK);
  }

  /** Since the capture's first packet, on its own clock. @param {number} row */
  timeNs(row) {
    return this.#of(row).timeNs[row & ROW_BLOCK_MASK];
  }

  /** Connection × 2 + the endpoint that sends. @param {number} row */
  flowEnd(row) {
    return this.#of(row).flowEnd[row & ROW_BLOCK_MASK];
  }

  /** The connection's next row; −1 at its last. @param {number} row */
  next(row) {
    return this.#of(row).next[row & ROW_BLOCK_MASK];
  }

  /** Payload bytes. @param {number} row */
  length(row) {
    return this.#of(row).length[row & ROW_BLOCK_MASK];
  }

  /** Sequence space used: payload, SYN and FIN. @param {number} row */
  space(row) {
    const flags = this.flags(row);
    return this.length(row) + ((flags & TCP.SYN) >> 1) + (flags & TCP.FIN);
  }

  /** @param {number} row */
  seqOffset(row) {
    return this.#of(row).seqOffset(row & ROW_BLOCK_MASK);
  }

  /** Of its first payload byte: a SYN uses the number before it. @param {number} row */
  dataOffset(row) {
    return this.seqOffset(row) + ((this.flags(row) & TCP.SYN) >> 1);
  }

  /** −1 without ACK. @param {number} row */
  ackOffset(row) {
    return this.#of(row).ackOffset(row & ROW_BLOCK_MASK);
  }

  /** Bits of `TCP`. @param {number} row */
  flags(row) {
    return this.#of(row).flags[row & ROW_BLOCK_MASK];
  }

  /** SYN, FIN and RST alone. @param {number} row */
  control(row) {
    return this.flags(row) & (TCP.SYN | TCP.FIN | TCP.RST);
  }

  /** Of `VERDICT`, by its own capture. @param {number} row */
  verdict(row) {
    return this.#of(row).verdict[row & ROW_BLOCK_MASK];
  }

  /** Unscaled. @param {number} row */
  window(row) {
    return this.#of(row).window[row & ROW_BLOCK_MASK];
  }

  /** @param {number} row */
  hasTimestamps(row) {
    return (this.#of(row).options[row & ROW_BLOCK_MASK] & OPTION.TIMESTAMPS) !== 0;
  }

  /** Bits of `OPTION`. @param {number} row */
  options(row) {
    return this.#of(row).options[row & ROW_BLOCK_MASK];
  }

  /** @param {number} row */
  tsValue(row) {
    return this.#of(row).tsValue[row & ROW_BLOCK_MASK];
  }

  /** @param {number} row */
  tsEcho(row) {
    return this.#of(row).tsEcho[row & ROW_BLOCK_MASK];
  }

  /** @param {number} row */
  ipId(row) {
    return this.#of(row).ipId[row & ROW_BLOCK_MASK];
  }

  /** TTL, ECN bits and DSCP as one number: 8, 2 and 6 bits from below. @param {number} row */
  ipFields(row) {
    const block = this.#of(row);
    const at = row & ROW_BLOCK_MASK;
    return block.ttl[at] | (block.ecn[at] << 8) | (block.dscp[at] << 10);
  }

  /** @param {number} row */
  sackCount(row) {
    return this.#of(row).sackCount[row & ROW_BLOCK_MASK];
  }

  /** In the other direction's offsets. @param {number} row @param {number} block @param {0|1} side */
  sackEdge(row, block, side) {
    return this.#tcp.sackEdge(row, block, side);
  }
}
