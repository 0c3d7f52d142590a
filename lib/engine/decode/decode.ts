// Fast path for nearly all frames: Ethernet, at most one VLAN tag, IPv4 without fragments or IPv6 without extension
// headers, TCP. Any other frame, or one cut before its TCP header's window, is left to lib/packet/decoder.js, which has
// the same rules and would give the same result.
//
//   at                    end          end + missing
//    v                     v                 v
//    [ what is left, captured | cut off or lost ]
import * as batch from '../base/batch';
import { CHECKSUM, PROTOCOL_TCP, VLANS } from '../base/enums';
import * as frames from '../base/frames';
import { reserve } from '../base/memory';
import { checksumOf, isHeaderDamaged } from './checksum';
import { readOptions } from './tcp-options';
import { uint16, uint32 } from '../base/wire';

const LINK_TYPE_ETHERNET: i32 = 1;
const ETHERNET_HEADER: usize = 14;
const VLAN_TAG: usize = 4;
const TYPE_VLAN: i32 = 0x8100;
const TYPE_IPV4: i32 = 0x0800;
const TYPE_IPV6: i32 = 0x86dd;
const IPV4_HEADER: i32 = 20;
const IPV6_HEADER: i32 = 40;
/** "More fragments" and the fragment offset of IPv4. */
const FRAGMENT_BITS: i32 = 0x3fff;
/** As in packet.js and tcp.js. */
const MAX_MISSING: i32 = 0x3fffffff;
const MIN_CAPTURED_HEADER: i32 = 16;
const TCP_HEADER: i32 = 20;
/** Of a packet that has none. */
const NO_IP_ID: i32 = 65535;

/** Scope of a frame with one VLAN tag, by VLAN; 0: none is known. Written by lib/packet/scopes.js. */
export const vlanScopes: usize = reserve(VLANS * 4);

/** Segments of the batch, from 0 to its capacity. */
let segments: i32 = 0;
export function segmentCount(): i32 {
  return segments;
}

let at: usize = 0;
let end: usize = 0;
let missing: i32 = 0;
/** How many of the missing bytes lie beyond the record's wire length. */
let beyondRecord: i32 = 0;
/** The IPv4 header's checksum is wrong. */
let isIpDamaged: bool = false;

/**
 * Decodes the frames from `entry` on into the batch of that index, after its first `count` segments.
 * @returns the first frame not decoded: the batch is full, the frame is of another kind, or there are no more
 */
export function decodeFrames(index: i32, bytes: usize, entry: i32, last: i32, firstFrame: i32, count: i32): i32 {
  batch.useBatch(index);
  segments = count;
  for (; entry < last && segments < <i32>batch.BATCH_CAPACITY; entry++) {
    if (frames.i32At(frames.linkType, entry) != LINK_TYPE_ETHERNET || !decodeFrame(bytes, entry)) break;
    writeFrame(bytes, entry, firstFrame + entry);
    segments++;
  }
  return entry;
}

/** Writes the headers' fields, all that a later frame would not overwrite; false: the frame is not of this kind. */
function decodeFrame(bytes: usize, entry: i32): bool {
  const captured = frames.i32At(frames.capturedLength, entry);
  const cut = frames.i32At(frames.wireLength, entry) - captured;
  at = bytes + <usize>frames.i32At(frames.dataOffset, entry);
  end = at + <usize>captured;
  missing = cut <= 0 ? 0 : min(cut, MAX_MISSING);
  beyondRecord = 0;
  if (left() < <i32>(ETHERNET_HEADER + VLAN_TAG)) return false;
  let type = uint16(at + 12);
  let scope = 0;
  at += ETHERNET_HEADER;
  if (type == TYPE_VLAN) {
    const vlan = uint16(at) & 0x0fff;
    type = uint16(at + 2);
    at += VLAN_TAG;
    scope = load<i32>(vlanScopes + ((<usize>vlan) << 2));
    if (scope == 0 && vlan != 0) return false;
  }
  batch.setI32(batch.scope, segments, scope);
  if (type == TYPE_IPV4) return decodeIpv4();
  return type == TYPE_IPV6 && decodeIpv6();
}

// @ts-ignore: decorator
@inline
function left(): i32 {
  return <i32>end - <i32>at;
}

/** The IP header's length is trusted even where it exceeds the frame's. */
// @ts-ignore: decorator
@inline
function bound(from: usize, length: i32): void {
  const beyond = <i32>from + length - <i32>end;
  if (beyond <= 0) end += beyond;
  beyondRecord = max(beyond - missing, 0);
  missing = max(beyond, 0);
}

