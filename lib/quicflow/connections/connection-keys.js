import { cipherSuite } from '../../protocols/tls/cipher-suites.js';
import { DirectionKeys } from '../keys/direction-keys.js';
import { initialKeys } from '../keys/initial.js';
import { PACKET, SPACE_OF, versionOf } from '../wire/versions.js';

/** @typedef {import('../wire/header.js').PacketHeader} PacketHeader */
/** @typedef {import('../../protocols/tls/cipher-suites.js').CipherSuite} CipherSuite */

/** Keys of Initial packets that a connection keeps: by version, and again after each Retry. */
export const MAX_INITIAL_KEYS = 8;

/** Labels of a key log, by kind of packet and direction. @type {Record<number, readonly string[]>} */
const LABELS = Object.freeze({
  [PACKET.ZERO_RTT]: ['CLIENT_EARLY_TRAFFIC_SECRET'],
  [PACKET.HANDSHAKE]: ['CLIENT_HANDSHAKE_TRAFFIC_SECRET', 'SERVER_HANDSHAKE_TRAFFIC_SECRET'],
  [PACKET.ONE_RTT]: ['CLIENT_TRAFFIC_SECRET_0', 'SERVER_TRAFFIC_SECRET_0'],
});
const KINDS = 8;
/** Ciphers of an earlier session by the length of its secret: TLS 1.3's AES-128, ChaCha20; AES-256. */
export const SUITES_BY_SECRET = new Map([
  [32, [0x1301, 0x1303]],
  [48, [0x1302]],
]);

/** @param {number} type of packet @param {number} direction @returns {string} the label of its secret */
export const secretLabel = (type, direction) => LABELS[type]?.[direction];

/** Why a packet stays closed. */
export const CLOSED = Object.freeze({ NO_KEYS: 1, FAILED: 2 });

/**
 * The keys of a connection: those of Initial packets by ID, the others by the key log, tried again when it or the
 * handshake has more.
 */
export class ConnectionKeys {
  #ciphers;
  #keyLog;
  #handshake;
  /**
   * Newest first.
   * @type {{ version: number, rules: import('../wire/versions.js').Version, base: number, dcid: Uint8Array,
   *   keys: (DirectionKeys|null)[] }[]}
   */
  #initial = [];
  /** By kind and direction; several where the cipher is not known. @type {(DirectionKeys[]|null)[]} */
  #later = new Array(KINDS * 2).fill(null);
  /** By the same: the state of key log and handshake when there were no keys. */
  #missedAt = new Float64Array(KINDS * 2).fill(-1);
  /** By direction. */
  #found = [false, false];
  /** Labels of secrets that were known where a report was made. @type {Set<string|undefined>} */
  #noted = new Set();
  /** Why the last packet was not opened. */
  why = 0;
  /** The keys that opened the last one. @type {DirectionKeys|null} */
  used = null;

  /**
   * @param {import('../../protocols/tls/ciphers.js').Ciphers|null} ciphers
   * @param {import('../../protocols/tls/key-log.js').KeyLog|null} keyLog
   * @param {import('./handshake.js').QuicHandshake} handshake
   */
  constructor(ciphers, keyLog, handshake) {
    this.#ciphers = ciphers;
    this.#keyLog = keyLog;
    this.#handshake = handshake;
  }

