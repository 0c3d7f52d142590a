// Records of a pcap file in this memory, as lib/capture/pcap.js reads them elsewhere: the loop for every packet.
//
//   | seconds | fraction | captured length | wire length | (what a modified header has besides) | captured bytes …
import * as frames from '../base/frames';

/** `LENGTH_ORDER` of lib/capture/pcap-header.js. */
const AS_WRITTEN: i32 = 0;
const SWAPPED: i32 = 1;

/** From the file's header, see `beginRecords`. */
let isBigEndian: bool = false;
let headerBytes: i32 = 16;
let lengthOrder: i32 = AS_WRITTEN;
let maxFrameBytes: i32 = 0;
let linkType: i32 = 0;
let nsPerFraction: f64 = 1;
let baseSeconds: f64 = 0;
let baseFraction: f64 = 0;

/**
 * Results of `findRecords`: entries of the batch in use, and the captured length of the record that it did not take.
 */
let count: i32 = 0;
let refused: i32 = 0;

export function recordCount(): i32 {
  return count;
}
export function refusedLength(): i32 {
  return refused;
}

/**
 * Another file, which begins at `seconds` and `fraction`.
 * @param order `LENGTH_ORDER` @param most captured bytes of a record @param link its link type
 */
export function beginRecords(
  bigEndian: bool,
  header: i32,
  order: i32,
  most: i32,
  link: i32,
  fractionNs: f64,
  seconds: f64,
  fraction: f64,
): void {
  isBigEndian = bigEndian;
  headerBytes = header;
  lengthOrder = order;
  maxFrameBytes = most;
  linkType = link;
  nsPerFraction = fractionNs;
  baseSeconds = seconds;
  baseFraction = fraction;
}

/**
 * Takes whole records into the frames' columns until these are full.
 * @param bytes where the stretch of the file lies
 * @param position, end in it
 * @param entry the first that is free
 * @param base file offset of the stretch
 * @returns position of the first record not taken
 */
export function findRecords(bytes: usize, position: i32, end: i32, entry: i32, base: f64): i32 {
  let i = entry;
  while (i < frames.CAPACITY && end - position >= headerBytes) {
    const record = bytes + <usize>position;
    const data = position + headerBytes;
    let captured = word(record, 8);
    let wire = word(record, 12);
    if (lengthOrder != AS_WRITTEN && (lengthOrder == SWAPPED || <u32>captured > <u32>wire)) {
      const written = captured;
      captured = wire;
      wire = written;
    }
    // An empty record may be the header of another file: left to pcap.js.
    if (captured <= 0 || captured > maxFrameBytes || captured > end - data) {
      refused = captured;
      break;
    }
    const at4 = (<usize>i) << 2;
    const at8 = (<usize>i) << 3;
    store<i32>(frames.dataOffset + at4, data);
    store<i32>(frames.capturedLength + at4, captured);
    store<i32>(frames.wireLength + at4, wire < 0 ? i32.MAX_VALUE : wire);
    store<i32>(frames.linkType + at4, linkType);
    store<f64>(
      frames.timeNs + at8,
      (<f64>(<u32>word(record, 0)) - baseSeconds) * 1e9 + (<f64>(<u32>word(record, 4)) - baseFraction) * nsPerFraction,
    );
    store<f64>(frames.fileOffset + at8, base + <f64>data);
    i++;
    position = data + captured;
  }
  count = i;
  return position;
}

// @ts-ignore: decorator
@inline
function word(record: usize, at: usize): i32 {
  return isBigEndian ? bswap<i32>(load<i32>(record + at)) : load<i32>(record + at);
}
