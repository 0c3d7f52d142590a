import { grownBuffer } from '../../engine/engine.js';
import { Http1Event } from './events.js';
import { NewHeads } from './new-heads.js';

/** @typedef {import('../stream-parser.js').Place} Place */
/** @typedef {import('./connection.js').Http1Connection} Http1Connection */

export { HTTP1_CONNECTION as CONNECTION, HTTP1_STATE as STATE, HTTP1_WISH as WISH } from '../../engine/enums.js';

/** Beyond any stream: no byte is wanted until the other direction has sent something. */
export const PAUSED = Number.MAX_SAFE_INTEGER - 1;

/** Bytes copied into the engine's memory at a time. */
const SCRATCH_BYTES = 2 ** 16;

/**
 * The engine's parser of HTTP/1 (lib/engine/http1), for all connections of a capture: it reads bytes, and calls their
 * connection with each message's head and end. Bytes outside the engine's memory are copied there.
 */
export class Http1Parser {
  #core;
  #scratch;
  #heads;
  /** By their numbers. @type {(Http1Connection|undefined)[]} */
  #connections = [];
  /**
   * Creates the connection when the engine has opened one by itself.
   * @type {(number: number, flow: number, endpoint: 0|1) => void}
   */
  onOpen = () => {};
  event;

  /** @param {import('../../engine/engine.js').Core} core */
  constructor(core) {
    this.#core = core;
    this.#scratch = new Uint8Array(core.buffer, core.http1Scratch.value, SCRATCH_BYTES);
    this.#heads = new NewHeads(core);
    this.event = new Http1Event(core);
    core.hearHttp1(this.#listener);
  }

  /**
   * The engine reads segments of TCP by itself from now on.
   * @param {(number: number, flow: number, endpoint: 0|1) => void} onOpen called for each connection opened
   */
  readStreams(onOpen) {
    this.onOpen = onOpen;
    this.#core.http1ReadStreams();
  }

  /**
   * @param {number} flow
   * @param {number} bits of `CONNECTION`
   * @returns {number} the number of a connection; −1: the engine reads no more
   */
  open(flow, bits) {
    return this.#core.http1Open(flow, bits);
  }

  /** Sets the listener of a connection. @param {number} number @param {Http1Connection} connection */
  connect(number, connection) {
    this.#connections[number] = connection;
  }

  /**
   * A direction directly over TCP is HTTP.
   * @param {number} number @param {0|1} endpoint
   * @param {boolean} maySearch whether its first message need not be at its first byte
   */
  openDirection(number, endpoint, maySearch) {
    this.#core.http1OpenDirection(number, endpoint, Number(maySearch));
  }

  /** @param {number} number @param {0|1} endpoint */
  isOpen(number, endpoint) {
    return this.#core.http1IsOpen(number, endpoint) !== 0;
  }

  /**
   * @param {number} number
   * @param {0|1} endpoint
   * @param {number} offset
   * @param {Uint8Array} bytes
   * @param {number} start
   * @param {number} end
   * @param {Place} at
   * @returns {number} the first byte that another protocol's parser must see; `end`: none
   */
  push(number, endpoint, offset, bytes, start, end, at) {
    if (bytes.buffer === this.#core.buffer) {
      return start + this.#push(number, endpoint, offset, bytes.byteOffset + start, end - start, at);
    }
    let next = start;
    for (let used = 0, length = 0; next < end && used === length; next += used) {
      length = Math.min(SCRATCH_BYTES, end - next);
      this.#scratch.set(bytes.subarray(next, next + length));
      used = this.#push(number, endpoint, offset + next - start, this.#scratch.byteOffset, length, at);
    }
    return next;
  }

  /**
   * @param {number} number
   * @param {0|1} endpoint
   * @param {number} offset
   * @param {number} from address
   * @param {number} length
   * @param {Place} at
   */
  #push(number, endpoint, offset, from, length, at) {
    const { frame, timeNs, deliveredFrame, deliveredNs } = at;
    const { http1Push } = this.#core;
    const used = http1Push(number, endpoint, offset, from, length, frame, timeNs, deliveredFrame, deliveredNs);
    this.#heads.take();
    return used;
  }

  /**
   * @param {number} number
   * @param {0|1} endpoint
   * @param {number} offset
   * @param {number} length of bytes that will never come
   * @returns {number} how many of these belong to another protocol
   */
  gap(number, endpoint, offset, length) {
    const left = this.#core.http1Gap(number, endpoint, offset, length);
    this.#heads.take();
    return left;
  }

  /**
   * A body has advanced, though its bytes were not passed in.
   * @param {number} number
   * @param {0|1} endpoint
   * @param {number} position
   * @param {number} frame that brought the last one
   * @param {number} timeNs its time
   */
  catchUp(number, endpoint, position, frame, timeNs) {
    this.#core.http1CatchUp(number, endpoint, position, frame, timeNs);
  }

