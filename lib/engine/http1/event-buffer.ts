// What plain-http.ts has found, in order: one record for a message whose head came, with its end where that came in the same segment; else its end has a
// record of its own. JavaScript takes the records in (lib/engine/http1-events.js) before it sees a segment behind them, and at the end of each batch.
import { reserve } from "../base/memory";

/** Sixteen for each segment of a batch, which is more than nearly all bring; before it is full JavaScript reads on. */
const RECORDS: i32 = 16384;
/** Those that a message may come to, with what ended before it and what is told of its segment. */
const MOST_A_MESSAGE: i32 = 4;
/** For the heads of all records: what does not fit JavaScript finds where it lies. */
const HEAD_ROOM: i32 = 1 << 18;

/** RECORD_F and RECORD of http-log.js. */
@unmanaged
export class HttpRecord {
  startOffset: f64;
  startNs: f64;
  /** How far the message has come by the end of the segment, or its end. */
  endOffset: f64;
  bodyBytes: f64;
  /** Infinity where only the frame is known. */
  endNs: f64;
  flow: i32;
  /** The connection's place, times 2, plus the endpoint. */
  half: i32;
  isRequest: i32;
  status: i32;
  minorVersion: i32;
  /** 0: the head is in an earlier record. */
  headBytes: i32;
  /** From where the batch's bytes begin. */
  headAt: i32;
  startFrame: i32;
  endFrame: i32;
  /** 0: it goes on; 1: it has ended, not as a whole; 2: it is complete. */
  ends: i32;
  /** Whether it is a response that a request waited for. */
  answers: i32;
  /** Bits of NOTE (notes.js). */
  notes: i32;
  /** Whether bytes are missing: with `headBytes` and `ends` 0 the record says nothing else. */
  warns: i32;
  /** Of a request: how many wait for their answers, itself included. */
  depth: i32;
  /** Where the head lies among those copied; −1: it does not. */
  keptAt: i32;
  unused: i32;
}

@unmanaged
class Log {
  count: i32;
  headBytes: i32;
}
const log: Log = changetype<Log>(reserve(offsetof<Log>()));
export const httpLogCount: usize = changetype<usize>(log);
export const httpLog: usize = reserve(<usize>RECORDS * offsetof<HttpRecord>());
/** Heads of the records, one behind the other, so that JavaScript can take them away in one piece. */
export const httpHeads: usize = reserve(HEAD_ROOM);

export function isLogFull(): bool { return log.count > RECORDS - MOST_A_MESSAGE; }

/** The next record, for the caller to fill; the last one again where the log is full, which `isLogFull` told before. */
export function beginRecord(): HttpRecord {
  const place = min(log.count, RECORDS - 1), next = changetype<HttpRecord>(httpLog + <usize>place * offsetof<HttpRecord>());
  log.count = place + 1;
  next.headBytes = 0;
  next.ends = 0;
  next.answers = 0;
  next.notes = 0;
  next.warns = 0;
  return next;
}

/** Copies a record's head to the others. */
export function keepHead(entry: HttpRecord, at: usize, length: i32): void {
  entry.keptAt = -1;
  if (length > HEAD_ROOM - log.headBytes) return;
  entry.keptAt = log.headBytes;
  memory.copy(httpHeads + <usize>log.headBytes, at, length);
  log.headBytes += length;
}
