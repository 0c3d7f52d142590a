import { ADDRESS_WORDS } from '../../packet/datagram-batch.js';
import { formatAddress } from '../../shared/text/address.js';
import { icmpKind } from '../../transport/icmp-errors.js';
import { NO_NEXT } from '../tables/packet-table.js';
import { PACKET_NAMES } from '../wire/versions.js';
import { ConnectionKeys } from './connection-keys.js';
import { QuicHandshake } from './handshake.js';

/** @typedef {import('../../packet/datagram-batch.js').Datagrams} Datagrams */

/** IDs of each end of a connection that are kept, the newest. */
export const MAX_IDS_OF_END = 64;
/** Paths of a connection that are told apart. */
export const MAX_QUIC_PATHS = 64;
/** IDs from which a connection's Initial keys can be made: the client's first, that of a Retry. */
export const MAX_INITIAL_IDS = 4;
/** Versions of a connection that are listed. */
export const MAX_QUIC_VERSIONS = 8;
/** Challenges of a path that wait for their answer. */
export const MAX_PATH_CHALLENGES = 16;
/** ICMP errors about a connection that are kept; more are counted. */
export const MAX_ICMP_ERRORS_OF_QUIC = 64;
const SPACES = 4;
const NO_ID = -1;

/** @typedef {{ address: string, port: number }} End */

/**
 * Addresses that a connection uses for a while.
 * @typedef {object} Path
 * @property {number} index
 * @property {Int32Array} words client's address, server's, ports as the client sends them
 * @property {number} ipVersion
 * @property {'first'|'rebinding'|'migration'} kind
 * @property {number} startNs
 * @property {number} endNs
 * @property {Set<string>} challenges sent on it and not answered, each with the direction
 * @property {boolean|null} isValidated whether a challenge was answered; null: not known
 */

/**
 * How a connection was closed.
 * @typedef {object} Closed
 * @property {'client'|'server'|'stateless_reset'} by
 * @property {'transport'|'application'|null} layer
 * @property {number|null} code
 * @property {string|null} reason
 * @property {number} timeNs
 */

/** What one end sent. */
class Sent {
  datagrams = 0;
  packets = 0;
  /** UDP payload. */
  bytes = 0;
  maxDatagramBytes = 0;
  /** Datagrams by the IP header's ECN field: not, ECT(1), ECT(0), CE. */
  ecn = [0, 0, 0, 0];
  /** By kind of packet: how many, and how many of them were opened. */
  packetsOf = new Uint32Array(PACKET_NAMES.length);
  openedOf = new Uint32Array(PACKET_NAMES.length);
  /** Largest number opened, by space. */
  largest = new Float64Array(SPACES).fill(-1);
  /** IDs that the end chose: rows of the table of IDs, the newest last. @type {number[]} */
  ids = [];
  /** That of the packet before. */
  lastId = NO_ID;
  /** Whether it chose the empty ID. */
  hasEmptyId = false;
  keyUpdates = 0;
  startNs = -1;
  endNs = -1;
}

/** A QUIC connection: its ends, IDs, paths, keys, and the rows of its packets. */
export class Connection {
  /** Of the client's first Initial; rows of the table of IDs, −1: not known. */
  odcid = NO_ID;
  /** From these IDs its Initial keys can be made. @type {number[]} */
  bases = [];
  isRoleGuessed = false;
  /** In the order used. @type {number[]} */
  versions = [];
  hasVersionNegotiation = false;
  hasRetry = false;
  /** Whether a Retry's tag was right; null: there was none to check. @type {boolean|null} */
  isRetryGenuine = null;
  hasHandshakeDone = false;
  firstRow = NO_NEXT;
  lastRow = NO_NEXT;
  packets = 0;
  startNs = 0;
  endNs = 0;
  /** First Initial of the client, the server's first packet, and the client's first behind that, ns; −1: not seen. */
  initialNs = -1;
  answerNs = -1;
  readyNs = -1;
  /** @type {Closed|null} */
  closed = null;
  /** @type {Path[]} */
  paths = [];
  /** @type {import('../../transport/quic/facts.js').QuicIcmpError[]} */
  icmpErrors = [];
  icmpErrorCount = 0;
  /** What each end sent; 0: the client. @type {[Sent, Sent]} */
  sent = [new Sent(), new Sent()];
  /** Tokens of stateless resets that an end may send, in hexadecimal. @type {[Set<string>, Set<string>]} */
  resetTokens = [new Set(), new Set()];
  handshake = new QuicHandshake();
  /** Packets that wait for keys. @type {import('./waiting-packets.js').WaitingPacket[]} */
  waiting = [];
  waitingBytes = 0;
  /** `keys.state` when they were last tried. */
  triedAt = 0;
  /** By direction, `keys.state` when 1-RTT keys were last looked for by trial; −1: never. */
  lateTriedAt = new Float64Array(2).fill(-1);