  /** @param {number} number @param {0|1} endpoint @param {boolean} isFin */
  end(number, endpoint, isFin) {
    this.#core.http1End(number, endpoint, Number(isFin));
    this.#heads.take();
  }

  /** Frees a connection. @param {number} number */
  close(number) {
    this.#core.http1Close(number);
  }

  /**
   * The protocol announced by `hearTunnel` begins.
   * @param {number} number
   * @param {boolean} isRead whether it has a parser
   */
  beginTunnel(number, isRead) {
    this.#core.http1BeginTunnel(number, Number(isRead));
  }

  /**
   * From here on, or from the end of the current body on, the bytes are not HTTP.
   * @param {number} number
   * @param {0|1} endpoint
   */
  leave(number, endpoint) {
    this.#core.http1Leave(number, endpoint);
  }

  /** The direction's bytes are no longer wanted. @param {number} number @param {0|1} endpoint */
  giveUp(number, endpoint) {
    this.#core.http1GiveUp(number, endpoint);
  }

  /** The rest of the current message's body says nothing more. @param {number} number @param {0|1} endpoint */
  skipBody(number, endpoint) {
    this.#core.http1SkipBody(number, endpoint);
  }

  /**
   * A copy of an incomplete head; `event` has its origin.
   * @param {number} number
   * @param {0|1} endpoint
   * @returns {Uint8Array|null} null: no head is being read
   */
  partialHead(number, endpoint) {
    const from = this.#core.http1PartialHead(number, endpoint) >>> 0;
    return from === 0 ? null : this.#view(from, this.event.headBytes).slice();
  }

  /** Sets `event` to the progress of the current message. @param {number} number @param {0|1} endpoint */
  tellProgress(number, endpoint) {
    this.#core.http1Progress(number, endpoint);
  }

  /** Of `STATE`, or another number. @param {number} number @param {0|1} endpoint */
  stateOf(number, endpoint) {
    return this.#core.http1State(number, endpoint);
  }

  /** Stream offset of the next byte. @param {number} number @param {0|1} endpoint */
  positionOf(number, endpoint) {
    return this.#core.http1Position(number, endpoint);
  }

  /** Whether a message was seen. @param {number} number */
  isConfirmed(number) {
    return this.#core.http1IsConfirmed(number) !== 0;
  }

  /**
   * Stream offset of the next byte wanted; `Infinity`: none, `PAUSED`: none for now.
   * @param {number} number
   * @param {0|1} endpoint
   */
  nextNeeded(number, endpoint) {
    return this.#core.http1NextNeeded(number, endpoint);
  }

  /** Bits of `WISH`. @param {number} number @param {0|1} endpoint */
  wishesOf(number, endpoint) {
    return this.#core.http1Wishes(number, endpoint);
  }

  /** Copies the heads of new messages. */
  takeHeads() {
    this.#heads.take();
  }

  /**
   * The head of the event's message will be there.
   * @param {import('../model/message-table.js').MessageTable} table
   * @param {number} row
   */
  keepHead(table, row) {
    if (this.event.headBytes > 0) this.#heads.add(table, row, this.event.headAt);
  }

  /** @param {number} number @returns {Http1Connection} */
  #at(number) {
    return /** @type {Http1Connection} */ (this.#connections[number]);
  }

  /** @param {number} from address @param {number} length */
  #view(from, length) {
    return new Uint8Array(grownBuffer(this.#core), from, length);
  }

  /** @type {import('../../engine/engine.js').Http1Listener} */
  #listener = {
    onOpen: (number, flow, endpoint) => this.onOpen(number, flow, /** @type {0|1} */ (endpoint)),
    onHead: (number, endpoint) => this.#at(number).hearHead(/** @type {0|1} */ (endpoint), this.event),
    onBody: (number, endpoint, from, length) =>
      this.#at(number).hearBody(/** @type {0|1} */ (endpoint), this.#view(from >>> 0, length), this.event),
    onTrailer: (number, endpoint, from, length) =>
      this.#at(number).hearTrailer(endpoint, this.#view(from >>> 0, length)),
    onEnd: (number, endpoint) => this.#at(number).hearEnd(/** @type {0|1} */ (endpoint), this.event),
    onLose: (number, endpoint) => this.#at(number).pairs.lose(endpoint === this.#at(number).client),
    onTunnel: (number, from, length) => this.#at(number).hearTunnel(this.#view(from >>> 0, length)),
    onWarn: (number, warning) => this.#at(number).warn(warning),
    onClose: (number, over, isOneSided) => {
      const connection = this.#at(number);
      this.#connections[number] = undefined;
      connection.hearClose(over, isOneSided !== 0);
    },
    onHeadsFull: () => this.#heads.take(),
    areAllAnswered: (number) => Number(this.#at(number).pairs.areComplete),
  };
}
