// TCP options into the batch's columns, by the rules of lib/packet/transport/tcp-options.js.
import { FAST_OPEN_EXPERIMENT, MAX_WINDOW_SCALE, OPTION, ORDER, ORDER_BITS, ORDER_WIDTH, SIGNED } from '../base/enums';
import * as batch from '../base/batch';
import { uint16, uint32 } from '../base/wire';

/** Kinds of options, and their bits. */
const END: i32 = 0;
const NOP: i32 = 1;
const MSS: i32 = 2;
const WINDOW_SCALE: i32 = 3;
const SACK_PERMITTED: i32 = 4;
const SACK: i32 = 5;
const TIMESTAMPS: i32 = 8;
const MD5: i32 = 19;
const AUTHENTICATION: i32 = 29;
const MPTCP: i32 = 30;
const FAST_OPEN: i32 = 34;
const EXPERIMENT: i32 = 254;
/** NOP, NOP, timestamps (RFC 7323 appendix A), as they are read: the options of nearly every segment. */
const TIMESTAMPS_LAYOUT: u32 = 0x0a080101;
const TIMESTAMPS_LAYOUT_BYTES: i32 = 12;

/**
 * Reads the options in [at, end) of the batch's entry `i`; `isBroken`: they do not end there, or the header is too
 * short.
 */
export function readOptions(i: i32, at: usize, end: usize, isBroken: bool): void {
  let present = isBroken ? OPTION.BROKEN : 0;
  batch.setU8(batch.sackCount, i, 0);
  if (<i32>end - <i32>at == TIMESTAMPS_LAYOUT_BYTES && load<u32>(at) == TIMESTAMPS_LAYOUT) {
    present |= readTimestamps(i, at + 2);
    at = end;
  }
  let order: i32 = 0;
  for (let bits = 0; at < end; bits += ORDER_BITS) {
    const kind = <i32>load<u8>(at);
    if (bits < ORDER_WIDTH) order |= orderOf(kind) << bits;
    if (kind == MD5 || kind == AUTHENTICATION) order |= SIGNED;
    if (kind == END) break;
    if (kind == NOP) {
      at++;
      continue;
    }
    if (at + 1 >= end) break;
    const length = <usize>load<u8>(at, 1);
    if (length < 2 || at + length > end) break;
    present |= readOption(i, at, kind, <i32>length);
    at += length;
  }
  batch.setU8(batch.options, i, present);
  batch.setI32(batch.optionOrder, i, order);
  if ((present & OPTION.TIMESTAMPS) == 0) {
    batch.setI32(batch.tsValue, i, 0);
    batch.setI32(batch.tsEcho, i, 0);
  }
}

function orderOf(kind: i32): i32 {
  switch (kind) {
    case END:
      return ORDER.END;
    case NOP:
      return ORDER.NOP;
    case MSS:
      return ORDER.MSS;
    case WINDOW_SCALE:
      return ORDER.WINDOW_SCALE;
    case SACK_PERMITTED:
      return ORDER.SACK_PERMITTED;
    case TIMESTAMPS:
      return ORDER.TIMESTAMPS;
    default:
      return ORDER.OTHER;
  }
}

/** The option's bit, 0 for one that is not understood. */
function readOption(i: i32, at: usize, kind: i32, length: i32): i32 {
  switch (kind) {
    case MSS:
      if (length != 4) return 0;
      batch.setI32(batch.mss, i, uint16(at + 2));
      return OPTION.MSS;
    case WINDOW_SCALE:
      if (length != 3) return 0;
      batch.setU8(batch.windowScale, i, min(load<u8>(at, 2), <u8>MAX_WINDOW_SCALE));
      return OPTION.WINDOW_SCALE;
    case SACK_PERMITTED:
      return length == 2 ? OPTION.SACK_PERMITTED : 0;
    case SACK:
      return readSack(i, at + 2, length - 2);
    case TIMESTAMPS:
      return length == 10 ? readTimestamps(i, at) : 0;
    case MPTCP:
      return OPTION.MPTCP;
    case FAST_OPEN:
      return OPTION.FAST_OPEN;
    case EXPERIMENT:
      return length >= 4 && uint16(at + 2) == FAST_OPEN_EXPERIMENT ? OPTION.FAST_OPEN : 0;
    default:
      return 0;
  }
}

function readTimestamps(i: i32, at: usize): i32 {
  batch.setI32(batch.tsValue, i, uint32(at + 2));
  batch.setI32(batch.tsEcho, i, uint32(at + 6));
  return OPTION.TIMESTAMPS;
}

function readSack(i: i32, at: usize, length: i32): i32 {
  const blocks = min(length >> 3, batch.MAX_SACK_BLOCKS);
  const to = batch.sackEdgesAt(i);
  if (blocks == 0) return OPTION.BROKEN;
  for (let edge: usize = 0; edge < <usize>blocks * 2; edge++) store<u32>(to + (edge << 2), uint32(at + (edge << 2)));
  batch.setU8(batch.sackCount, i, blocks);
  return OPTION.SACK;
}
