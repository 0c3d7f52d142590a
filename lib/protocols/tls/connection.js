import { UNKNOWN_GAP_BYTES } from '../stream-parser.js';
import { rawKeyAlgorithm, readCertificates, uncompressedCertificate } from './certificates.js';
import { cipherSuite, cipherSuiteName } from './cipher-suites.js';
import { Side } from './direction.js';
import { TLS_1_3, trafficKeys } from './epochs.js';
import {
  HANDSHAKE,
  readClientHello,
  readEncryptedExtensions,
  readNewTicket,
  readOldHello,
  readServerHello,
} from './hellos.js';
import { ja4 } from './ja4.js';
import { SERVER_HANDSHAKE, toHex } from './key-log.js';
import { MAX_NAMES_KEPT, MAX_WAITING_BYTES_IN_ALL } from './limits.js';
import { TrialBudget } from './number-search.js';
import { lookAtFirst, MAX_UNLIKE_BYTES } from './unlike-tls.js';

/** @typedef {import('../stream-parser.js').StreamParser} StreamParser */
/** @typedef {import('../stream-parser.js').Place} Place */

/**
 * Facts about a TLS connection; null: unknown.
 * @typedef {object} TlsInfo
 * @property {string|null} version as `TLS 1.3`
 * @property {string|null} cipher IANA's name
 * @property {string|null} sni server name requested by the client
 * @property {boolean|null} acceptsEch whether the server took the encrypted ClientHello (RFC 9849), so that `sni` is
 *   the public name and not the one requested; null: not known without keys, or none was sent
 * @property {string|null} alpn protocol chosen; from TLS 1.3 on visible only with keys
 * @property {string[]} offeredAlpn
 * @property {boolean|null} resumed
 * @property {string|null} ja4 fingerprint of the client
 * @property {{ endpoint: 0|1, certificates: import('./certificates.js').Certificate[], rawKey: string|null }[]} chains
 *   of both ends, as far as the handshake could be read; rawKey: the algorithm of a bare public key (RFC 7250)
 * @property {{ endpoint: 0|1, level: string, description: number, frame: number, firstFrame: number, timeNs: number,
 *   isBeforeData: boolean }[]} alerts readable ones; firstFrame has its beginning, frame completed it; isBeforeData:
 *   its sender had sent no application data
 * @property {boolean} decrypted whether application data was decrypted
 * @property {string|null} undecryptable why no key log could decrypt it; null: one may
 * @property {number|null} startNs of the ClientHello
 * @property {number|null} readyNs of the first application data that was decrypted
 * @property {number|null} handshakeRoundTrips flights of the server that the client waited for before its first record
 *   of application data
 *   (from TLS 1.3 on also its Finished looks like one); 0 with early data
 * @property {number|null} handshakeNs from the ClientHello to that record
 * @property {import('./unlike-tls.js').UnlikeTls|null} unlikeTls an end's first bytes, if not TLS
 */

/** Shared by all connections of a capture: records that wait for keys, or were given up. */
export class WaitingBudget {
  /** Of records that wait. */
  bytes = 0;
  /** The key log's version when keys were first missing; Infinity: never. */
  missedAtVersion = Infinity;
  /** Where in the key log the search for an inner ClientHello's random begins: behind the latest found. */
  innerFrom = 0;
}

/**
 * @typedef {object} TlsContext
 * @property {import('./ciphers.js').Ciphers|null} ciphers null: no decryption
 * @property {import('./key-log.js').KeyLog|null} keyLog
 * @property {WaitingBudget} waiting
 * @property {import('./number-search.js').TrialPool} trials of all connections
 * @property {(alpn: string|null) => StreamParser|null} openContent parser of the application data
 * @property {(endpoint: 0|1) => StreamParser|null} [openPlain] consumer of an end's bytes that are not TLS
 * @property {(client: 0|1, name: string, at: Place) => void} [onServerName] a ClientHello requests that server
 * @property {() => void} [onUndecryptable] a direction is given up: after a gap nothing can be decrypted
 */

