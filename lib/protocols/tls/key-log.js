/** The secrets of an SSLKEYLOGFILE (NSS key log format), by label and client random. */
import { secretLines, SESSION } from '../../shared/text/secret-lines.js';
import { MAX_KEY_LOG_SECRETS, MAX_SESSION_NAME_BYTES, MAX_SESSIONS } from './limits.js';

/** Label of the first secret that the server uses. */
export const SERVER_HANDSHAKE = 'SERVER_HANDSHAKE_TRAFFIC_SECRET';

export class KeyLog {
  /** @type {Map<string, string>} */
  #secrets = new Map();
  /**
   * Master secrets of sessions seen from their start, by their IDs and tickets, up to TLS 1.2: a resumption may log no
   * secret.
   * @type {Map<string, Uint8Array>}
   */
  #sessions = new Map();
  #sessionsSeen = 0;
  /** Client randoms of TLS 1.3, in the order of the log. @type {string[]} */
  randoms = [];

  /** Whether more secrets may be added, as in a live capture: records without keys are then kept for a while. */
  isOpen = false;

  /** Grows with each new secret, and each session seen from its start. */
  get version() {
    return this.#secrets.size + this.#sessionsSeen;
  }

  /**
   * Adds the lines that are secrets and ignores all others. A log may be added again after it has grown. The first
   * secret of a name counts, so reading the capture again with its own secrets gives the same result.
   * @param {string} text
   * @returns {number} secrets that were new
   */
  add(text) {
    const before = this.#secrets.size;
    for (const { label, name, secret } of secretLines(text)) this.#keep(`${label} ${name}`, secret);
    return this.#secrets.size - before;
  }

  /** @param {string} key label and name @param {string} secret */
  #keep(key, secret) {
    if (this.#secrets.size >= MAX_KEY_LOG_SECRETS || this.#secrets.has(key)) return;
    this.#secrets.set(key, secret);
    if (key.startsWith(SERVER_HANDSHAKE)) this.randoms.push(key.slice(SERVER_HANDSHAKE.length + 1));
  }

  /**
   * A session up to TLS 1.2 with a known secret has begun: others may resume it. The oldest is dropped first.
   * @param {string} name its ID or ticket, hexadecimal; '' none
   * @param {Uint8Array} master
   */
  remember(name, master) {
    if (name === '' || name.length > 2 * MAX_SESSION_NAME_BYTES || this.#sessions.has(name)) return;
    this.#sessions.set(name, master);
    this.#sessionsSeen++;
    if (this.#sessions.size <= MAX_SESSIONS) return;
    this.#sessions.delete(/** @type {string} */ (this.#sessions.keys().next().value));
  }

  /** @param {string} name a session's ID or ticket, hexadecimal @returns {Uint8Array|null} its master secret */
  session(name) {
    return this.#sessions.get(name) ?? this.secret(SESSION, name);
  }

  /**
   * @param {string} label
   * @param {string} name client random, lower-case hexadecimal
   * @returns {Uint8Array|null}
   */
  secret(label, name) {
    const text = this.#secrets.get(`${label} ${name}`);
    return text === undefined ? null : fromHex(text);
  }
}

/** @param {string} text @returns {Uint8Array} */
function fromHex(text) {
  return Uint8Array.from({ length: text.length >> 1 }, (_, i) => parseInt(text.slice(2 * i, 2 * i + 2), 16));
}

/** @param {Uint8Array} bytes @returns {string} lower case */
export function toHex(bytes) {
  let text = '';
  for (const byte of bytes) text += (byte < 16 ? '0' : '') + byte.toString(16);
  return text;
}
