/** The secrets of an SSLKEYLOGFILE (NSS key log format), by label and client random. */
import { MAX_KEY_LOG_SECRETS } from './limits.js';

/**
 * Labels that are of use; `RSA` names the first bytes of the encrypted premaster secret instead of the client random.
 */
const LINE =
  /^(CLIENT_RANDOM|CLIENT_EARLY_TRAFFIC_SECRET|(?:CLIENT|SERVER)_HANDSHAKE_TRAFFIC_SECRET|(?:CLIENT|SERVER)_TRAFFIC_SECRET_0|PMS_CLIENT_RANDOM|RSA) ([0-9a-fA-F]{16,64}) ([0-9a-fA-F]{64,256})[ \t\r]*$/gm;

export class KeyLog {
  /** @type {Map<string, string>} */
  #secrets = new Map();

  /** Whether somebody may yet bring secrets, as to a live capture: records without keys are then kept for a while. */
  isOpen = false;

  /** Grows with each new secret. */
  get version() {
    return this.#secrets.size;
  }

  /**
   * Takes up the lines that are secrets and passes over all others. A log may be added again after it has grown. The
   * first secret of a name counts: whoever reads the capture again with what it held finds the same.
   * @param {string} text
   * @returns {number} secrets that were new
   */
  add(text) {
    const before = this.#secrets.size;
    for (const [, label, name, secret] of text.matchAll(LINE)) {
      if (this.#secrets.size >= MAX_KEY_LOG_SECRETS) break;
      const key = `${label} ${name.toLowerCase()}`;
      if (!this.#secrets.has(key)) this.#secrets.set(key, secret);
    }
    return this.#secrets.size - before;
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