const VERSIONS = new Map([
  [0x0300, 'SSL 3.0'],
  [0x0301, 'TLS 1.0'],
  [0x0302, 'TLS 1.1'],
  [0x0303, 'TLS 1.2'],
  [0x0304, 'TLS 1.3'],
]);

const ALERT_LEVELS = new Map([
  [1, 'warning'],
  [2, 'fatal'],
]);
const CLOSE_NOTIFY = 0;

/**
 * Whether a handshake has failed: a readable fatal alert of an end that had sent no data, or no ServerHello. In TLS 1.3
 * a client may send before the server has checked its certificate.
 * @param {TlsInfo} info
 */
export const hasFailedHandshake = ({ startNs, version, alerts }) =>
  alerts.some(({ level, isBeforeData }) => level === 'fatal' && isBeforeData) ||
  (startNs !== null && version === null && alerts.length === 0);

/**
 * TLS 1.0 to 1.3 on a byte stream: extracts facts from the handshake and, where a key log has the secrets, decrypts the
 * application data. Handles HelloRetryRequest, early data, key updates, resumption and renegotiation; a record missing
 * in the capture affects only itself.
 * @implements {StreamParser}
 */
export class TlsConnection {
  /** @type {import('./epochs.js').Agreed|null} */
  agreed = null;
  /** Whether a ServerHello or HelloRetryRequest chose TLS 1.3. */
  isTls13 = false;
  /** @type {0|1} */
  clientEndpoint = 0;
  /** Whether the server accepts the client's early data; null: unknown yet. @type {boolean|null} */
  acceptsEarlyData = null;
  /**
   * Whether a HelloRetryRequest has come, and no ServerHello yet: the client's records then are early data that is
   * ignored.
   */
  isRetried = false;
  /** @type {TlsInfo} */
  info = {
    version: null,
    cipher: null,
    sni: null,
    acceptsEch: null,
    alpn: null,
    offeredAlpn: [],
    resumed: null,
    ja4: null,
    chains: [],
    alerts: [],
    decrypted: false,
    undecryptable: null,
    startNs: null,
    readyNs: null,
    handshakeRoundTrips: null,
    handshakeNs: null,
    unlikeTls: null,
  };
  /** @type {import('./hellos.js').ClientHello|null} */
  #client = null;
  /** @type {string|null} */
  #encryptedPremaster = null;
  #sawCertificate = false;
  /** The trials of both directions. */
  trials;
  #sides;
  #positions = [0, 0];
  #keyLogVersion = -1;
  #context;
  /** @type {StreamParser|null|undefined} */
  #content;
  #serverFlights = 0;
  #isServersTurn = false;
  /** Whether records were missed, so that the flights are uncertain. */
  #isCountLost = false;
  /** Consumer of an end's bytes that are not TLS. @type {StreamParser|null|undefined} */
  #plain;
  /** @type {[boolean, boolean]} */
  #contentEnded = [false, false];

  /** @param {TlsContext} context */
  constructor(context) {
    this.#context = context;
    this.trials = new TrialBudget(context.trials);
    this.#sides = [new Side(this, 0), new Side(this, 1)];
  }

  get ciphers() {
    return this.#context.ciphers;
  }

  get keyLog() {
    return this.#context.keyLog;
  }

  /** Whether to keep records without keys. */
  get mayGetKeys() {
    return this.ciphers !== null && this.keyLog !== null && (this.keyLog.isOpen || this.agreed === null);
  }

