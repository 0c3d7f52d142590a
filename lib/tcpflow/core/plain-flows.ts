// Plain connections as JSON, whole and one after the other: those of which nothing is to be said but what stands here and in a few texts (lib/analysis/plain-sheet.js).
import { at, move, text } from "./text";
import { writeFlow, writeMessageCounts } from "./json";

/** Connections of a sheet at the most. */
export const SHEET_FLOWS: i32 = 256;

/** Texts by the number of the protocol, and behind them by that of the host (hosts.ts): [address, bytes] pairs; address 0: not known. */
export const PROTOCOL_TEXTS: i32 = 16;

/** What is known of up to 256 connections in a row: this, then the columns. SHEET of plain-sheet.js. */
@unmanaged
class Sheet {
  texts: u32;
  /** The first connection. */
  first: i32;
  /** Told back: the connection up to which it is written. */
  to: i32;
  unused: i32;
}

/** Requests, answers, pipelined requests and depth, four words a connection. */
const COUNTS: usize = 16;
const HOSTS: usize = COUNTS + 16 * SHEET_FLOWS;
const PROTOCOLS: usize = HOSTS + 2 * SHEET_FLOWS;
/** What keeps a connection from being written here: its mark, its warnings, its signature; 0: nothing. */
const MARKS: usize = PROTOCOLS + SHEET_FLOWS;
const WARNINGS: usize = MARKS + SHEET_FLOWS;
const SIGNATURES: usize = WARNINGS + SHEET_FLOWS;
export const SHEET_BYTES: usize = SIGNATURES + SHEET_FLOWS;

/**
 * Writes connections `from` up to before `to`, all of the sheet, each with what stands before it in a list, from byte `start` on and no further when `limit` is
 * passed, behind which there must be room for 16 KiB. It stops at the first that is not plain, `sheet.to`.
 * @returns the byte behind the last
 */
export function writePlainFlows(sheet: usize, start: usize, limit: usize, from: i32, to: i32): usize {
  let end = start, flow = from;
  for (; flow < to && end < limit; flow++) {
    const next = writePlain(changetype<Sheet>(sheet), end, flow);
    if (next == 0) break;
    end = next;
  }
  changetype<Sheet>(sheet).to = flow;
  return end;
}

/** @returns 0: it is for JavaScript */
function writePlain(sheet: Sheet, start: usize, flow: i32): usize {
  const place = <usize>(flow - sheet.first), columns = changetype<usize>(sheet), counts = columns + COUNTS + (place << 4);
  if ((load<u8>(columns + MARKS + place) | load<u8>(columns + WARNINGS + place) | load<u8>(columns + SIGNATURES + place)) != 0) return 0;
  const protocol = load<u8>(columns + PROTOCOLS + place), requests = load<i32>(counts), responses = load<i32>(counts, 4);
  const host = load<u16>(columns + HOSTS + (place << 1)), isSilent = protocol == 0 && requests == 0 && responses == 0;
  if (!isSilent && (requests != 1 || host == 0)) return 0;
  const texts = <usize>sheet.texts, ofProtocol = texts + (<usize>protocol << 3), ofHost = texts + (<usize>(PROTOCOL_TEXTS + <i32>host - 1) << 3);
  if (load<u32>(ofProtocol) == 0 || (!isSilent && load<u32>(ofHost) == 0)) return 0;
  move(start);
  text(flow == 0 ? "\n" : ",\n");
  const behind = writeFlow(at, flow);
  if (behind == 0) return 0;
  copy(ofProtocol);
  writeMessageCounts(at, requests, responses, load<i32>(counts, 8), load<i32>(counts, 12));
  if (!isSilent) copy(ofHost);
  text(',"findings":[]}');
  return at;
}

/** Sixteen bytes at a time: what is written too much is written over. @param pair address and length */
function copy(pair: usize): void {
  const from = <usize>load<u32>(pair), length = <usize>load<u32>(pair, 4);
  for (let i: usize = 0; i < length; i += 16) v128.store(at + i, v128.load(from + i));
  move(at + length);
}
