import { MAX_QUESTION_MS } from '../lib/fleet/guarded/ask-guarded.js';
import { processMemoryBytes } from '../lib/node/process-memory.js';

const MiB = 1024 * 1024;
/** Memory available to the process, in a container its limit. */
const memoryBytes = processMemoryBytes();

/**
 * What the server allows, listed in docs/limits.md. `startServer` accepts other values.
 * @typedef {{ [K in keyof typeof LIMITS]: number }} Limits
 */
export const LIMITS = Object.freeze({
  /** Bytes of one upload. */
  uploadBytes: 2048 * MiB,
  /** Bytes of a key log. */
  keyLogBytes: 16 * MiB,
  /** Bytes of what a host recorded beside a capture, of one upload. */
  hostLogBytes: 64 * MiB,
  /** Bytes that are left free on the disk, whatever is uploaded or captured. */
  diskReserveBytes: 64 * MiB,
  /** An upload that receives no byte for this long is aborted. */
  uploadIdleMs: 60_000,
  /** Analysis threads at a time; captures being read keep theirs, others are closed, least recently used first. */
  openAnalyses: 12,
  renewedBytes: 2 ** 28,
  /** A thread without a request or a watching page for this long is closed. */
  analysisIdleMs: 300_000,
  /** Memory of the process: all threads together keep below it (analysis/memory-relief.js). */
  memoryBytes,
  /** V8 heap of one analysis thread. */
  analysisHeapMb: Math.min(2048, Math.floor(memoryBytes / MiB / 4)),
  /** Typed arrays of one analysis thread; V8's own limit does not count them. */
  analysisColumnBytes: Math.min(8192 * MiB, Math.floor(memoryBytes * 0.6)),
  /** A thread that does not answer within this time is ended. */
  analysisAnswerMs: 60_000,
  /** How long a request for a capture that was just reopened waits until it has been read. */
  reopenWaitMs: 1000,
  /** Live captures at a time. */
  liveCaptures: 4,
  /** State-changing requests of one address in a minute. */
  changesPerMinute: 1200,
  /** Requests of one address in a minute that read a capture again, or scan all of it. */
  costlyPerMinute: 3000,
  /** Bytes of responses that clients have not read yet; above this no more are made. */
  answerBytes: 256 * MiB,
  /** Exports of connections, and bodies, being sent at a time. */
  downloads: 8,
  /** How long a request waits while too much is being sent. */
  busyMs: 10_000,
  /** A client that reads nothing for this long is disconnected. */
  readerIdleMs: 30_000,
  /** Least time between two events of a kind to one page. */
  eventIntervalMs: 100,
  /** Characters of a filter text. */
  textLength: 1000,
  /** Captures or connections compared in one answer. */
  compared: 12,
  /** Queries of tables that run at a time; each has a process of its own. */
  questions: 2,
  /** Queries that have run for 2 s and may go on beside these. */
  slowQuestions: 2,
  /** A query of tables that takes longer is ended. */
  questionMs: MAX_QUESTION_MS,
  /** Queries of tables that wait for their turn. */
  waitingQuestions: 8,
  /** Rows, or messages, in one answer. */
  pageRows: 500,
  /** Bytes of a stream in one answer for the page. */
  streamBytes: MiB / 4,
  /** Readers' notes kept with a capture. */
  notes: 500,
  /** Characters of a note. */
  noteLength: 2000,
});
