/**
 * ClientHello, ServerHello and EncryptedExtensions (RFC 8446 section 4.1 to 4.3, RFC 5246 section 7.4.1): the fields
 * for decryption and display.
 */
import { isGrease } from './ja4.js';
import { toHex } from './key-log.js';
import {
  MAX_HELLO_VALUES,
  MAX_NAME_CHARACTERS,
  MAX_NAMES_KEPT,
  MAX_QUIC_PARAMETER_BYTES,
  MAX_SESSION_NAME_BYTES,
} from './limits.js';

export const HANDSHAKE = Object.freeze({
  CLIENT_HELLO: 1,
  SERVER_HELLO: 2,
  NEW_SESSION_TICKET: 4,
  END_OF_EARLY_DATA: 5,
  ENCRYPTED_EXTENSIONS: 8,
  CERTIFICATE: 11,
  CLIENT_KEY_EXCHANGE: 16,
  FINISHED: 20,
  KEY_UPDATE: 24,
  COMPRESSED_CERTIFICATE: 25,
});

const EXTENSION = Object.freeze({
  SERVER_NAME: 0,
  SIGNATURE_ALGORITHMS: 13,
  ALPN: 16,
  ENCRYPT_THEN_MAC: 22,
  EXTENDED_MASTER_SECRET: 23,
  SESSION_TICKET: 35,
  PRE_SHARED_KEY: 41,
  EARLY_DATA: 42,
  SUPPORTED_VERSIONS: 43,
  ENCRYPTED_CLIENT_HELLO: 0xfe0d,
  QUIC_PARAMETERS: 57,
  QUIC_PARAMETERS_OF_DRAFTS: 0xffa5,
});

const RANDOM_BYTES = 32;

/** RFC 8446 section 4.1.3: the random of a ServerHello that is a HelloRetryRequest. */
const RETRY_RANDOM = 'cf21ad74e59a6111be1d8c021e65b891c2a211167abb8c5e079e09e2c8a8339c';

/** Reads a message's fields in order; beyond the end everything is 0 or empty. */
class Fields {
  /** @param {Uint8Array} bytes */
  constructor(bytes) {
    this.bytes = bytes;
    this.at = 0;
  }

  get isAtEnd() {
    return this.at >= this.bytes.length;
  }

  /** @param {number} size in bytes */
  number(size) {
    let value = 0;
    for (let i = 0; i < size; i++) value = value * 256 + (this.bytes[this.at + i] ?? 0);
    this.at += size;
    return value;
  }

  /** @param {number} length */
  take(length) {
    const bytes = this.bytes.subarray(this.at, this.at + length);
    this.at += length;
    return bytes;
  }

  /** Bytes after their length. @param {number} size of the length */
  vector(size) {
    return this.take(this.number(size));
  }
}

/** @param {Uint8Array} bytes @returns {string} printable ASCII; other bytes as `\xNN` */
function text(bytes) {
  let out = '';
  for (const byte of bytes.subarray(0, MAX_NAME_CHARACTERS)) {
    out += byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : `\\x${byte.toString(16).padStart(2, '0')}`;
  }
  return out;
}

/**
 * @param {Fields} fields
 * @param {(type: number, body: Fields) => void} onExtension
 */
function readExtensions(fields, onExtension) {
  const extensions = new Fields(fields.vector(2));
  while (!extensions.isAtEnd) onExtension(extensions.number(2), new Fields(extensions.vector(2)));
}

/** @param {Fields} body @returns {string[]} */
function protocolNames(body) {
  const list = new Fields(body.vector(2));
  const names = [];
  while (!list.isAtEnd && names.length < MAX_NAMES_KEPT) names.push(text(list.vector(1)));
  return names;
}

/** @param {Fields} body @returns {string|null} RFC 6066 section 3 */
function serverName(body) {
  const list = new Fields(body.vector(2));
  while (!list.isAtEnd) {
    const type = list.number(1);
    const name = list.vector(2);
    if (type === 0) return text(name);
  }
  return null;
}

