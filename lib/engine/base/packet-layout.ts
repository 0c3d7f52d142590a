/** Written by scripts/generate-layout.js from lib/engine/layout.js; not edited by hand. */

// The columns of a connection's packets, one behind the other.
import { beginTable, takeColumn } from './table-layout';
export const PACKET_COLUMNS: i32 = 24;
export const BYTES_PER_PACKET: i32 = 83;
/** Row of the packet table. */
export let row: usize = 0;
/** Frame number, from 1. */
export let frame: usize = 0;
/** Integer nanoseconds since the capture's first packet. */
export let timeNs: usize = 0;
/** Who sent it: 0 the client, 1 the server. */
export let direction: usize = 0;
export let seqOffset: usize = 0;
/** End of the sequence space used, SYN and FIN included. */
export let endOffset: usize = 0;
/** In the other direction's offsets; −1 without ACK. */
export let ackOffset: usize = 0;
/** Payload bytes by the IP header. */
export let length: usize = 0;
/** Payload bytes that are in the capture; 65535: that many or more. */
export let captured: usize = 0;
/** As in the header, unscaled. */
export let window: usize = 0;
/** Scaled, where it is known by how much (`ConnectionOptions.windowScale`). */
export let windowBytes: usize = 0;
/** Bits of `TCP`. */
export let flags: usize = 0;
/** Urgent pointer. */
export let urgent: usize = 0;
/** Bits of `ANALYSIS`. */
export let analysis: usize = 0;
/** Values of `VERDICT`: a first one, and the final one when the capture has ended. */
export let verdict: usize = 0;
/** Kind and need of a retransmission (verdict.js); 0 until it is known. */
export let judgement: usize = 0;
/** Bits of `OPTION`; the columns of a value count only where its bit is set. */
export let options: usize = 0;
/** Timestamps option, bit pattern; 0 without it. */
export let tsValue: usize = 0;
/** Timestamps option, bit pattern; 0 without it. */
export let tsEcho: usize = 0;
/** IPv4 identification; 65535 for IPv6. */
export let ipId: usize = 0;
/** Time to live, or hop limit. */
export let ttl: usize = 0;
/** The IP header's two ECN bits: 3 = congestion experienced. */
export let ecn: usize = 0;
/** Its SACK blocks: entries sackStart … + sackCount of sackLeft and sackRight. */
export let sackStart: usize = 0;
export let sackCount: usize = 0;

/** From now on the packets are those that lie there. */
export function usePackets(at: usize, count: i32): void {
  beginTable(at, count);
  row = takeColumn(4);
  frame = takeColumn(4);
  timeNs = takeColumn(8);
  direction = takeColumn(1);
  seqOffset = takeColumn(8);
  endOffset = takeColumn(8);
  ackOffset = takeColumn(8);
  length = takeColumn(4);
  captured = takeColumn(2);
  window = takeColumn(2);
  windowBytes = takeColumn(8);
  flags = takeColumn(2);
  urgent = takeColumn(2);
  analysis = takeColumn(2);
  verdict = takeColumn(1);
  judgement = takeColumn(1);
  options = takeColumn(1);
  tsValue = takeColumn(4);
  tsEcho = takeColumn(4);
  ipId = takeColumn(2);
  ttl = takeColumn(1);
  ecn = takeColumn(1);
  sackStart = takeColumn(4);
  sackCount = takeColumn(1);
}

// @ts-ignore: decorator
@inline
export function rowOf(i: i32): i32 {
  return load<i32>(row + <usize>i * 4);
}

// @ts-ignore: decorator
@inline
export function frameOf(i: i32): i32 {
  return load<i32>(frame + <usize>i * 4);
}

// @ts-ignore: decorator
@inline
export function timeNsOf(i: i32): f64 {
  return load<f64>(timeNs + <usize>i * 8);
}

// @ts-ignore: decorator
@inline
export function directionOf(i: i32): i32 {
  return <i32>load<u8>(direction + <usize>i * 1);
}

// @ts-ignore: decorator
@inline
export function seqOffsetOf(i: i32): f64 {
  return load<f64>(seqOffset + <usize>i * 8);
}

// @ts-ignore: decorator
@inline
export function endOffsetOf(i: i32): f64 {
  return load<f64>(endOffset + <usize>i * 8);
}

// @ts-ignore: decorator
@inline
export function ackOffsetOf(i: i32): f64 {
  return load<f64>(ackOffset + <usize>i * 8);
}

// @ts-ignore: decorator
@inline
export function lengthOf(i: i32): i32 {
  return load<i32>(length + <usize>i * 4);
}

// @ts-ignore: decorator
@inline
export function capturedOf(i: i32): i32 {
  return <i32>load<u16>(captured + <usize>i * 2);
}

// @ts-ignore: decorator
@inline
export function windowOf(i: i32): i32 {
  return <i32>load<u16>(window + <usize>i * 2);
}

// @ts-ignore: decorator
@inline
export function windowBytesOf(i: i32): f64 {
  return load<f64>(windowBytes + <usize>i * 8);
}

// @ts-ignore: decorator
@inline
export function flagsOf(i: i32): i32 {
  return <i32>load<u16>(flags + <usize>i * 2);
}

// @ts-ignore: decorator
@inline
export function urgentOf(i: i32): i32 {
  return <i32>load<u16>(urgent + <usize>i * 2);
}

// @ts-ignore: decorator
@inline
export function analysisOf(i: i32): i32 {
  return <i32>load<u16>(analysis + <usize>i * 2);
}

// @ts-ignore: decorator
@inline
export function verdictOf(i: i32): i32 {
  return <i32>load<u8>(verdict + <usize>i * 1);
}

// @ts-ignore: decorator
@inline
export function judgementOf(i: i32): i32 {
  return <i32>load<u8>(judgement + <usize>i * 1);
}

// @ts-ignore: decorator
@inline
export function optionsOf(i: i32): i32 {
  return <i32>load<u8>(options + <usize>i * 1);
}

// @ts-ignore: decorator
@inline
export function tsValueOf(i: i32): i32 {
  return load<i32>(tsValue + <usize>i * 4);
}

// @ts-ignore: decorator
@inline
export function tsEchoOf(i: i32): i32 {
  return load<i32>(tsEcho + <usize>i * 4);
}

// @ts-ignore: decorator
@inline
export function ipIdOf(i: i32): i32 {
  return <i32>load<u16>(ipId + <usize>i * 2);
}

// @ts-ignore: decorator
@inline
export function ttlOf(i: i32): i32 {
  return <i32>load<u8>(ttl + <usize>i * 1);
}

// @ts-ignore: decorator
@inline
export function ecnOf(i: i32): i32 {
  return <i32>load<u8>(ecn + <usize>i * 1);
}

// @ts-ignore: decorator
@inline
export function sackStartOf(i: i32): i32 {
  return load<i32>(sackStart + <usize>i * 4);
}

// @ts-ignore: decorator
@inline
export function sackCountOf(i: i32): i32 {
  return <i32>load<u8>(sackCount + <usize>i * 1);
}
