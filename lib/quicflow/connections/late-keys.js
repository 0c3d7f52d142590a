import { LONG_HEADER } from '../../packet/transport/quic-sieve.js';
import { cipherSuite } from '../../protocols/tls/cipher-suites.js';
import { DirectionKeys } from '../keys/direction-keys.js';
import { PacketHeader } from '../wire/header.js';
import { PACKET, SPACE, VERSION_1, VERSION_2, versionOf } from '../wire/versions.js';
import { secretLabel, SUITES_BY_SECRET } from './connection-keys.js';

/** @typedef {import('./connection.js').Connection} Connection */
/** @typedef {import('./waiting-packets.js').WaitingPacket} WaitingPacket */
/** @typedef {import('../../protocols/tls/cipher-suites.js').CipherSuite} CipherSuite */
/**
 * @typedef {object} Found
 * @property {string} random of the client
 * @property {CipherSuite} suite
 * @property {number} version
 * @property {DirectionKeys} keys
 * @property {number} number of a packet that they opened
 * @property {number} idBytes length of the ID to which the direction's packets are sent
 */

/** Secrets that are tried in a capture for connections that began before it. */
export const MAX_LATE_KEY_TRIALS = 20_000;
/** So many packets of a direction tell their ID, and by two reserved bits each which secrets do not fit. */
const LATE_KEY_SAMPLES = 8;
/** With fewer, at the capture's end. */
const MIN_SAMPLES = 2;
const MAX_ID_BYTES_OF_SHORT = 20;

/**
 * Finds the keys of a connection that began before the capture, whose client random is not known: header protection is
 * the same from the beginning on, and the reserved bits below it are 0 (RFC 9000 section 17.3.1), so a secret of the
 * key log that leaves them 0 in several packets is tried in all generations of its keys.
 */
export class LateKeys {
  #ciphers;
  #keyLog;
  #left = MAX_LATE_KEY_TRIALS;
  #header = new PacketHeader();

  /**
   * @param {import('../../protocols/tls/ciphers.js').Ciphers} ciphers
   * @param {import('../../protocols/tls/key-log.js').KeyLog} keyLog
   */
  constructor(ciphers, keyLog) {
    this.#ciphers = ciphers;
    this.#keyLog = keyLog;
  }

  /**
   * The keys of a direction's waiting packets; the connection has them then.
   * @param {Connection} connection @param {number} direction @param {number} [least] number of packets
   * @returns {{ bytes: Uint8Array, idBytes: number } | null} one of them, and the length of its ID; null: none fit
   */
  find(connection, direction, least = LATE_KEY_SAMPLES) {
    const { handshake, keys, lateTriedAt } = connection;
    if (keys.isFound(direction) || lateTriedAt[direction] === keys.state) return null;
    const packets = connection.waiting.filter((one) => one.direction === direction && isShort(one));
    if (packets.length < Math.max(least, MIN_SAMPLES)) return null;
    lateTriedAt[direction] = keys.state;
    const found = this.#try(packets.slice(0, LATE_KEY_SAMPLES), direction, connection);
    if (found === null) return null;
    const { idBytes } = found;
    for (const one of packets) one.idBytes = idBytes;
    connection.noteVersion(found.version);
    keys.adopt(direction, found.keys);
    handshake.takeFound(found.random, found.suite);
    connection.sent[direction].largest[SPACE.APP] = found.number;
    return { bytes: packets[0].bytes, idBytes };
  }

  /**
   * @param {readonly WaitingPacket[]} samples @param {number} direction @param {Connection} connection
   * @returns {Found|null}
   */
  #try(samples, direction, { version: known, handshake: { clientRandom } }) {
    const idBytes = commonBytes(samples.map(({ bytes }) => bytes));
    const versions = known === 0 ? [VERSION_1, VERSION_2] : [known];
    for (const random of clientRandom === null ? this.#keyLog.randoms : [clientRandom]) {
      const secret = this.#keyLog.secret(secretLabel(PACKET.ONE_RTT, direction), random);
      for (const suite of suitesOf(secret)) {
        for (const version of versions) {
          const keys = this.#keysFor(version, suite, secret, samples, idBytes);
          const number = keys === null ? -1 : this.#locate(keys, samples, idBytes);
          if (keys !== null && number >= 0) return { random, suite, version, keys, number, idBytes };
        }
      }
    }
    return null;
  }

  /**
   * Keys with which all headers look right; null: not these.
   * @param {number} number of the version @param {CipherSuite} suite @param {Uint8Array|null} secret
   * @param {readonly WaitingPacket[]} samples @param {number} idBytes
   */
  #keysFor(number, suite, secret, samples, idBytes) {
    const version = versionOf(number);
    if (version === null || secret === null || this.#left <= 0) return null;
    this.#left--;
    const keys = new DirectionKeys(this.#ciphers, suite, version, secret);
    return samples.every(({ bytes }) => keys.fits(this.#read(bytes, idBytes))) ? keys : null;
  }

  /** @param {DirectionKeys} keys @param {readonly WaitingPacket[]} samples @param {number} idBytes */
  #locate(keys, samples, idBytes) {
    for (const { bytes } of samples) {
      const number = keys.locate(this.#read(bytes, idBytes));
      if (number >= 0) return number;
    }
    return -1;
  }

  /** @param {Uint8Array} bytes @param {number} idBytes */
  #read(bytes, idBytes) {
    this.#header.read(bytes, 0, bytes.length, bytes.length);
    this.#header.endId(idBytes);
    return this.#header;
  }
}

/** @param {WaitingPacket} packet */
const isShort = ({ bytes }) => (bytes[0] & LONG_HEADER) === 0;

/** @param {Uint8Array|null} secret @returns {CipherSuite[]} those with such secrets */
const suitesOf = (secret) =>
  (SUITES_BY_SECRET.get(secret?.length ?? 0) ?? []).map(cipherSuite).filter((suite) => suite !== null);

/**
 * How many bytes behind the first are the same in all: those of their ID, for what follows looks random.
 * @param {Uint8Array[]} packets
 */
function commonBytes(packets) {
  const [first, ...others] = packets;
  let length = 0;
  while (length < MAX_ID_BYTES_OF_SHORT && others.every((bytes) => bytes[1 + length] === first[1 + length])) length++;
  return length;
}
