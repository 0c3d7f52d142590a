// Plain connections as JSON, whole and one after the other: those of which nothing is to be said but what stands here and in a few texts (lib/analysis/plain-sheet.js).
import { NO_HOST } from "../../engine/http1/host-field";
import { at, move, text } from "../../engine/json/text";
import { writeFlow, writeMessageCounts } from "../../engine/json/flow";
import { LAID_MESSAGES, MESSAGE_BYTES, writePipelining } from "./pipelining";

/** Connections of a sheet at the most. */
export const SHEET_FLOWS: i32 = 256;
/** Messages that are laid for them at the most. */
export const SHEET_MESSAGES: i32 = 4096;

/** Texts as [address, bytes] pairs; address 0: not known. By the number of the protocol, behind them by bits of warnings, then by the host's number (hosts.ts) less one. */
export const PROTOCOL_TEXTS: i32 = 16;
export const WARNING_TEXTS: i32 = 32;
export const TEXTS: i32 = PROTOCOL_TEXTS + WARNING_TEXTS + NO_HOST;

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
/** Place of the first message that is laid for it, times 256, plus how many there are; −1: what they come to is for JavaScript. */
const LAID: usize = COUNTS + 16 * SHEET_FLOWS;
const HOSTS: usize = LAID + 4 * SHEET_FLOWS;
const PROTOCOLS: usize = HOSTS + 2 * SHEET_FLOWS;
const WARNINGS: usize = PROTOCOLS + SHEET_FLOWS;
/** What keeps a connection from being written here: its mark, its signature; 0: nothing. */
const MARKS: usize = WARNINGS + SHEET_FLOWS;
const SIGNATURES: usize = MARKS + SHEET_FLOWS;
/** Room to put the messages of one connection into order (pipelining.ts), and those of all. */
const ORDER: usize = SIGNATURES + SHEET_FLOWS;
export const SHEET_LAID: usize = ORDER + LAID_MESSAGES;
export const SHEET_BYTES: usize = SHEET_LAID + MESSAGE_BYTES * SHEET_MESSAGES;

/** Of a connection that speaks HTTP/1, or nothing that is known; by their numbers. */
const HIGHEST_PLAIN_PROTOCOL: u8 = 2;

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
  if ((load<u8>(columns + MARKS + place) | load<u8>(columns + SIGNATURES + place)) != 0) return 0;
  const protocol = load<u8>(columns + PROTOCOLS + place), warnings = <i32>load<u8>(columns + WARNINGS + place);
  const requests = load<i32>(counts), host = requests == 0 ? NO_HOST : <i32>load<u16>(columns + HOSTS + (place << 1));
  if (protocol > HIGHEST_PLAIN_PROTOCOL || warnings >= WARNING_TEXTS || host == 0) return 0;
  const ofProtocol = textAt(sheet, protocol), ofWarnings = textAt(sheet, PROTOCOL_TEXTS + warnings);
  const ofHost = textAt(sheet, PROTOCOL_TEXTS + WARNING_TEXTS + host - 1), laid = requests < 2 ? 0 : load<i32>(columns + LAID + (place << 2));
  if (load<u32>(ofHost) == 0 || laid < 0) return 0;
  move(start);
  text(flow == 0 ? "\n" : ",\n");
  if (writeFlow(at, flow) == 0) return 0;
  copy(ofProtocol);
  writeMessageCounts(at, requests, load<i32>(counts, 4), load<i32>(counts, 8), load<i32>(counts, 12));
  if (requests > 1 && writeLaid(sheet, laid, flow) == 0) return 0;
  copy(ofHost);
  copy(ofWarnings);
  text(',"findings":[]}');
  return at;
}

// @ts-ignore: decorator
@inline
function textAt(sheet: Sheet, number: i32): usize { return <usize>sheet.texts + (<usize>number << 3); }

function writeLaid(sheet: Sheet, laid: i32, flow: i32): usize {
  const own = changetype<usize>(sheet);
  return writePipelining(at, own + ORDER, own + SHEET_LAID + MESSAGE_BYTES * <usize>(laid >> 8), laid & 255, flow);
}

/** Sixteen bytes at a time: what is written too much is written over. @param pair address and length */
function copy(pair: usize): void {
  const from = <usize>load<u32>(pair), length = <usize>load<u32>(pair, 4);
  for (let i: usize = 0; i < length; i += 16) v128.store(at + i, v128.load(from + i));
  move(at + length);
}
