/** Written by scripts/generate-layout.js from lib/engine/layout.js; not edited by hand. */

// What goes from a batch to the packet table, and from there to a connection's packets, as it is.
import * as batch from '../base/batch-layout';
import * as packets from '../base/packet-layout';
import * as rows from '../base/row-layout';
import { copyListed, copySparse, copyStretch } from './copy';

/** Copies `count` segments from `i` on to rows of one block, from place `at` on. */
export function copyToRows(i: i32, count: i32, block: usize, at: usize): void {
  copyStretch<f64>(batch.timeNs, i, count, block + rows.TIME_NS, at);
  copyStretch<i32>(batch.payloadLength, i, count, block + rows.LENGTH, at);
  copyStretch<u16>(batch.window, i, count, block + rows.WINDOW, at);
  copyStretch<u16>(batch.flags, i, count, block + rows.FLAGS, at);
  copySparse<u16>(batch.urgent, i, count, block + rows.URGENT, at);
  copySparse<u8>(batch.options, i, count, block + rows.OPTIONS, at);
  copySparse<i32>(batch.tsValue, i, count, block + rows.TS_VALUE, at);
  copySparse<i32>(batch.tsEcho, i, count, block + rows.TS_ECHO, at);
  copyStretch<u16>(batch.ipId, i, count, block + rows.IP_ID, at);
  copyStretch<u8>(batch.ttl, i, count, block + rows.TTL, at);
  copySparse<u8>(batch.ecn, i, count, block + rows.ECN, at);
}

/** Copies from the rows listed. */
export function copyToPackets(list: usize, count: i32): void {
  copyListed<f64>(list, count, rows.TIME_NS, packets.timeNs);
  copyListed<i32>(list, count, rows.LENGTH, packets.length);
  copyListed<u16>(list, count, rows.CAPTURED, packets.captured);
  copyListed<u16>(list, count, rows.WINDOW, packets.window);
  copyListed<u16>(list, count, rows.FLAGS, packets.flags);
  copyListed<u16>(list, count, rows.URGENT, packets.urgent);
  copyListed<u16>(list, count, rows.ANALYSIS, packets.analysis);
  copyListed<u8>(list, count, rows.VERDICT, packets.verdict);
  copyListed<u8>(list, count, rows.JUDGEMENT, packets.judgement);
  copyListed<u8>(list, count, rows.OPTIONS, packets.options);
  copyListed<i32>(list, count, rows.TS_VALUE, packets.tsValue);
  copyListed<i32>(list, count, rows.TS_ECHO, packets.tsEcho);
  copyListed<u16>(list, count, rows.IP_ID, packets.ipId);
  copyListed<u8>(list, count, rows.TTL, packets.ttl);
  copyListed<u8>(list, count, rows.ECN, packets.ecn);
}
