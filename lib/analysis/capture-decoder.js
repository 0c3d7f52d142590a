import { CaptureReader } from '../capture/reader.js';
import { PacketDecoder } from '../packet/decoder.js';
import { layersNotRead } from '../packet/not-read.js';
import { pick } from '../shared/pick.js';
import { CaptureClock, decoderWarnings } from './capture-warnings.js';

/** @typedef {import('../capture/frame-batch.js').FrameBatch} FrameBatch */
/** @typedef {import('./capture-warnings.js').Warning} Warning */

/** Bytes that the tables of one capture may take: some 50 million packets. A WebAssembly memory ends at 4 GiB. */
export const MAX_TABLE_BYTES = 3.75 * 2 ** 30;

const READER_FACTS = /** @type {const} */ ([
  ...['format', 'frames', 'packets', 'bytesRead', 'startEpochNs', 'interfaces', 'linkTypes'],
  ...['warnings', 'secrets', 'names', 'comments'],
]);

/**
 * What is known of a capture before its connections are tracked: plain values that one thread can send to another.
 * @typedef {object} CaptureFacts
 * @property {Pick<CaptureReader, typeof READER_FACTS[number]>} reader
 * @property {number} latestNs the span from the first packet to the latest
 * @property {number} lastNs time of the last frame in the file
 * @property {Warning[]} warnings
 * @property {import('../packet/not-read.js').NotReadLayer[]} notRead
 * @property {import('../packet/scopes.js').Scope[]} scopes what the numbers of VLANs and tunnels stand for
 */

/**
 * Output other than segments.
 * @typedef {object} Aside
 * @property {Uint8Array[]} secrets key logs that came with the capture
 * @property {{ bytes: Uint8Array, timeNs: number, asker: Uint8Array }[]} dns messages that UDP carried
 * @property {import('../packet/datagram-batch.js').Datagrams[]} datagrams that may be QUIC
 * @property {import('../packet/network/icmp.js').IcmpError[]} icmpErrors
 * @property {import('../packet/network/icmp.js').IcmpError[]} datagramErrors about UDP
 */

/** Decodes a capture's bytes into TCP segments: format, clock, headers. */
export class CaptureDecoder {
  #clock = new CaptureClock();
  #decoder;
  #onSecrets;
  #tableBytes;
  #full = false;
  #chunk;
  #secretsTaken = 0;

  /**
   * @param {object} options
   * @param {import('../engine/batches.js').DecoderCore} options.core
   * @param {import('../engine/segment-batch.js').SegmentBatch} options.batch to be filled
   * @param {ConstructorParameters<typeof PacketDecoder>[0]['onSegments']} options.onSegments
   * @param {(secrets: Uint8Array[]) => void} options.onSecrets takes those that came with the capture, before the
   *   packets behind them; those behind all packets at the end
   * @param {NonNullable<ConstructorParameters<typeof PacketDecoder>[0]['onDns']>} options.onDns takes DNS messages that
   *   UDP carried
   * @param {ConstructorParameters<typeof PacketDecoder>[0]['onDatagrams']} [options.onDatagrams] takes UDP datagrams
   *   that may be QUIC
   * @param {NonNullable<ConstructorParameters<typeof PacketDecoder>[0]['onIcmpError']>} options.onIcmpError gets each
   *   ICMP error about TCP, after the segments before it
   * @param {ConstructorParameters<typeof PacketDecoder>[0]['onDatagramError']} [options.onDatagramError] gets each
   *   about UDP, after the datagrams before it
   * @param {() => number} options.tableBytes size of the tables that the segments go into
   * @param {ConstructorParameters<typeof PacketDecoder>[0]['inflate']} [options.inflate] unpacks what IPComp compressed
   */
  constructor({ onSecrets, tableBytes, ...decoding }) {
    this.#onSecrets = onSecrets;
    this.#tableBytes = tableBytes;
    this.#decoder = new PacketDecoder(decoding);
    this.reader = new CaptureReader({ onFrames: (frames) => this.#frames(frames), batch: this.#decoder.frameBatch });
    const [own, ...others] = this.#decoder.chunks;
    this.#chunk = own;
    /** Preferred buffers of the reader: bytes pushed from elsewhere are copied. */
    this.chunks = others;
  }

  #frames(/** @type {FrameBatch} */ batch) {
    this.#clock.follow(batch);
    if (this.#full) return;
    this.#takeSecrets();
    this.#decoder.decode(batch);
    if (this.#tableBytes() <= MAX_TABLE_BYTES) return;
    this.#full = true;
    this.warn(
      'tables_full',
      `The tables are full after frame ${batch.firstFrame + batch.count - 1}: what follows is counted but not shown. ` +
        'Cut the capture into parts (editcap -c) or filter it.',
    );
  }

  #takeSecrets() {
    const { secrets } = this.reader;
    if (secrets.length === this.#secretsTaken) return;
    this.#onSecrets(secrets.slice(this.#secretsTaken));
    this.#secretsTaken = secrets.length;
  }

  /**
   * @param {Uint8Array} chunk may be re-used when this returns
   * @throws {import('../capture/capture-error.js').CaptureError} this is not a capture
   */
  push(chunk) {
    const own = this.#chunk;
    if (chunk.buffer === own.buffer) {
      this.reader.push(chunk);
      return;
    }
    for (let at = 0; at < chunk.length; at += own.length) {
      const piece = chunk.subarray(at, at + own.length);
      own.set(piece);
      this.reader.push(own.subarray(0, piece.length));
    }
  }

  /** @param {string} code @param {string} message @param {number} [offset] byte of the uncompressed stream */
  warn(code, message, offset) {
    this.reader.warn(code, message, offset);
  }

  /**
   * End of input.
   * @throws {import('../capture/capture-error.js').CaptureError} it was empty, or not a capture
   */
  end() {
    this.reader.end();
    this.#takeSecrets();
  }

  get latestNs() {
    return this.#clock.latestNs;
  }
  get lastNs() {
    return this.#clock.lastNs;
  }

  /** @returns {Warning[]} */
  get warnings() {
    return [...this.reader.warnings, ...this.#clock.warnings, ...decoderWarnings(this.#decoder)];
  }

  /** Packets not decoded down to TCP, most frequent first. */
  get notRead() {
    return layersNotRead(this.#decoder);
  }

  /** What a scope of segments stands for. @param {number} id @returns {import('../packet/scopes.js').Scope} */
  scope(id) {
    return this.#decoder.scopes.describe(id);
  }

  /** @returns {CaptureFacts} as of now */
  facts() {
    const { scopes } = this.#decoder;
    return {
      reader: pick(this.reader, READER_FACTS),
      latestNs: this.latestNs,
      lastNs: this.lastNs,
      warnings: this.warnings,
      notRead: this.notRead,
      scopes: Array.from({ length: scopes.count }, (_, id) => scopes.describe(id)),
    };
  }
}

/**
 * Has an `Ingest` decode its bytes in this thread.
 * @param {ConstructorParameters<typeof CaptureDecoder>[0]} parts
 */
export const decodeHere = (parts) => new CaptureDecoder(parts);