/**
 * @typedef {object} ClientHello
 * @property {string} random lower-case hexadecimal: the name of the connection in a key log
 * @property {string} sessionId hexadecimal
 * @property {string|null} sni
 * @property {string[]} alpn offered
 * @property {boolean} offersEarlyData
 * @property {boolean} hasInner whether it holds an encrypted one (RFC 9849), or random bytes in its place (GREASE)
 * @property {string} ticket of the session to resume, up to TLS 1.2 (RFC 5077), hexadecimal; '' none
 * @property {Uint8Array|null} quicParameters QUIC's transport parameters (RFC 9000 section 18); null: none
 * @property {import('./ja4.js').HelloShape|null} shape for a fingerprint; null in the form of SSL 2.0
 */

/** @param {Uint8Array} body of the message @returns {ClientHello} */
export function readClientHello(body) {
  const fields = new Fields(body);
  const version = fields.number(2);
  const random = toHex(fields.take(RANDOM_BYTES));
  const sessionId = toHex(fields.vector(1));
  /** @type {import('./ja4.js').HelloShape} */
  const shape = {
    version,
    ciphers: numbersIn(fields.vector(2)),
    extensions: [],
    signatureAlgorithms: [],
    hasServerName: false,
    alpn: null,
  };
  /** @type {ClientHello} */
  const hello = {
    random,
    sessionId,
    sni: null,
    alpn: [],
    offersEarlyData: false,
    hasInner: false,
    ticket: '',
    quicParameters: null,
    shape,
  };
  fields.vector(1);
  readExtensions(fields, (type, extension) => {
    noteShape(shape, type, extension.bytes);
    if (type === EXTENSION.SERVER_NAME) hello.sni = serverName(extension);
    else if (type === EXTENSION.ALPN) hello.alpn = protocolNames(extension);
    else if (type === EXTENSION.EARLY_DATA) hello.offersEarlyData = true;
    else if (type === EXTENSION.ENCRYPTED_CLIENT_HELLO) hello.hasInner = extension.number(1) === 0;
    else if (isQuic(type)) hello.quicParameters = extension.bytes.slice(0, MAX_QUIC_PARAMETER_BYTES);
    else if (type === EXTENSION.SESSION_TICKET) hello.ticket = sessionName(extension.bytes);
  });
  return hello;
}

/** @param {number} type of an extension */
const isQuic = (type) => type === EXTENSION.QUIC_PARAMETERS || type === EXTENSION.QUIC_PARAMETERS_OF_DRAFTS;

/** @param {Uint8Array} bytes @returns {number[]} of two bytes each */
const numbersIn = (bytes) =>
  Array.from(
    { length: Math.min(MAX_HELLO_VALUES, bytes.length >> 1) },
    (_, i) => (bytes[2 * i] << 8) | bytes[2 * i + 1],
  );

/**
 * Notes an extension's part of the fingerprint.
 * @param {import('./ja4.js').HelloShape} shape @param {number} type @param {Uint8Array} bytes
 */
function noteShape(shape, type, bytes) {
  if (shape.extensions.length === MAX_HELLO_VALUES) return;
  shape.extensions.push(type);
  const fields = new Fields(bytes);
  if (type === EXTENSION.SERVER_NAME) shape.hasServerName = true;
  else if (type === EXTENSION.SIGNATURE_ALGORITHMS) shape.signatureAlgorithms = numbersIn(fields.vector(2));
  else if (type === EXTENSION.ALPN) shape.alpn = new Fields(fields.vector(2)).vector(1);
  else if (type === EXTENSION.SUPPORTED_VERSIONS) {
    const versions = numbersIn(fields.vector(1)).filter((one) => !isGrease(one));
    if (versions.length > 0) shape.version = Math.max(...versions);
  }
}

/**
 * A ClientHello in the form of SSL 2.0 (RFC 5246 appendix E.2): its challenge is the random, filled up with zeros at
 * the front.
 * @param {Uint8Array} body the part after the version
 * @returns {ClientHello}
 */
export function readOldHello(body) {
  const fields = new Fields(body);
  const specs = fields.number(2);
  const session = fields.number(2);
  const challenge = Math.min(RANDOM_BYTES, fields.number(2));
  fields.take(specs);
  const sessionId = toHex(fields.take(session));
  return {
    random: toHex(fields.take(challenge)).padStart(2 * RANDOM_BYTES, '0'),
    sessionId,
    sni: null,
    alpn: [],
    offersEarlyData: false,
    hasInner: false,
    ticket: '',
    quicParameters: null,
    shape: null,
  };
}

/** @param {Uint8Array} bytes of a ticket @returns {string} hexadecimal, '' where it exceeds the limit */
const sessionName = (bytes) => (bytes.length > MAX_SESSION_NAME_BYTES ? '' : toHex(bytes));

