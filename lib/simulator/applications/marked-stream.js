import { Timer } from '../engine/event-queue.js';
import { NS_PER_MS } from '../units.js';

const COMPACT_AT = 1024;

/**
 * One direction between two applications. Filler has no content, so messages travel beside the bytes as marks, which
 * the reader gets once it has read all bytes before them.
 * @template T
 */
export class MarkedStream {
  /** @type {{ end: number, span: number, mark: T }[]} */
  #marks = [];
  #next = 0;
  /** @type {import('../tcp/content.js').Piece[]} */
  #buffer = [];
  #appended = 0;
  #came = 0;
  #reading;
  /** Bytes that wait for `flush`. */
  bufferedBytes = 0;

  /**
   * @param {import('../engine/event-queue.js').EventQueue} events
   * @param {import('../tcp/endpoint.js').Endpoint} writer
   * @param {object} reader
   * @param {number} [reader.readMs] from the bytes' arrival until the application, woken, has read them
   * @param {(mark: T) => void} reader.onMark
   * @param {(mark: T, bytes: number) => void} [reader.onPart] so many bytes of a mark's span have been read, not all
   * @param {() => void} [reader.onRead] at the end of each reading
   */
  constructor(events, writer, { readMs = 0, onMark, onPart, onRead }) {
    this.events = events;
    this.writer = writer;
    this.readNs = Math.round(readMs * NS_PER_MS);
    this.onMark = onMark;
    this.onPart = onPart;
    this.onRead = onRead;
    this.#reading = new Timer(events, () => this.#read());
  }

  /** What TCP has not sent, and what has not gone to TCP. */
  get waitingBytes() {
    return this.writer.unsentBytes + this.bufferedBytes;
  }

  /** @param {import('../tcp/content.js').Piece[]} pieces go into the buffer */
  append(...pieces) {
    for (const piece of pieces) {
      const bytes = typeof piece === 'number' ? piece : piece.length;
      this.bufferedBytes += bytes;
      this.#appended += bytes;
      this.#buffer.push(piece);
    }
  }

  /**
   * @param {T} mark behind all that was appended
   * @param {number} [span] bytes before it that the reader can use as they come
   */
  mark(mark, span = 0) {
    this.#marks.push({ end: this.#appended, span, mark });
  }

  /** Hands the buffer to TCP in one go. */
  flush() {
    if (this.bufferedBytes === 0) return;
    const pieces = this.#buffer;
    this.#buffer = [];
    this.bufferedBytes = 0;
    this.writer.write(...pieces);
  }

  /** @param {number} bytes have come at the reader, in all */
  arrived(bytes) {
    this.#came = bytes;
    if (this.readNs === 0) this.#read();
    else if (!this.#reading.isSet) this.#reading.set(this.events.nowNs + this.readNs);
  }

  #read() {
    const came = this.#came;
    while (this.#next < this.#marks.length && this.#marks[this.#next].end <= came) {
      this.onMark(this.#marks[this.#next++].mark);
    }
    if (this.#next >= COMPACT_AT && this.#next * 2 > this.#marks.length) {
      this.#marks.splice(0, this.#next);
      this.#next = 0;
    }
    const next = this.#marks[this.#next];
    if (next !== undefined && came > next.end - next.span) this.onPart?.(next.mark, came - next.end + next.span);
    this.onRead?.();
  }
}
