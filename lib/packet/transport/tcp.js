import { CHECKSUM, OPTION } from '../../engine/enums.js';
import { checksumOf } from './checksum.js';
import { readOptions } from './tcp-options.js';

/** @typedef {import('../../engine/segment-batch.js').SegmentBatch} SegmentBatch */
/** @typedef {import('../packet.js').Packet} Packet */

/** A segment counts from here on: all up to the window must be captured, as Wireshark has it. */
export const MIN_CAPTURED_HEADER = 16;
const MIN_HEADER = 20;
/** NOP, NOP, timestamps (RFC 7323 appendix A): what nearly every segment bears. */
const TIMESTAMPS_LAYOUT = 0x0101080a;

/**
 * Writes the TCP segment at `packet.at` into the batch's next entry. There must be room, and `batch.bytes` must be
 * `packet.bytes`. A header whose length is impossible counts as a segment without payload.
 *
 * @param {SegmentBatch} batch
 * @param {Packet} packet
 */
export function appendSegment(batch, packet) {
  const at = packet.at;
  const view = packet.view;
  const entry = batch.count;
  batch.count = entry + 1;
  appendFrame(batch, packet, entry);
  appendAddresses(batch, packet, entry);
  batch.ports[entry] = view.getInt32(at);
  batch.seq[entry] = view.getInt32(at + 4);
  batch.ack[entry] = view.getInt32(at + 8);
  batch.flags[entry] = view.getUint16(at + 12) & 0x0fff;
  batch.window[entry] = view.getUint16(at + 14);
  batch.urgent[entry] = packet.end - at >= MIN_HEADER ? view.getUint16(at + 18) : 0;
  appendPayload(batch, packet, entry);
}

/**
 * @param {SegmentBatch} batch
 * @param {Packet} packet
 * @param {number} entry
 */
function appendFrame(batch, packet, entry) {
  const frames = packet.frames;
  const frame = packet.entry;
  batch.frame[entry] = frames.firstFrame + frame;
  batch.timeNs[entry] = frames.timeNs[frame];
  batch.frameLength[entry] = frames.wireLength[frame];
  batch.scope[entry] = packet.scope;
  batch.ipId[entry] = packet.identification;
  batch.ttl[entry] = packet.ttl;
  batch.ecn[entry] = packet.ecn;
  batch.dscp[entry] = packet.dscp;
}

/**
 * @param {SegmentBatch} batch
 * @param {Packet} packet
 * @param {number} entry
 */
function appendPayload(batch, packet, entry) {
  const { at, end, view } = packet;
  const headerLength = (view.getUint8(at + 12) >> 4) << 2;
  const onWire = end - at + packet.missing;
  const optionsEnd = Math.min(at + headerLength, end);
  batch.recordLength[entry] = onWire - packet.beyondRecord - headerLength;
  batch.checksum[entry] = CHECKSUM.UNKNOWN;
  if (headerLength < MIN_HEADER || headerLength > onWire) {
    batch.payloadOffset[entry] = end;
    batch.payloadLength[entry] = 0;
    batch.payloadCaptured[entry] = 0;
  } else {
    batch.payloadOffset[entry] = optionsEnd;
    batch.payloadLength[entry] = onWire - headerLength;
    batch.payloadCaptured[entry] = end - optionsEnd;
    if (packet.missing === 0) {
      batch.checksum[entry] = checksumOf(packet, batch.sourceAddress, batch.destinationAddress, entry << 2);
    }
  }
  // What the entry's former segment left there would be taken for this one's: which it was depends on the batches.
  batch.sackCount[entry] = batch.optionOrder[entry] = batch.tsValue[entry] = batch.tsEcho[entry] = 0;
  if (headerLength === 32 && optionsEnd - at === 32 && view.getInt32(at + 20) === TIMESTAMPS_LAYOUT) {
    batch.options[entry] = OPTION.TIMESTAMPS;
    batch.tsValue[entry] = view.getInt32(at + 24);
    batch.tsEcho[entry] = view.getInt32(at + 28);
    return;
  }
  batch.options[entry] = 0;
  if (headerLength > onWire) return;
  if (headerLength > MIN_HEADER) readOptions(batch, entry, packet.bytes, at + MIN_HEADER, optionsEnd);
  if (headerLength < MIN_HEADER || optionsEnd - at < headerLength) batch.options[entry] |= OPTION.BROKEN;
}

/**
 * @param {SegmentBatch} batch
 * @param {Packet} packet
 * @param {number} entry
 */
function appendAddresses(batch, packet, entry) {
  const view = packet.view;
  const from = packet.addressAt;
  const source = batch.sourceAddress;
  const destination = batch.destinationAddress;
  const to = entry << 2;
  batch.ipVersion[entry] = packet.ipVersion;
  if (packet.ipVersion === 4) {
    source[to] = source[to + 1] = source[to + 2] = 0;
    destination[to] = destination[to + 1] = destination[to + 2] = 0;
    source[to + 3] = view.getInt32(from);
    destination[to + 3] = view.getInt32(from + 4);
    return;
  }
  const destinationAt = packet.destinationAt >= 0 ? packet.destinationAt : from + 16;
  for (let word = 0; word < 4; word++) {
    source[to + word] = view.getInt32(from + (word << 2));
    destination[to + word] = view.getInt32(destinationAt + (word << 2));
  }
}