function decodeIpv4(): bool {
  if (left() < IPV4_HEADER) return false;
  const first = load<u8>(at);
  const header = (first & 15) << 2;
  const total = uint16(at + 2);
  if (first >> 4 != 4 || <i32>header < IPV4_HEADER || total < <i32>header) return false;
  if (uint16(at + 6) & FRAGMENT_BITS || load<u8>(at, 9) != PROTOCOL_TCP) return false;
  bound(at, total);
  const source = batch.addressAt(batch.sourceAddress, segments);
  const destination = batch.addressAt(batch.destinationAddress, segments);
  store<i64>(source, 0);
  store<i64>(source, (<u64>uint32(at + 12)) << 32, 8);
  store<i64>(destination, 0);
  store<i64>(destination, (<u64>uint32(at + 16)) << 32, 8);
  writeIp(4, uint16(at + 4), load<u8>(at, 8), load<u8>(at, 1));
  isIpDamaged = left() >= <i32>header && isHeaderDamaged(at, <i32>header);
  at += header;
  return left() >= MIN_CAPTURED_HEADER;
}

function decodeIpv6(): bool {
  if (left() < IPV6_HEADER) return false;
  const length = uint16(at + 4);
  if (load<u8>(at) >> 4 != 6 || length == 0 || load<u8>(at, 6) != PROTOCOL_TCP) return false;
  const source = batch.addressAt(batch.sourceAddress, segments);
  const destination = batch.addressAt(batch.destinationAddress, segments);
  for (let word: usize = 0; word < 16; word += 4) {
    store<u32>(source + word, uint32(at + 8 + word));
    store<u32>(destination + word, uint32(at + 24 + word));
  }
  writeIp(6, NO_IP_ID, load<u8>(at, 7), (load<u8>(at) << 4) | (load<u8>(at, 1) >> 4));
  isIpDamaged = false;
  at += IPV6_HEADER;
  bound(at, length);
  return left() >= MIN_CAPTURED_HEADER;
}

/** @param trafficClass of IPv6, and IPv4's byte of that place: DSCP and ECN */
// @ts-ignore: decorator
@inline
function writeIp(version: u8, id: i32, ttl: u8, trafficClass: u8): void {
  batch.setU8(batch.ipVersion, segments, version);
  batch.setU16(batch.ipId, segments, id);
  batch.setU8(batch.ttl, segments, ttl);
  batch.setU8(batch.ecn, segments, trafficClass & 3);
  batch.setU8(batch.dscp, segments, trafficClass >> 2);
}

/** Writes the frame's number and time, and the TCP segment at `at`. */
function writeFrame(bytes: usize, entry: i32, frame: i32): void {
  batch.setI32(batch.frame, segments, frame);
  batch.setF64(batch.timeNs, segments, frames.f64At(frames.timeNs, entry));
  batch.setI32(batch.frameLength, segments, frames.i32At(frames.wireLength, entry));
  batch.setI32(batch.ports, segments, uint32(at));
  batch.setI32(batch.seq, segments, uint32(at + 4));
  batch.setI32(batch.ack, segments, uint32(at + 8));
  batch.setU16(batch.flags, segments, uint16(at + 12) & 0x0fff);
  batch.setU16(batch.window, segments, uint16(at + 14));
  batch.setU16(batch.urgent, segments, left() >= TCP_HEADER ? uint16(at + 18) : 0);
  writePayload(bytes);
}

/** @param length of the segment at `at` */
function verified(length: i32): u8 {
  const found = checksumOf(at, length, segments);
  return isIpDamaged && found != CHECKSUM.OFFLOADED ? CHECKSUM.WRONG : found;
}

/** A header whose length is impossible counts as a segment without payload. */
function writePayload(bytes: usize): void {
  const header = (<i32>(load<u8>(at, 12) >> 4)) << 2;
  const onWire = left() + missing;
  const possible = header >= TCP_HEADER && header <= onWire;
  const optionsEnd = min(at + <usize>header, end);
  const payload = possible ? optionsEnd : end;
  batch.setI32(batch.payloadOffset, segments, <i32>(payload - bytes));
  batch.setI32(batch.payloadLength, segments, possible ? onWire - header : 0);
  batch.setI32(batch.recordLength, segments, onWire - beyondRecord - header);
  batch.setI32(batch.payloadCaptured, segments, <i32>(end - payload));
  batch.setU8(batch.checksum, segments, possible && missing == 0 ? verified(onWire) : CHECKSUM.UNKNOWN);
  readOptions(
    segments,
    at + TCP_HEADER,
    possible ? optionsEnd : at,
    header < TCP_HEADER || (possible && optionsEnd < at + <usize>header),
  );
}
