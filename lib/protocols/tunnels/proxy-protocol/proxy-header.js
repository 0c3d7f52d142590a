/**
 * The header of the PROXY protocol (haproxy.org, proxy-protocol.txt): a proxy puts it before the client's first byte,
 * so that the server learns whose connection it is. Version 1 is a line of text, version 2 a signature and a length.
 */
import { formatAddress } from '../../../shared/text/address.js';
import { CR, LF } from '../../../shared/text/ascii.js';
import { latin1 } from '../../model/latin1.js';
import { FIT } from '../../protocol.js';

const TEXT = Array.from('PROXY ', (character) => character.charCodeAt(0));
/** First letters of what may follow: TCP4, TCP6, UNKNOWN. */
const FAMILIES = [0x54, 0x55];
const SIGNATURE = [CR, LF, CR, LF, 0x00, CR, LF, 0x51, 0x55, 0x49, 0x54, LF];
const FIXED_BYTES = 16;
const COMMAND_AT = 12;
const LENGTH_AT = 14;
const FAMILY_AT = 13;
/** Version 2, command PROXY. */
const PROXY = 0x21;
/** Length of an address, by the upper half of the family's byte. */
const FAMILY_BYTES = new Map([
  [1, 4],
  [2, 16],
]);
/** The longest header of version 1, its line end included. */
const MAX_TEXT_BYTES = 107;

/**
 * @param {Uint8Array} bytes
 * @param {number} start of a direction's first byte
 * @param {number} end
 * @returns {number} of `FIT`
 */
export function proxyHeaderAt(bytes, start, end) {
  const length = end - start;
  const pattern = bytes[start] === TEXT[0] ? TEXT : SIGNATURE;
  for (let i = 0; i < pattern.length; i++) {
    if (i === length) return FIT.MORE;
    if (bytes[start + i] !== pattern[i]) return FIT.NONE;
  }
  if (pattern === SIGNATURE) return FIT.FOUND;
  if (length === TEXT.length) return FIT.MORE;
  return FAMILIES.includes(bytes[start + TEXT.length]) ? FIT.FOUND : FIT.NONE;
}

/**
 * Whose connection a proxy passes on.
 * @typedef {object} Proxied
 * @property {{ ip: string, port: number }} client
 * @property {{ ip: string, port: number }} server where the client had connected to
 */

/** Reads a header, independent of segmentation. */
export class ProxyHeader {
  /** Bytes of the header so far. */
  length = 0;
  isWhole = false;
  /** Its beginning, which has the addresses. */
  #kept = new Uint8Array(MAX_TEXT_BYTES);

  /**
   * @param {Uint8Array} bytes
   * @param {number} start
   * @param {number} end
   * @returns {number} where the header ends in them, `end` while it does not
   */
  pass(bytes, start, end) {
    let at = start;
    while (at < end && !this.isWhole) this.#take(bytes[at++]);
    return at;
  }

  /** @param {number} byte */
  #take(byte) {
    if (this.length < MAX_TEXT_BYTES) this.#kept[this.length] = byte;
    this.length++;
    this.isWhole = this.#isText
      ? byte === LF || this.length === MAX_TEXT_BYTES
      : this.length >= FIXED_BYTES && this.length === FIXED_BYTES + this.#number(LENGTH_AT);
  }

  get #isText() {
    return this.#kept[0] === TEXT[0];
  }

  /** @param {number} at */
  #number(at) {
    return (this.#kept[at] << 8) | this.#kept[at + 1];
  }

  /**
   * What a whole header says; null: nothing, as a proxy's own health checks.
   * @returns {Proxied|null}
   */
  get proxied() {
    return this.#isText ? proxiedByText(latin1(this.#kept.subarray(0, this.length))) : this.#proxiedByBytes();
  }

  /** @returns {Proxied|null} */
  #proxiedByBytes() {
    const family = this.#kept[FAMILY_AT] >> 4;
    const bytes = FAMILY_BYTES.get(family);
    if (this.#kept[COMMAND_AT] !== PROXY || bytes === undefined) return null;
    const portsAt = FIXED_BYTES + 2 * bytes;
    if (this.length < portsAt + 4) return null;
    const end = (/** @type {0|1} */ which) => ({
      ip: this.#address(FIXED_BYTES + which * bytes, bytes),
      port: this.#number(portsAt + 2 * which),
    });
    return { client: end(0), server: end(1) };
  }

  /** @param {number} at @param {number} bytes 4 or 16 */
  #address(at, bytes) {
    const view = new DataView(this.#kept.buffer);
    const words = Array.from({ length: bytes / 4 }, (_, i) => view.getUint32(at + 4 * i));
    return bytes === 4 ? formatAddress([0, 0, 0, ...words], 0, 4) : formatAddress(words, 0, 6);
  }
}

/** @param {string} line @returns {Proxied|null} */
function proxiedByText(line) {
  const found = /^PROXY TCP[46] ([\da-fA-F.:]+) ([\da-fA-F.:]+) (\d{1,5}) (\d{1,5})\r\n$/.exec(line);
  if (found === null) return null;
  const [, client, server, clientPort, serverPort] = found;
  return { client: { ip: client, port: Number(clientPort) }, server: { ip: server, port: Number(serverPort) } };
}