/** @param {Uint8Array} body of a NewSessionTicket up to TLS 1.2 (RFC 5077 section 3.3) @returns {string} as `ticket` */
export function readNewTicket(body) {
  const fields = new Fields(body);
  fields.number(4);
  return sessionName(fields.vector(2));
}

/**
 * @typedef {object} ServerHello
 * @property {number} version negotiated: 0x0300 to 0x0304
 * @property {string} random hexadecimal
 * @property {string} sessionId hexadecimal
 * @property {number} cipher code
 * @property {number} compression method, RFC 3749: 1 is DEFLATE
 * @property {string|null} alpn chosen, up to TLS 1.2
 * @property {boolean} isRetry a HelloRetryRequest
 * @property {boolean} encryptsThenMacs RFC 7366
 * @property {boolean} usesPreSharedKey TLS 1.3's resumption
 */

/** @param {Uint8Array} body of the message @returns {ServerHello} */
export function readServerHello(body) {
  const fields = new Fields(body);
  const version = fields.number(2);
  const random = toHex(fields.take(RANDOM_BYTES));
  const sessionId = toHex(fields.vector(1));
  const cipher = fields.number(2);
  const compression = fields.number(1);
  /** @type {ServerHello} */
  const hello = {
    version,
    random,
    sessionId,
    cipher,
    compression,
    alpn: null,
    isRetry: random === RETRY_RANDOM,
    encryptsThenMacs: false,
    usesPreSharedKey: false,
  };
  readExtensions(fields, (type, extension) => {
    if (type === EXTENSION.SUPPORTED_VERSIONS) hello.version = extension.number(2);
    else if (type === EXTENSION.ALPN) hello.alpn = protocolNames(extension)[0] ?? null;
    else if (type === EXTENSION.ENCRYPT_THEN_MAC) hello.encryptsThenMacs = true;
    else if (type === EXTENSION.PRE_SHARED_KEY) hello.usesPreSharedKey = true;
  });
  return hello;
}

/**
 * @param {Uint8Array} body of an EncryptedExtensions
 * @returns {{ alpn: string|null, acceptsEarlyData: boolean, quicParameters: Uint8Array|null }} alpn: that chosen
 */
export function readEncryptedExtensions(body) {
  const extensions = {
    alpn: /** @type {string|null} */ (null),
    acceptsEarlyData: false,
    quicParameters: /** @type {Uint8Array|null} */ (null),
  };
  readExtensions(new Fields(body), (type, extension) => {
    if (type === EXTENSION.ALPN) extensions.alpn = protocolNames(extension)[0] ?? null;
    else if (type === EXTENSION.EARLY_DATA) extensions.acceptsEarlyData = true;
    else if (isQuic(type)) extensions.quicParameters = extension.bytes.slice(0, MAX_QUIC_PARAMETER_BYTES);
  });
  return extensions;
}

/** Reassembles handshake messages from one direction's records. */
export class HandshakeReader {
  #buffer = new Uint8Array(0);
  #onMessage;
  #maxBytes;

  /**
   * @param {number} maxBytes of a message
   * @param {(type: number, body: Uint8Array, at: import('../stream-parser.js').Place) => void} onMessage valid during
   *   the call
   */
  constructor(maxBytes, onMessage) {
    this.#maxBytes = maxBytes;
    this.#onMessage = onMessage;
  }

  /** Drops an incomplete message. */
  reset() {
    this.#buffer = new Uint8Array(0);
  }

  /**
   * @param {Uint8Array} bytes
   * @param {import('../stream-parser.js').Place} at
   * @returns {boolean} false: no handshake messages, or one too long
   */
  push(bytes, at) {
    let rest = bytes;
    if (this.#buffer.length > 0) {
      rest = new Uint8Array(this.#buffer.length + bytes.length);
      rest.set(this.#buffer);
      rest.set(bytes, this.#buffer.length);
    }
    while (rest.length >= 4) {
      const length = (rest[1] << 16) | (rest[2] << 8) | rest[3];
      if (length > this.#maxBytes) {
        this.reset();
        return false;
      }
      if (rest.length < 4 + length) break;
      this.#onMessage(rest[0], rest.subarray(4, 4 + length), at);
      rest = rest.subarray(4 + length);
    }
    this.#buffer = rest.slice();
    return true;
  }
}