  /**
   * @param {number} index @param {import('../../protocols/tls/ciphers.js').Ciphers|null} ciphers
   * @param {import('../../protocols/tls/key-log.js').KeyLog|null} keyLog
   */
  constructor(index, ciphers, keyLog) {
    this.index = index;
    this.keys = new ConnectionKeys(ciphers, keyLog, this.handshake);
  }

  /** The version used last. */
  get version() {
    return this.versions[this.versions.length - 1] ?? 0;
  }

  /** @param {number} version */
  noteVersion(version) {
    const { versions } = this;
    if (version === 0 || versions.includes(version) || versions.length === MAX_QUIC_VERSIONS) return;
    versions.push(version);
  }

  /**
   * Initial keys can be made from an ID.
   * @param {number} row of the table of IDs @returns {boolean} whether that is new
   */
  addBase(row) {
    if (this.bases.includes(row) || this.bases.length === MAX_INITIAL_IDS) return false;
    this.bases.push(row);
    return true;
  }

  /**
   * An ICMP error quotes a datagram.
   * @param {import('../../packet/network/icmp.js').IcmpError} error @param {number} direction of the datagram
   */
  addIcmpError({ frame, timeNs, ipVersion, type, code, mtu, packetBytes, reporter }, direction) {
    this.icmpErrorCount++;
    if (this.icmpErrors.length === MAX_ICMP_ERRORS_OF_QUIC) return;
    this.icmpErrors.push({
      frame,
      timeNs,
      direction,
      kind: icmpKind(ipVersion, type, code),
      type,
      code,
      mtu: mtu || null,
      packetBytes: packetBytes || null,
      reporter: formatAddress(reporter, 0, ipVersion),
    });
  }

  /**
   * An end probes a path, or answers the other's probe.
   * @param {number} index of the path @param {boolean} isChallenge @param {number} direction
   * @param {number} high @param {number} low the 64 bits of its data
   */
  notePathFrame(index, isChallenge, direction, high, low) {
    const { challenges } = this.paths[index];
    if (isChallenge && challenges.size < MAX_PATH_CHALLENGES) {
      challenges.add(`${direction} ${high} ${low}`);
      this.paths[index].isValidated ??= false;
    } else if (!isChallenge) {
      const asked = `${1 - direction} ${high} ${low}`;
      for (const path of this.paths) if (path.challenges.delete(asked)) path.isValidated = true;
    }
  }

  /** An end chose an ID. @param {number} end @param {number} row */
  addId(end, row) {
    const sent = this.sent[end];
    if (row === 0) sent.hasEmptyId = true;
    if (row <= 0 || sent.ids.includes(row)) return;
    sent.ids.push(row);
    if (sent.ids.length > MAX_IDS_OF_END) sent.ids.shift();
  }

  /**
   * @param {Datagrams} batch @param {number} i @param {boolean} isFromClient @param {Path['kind']} kind
   * @returns {Path}
   */
  addPath(batch, i, isFromClient, kind) {
    const words = wordsOf(batch, i, isFromClient);
    const known = this.paths.find((path) => path.words.every((word, at) => word === words[at]));
    if (known !== undefined) return known;
    if (this.paths.length === MAX_QUIC_PATHS) return this.paths[MAX_QUIC_PATHS - 1];
    const path = {
      index: this.paths.length,
      words,
      ipVersion: batch.ipVersion[i],
      kind,
      startNs: batch.timeNs[i],
      endNs: batch.timeNs[i],
      challenges: new Set(),
      isValidated: null,
    };
    this.paths.push(path);
    return path;
  }

  /** @param {number} end 0: the client @param {Path} [path] @returns {End} */
  endpoint(end, path = this.paths[0]) {
    const ports = path.words[2 * ADDRESS_WORDS];
    return {
      address: formatAddress(path.words, end * ADDRESS_WORDS, path.ipVersion),
      port: end === 0 ? ports >>> 16 : ports & 0xffff,
    };
  }
}

/** @param {Datagrams} batch @param {number} i @param {boolean} isFromClient */
function wordsOf({ source, destination, ports }, i, isFromClient) {
  const at = i * ADDRESS_WORDS;
  const words = new Int32Array(2 * ADDRESS_WORDS + 1);
  words.set((isFromClient ? source : destination).subarray(at, at + ADDRESS_WORDS));
  words.set((isFromClient ? destination : source).subarray(at, at + ADDRESS_WORDS), ADDRESS_WORDS);
  words[2 * ADDRESS_WORDS] = isFromClient ? ports[i] : (ports[i] << 16) | (ports[i] >>> 16);
  return words;
}
