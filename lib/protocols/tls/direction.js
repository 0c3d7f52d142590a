/** One direction of a TLS connection: from records to their content. */
import { decompressionOf } from './compression.js';
import { keyBlockKeys, secretLabels, trafficKeys } from './epochs.js';
import { HANDSHAKE, HandshakeReader } from './hellos.js';
import { MAX_HANDSHAKE_BYTES, MAX_WAITING_BYTES } from './limits.js';
import { NumberSearch } from './number-search.js';
import { RECORD, RecordReader } from './records.js';

/** @typedef {import('../stream-parser.js').Place} Place */
/** @typedef {{ type: number, version: number, body: Uint8Array, at: Place }} WaitingRecord */

/** Subtracted from a lost record's length where the cipher is not known. */
const USUAL_OVERHEAD_BYTES = 17;

export class Side {
  /** Records that wait for their keys. @type {WaitingRecord[]} */
  #waiting = [];
  #waitingBytes = 0;
  /** Up to TLS 1.2: whether ChangeCipherSpec has come. */
  isSealed = false;
  /** The keys of `#keysOf`. @type {import('./epochs.js').RecordKeys|null} */
  #keys = null;
  /** @type {import('./compression.js').Decompression|null} */
  #decompression = null;
  /** TLS 1.3: which of the direction's secrets is in use. */
  #epoch = 0;
  /** Of the next record under the current keys. */
  #number = 0;
  /** The keys after them, if available. @type {import('./epochs.js').RecordKeys|null} */
  #nextKeys = null;
  #search;
  /** Nothing more of it can be decrypted. */
  isOver = false;
  /** Whether its records still count, by their headers alone. */
  isSkimmed = false;
  /** Application bytes so far. */
  contentOffset = 0;

  /**
   * @param {import('./connection.js').TlsConnection} connection
   * @param {0|1} endpoint that sends
   */
  constructor(connection, endpoint) {
    this.connection = connection;
    this.endpoint = endpoint;
    this.#search = new NumberSearch(connection.trials);
    this.reader = new RecordReader(this);
    this.handshake = new HandshakeReader(MAX_HANDSHAKE_BYTES, (type, body, at) => this.#onHandshake(type, body, at));
  }

  get isWaiting() {
    return this.#waiting.length > 0;
  }

  #isClient() {
    return this.endpoint === this.connection.clientEndpoint;
  }

  /** @type {import('./records.js').RecordSink['onRecord']} */
  onRecord(type, version, bytes, start, end, at) {
    if (this.isOver) return;
    const body = bytes.subarray(start, end);
    if (this.#waiting.length > 0 || !this.#take(type, version, body, at)) this.#wait(type, version, body, at);
    this.connection.countFlight(this, type === RECORD.APPLICATION_DATA, at);
    if (this.isOver && this.connection.isCounting) this.#skim();
  }

  /**
   * Content is given up, but the handshake is still tracked: up to TLS 1.2 a record's header shows its type even then.
   */
  #skim() {
    this.isSkimmed = true;
    this.reader.skim();
  }

  /** @type {import('./records.js').RecordSink['onHeader']} */
  onHeader(type, at) {
    this.connection.countFlight(this, type === RECORD.APPLICATION_DATA, at);
  }