  /** @type {StreamParser['push']} */
  push(endpoint, streamOffset, bytes, start, end, at) {
    const side = this.#sides[endpoint];
    const missed = streamOffset - this.#positions[endpoint];
    if (missed > 0) side.reader.gap(missed, at);
    this.#positions[endpoint] = streamOffset + end - start;
    if (streamOffset < MAX_UNLIKE_BYTES) {
      this.info.unlikeTls = lookAtFirst(this.info.unlikeTls, endpoint, streamOffset, bytes, start, end, at);
    }
    if (this.#isUnlike(endpoint)) {
      this.#plain ??= this.#context.openPlain?.(endpoint);
      return this.#plain?.push(endpoint, streamOffset, bytes, start, end, at) ?? Infinity;
    }
    side.reader.push(bytes, start, end, at);
    this.#retry();
    return this.#nextNeeded(endpoint);
  }

  /** Whether a direction did not begin with TLS. @param {0|1} endpoint */
  #isUnlike = (endpoint) => this.info.unlikeTls?.endpoint === endpoint;

  /** @type {StreamParser['gap']} */
  gap(endpoint, streamOffset, length, at) {
    const missed = streamOffset + length - this.#positions[endpoint];
    this.#positions[endpoint] += missed;
    if (this.#isUnlike(endpoint)) return this.#plain?.gap(endpoint, streamOffset, length, at) ?? Infinity;
    if (missed > 0) this.#sides[endpoint].reader.gap(missed, at);
    if (length === UNKNOWN_GAP_BYTES) this.#sides[endpoint].onUnknownGap();
    return this.#nextNeeded(endpoint);
  }

  /** @type {StreamParser['end']} */
  end(endpoint, how, at) {
    if (this.#isUnlike(endpoint)) this.#plain?.end(endpoint, how, at);
    this.#retry();
    this.#sides[endpoint].giveUp();
    this.#endContent(endpoint, how, at);
  }

  /** @param {0|1} endpoint */
  #nextNeeded(endpoint) {
    const { isOver, isSkimmed, reader } = this.#sides[endpoint];
    if (isOver && !(isSkimmed && this.isCounting)) return Infinity;
    return this.#positions[endpoint] + reader.passedOver;
  }

  /** Resumes waiting records, if a secret or the other direction's hello has come since. */
  #retry() {
    if (!this.#sides.some((side) => side.isWaiting) || this.agreed === null || this.keyLog === null) return;
    if (this.#keyLogVersion === this.keyLog.version) return;
    this.#keyLogVersion = this.keyLog.version;
    for (const side of this.#sides) side.retry();
  }

  /**
   * Secrets of a connection whose ClientHello was encrypted have the random of the inner one, which nobody else sees:
   * those that open the server's first record are right.
   * @param {number} type @param {number} version @param {Uint8Array} body of that record
   * @returns {import('./record-keys.js').TrafficKeys|null}
   */
  keysOfInner(type, version, body) {
    const { agreed, ciphers, keyLog } = this;
    const { waiting } = this.#context;
    if (agreed === null || ciphers === null || keyLog === null || !agreed.client.hasInner) return null;
    const { randoms } = keyLog;
    for (let tried = 0; tried < randoms.length && this.trials.spend(body.length); tried++) {
      const at = (waiting.innerFrom + tried) % randoms.length;
      const inner = { ...agreed, client: { ...agreed.client, random: randoms[at] } };
      const keys = trafficKeys(ciphers, keyLog, inner, SERVER_HANDSHAKE);
      if (!keys?.open(0, type, version, body)) continue;
      this.agreed = inner;
      this.info.acceptsEch = true;
      waiting.innerFrom = at + 1;
      return keys;
    }
    return null;
  }

  /** A record's keys are missing. */
  onKeysMissed() {
    const { waiting, keyLog } = this.#context;
    if (waiting.missedAtVersion === Infinity && keyLog !== null) waiting.missedAtVersion = keyLog.version;
  }

  /**
   * @param {number} bytes that start to wait; negative: that stop
   * @returns {boolean} false: there is no room for them
   */
  countWaiting(bytes) {
    const { waiting } = this.#context;
    if (bytes > 0 && waiting.bytes + bytes > MAX_WAITING_BYTES_IN_ALL) return false;
    waiting.bytes += bytes;
    return true;
  }

  /**
   * Whether records of a side that is given up still show the number of handshake flights: from TLS 1.3 on all look
   * like application data.
   */
  get isCounting() {
    return !this.isTls13 && this.info.startNs !== null && this.info.handshakeRoundTrips === null && !this.#isCountLost;
  }

  /** After bytes without recognisable records the number of flights is unknown. */
  stopCounting() {
    this.#isCountLost = true;
  }

  /** A record has come. @param {Side} side @param {boolean} isData @param {Place} at */
  countFlight({ endpoint }, isData, at) {
    const { info } = this;
    if (info.startNs === null || info.handshakeRoundTrips !== null || this.#isCountLost) return;
    if (endpoint !== this.clientEndpoint) {
      if (!this.#isServersTurn) this.#serverFlights++;
    } else if (isData) {
      info.handshakeRoundTrips = this.#serverFlights;
      info.handshakeNs = at.timeNs - info.startNs;
    }
    this.#isServersTurn = endpoint !== this.clientEndpoint;
  }

  /** @param {Side} side @param {number} type @param {Uint8Array} body @param {Place} at */
  onHandshake(side, type, body, at) {
    if (type === HANDSHAKE.CLIENT_HELLO) this.info.startNs ??= at.timeNs;
    switch (type) {
      case HANDSHAKE.CLIENT_HELLO:
        this.#onClientHello(side, readClientHello(body), at);
        return;
      case HANDSHAKE.SERVER_HELLO:
        this.#onServerHello(side, body);
        return;
      case HANDSHAKE.ENCRYPTED_EXTENSIONS:
        this.#onEncryptedExtensions(readEncryptedExtensions(body));
        return;
      case HANDSHAKE.CERTIFICATE:
        this.#onCertificate(side, body);
        return;
      case HANDSHAKE.COMPRESSED_CERTIFICATE:
        this.#onCertificate(side, uncompressedCertificate(body, this.ciphers));
        return;
      case HANDSHAKE.NEW_SESSION_TICKET:
        this.#onNewTicket(body);
        return;
      case HANDSHAKE.CLIENT_KEY_EXCHANGE:
        this.#encryptedPremaster = toHex(body.subarray(2, 10));
        if (this.agreed !== null) this.agreed.encryptedPremaster = this.#encryptedPremaster;
        return;
      default:
    }
  }

  /** @param {Side} side @param {Uint8Array} body the part after the version @param {Place} at */
  onOldHello(side, body, at) {
    this.info.startNs ??= at.timeNs;
    this.#onClientHello(side, readOldHello(body), at);
  }

  /** @param {Side} side @param {import('./hellos.js').ClientHello} hello @param {Place} at */
  #onClientHello(side, hello, at) {
    if (hello.sni) this.#context.onServerName?.(side.endpoint, hello.sni, at);
    this.clientEndpoint = side.endpoint;
    this.#client = hello;
    this.info.sni ??= hello.sni;
    this.info.ja4 ??= hello.shape && this.ciphers && ja4(hello.shape, this.ciphers);
    this.info.offeredAlpn = hello.alpn;
    this.#sawCertificate = false;
  }

  /** @param {Side} side @param {Uint8Array|null} body null: it is not known */
  #onCertificate({ endpoint }, body) {
    this.#sawCertificate = true;
    const { chains } = this.info;
    if (body === null || chains.some((chain) => chain.endpoint === endpoint)) return;
    const certificates = readCertificates(body, this.isTls13);
    const rawKey = certificates.length === 0 ? rawKeyAlgorithm(body, this.isTls13) : null;
    if (certificates.length > 0 || rawKey !== null) chains.push({ endpoint, certificates, rawKey });
  }

  /** @param {number} code of a cipher suite */
  #whyUndecryptable(code) {
    const suite = cipherSuite(code);
    if (suite === null) return `${cipherSuiteName(code)} is no cipher suite that Selfclock decrypts`;
    const why = this.ciphers?.whyNot(suite.algorithm) ?? null;
    return why && `${suite.name} ${why}`;
  }

  /** @param {Side} side @param {Uint8Array} body */
  #onServerHello(side, body) {
    const server = readServerHello(body);
    const client = this.#client;
    this.isTls13 = server.version === TLS_1_3;
    this.isRetried = server.isRetry;
    if (server.isRetry) {
      this.#sides[1 - side.endpoint].dropWaiting();
      return;
    }
    this.info.version = VERSIONS.get(server.version) ?? `0x${server.version.toString(16)}`;
    this.info.cipher = cipherSuiteName(server.cipher);
    this.info.undecryptable = this.#whyUndecryptable(server.cipher);
    this.info.alpn = server.alpn;
    if (server.version === TLS_1_3) this.info.resumed = server.usesPreSharedKey;
    if (client === null) {
      this.#sides[0].giveUp();
      this.#sides[1].giveUp();
      return;
    }
    this.clientEndpoint = /** @type {0|1} */ (1 - side.endpoint);
    this.agreed = { client, server, encryptedPremaster: this.#encryptedPremaster, newTicket: '', master: null };
    this.#keyLogVersion = -1;
  }

  /** A client that resumes the session with it may log no secret. @param {Uint8Array} body */
  #onNewTicket(body) {
    if (this.isTls13 || this.agreed === null) return;
    this.agreed.newTicket = readNewTicket(body);
    if (this.agreed.master !== null) this.keyLog?.remember(this.agreed.newTicket, this.agreed.master);
  }

  /** @param {ReturnType<typeof readEncryptedExtensions>} extensions */
  #onEncryptedExtensions({ alpn, acceptsEarlyData }) {
    this.info.alpn = alpn;
    this.acceptsEarlyData = acceptsEarlyData;
  }

