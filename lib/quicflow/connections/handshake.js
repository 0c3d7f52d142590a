import { cipherSuite, cipherSuiteName } from '../../protocols/tls/cipher-suites.js';
import { HANDSHAKE, readClientHello, readEncryptedExtensions, readServerHello } from '../../protocols/tls/hellos.js';
import { CryptoStream } from '../streams/crypto-stream.js';
import { readTransportParameters } from '../wire/transport-parameters.js';
import { PACKET, SPACE_OF } from '../wire/versions.js';

/** @typedef {import('../../transport/streams.js').Place} Place */
/** @typedef {ReturnType<typeof readTransportParameters>} Parameters */

const SPACES = 3;

/** What the TLS handshake of a connection says, as far as it could be read; null: not known. */
export class QuicHandshake {
  /** By direction and space. @type {(CryptoStream|null)[]} */
  #streams = new Array(2 * SPACES).fill(null);
  /** In hexadecimal: the connection's name in a key log. @type {string|null} */
  clientRandom = null;
  /** @type {string|null} */
  sni = null;
  /** @type {string[]} */
  offeredAlpn = [];
  /** @type {string|null} */
  alpn = null;
  /** @type {string|null} */
  cipher = null;
  /** @type {import('../../protocols/tls/cipher-suites.js').CipherSuite|null} */
  suite = null;
  offersEarlyData = false;
  /** @type {boolean|null} */
  acceptsEarlyData = null;
  /** By end. @type {[Parameters|null, Parameters|null]} */
  parameters = [null, null];
  /** Grows with each message that may lead to further keys. */
  version = 0;
  hasOldParameters = false;

  /**
   * @param {number} direction @param {number} type of the packet
   * @param {number} offset @param {Uint8Array} bytes @param {number} from @param {number} length @param {Place} at
   */
  push(direction, type, offset, bytes, from, length, at) {
    const place = direction * SPACES + SPACE_OF[type];
    const stream = (this.#streams[place] ??= new CryptoStream((message, body) =>
      this.#onMessage(direction, message, body),
    ));
    stream.push(offset, bytes, from, length, at);
  }

  /**
   * What trials tell of a handshake that was not captured.
   * @param {string} random of the client @param {import('../../protocols/tls/cipher-suites.js').CipherSuite} suite
   */
  takeFound(random, suite) {
    this.clientRandom = random;
    this.suite = suite;
    this.version++;
  }

  /** A client that was told to try again begins anew; its new ClientHello need not be the same. */
  restart() {
    this.#streams[SPACE_OF[PACKET.INITIAL]]?.restart();
    this.clientRandom = null;
  }

  /** @param {number} direction @param {number} message @param {Uint8Array} body */
  #onMessage(direction, message, body) {
    if (message === HANDSHAKE.CLIENT_HELLO && direction === 0) this.#onClientHello(body);
    else if (message === HANDSHAKE.SERVER_HELLO && direction === 1) this.#onServerHello(body);
    else if (message === HANDSHAKE.ENCRYPTED_EXTENSIONS && direction === 1) this.#onExtensions(body);
  }

  /** @param {Uint8Array} body */
  #onClientHello(body) {
    const hello = readClientHello(body);
    this.version++;
    this.clientRandom = hello.random;
    this.sni = hello.sni;
    this.offeredAlpn = hello.alpn;
    this.offersEarlyData = hello.offersEarlyData;
    this.#keepParameters(0, hello.quicParameters);
  }

  /** @param {Uint8Array} body */
  #onServerHello(body) {
    const hello = readServerHello(body);
    if (hello.isRetry) return;
    this.version++;
    this.cipher = cipherSuiteName(hello.cipher);
    this.suite = cipherSuite(hello.cipher);
  }

  /** @param {Uint8Array} body */
  #onExtensions(body) {
    const { alpn, acceptsEarlyData, quicParameters } = readEncryptedExtensions(body);
    this.alpn = alpn;
    this.acceptsEarlyData = acceptsEarlyData;
    this.#keepParameters(1, quicParameters);
  }

  /** @param {0|1} end @param {Uint8Array|null} bytes */
  #keepParameters(end, bytes) {
    if (bytes !== null && !this.hasOldParameters) this.parameters[end] = readTransportParameters(bytes);
  }
}
