/** One end of an HTTP/3 connection: its control stream and its header compression. */
import { MAX_SETTINGS_KEPT } from '../http2/limits.js';
import { latin1 } from '../model/latin1.js';
import { FRAME, SETTING } from './frame-types.js';
import { FrameReader } from './frames.js';
import { priorityIn } from './priority.js';
import { DecoderStream } from './qpack/decoder-stream.js';
import { DynamicTable } from './qpack/dynamic-table.js';
import { EncoderStream } from './qpack/encoder-stream.js';
import { Varints } from './varint.js';

/** @typedef {import('../stream-parser.js').Place} Place */
/** @typedef {import('./frames.js').FrameSink} FrameSink */

const varints = new Varints();

/** @implements {FrameSink} */
export class Side {
  /** Its encoder's table, for the field sections that it sends. */
  table = new DynamicTable();
  encoder = new EncoderStream(this.table);
  decoder = new DecoderStream();
  /** SETTINGS_QPACK_MAX_TABLE_CAPACITY for the encoder of the other end; null: not seen. @type {number|null} */
  mostTableBytes = null;
  /** Whether its settings may still come. */
  mayTellSettings;

  /**
   * @param {import('./connection.js').Http3Connection} connection
   * @param {0|1} endpoint that sends
   * @param {boolean} isMidConnection
   */
  constructor(connection, endpoint, isMidConnection) {
    this.connection = connection;
    this.endpoint = endpoint;
    this.facts = connection.facts.sides[endpoint];
    this.mayTellSettings = !isMidConnection;
    this.table.isCut = isMidConnection;
  }

  /** @param {number} offset of its first frame in the control stream */
  controlFrames(offset) {
    return new FrameReader(this, offset);
  }

  /** The encoder stream has come from its beginning. */
  beginEncoder() {
    if (this.table.insertCount === 0) this.table.isCut = false;
  }

  /** @type {FrameSink['onFrame']} */
  onFrame({ type, isReserved }, payload, at) {
    if (type === FRAME.SETTINGS) this.#takeSettings(payload, at);
    else if (type === FRAME.PRIORITY_UPDATE) this.#takePriority(payload);
    else if (type === FRAME.GOAWAY || type === FRAME.MAX_PUSH_ID) this.#takeNumber(type, payload, at);
    else if (isReserved) this.facts.reserved++;
    return true;
  }

  /** @type {FrameSink['onOther']} */
  onOther({ isReserved }) {
    if (isReserved) this.facts.reserved++;
    else this.facts.unknown++;
  }

  onData() {} // the control stream has none

  onMissing() {}

  /** @type {FrameSink['onBroken']} */
  onBroken({ type }, at) {
    if (type === FRAME.SETTINGS) this.#giveUpSettings(at);
    this.connection.noteGap();
  }

  /** @type {FrameSink['onLost']} */
  onLost(at) {
    this.#giveUpSettings(at);
    this.connection.noteGap();
  }

  /** @param {Place} at */
  #giveUpSettings(at) {
    this.mayTellSettings = false;
    this.connection.resume(at, false);
  }

  /** @param {Uint8Array} payload @param {Place} at */
  #takeSettings(payload, at) {
    const { settings } = this.facts;
    varints.begin(payload);
    while (varints.read()) {
      const id = varints.value;
      const { isReserved } = varints;
      if (!varints.read()) break;
      if (isReserved) this.facts.reserved++;
      else if (settings.size < MAX_SETTINGS_KEPT || settings.has(id)) settings.set(id, varints.value);
    }
    this.mostTableBytes = settings.get(SETTING.QPACK_MAX_TABLE_CAPACITY) ?? 0;
    this.connection.resume(at, false);
  }

  /** @param {Uint8Array} payload */
  #takePriority(payload) {
    this.facts.priorityUpdates++;
    varints.begin(payload);
    if (varints.read()) this.connection.prioritise(varints.value, priorityIn(latin1(payload, varints.at)));
  }

  /** @param {number} type @param {Uint8Array} payload @param {Place} at */
  #takeNumber(type, payload, at) {
    varints.begin(payload);
    if (!varints.read()) return;
    if (type === FRAME.MAX_PUSH_ID) this.facts.maxPushId = varints.value;
    else this.facts.goAway = { id: varints.value, frame: at.deliveredFrame };
  }
}
