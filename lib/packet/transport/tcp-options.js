import { FAST_OPEN_EXPERIMENT, MAX_WINDOW_SCALE, ORDER, ORDER_BITS, ORDER_WIDTH, SIGNED } from '../../engine/enums.js';
import { MAX_SACK_BLOCKS, OPTION } from '../../engine/segment-batch.js';
import { int32, uint16 } from '../packet.js';

/** @typedef {import('../../engine/segment-batch.js').SegmentBatch} SegmentBatch */

const KIND = Object.freeze({
  END: 0,
  NOP: 1,
  MSS: 2,
  WINDOW_SCALE: 3,
  SACK_PERMITTED: 4,
  SACK: 5,
  TIMESTAMPS: 8,
  MD5: 19,
  AUTHENTICATION: 29,
  MPTCP: 30,
  FAST_OPEN: 34,
  EXPERIMENT: 254,
});
/**
 * By kind, what stands in the column `optionOrder`, three bits each; all others are `OTHER`.
 * @type {Readonly<Record<number, number>>}
 */
const ORDERED = Object.freeze({
  [KIND.END]: ORDER.END,
  [KIND.NOP]: ORDER.NOP,
  [KIND.MSS]: ORDER.MSS,
  [KIND.WINDOW_SCALE]: ORDER.WINDOW_SCALE,
  [KIND.SACK_PERMITTED]: ORDER.SACK_PERMITTED,
  [KIND.TIMESTAMPS]: ORDER.TIMESTAMPS,
});

/**
 * Reads the options in `bytes[at, end)` into the columns of an entry, which has no timestamps yet. An option of an
 * impossible length, or one that the snap length cut, ends the reading; what was read before it stays.
 *
 * @param {SegmentBatch} batch
 * @param {number} entry
 * @param {Uint8Array} bytes
 * @param {number} at
 * @param {number} end
 */
export function readOptions(batch, entry, bytes, at, end) {
  let present = 0;
  let order = 0;
  for (let bits = 0; at < end; bits += ORDER_BITS) {
    const kind = bytes[at];
    if (bits < ORDER_WIDTH) order |= (ORDERED[kind] ?? ORDER.OTHER) << bits;
    if (kind === KIND.MD5 || kind === KIND.AUTHENTICATION) order |= SIGNED;
    if (kind === KIND.END) break;
    if (kind === KIND.NOP) {
      at++;
      continue;
    }
    if (at + 1 >= end) break;
    const length = bytes[at + 1];
    if (length < 2 || at + length > end) break;
    present |= readOption(batch, entry, bytes, at, kind, length);
    at += length;
  }
  batch.options[entry] = present;
  batch.optionOrder[entry] = order;
}

/**
 * @param {SegmentBatch} batch
 * @param {number} entry
 * @param {Uint8Array} bytes
 * @param {number} at
 * @param {number} kind
 * @param {number} length
 * @returns {number} the bit of OPTION, 0 for an option that is not understood
 */
function readOption(batch, entry, bytes, at, kind, length) {
  switch (kind) {
    case KIND.MSS:
      if (length !== 4) return 0;
      batch.mss[entry] = uint16(bytes, at + 2);
      return OPTION.MSS;
    case KIND.WINDOW_SCALE:
      if (length !== 3) return 0;
      batch.windowScale[entry] = Math.min(bytes[at + 2], MAX_WINDOW_SCALE);
      return OPTION.WINDOW_SCALE;
    case KIND.SACK_PERMITTED:
      return length === 2 ? OPTION.SACK_PERMITTED : 0;
    case KIND.SACK:
      return readSack(batch, entry, bytes, at + 2, length - 2);
    case KIND.TIMESTAMPS:
      if (length !== 10) return 0;
      batch.tsValue[entry] = int32(bytes, at + 2);
      batch.tsEcho[entry] = int32(bytes, at + 6);
      return OPTION.TIMESTAMPS;
    case KIND.MPTCP:
      return OPTION.MPTCP;
    case KIND.FAST_OPEN:
      return OPTION.FAST_OPEN;
    case KIND.EXPERIMENT:
      return length >= 4 && uint16(bytes, at + 2) === FAST_OPEN_EXPERIMENT ? OPTION.FAST_OPEN : 0;
    default:
      return 0;
  }
}

/**
 * An option without a whole block says nothing.
 *
 * @param {SegmentBatch} batch
 * @param {number} entry
 * @param {Uint8Array} bytes
 * @param {number} at
 * @param {number} length
 * @returns {number}
 */
function readSack(batch, entry, bytes, at, length) {
  const blocks = Math.min(length >> 3, MAX_SACK_BLOCKS);
  if (blocks === 0) return OPTION.BROKEN;
  const to = entry * MAX_SACK_BLOCKS * 2;
  for (let edge = 0; edge < blocks * 2; edge++) batch.sackEdges[to + edge] = int32(bytes, at + edge * 4);
  batch.sackCount[entry] = blocks;
  return OPTION.SACK;
}
