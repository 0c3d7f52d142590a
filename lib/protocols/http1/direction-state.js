import { Body } from './body.js';
import { HeadReader } from './head-reader.js';
import { StartSearch } from './start-search.js';
import { UNKNOWN } from './start-line.js';

export const STATE = Object.freeze({
  /** Between messages. */
  START: 0,
  IN_HEAD: 1,
  IN_BODY: 2,
  /** Looking for the next plausible start line. */
  LOST: 3,
  /** Not HTTP (any more). */
  OPAQUE: 4,
  ENDED: 5,
  /** Behind an upgrade or a CONNECT, with somebody to read it. */
  TUNNEL: 6,
});

/** Where one direction of an HTTP/1.x connection stands, and in which message. */
export class HalfState {
  heads;
  body = new Body();
  search = new StartSearch();
  /** Of `STATE`. */
  state = /** @type {number} */ (STATE.START);
  /** The kind of message that this endpoint sends, once known. */
  kind = UNKNOWN;
  /** Stream offset of the next byte. */
  position = 0;
  /** Whether the stream had any byte, seen or missing. */
  sawBytes = false;
  messages = 0;
  /** Whether another protocol follows on the current message. */
  tunnelNext = false;
  /** The current message's row, −1 without one. */
  row = -1;
  /** Whether the current message answers the oldest waiting request for good. */
  answers = false;
  /** Bits of `NOTE` of the current message. */
  notes = 0;
  startOffset = 0;
  startFrame = 0;
  startNs = 0;
  lastFrame = 0;
  lastNs = 0;

  /**
   * @param {import('./connection.js').Http1Connection} connection
   * @param {0|1} endpoint that sends
   */
  constructor(connection, endpoint) {
    this.heads = new HeadReader(connection.host.heads ?? null);
    this.connection = connection;
    this.endpoint = endpoint;
  }

  /** @param {boolean} maySearch whether the first message need not be at the first byte */
  reset(maySearch) {
    this.heads.forget();
    this.body.reset();
    this.search.reset(maySearch);
    this.state = STATE.START;
    this.kind = UNKNOWN;
    this.position = 0;
    this.sawBytes = false;
    this.messages = 0;
    this.tunnelNext = false;
    this.row = -1;
    this.answers = false;
    this.notes = 0;
    this.startOffset = 0;
    this.startFrame = 0;
    this.startNs = 0;
    this.lastFrame = 0;
    this.lastNs = 0;
  }

  /** @param {number} state of `STATE` */
  enter(state) {
    this.state = state;
  }

  get head() {
    return this.heads.head;
  }

  /** Whether no byte of this direction matters any more. */
  get isOver() {
    return this.state === STATE.OPAQUE || this.state === STATE.ENDED;
  }

  /** Whether the direction carries something else than HTTP, from its start or from an upgrade on. */
  get isOpaque() {
    return this.state === STATE.OPAQUE || this.state === STATE.TUNNEL;
  }

  /** Whether the next start line is being looked for. */
  get isLost() {
    return this.state === STATE.LOST;
  }

  get isInBody() {
    return this.state === STATE.IN_BODY;
  }

  /** Whether it matters that bytes are missing which nobody asked to see. */
  get mindsGaps() {
    return this.state === STATE.IN_BODY && !this.body.isMissingBytes;
  }

  /** How many of the next bytes hold nothing that needs to be looked at. */
  get plainBytes() {
    return this.state === STATE.IN_BODY ? this.body.plainBytes : 0;
  }
}
