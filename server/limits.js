import { processMemoryBytes } from '../lib/node/process-memory.js';

const MiB = 1024 * 1024;
/** What the process may have, be it the machine's or a container's. */
const memoryBytes = processMemoryBytes();

/**
 * What the server allows, listed in docs/limits.md. `startServer` takes other values for each.
 * @typedef {{ [K in keyof typeof LIMITS]: number }} Limits
 */
export const LIMITS = Object.freeze({
  /** Bytes of one upload. */
  uploadBytes: 2048 * MiB,
  /** Bytes of a key log. */
  keyLogBytes: 16 * MiB,
  /** Bytes that are left free on the disk, whatever is uploaded or sniffed. */
  diskReserveBytes: 64 * MiB,
  /** An upload without a byte for so long is given up. */
  uploadIdleMs: 60_000,
  /** Analysis threads at a time; captures being read keep theirs, others are closed, longest unused first. */
  openAnalyses: 12,
  renewedBytes: 2 ** 28,
  /** A thread that nobody asked or watches for so long is closed. */
  analysisIdleMs: 300_000,
  /** Memory of the process: all threads together keep below it (analysis/memory-relief.js). */
  memoryBytes,
  /** V8 heap of one analysis thread. */
  analysisHeapMb: Math.min(2048, Math.floor(memoryBytes / MiB / 4)),
  /** Typed arrays of one analysis thread; V8's own limit does not count them. */
  analysisColumnBytes: Math.min(8192 * MiB, Math.floor(memoryBytes * 0.6)),
  /** A thread that leaves a question unanswered for so long is ended. */
  analysisAnswerMs: 60_000,
  /** How long a question about a capture just reopened waits for the whole of it to be read. */
  reopenWaitMs: 1000,
  /** Live captures at a time. */
  liveCaptures: 4,
  /** State-changing requests of one address in a minute. */
  changesPerMinute: 1200,
  /** Questions of one address in a minute that read a capture again, or go through all of it. */
  costlyPerMinute: 3000,
  /** Bytes of answers that were made and not taken; more are made when they have been. */
  answerBytes: 256 * MiB,
  /** Files made of connections, and bodies, on their way at a time. */
  downloads: 8,
  /** How long a question waits for room where so much is on its way. */
  busyMs: 10_000,
  /** A reader that takes nothing for so long is given up. */
  readerIdleMs: 30_000,
  /** Least time between two events of a kind to one page. */
  eventIntervalMs: 100,
  /** Characters of a filter text. */
  textLength: 1000,
  /** Captures or connections compared in one answer. */
  compared: 12,
  /** Settings that may be asked for next, told with a what-if question. */
  whatIfAhead: 48,
  /** Rows, or messages, in one answer. */
  pageRows: 500,
  /** Bytes of a stream in one answer for the page. */
  streamBytes: MiB / 4,
  /** Readers' notes kept with a capture. */
  notes: 500,
  /** Characters of a note. */
  noteLength: 2000,
});