  /**
   * Keys of Initial packets can be made from an ID; they are when they are needed.
   * @param {number} number of the version @param {number} base row of the ID @param {Uint8Array} dcid
   */
  addInitial(number, base, dcid) {
    const version = versionOf(number);
    if (version === null || this.#ciphers === null || this.#initial.length >= MAX_INITIAL_KEYS) return;
    if (this.#initial.some((known) => known.version === number && known.base === base)) return;
    this.#initial.unshift({ version: number, rules: version, base, dcid: dcid.slice(), keys: [null, null] });
  }

  get hasInitial() {
    return this.#initial.length > 0;
  }

  /** Changes where packets that stayed closed may be opened now. */
  get state() {
    return this.#handshake.version + (this.#keyLog?.version ?? 0) * 1024 + this.#initial.length;
  }

  /**
   * @param {PacketHeader} packet @param {number} direction @param {number} version of the connection
   * @param {number} expected
   * @returns {Uint8Array|null} its payload; null: `why` says why not
   */
  open(packet, direction, version, expected) {
    const keys = packet.type === PACKET.INITIAL ? null : this.#laterKeys(packet.type, direction, version);
    this.why = CLOSED.NO_KEYS;
    if (packet.type === PACKET.INITIAL) return this.#openInitial(packet, direction, expected);
    if (keys === null) return null;
    this.why = CLOSED.FAILED;
    for (const one of keys) {
      const plain = this.#openBy(one, packet, expected);
      if (plain === null) continue;
      if (keys.length > 1) this.#later[packet.type * 2 + direction] = [one];
      return plain;
    }
    return null;
  }

  /** @param {DirectionKeys} keys @param {PacketHeader} packet @param {number} expected */
  #openBy(keys, packet, expected) {
    const plain = keys.open(packet, expected);
    if (plain !== null) this.used = keys;
    return plain;
  }

  /**
   * By the keys of the packet's version first: aioquic 1.7 goes on with those of version 1 in Initials of version 2.
   * @param {PacketHeader} packet @param {number} direction @param {number} expected
   */
  #openInitial(packet, direction, expected) {
    if (this.#ciphers === null) return null;
    const ofVersion = this.#initial.filter((known) => known.version === packet.version);
    const others = this.#initial.filter((known) => known.version !== packet.version);
    for (const known of [...ofVersion, ...others]) {
      this.why = CLOSED.FAILED;
      known.keys[direction] ??= initialKeys(this.#ciphers, known.rules, known.dcid, direction);
      const plain = this.#openBy(known.keys[direction], packet, expected);
      if (plain !== null) return plain;
    }
    return null;
  }

  /** @param {number} type @param {number} direction @param {number} version */
  #laterKeys(type, direction, version) {
    const place = type * 2 + direction;
    const known = this.#later[place];
    if (known !== null) return known;
    if (this.#missedAt[place] === this.state) return null;
    this.#missedAt[place] = this.state;
    const secret = this.#secretOf(type, direction);
    if (secret === null || this.#ciphers === null) return null;
    return (this.#later[place] = this.#keysOf(secret, type, version));
  }

  /** @param {number} type @param {number} direction */
  #secretOf(type, direction) {
    const { clientRandom } = this.#handshake;
    const label = LABELS[type]?.[direction];
    if (clientRandom === null || label === undefined) return null;
    return this.#keyLog?.secret(label, clientRandom) ?? null;
  }

  /** @param {Uint8Array} secret @param {number} type @param {number} number of the version */
  #keysOf(secret, type, number) {
    const version = versionOf(number);
    const ciphers = this.#ciphers;
    const { suite } = this.#handshake;
    if (version === null || ciphers === null) return null;
    const isKnown = suite !== null && type !== PACKET.ZERO_RTT;
    if (suite === null && SPACE_OF[type] !== SPACE_OF[PACKET.ONE_RTT]) return null;
    const suites = isKnown ? [suite] : (SUITES_BY_SECRET.get(secret.length) ?? []).map(cipherSuite);
    return suites.filter((one) => one !== null).map((one) => new DirectionKeys(ciphers, one, version, secret));
  }

  /** Whether there are keys of 1-RTT packets that a trial found. @param {number} direction */
  isFound(direction) {
    return this.#found[direction];
  }

  /** Keys of 1-RTT packets that were found by trial. @param {number} direction @param {DirectionKeys} keys */
  adopt(direction, keys) {
    this.#later[PACKET.ONE_RTT * 2 + direction] = [keys];
    this.#found[direction] = true;
  }

  /** Whether the key log has the secret of such packets. @param {number} type @param {number} direction */
  hasSecret(type, direction) {
    return this.#noted.has(secretLabel(type, direction)) || this.#secretOf(type, direction) !== null;
  }

  /** The key log that is no longer here had these. @param {{ type: number, direction: number }[]} secrets */
  noteSecrets(secrets) {
    for (const { type, direction } of secrets) this.#noted.add(secretLabel(type, direction));
  }

  /** @param {number} type @param {number} direction @returns {number} */
  updatesOf(type, direction) {
    return this.#later[type * 2 + direction]?.[0]?.updates ?? 0;
  }
}