  /** @type {import('./records.js').RecordSink['onLost']} */
  onLost(length, at) {
    this.#decompression?.lose();
    this.#number++;
    this.#search.onBrokenRecord();
    this.#keys?.lose?.();
    this.connection.passGap(this, Math.max(1, length - (this.#keys?.overheadBytes ?? USUAL_OVERHEAD_BYTES)), at);
  }

  /** @type {import('./records.js').RecordSink['onUnframed']} */
  onUnframed(length, at) {
    if (this.isSkimmed) this.connection.stopCounting();
    this.#search.onUnframed(length);
    this.#keys?.lose?.();
    this.#decompression?.lose();
    this.handshake.reset();
    this.connection.passGap(this, length, at);
  }

  /** An unknown number of bytes is missing. */
  onUnknownGap() {
    this.#search.onUnframed(Infinity);
  }

  /** Resumes the waiting records, now that there may be keys. */
  retry() {
    let taken = 0;
    for (const { type, version, body, at } of this.#waiting) {
      if (!this.#take(type, version, body, at) || this.isOver) break;
      this.#waitingBytes -= body.length;
      this.connection.countWaiting(-body.length);
      taken++;
    }
    this.#waiting.splice(0, taken);
  }

  /** Stops reading this direction. */
  giveUp() {
    this.dropWaiting();
    this.isOver = true;
  }

  /** Drops the waiting records. */
  dropWaiting() {
    this.connection.countWaiting(-this.#waitingBytes);
    this.#waiting = [];
    this.#waitingBytes = 0;
  }

  /** Whether records are early data that the server rejects: its client sends it again. */
  #isRejected() {
    const { agreed, acceptsEarlyData } = this.connection;
    return (
      this.#isClient() &&
      this.#epoch === 0 &&
      acceptsEarlyData === false &&
      agreed !== null &&
      agreed.client.offersEarlyData
    );
  }

  /** @param {number} type @param {number} version @param {Uint8Array} body @param {Place} at */
  #wait(type, version, body, at) {
    if (
      !this.connection.mayGetKeys ||
      this.#waitingBytes + body.length > MAX_WAITING_BYTES ||
      !this.connection.countWaiting(body.length)
    ) {
      this.giveUp();
      return;
    }
    this.#waiting.push({ type, version, body: body.slice(), at: { ...at } });
    this.#waitingBytes += body.length;
  }

  /**
   * @param {number} type @param {number} version @param {Uint8Array} body @param {Place} at
   * @returns {boolean} false: its keys are missing
   */
  #take(type, version, body, at) {
    const { agreed, isTls13 } = this.connection;
    const isPlain = isTls13 ? type !== RECORD.APPLICATION_DATA : !this.isSealed;
    if (isPlain && type !== RECORD.APPLICATION_DATA) {
      this.#deliver(type, body, at, false);
      return true;
    }
    if (this.connection.isRetried && this.#isClient()) return true;
    if (agreed === null || isPlain) return false;
    const opened = this.#open(type, version, body);
    if (opened === undefined) return false;
    const plain = opened && (this.#decompression ? this.#decompression.unpack(opened.plain) : opened.plain);
    if (opened !== null && plain !== null) this.#deliver(opened.type, plain, at, true);
    else this.connection.passGap(this, Math.max(1, body.length - USUAL_OVERHEAD_BYTES), at);
    return true;
  }

  /**
   * @param {number} type @param {number} version @param {Uint8Array} body
   * @returns {import('./record-keys.js').Opened|null|undefined} null: decryption failed; undefined: its keys are
   *   missing
   */
  #open(type, version, body) {
    this.#keys ??= this.#keysOf(this.#epoch) ?? this.#keysOfInner(type, version, body);
    if (this.#keys === null && !this.#canSkipEpoch()) return undefined;
    if (this.#keys?.isChainLost) return this.#takeUpChain(this.#keys, body);
    const isSkipping = this.#keys === null;
    const opened = this.#tryNumbers(type, version, body) ?? this.#tryNextEpoch(type, version, body);
    if (opened !== null) this.#search.onOpened(body.length);
    else this.#onUnopened(body, isSkipping);
    return opened;
  }

  /**
   * TLS 1.0: the first record after a gap cannot be decrypted, but the next one can.
   * @param {import('./epochs.js').RecordKeys} keys
   * @param {Uint8Array} body
   */
  #takeUpChain(keys, body) {
    keys.chain?.(body);
    this.#number++;
    this.#search.onPassedOver(body.length);
    return null;
  }

  /** @param {Uint8Array} body @param {boolean} isSkipping whether it may be of the epoch whose keys will never come */
  #onUnopened(body, isSkipping) {
    if (!isSkipping) {
      this.#number++;
      this.#decompression?.lose();
      this.#search.onFailed(body.length);
    }
    if (!this.#search.hasFailed) return;
    this.giveUp();
    this.connection.onUndecryptable();
  }

  /** @param {number} type @param {number} version @param {Uint8Array} body */
  #tryNumbers(type, version, body) {
    const found = this.#keys && this.#search.open(this.#keys, this.#number, type, version, body);
    if (!found) return null;
    this.#number = found.number + 1;
    return found.opened;
  }

  /**
   * The message that ends an epoch may be missing.
   * @param {number} type
   * @param {number} version
   * @param {Uint8Array} body
   */
  #tryNextEpoch(type, version, body) {
    const keys = (this.#nextKeys ??= this.#keysOf(this.#epoch + 1));
    const found = keys && this.#search.open(keys, 0, type, version, body);
    if (!found) return null;
    this.#number = found.number + 1;
    this.#enterEpoch(this.#epoch + 1, keys);
    return found.opened;
  }

  /** @param {number} epoch @param {import('./epochs.js').RecordKeys|null} keys */
  #enterEpoch(epoch, keys) {
    this.#epoch = epoch;
    this.#keys = keys;
    this.#nextKeys = null;
  }

  /** Secrets are logged in order: if there is a later one, the first will not come. */
  #canSkipEpoch() {
    return this.connection.isTls13 && this.#epoch === 0 && (this.#nextKeys ??= this.#keysOf(1)) !== null;
  }

  /** @param {number} epoch */
  #keysOf(epoch) {
    const { agreed, ciphers, keyLog, isTls13 } = this.connection;
    if (agreed === null || ciphers === null || keyLog === null) return null;
    const label = isTls13 ? secretLabels(this.#isClient(), agreed)[epoch] : undefined;
    if (isTls13 ? label === undefined : epoch !== this.#epoch) return null;
    const keys =
      label === undefined
        ? keyBlockKeys(ciphers, keyLog, agreed, this.#isClient())
        : trafficKeys(ciphers, keyLog, agreed, label);
    if (keys === null) this.connection.onKeysMissed();
    return keys;
  }

  /** @param {number} type @param {number} version @param {Uint8Array} body */
  #keysOfInner(type, version, body) {
    const isFirst = this.connection.isTls13 && this.#epoch === 0 && !this.#isClient();
    return isFirst ? this.connection.keysOfInner(type, version, body) : null;
  }

  /** @param {number} type @param {Uint8Array} plain @param {Place} at @param {boolean} wasSealed */
  #deliver(type, plain, at, wasSealed) {
    switch (type) {
      case RECORD.HANDSHAKE:
        this.handshake.push(plain, at);
        return;
      case RECORD.OLD_HELLO:
        this.connection.onOldHello(this, plain, at);
        return;
      case RECORD.CHANGE_CIPHER_SPEC:
        if (!this.connection.isTls13) this.#changeCipher();
        return;
      case RECORD.ALERT:
        this.connection.onAlert(this, plain, at);
        return;
      case RECORD.APPLICATION_DATA:
        if (wasSealed && !this.#isRejected()) this.connection.passContent(this, plain, at);
        return;
      default: // heartbeats
    }
  }

  #changeCipher() {
    this.isSealed = true;
    this.#keys = null;
    this.#decompression = decompressionOf(this.connection.ciphers, this.connection.agreed);
    this.#number = 0;
    this.connection.onSealed(this);
  }

  /** @param {number} type @param {Uint8Array} body @param {Place} at */
  #onHandshake(type, body, at) {
    this.connection.onHandshake(this, type, body, at);
    if (!this.connection.isTls13) return;
    const endsEpoch = type === HANDSHAKE.FINISHED || type === HANDSHAKE.END_OF_EARLY_DATA;
    if (endsEpoch) {
      this.#enterEpoch(this.#epoch + 1, null);
      this.#number = 0;
    } else if (type === HANDSHAKE.KEY_UPDATE) {
      this.#keys = /** @type {import('./record-keys.js').TrafficKeys|null} */ (this.#keys)?.next() ?? null;
      this.#number = 0;
    }
  }
}
