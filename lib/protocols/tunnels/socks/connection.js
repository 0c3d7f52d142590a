/**
 * SOCKS 4, 4a (openssh.com, socks4.protocol and socks4a.protocol) and 5 (RFC 1928, RFC 1929, RFC 1961): the ends
 * negotiate the destination, and then the connection is like any other.
 */
import { concatBytes } from '../../model/concat-bytes.js';

/** @typedef {import('../../stream-parser.js').StreamParser} StreamParser */
/** @typedef {import('../../stream-parser.js').Place} Place */

/** Bytes of a direction that are held until the ends have agreed. */
export const MAX_SOCKS_BYTES = 16 * 1024;

const VERSION_4 = 4;
const VERSION_5 = 5;
const COMMAND = Object.freeze({ CONNECT: 1, BIND: 2 });
const NO_AUTHENTICATION = 0;
const GSSAPI = 1;
const USERNAME_PASSWORD = 2;
const METHODS = [NO_AUTHENTICATION, GSSAPI, USERNAME_PASSWORD];
/** Messages of GSSAPI (RFC 1961 sections 3 and 4): a token, and the protection of later messages. */
const GSS_TOKEN = 1;
const GSS_PROTECTION = 2;
const GSS_FAILURE = 0xff;
const GRANTED_4 = 0x5a;

/** Special results of a step instead of a length. */
const MORE = -1;
const REFUSED = -2;

/**
 * The next message and its sender: `client`; `lengthOf` returns its length, MORE while there are too few bytes, REFUSED
 * where nothing can follow.
 * @typedef {{ isClient: boolean, lengthOf: (bytes: Uint8Array) => number }} Step
 */

/** Whether it is one step's whole length. @param {Uint8Array} bytes @param {number} length */
const whole = (bytes, length) => (bytes.length < length ? MORE : length);

/** A zero-terminated text. @param {Uint8Array} bytes @param {number} from @returns {number} its end, or MORE */
function behindText(bytes, from) {
  const at = bytes.indexOf(0, from);
  return at < 0 ? MORE : at + 1;
}

/** @param {Uint8Array} bytes of a request of SOCKS 4 */
function lengthOfRequest4(bytes) {
  if (bytes.length < 9) return MORE;
  const behindUser = behindText(bytes, 8);
  const isNamed = bytes[4] === 0 && bytes[5] === 0 && bytes[6] === 0 && bytes[7] !== 0;
  return behindUser < 0 || !isNamed ? behindUser : behindText(bytes, behindUser);
}

/** A request or reply of SOCKS 5 with its address. @param {Uint8Array} bytes */
function lengthOfAddressed(bytes) {
  if (bytes.length < 5) return MORE;
  const addressBytes = { 1: 4, 3: 1 + bytes[4], 4: 16 }[bytes[3]];
  if (bytes[0] !== VERSION_5 || addressBytes === undefined) return REFUSED;
  return whole(bytes, 4 + addressBytes + 2);
}

/** @implements {StreamParser} */
export class SocksConnection {
  #openInner;
  /** @type {StreamParser|null} */
  #inner = null;
  /** @type {0|1|-1} */
  #client = -1;
  /** Unused bytes of each direction, with the place of the latest ones. @type {Uint8Array[]} */
  #held = [new Uint8Array(0), new Uint8Array(0)];
  /** @type {(Place|null)[]} */
  #places = [null, null];
  /** @type {Step[]} */
  #steps = [];
  /** Offsets at which each direction's inner stream begins. */
  #starts = [0, 0];
  #isOver = false;

  /** @param {(upgrade: string|null) => StreamParser|null} openInner */
  constructor(openInner) {
    this.#openInner = openInner;
  }