  /** Up to TLS 1.2, ChangeCipherSpec of a server that sent no certificate means resumption. @param {Side} side */
  onSealed(side) {
    if (side.endpoint !== this.clientEndpoint && this.agreed !== null) this.info.resumed = !this.#sawCertificate;
  }

  /** @param {Side} side @param {Uint8Array} plain @param {Place} at */
  onAlert(side, plain, at) {
    const level = ALERT_LEVELS.get(plain[0]);
    if (plain.length !== 2 || level === undefined) return;
    if (this.info.alerts.length < MAX_NAMES_KEPT) {
      const { deliveredFrame: frame, frame: firstFrame, timeNs } = at;
      const isBeforeData = side.contentOffset === 0;
      const { endpoint } = side;
      this.info.alerts.push({ endpoint, level, description: plain[1], frame, firstFrame, timeNs, isBeforeData });
    }
    if (plain[1] === CLOSE_NOTIFY) this.#endContent(side.endpoint, 'fin', at);
  }

  onUndecryptable() {
    this.#context.onUndecryptable?.();
  }

  /** @param {Side} side @param {Uint8Array} plain @param {Place} at */
  passContent(side, plain, at) {
    this.info.decrypted = true;
    this.info.readyNs ??= at.timeNs;
    if (plain.length === 0 || this.#contentEnded[side.endpoint]) return;
    if (this.#content === undefined) this.#content = this.#context.openContent(this.info.alpn);
    this.#content?.push(side.endpoint, side.contentOffset, plain, 0, plain.length, at);
    side.contentOffset += plain.length;
  }

  /** @param {Side} side @param {number} length approximate content length @param {Place} at */
  passGap(side, length, at) {
    if (!this.#content || this.#contentEnded[side.endpoint]) return;
    this.#content.gap(side.endpoint, side.contentOffset, length, at);
    side.contentOffset += length;
  }

  /** @type {StreamParser['end']} */
  #endContent(endpoint, how, at) {
    if (this.#contentEnded[endpoint]) return;
    this.#contentEnded[endpoint] = true;
    this.#content?.end(endpoint, how, at);
  }
}
