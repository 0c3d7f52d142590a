import { CsvReader } from './csv.js';
import { AccessReader } from './exchanges/access-reader.js';
import { ExchangeTable } from './exchanges/exchange-table.js';
import { isGzip, isQlog } from './is-qlog.js';
import { SocketTable } from './socket-table.js';
import { SsReader } from './ss.js';
import { TcpProbeReader } from './tcp-probe.js';

/** Characters of a line that are read. */
export const MAX_LOG_LINE = 8192;
/** Bytes of a capture's logs that are read, all together. */
export const MAX_LOG_BYTES = 1024 * 1024 * 1024;
/** Bytes of a capture's qlogs that are held, all together, packed or not. */
export const MAX_HELD_QLOG_BYTES = 64 * 1024 * 1024;
/** Lines before the first that shows which log it is. */
const MAX_LINES_HELD = 100;

/** Recognised by a line; the first that fits reads the file. */
const READERS = [SsReader, TcpProbeReader, CsvReader, AccessReader];

/** @typedef {{ sockets: SocketTable, exchanges: ExchangeTable }} Tables that readers fill */

/**
 * What a host recorded beside a capture: text, recognised by its content. It is not trusted: it may come with the
 * capture.
 */
export class HostLog {
  sockets = new SocketTable();
  /** Requests that a server logged. */
  exchanges = new ExchangeTable();
  /**
   * Files of what ends of QUIC connections logged (qlog), each in pieces, plain or gzip, for whoever reads QUIC.
   * @type {Uint8Array[][]}
   */
  qlogs = [];
  /** @type {InstanceType<typeof READERS[number]> | null} */
  #reader = null;
  /** @type {string[]} */
  #held = [];
  #rest = '';
  #bytes = 0;
  #heldBytes = 0;
  /** Of a qlog that is coming; null: the file is none; undefined: before its first byte. */
  #pieces = /** @type {Uint8Array[]|null|undefined} */ (undefined);
  #decoder = new TextDecoder();

  /** What was read of all files. */
  get entries() {
    return this.sockets.samples + this.exchanges.count;
  }

  /** Whether there is nothing of TCP. */
  get isEmpty() {
    return this.entries === 0;
  }

  get hasNothing() {
    return this.isEmpty && this.qlogs.length === 0;
  }

  /** @param {Uint8Array} bytes of a file @returns {boolean} whether more may come */
  push(bytes) {
    this.#bytes += bytes.length;
    if (this.#bytes > MAX_LOG_BYTES) return false;
    if (this.#pieces === undefined) this.#pieces = isHeld(bytes) ? [] : null;
    if (this.#pieces !== null) return this.#hold(this.#pieces, bytes);
    const lines = (this.#rest + this.#decoder.decode(bytes, { stream: true })).split('\n');
    this.#rest = /** @type {string} */ (lines.pop()).slice(0, MAX_LOG_LINE);
    for (const line of lines) this.#addLine(line);
    return true;
  }

  /** @param {Uint8Array[]} pieces @param {Uint8Array} bytes @returns {boolean} whether more may come */
  #hold(pieces, bytes) {
    this.#heldBytes += bytes.length;
    if (this.#heldBytes > MAX_HELD_QLOG_BYTES) return false;
    pieces.push(bytes.slice());
    return true;
  }

  /** At the end of a file; another may follow. */
  endFile() {
    if (this.#pieces && this.#pieces.length > 0) this.qlogs.push(this.#pieces);
    this.#pieces = undefined;
    if (this.#rest !== '') this.#addLine(this.#rest);
    this.#reader?.end();
    this.#reader = null;
    this.#held = [];
    this.#rest = '';
    this.#decoder = new TextDecoder();
  }

  /** @param {string} whole */
  #addLine(whole) {
    const line = whole.slice(0, MAX_LOG_LINE).replace(/\r$/, '');
    if (this.#reader !== null) return this.#reader.addLine(line);
    const Reader = READERS.find(({ fits }) => fits(line));
    if (Reader === undefined) {
      if (this.#held.length < MAX_LINES_HELD) this.#held.push(line);
      else this.#held = [...this.#held.slice(1), line];
      return undefined;
    }
    this.#reader = new Reader(this);
    for (const earlier of [...this.#held, line]) this.#reader.addLine(earlier);
    this.#held = [];
    return undefined;
  }
}

/**
 * Whether it may be a qlog; a line of another log may have one of its words.
 * @param {Uint8Array} bytes the first ones of a file
 */
function isHeld(bytes) {
  if (!isQlog(bytes)) return isGzip(bytes);
  const [line] = new TextDecoder().decode(bytes.subarray(0, MAX_LOG_LINE)).split('\n', 1);
  return !READERS.some(({ fits }) => fits(line));
}