  /** @type {StreamParser['push']} */
  push(endpoint, streamOffset, bytes, start, end, at) {
    if (this.#isOver) return Infinity;
    if (this.#inner !== null) {
      const inside = streamOffset - this.#starts[endpoint];
      return this.#starts[endpoint] + this.#inner.push(endpoint, inside, bytes, start, end, at);
    }
    if (this.#client < 0) this.#begin(endpoint, bytes[start]);
    this.#held[endpoint] = concatBytes([this.#held[endpoint], bytes.subarray(start, end)]);
    this.#places[endpoint] = { ...at };
    if (this.#held[endpoint].length > MAX_SOCKS_BYTES) this.#isOver = true;
    this.#advance();
    return this.#isOver ? Infinity : streamOffset + end - start;
  }

  /** @type {StreamParser['gap']} */
  gap(endpoint, streamOffset, length, at) {
    if (this.#inner === null) this.#isOver = true;
    if (this.#isOver || this.#inner === null) return Infinity;
    return this.#starts[endpoint] + this.#inner.gap(endpoint, streamOffset - this.#starts[endpoint], length, at);
  }

  /** @type {StreamParser['end']} */
  end(endpoint, how, at) {
    this.#inner?.end(endpoint, how, at);
  }

  /** @param {0|1} client @param {number} version */
  #begin(client, version) {
    this.#client = client;
    this.#steps = version === VERSION_4 ? this.#steps4() : this.#steps5();
  }

  /** @returns {Step[]} */
  #steps4() {
    const reply = {
      isClient: false,
      lengthOf: (/** @type {Uint8Array} */ bytes) =>
        bytes.length > 1 && bytes[1] !== GRANTED_4 ? REFUSED : whole(bytes, 8),
    };
    const request = {
      isClient: true,
      lengthOf: (/** @type {Uint8Array} */ bytes) => {
        const length = lengthOfRequest4(bytes);
        if (length > 0 && bytes[1] === COMMAND.BIND) this.#steps.push(reply); // a second one reports the peer
        return length;
      },
    };
    return [request, reply];
  }

  /** @returns {Step[]} */
  #steps5() {
    return [
      { isClient: true, lengthOf: (bytes) => (bytes.length < 2 ? MORE : whole(bytes, 2 + bytes[1])) },
      { isClient: false, lengthOf: (bytes) => this.#takeMethod(bytes) },
    ];
  }

  /** The server has chosen the authentication method, which decides what follows. @param {Uint8Array} bytes */
  #takeMethod(bytes) {
    if (bytes.length < 2) return MORE;
    if (bytes[0] !== VERSION_5 || !METHODS.includes(bytes[1])) return REFUSED;
    if (bytes[1] === GSSAPI) {
      this.#steps.push(this.#gssStep(true));
      return 2;
    }
    if (bytes[1] === USERNAME_PASSWORD) {
      this.#steps.push(
        {
          isClient: true,
          lengthOf: (bytes) => {
            const user = 2 + (bytes[1] ?? 0);
            return bytes.length <= user ? MORE : whole(bytes, user + 1 + bytes[user]);
          },
        },
        { isClient: false, lengthOf: (bytes) => (bytes.length > 1 && bytes[1] !== 0 ? REFUSED : whole(bytes, 2)) },
      );
    }
    this.#steps.push(...this.#requestSteps());
    return 2;
  }

  /**
   * A message of GSSAPI, and what follows it: alternating tokens, the level of protection, then the request, unless
   * that level requires it to be wrapped.
   * @param {boolean} isClient
   * @returns {Step}
   */
  #gssStep(isClient) {
    const lengthOf = (/** @type {Uint8Array} */ bytes) => {
      if (bytes.length < 2) return MORE;
      if (bytes[0] !== 1 || bytes[1] === GSS_FAILURE) return REFUSED;
      if (bytes[1] !== GSS_TOKEN && bytes[1] !== GSS_PROTECTION) return REFUSED;
      const length = bytes.length < 4 ? MORE : whole(bytes, 4 + ((bytes[2] << 8) | bytes[3]));
      if (length === MORE) return MORE;
      const isLast = !isClient && bytes[1] === GSS_PROTECTION;
      this.#steps.push(...(isLast ? this.#requestSteps() : [this.#gssStep(!isClient)]));
      return length;
    };
    return { isClient, lengthOf };
  }

  /** @returns {Step[]} */
  #requestSteps() {
    const reply = {
      isClient: false,
      lengthOf: (/** @type {Uint8Array} */ bytes) =>
        bytes.length > 1 && bytes[1] !== 0 ? REFUSED : lengthOfAddressed(bytes),
    };
    return [
      {
        isClient: true,
        lengthOf: (bytes) => {
          const length = lengthOfAddressed(bytes);
          if (length > 0 && bytes[1] === COMMAND.BIND) this.#steps.push(reply);
          return length > 0 && bytes[1] !== COMMAND.CONNECT && bytes[1] !== COMMAND.BIND ? REFUSED : length;
        },
      },
      reply,
    ];
  }

  /** Processes complete steps; after the last one the inner connection begins. */
  #advance() {
    while (this.#steps.length > 0 && !this.#isOver) {
      const [{ isClient, lengthOf }] = this.#steps;
      const endpoint = isClient ? this.#client : 1 - this.#client;
      const length = lengthOf(this.#held[endpoint]);
      if (length === MORE) return;
      if (length === REFUSED) this.#isOver = true;
      else this.#use(endpoint, length);
    }
    if (!this.#isOver) this.#openTunnel();
  }

  /** @param {number} endpoint @param {number} length */
  #use(endpoint, length) {
    this.#steps.shift();
    this.#held[endpoint] = this.#held[endpoint].slice(length);
    this.#starts[endpoint] += length;
  }

  #openTunnel() {
    this.#inner = this.#openInner(null);
    this.#isOver = this.#inner === null;
    for (const endpoint of /** @type {const} */ ([0, 1])) {
      const bytes = this.#held[endpoint];
      const at = this.#places[endpoint];
      this.#held[endpoint] = new Uint8Array(0);
      if (bytes.length > 0 && at !== null) this.#inner?.push(endpoint, 0, bytes, 0, bytes.length, at);
    }
  }
}
