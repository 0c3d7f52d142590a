/** The MUX fragments of a capture as columns, and facts about each MUX connection. */
import { grown, keptColumns } from '../model/message-table.js';
import { MAX_MUX_FRAGMENTS, MAX_MUX_FRAGMENTS_PER_CONNECTION, MAX_MUX_TEXTS } from './limits.js';

const FIRST_ROWS = 64;

const COLUMNS = [
  'connection',
  'endpoint',
  'kind',
  'flags',
  'session',
  'use',
  'headerBytes',
  'padding',
  'length',
  'received',
  'value',
  'streamOffset',
  'frame',
  'timeNs',
  'lastFrame',
  'endNs',
  'next',
];

/**
 * @typedef {object} MuxLoss Bytes of a direction whose headers could not be found.
 * @property {0|1} endpoint that sent them
 * @property {number} streamOffset where no header was found
 * @property {number} resumedAt where reading resumed; −1 nowhere
 * @property {'gap'|'framing'|'start'} cause bytes are missing from the capture, there was no header, or the capture
 *   starts in mid-connection
 * @property {number} frame
 * @property {number} timeNs
 *
 * @typedef {object} SessionUse A session from its SYN on; its id may be used again.
 * @property {number} id
 * @property {0|1|null} initiator who sent the SYN; null: it was not captured
 * @property {number|null} protocolId
 * @property {string|null} protocolName string of its atom, as defined by the initiator
 */

/** Facts about one MUX connection. */
export class MuxRecord {
  /**
   * @param {number} index
   * @param {number} flow
   * @param {number} depth how many streams it lies in
   * @param {number} format of `FORMAT`
   */
  constructor(index, flow, depth, format) {
    this.index = index;
    this.flow = flow;
    this.depth = depth;
    this.format = format;
    /** The end that opened the TCP connection, by the ids of its sessions; null while unknown. @type {0|1|null} */
    this.opener = null;
    /** Alignment of payload after a long header, by sender; 0 not known. @type {[number, number]} */
    this.alignment = [0, 0];
    /** @type {SessionUse[]} */
    this.uses = [];
    /** @type {MuxLoss[]} */
    this.losses = [];
    this.lossCount = 0;
    /** It was not WebMUX: the bytes after its first ones are invalid. */
    this.isWithdrawn = false;
    /** Strings, endpoints and reasons by row. @type {Map<number, string>} */
    this.texts = new Map();
    this.fragments = 0;
    this.firstRow = -1;
    this.lastRow = -1;
  }
}

/** @type {MuxRecord[]} */
const NONE = [];

export class MuxTable {
  constructor() {
    this.count = 0;
    /** @type {MuxRecord[]} */
    this.connections = [];
    /** Index in `connections`. */
    this.connection = new Int32Array(FIRST_ROWS);
    /** Who sent it. */
    this.endpoint = new Uint8Array(FIRST_ROWS);
    /** Values of `KIND`. */
    this.kind = new Uint8Array(FIRST_ROWS);
    /** Bits of `MUX_FLAG`. */
    this.flags = new Uint8Array(FIRST_ROWS);
    /** The session field. */
    this.session = new Uint8Array(FIRST_ROWS);
    /** Index in the record's `uses`; −1: of no session. */
    this.use = new Int32Array(FIRST_ROWS);
    this.headerBytes = new Uint8Array(FIRST_ROWS);
    this.padding = new Uint8Array(FIRST_ROWS);
    /** Payload bytes as the header says. */
    this.length = new Float64Array(FIRST_ROWS);
    /** Of these, the captured ones. */
    this.received = new Float64Array(FIRST_ROWS);
    /** As `MuxHeader.value`. */
    this.value = new Float64Array(FIRST_ROWS);
    /** Of the header's first byte, in its direction of the outer stream. */
    this.streamOffset = new Float64Array(FIRST_ROWS);
    /** The frame in which the header ends, and its time. */
    this.frame = new Int32Array(FIRST_ROWS);
    this.timeNs = new Float64Array(FIRST_ROWS);
    /** The frame that brought the last payload byte (so far), and its time. */
    this.lastFrame = new Int32Array(FIRST_ROWS);
    this.endNs = new Float64Array(FIRST_ROWS);
    /** The connection's next fragment, −1 at its last. */
    this.next = new Int32Array(FIRST_ROWS);
  }

  /** @type {Map<number, MuxRecord[]>} */
  #ofFlow = new Map();

  /** All of it, for a report. */
  get kept() {
    const connections = this.connections.map((record) => ({ ...record }));
    return { count: this.count, columns: keptColumns(this, COLUMNS), connections };
  }

  /** @param {MuxTable['kept']} kept */
  restore({ count, columns, connections }) {
    Object.assign(this, columns, { count });
    for (const record of connections) {
      Object.assign(this.addConnection(record.flow, record.depth, record.format), record);
    }
  }

  /**
   * @param {number} flow
   * @param {number} depth how many streams it lies in
   * @param {number} format
   * @returns {MuxRecord}
   */
  addConnection(flow, depth, format) {
    const record = new MuxRecord(this.connections.length, flow, depth, format);
    this.connections.push(record);
    const ofFlow = this.#ofFlow.get(flow);
    if (ofFlow === undefined) this.#ofFlow.set(flow, [record]);
    else ofFlow.push(record);
    return record;
  }

  /**
   * @param {number} flow
   * @returns {MuxRecord[]} its MUX connections: one, except inside tunnels and sessions
   */
  connectionsOf(flow) {
    const all = this.#ofFlow.get(flow);
    return all === undefined ? NONE : all.filter(({ isWithdrawn }) => !isWithdrawn);
  }

  /**
   * @param {MuxRecord} record
   * @returns {number} a new row, to be filled by the caller but for connection and next; −1: there are too many
   */
  append(record) {
    record.fragments++;
    if (record.fragments > MAX_MUX_FRAGMENTS_PER_CONNECTION || this.count >= MAX_MUX_FRAGMENTS) return -1;
    const row = this.count++;
    if (row === this.connection.length) this.#grow();
    this.connection[row] = record.index;
    this.next[row] = -1;
    if (record.lastRow < 0) record.firstRow = row;
    else this.next[record.lastRow] = row;
    record.lastRow = row;
    return row;
  }

  /** @param {MuxRecord} record @returns {Generator<number>} its rows, in the order in which their headers came */
  *rowsOf(record) {
    for (let row = record.firstRow; row >= 0; row = this.next[row]) yield row;
  }

  /** Rows of all connections, in the order in which their headers came. */
  *rows() {
    for (let row = 0; row < this.count; row++) if (!this.connections[this.connection[row]].isWithdrawn) yield row;
  }

  /** @param {MuxRecord} record @param {number} row @param {string} text */
  setText(record, row, text) {
    if (record.texts.size < MAX_MUX_TEXTS) record.texts.set(row, text);
  }

  #grow() {
    const length = this.connection.length * 2;
    const columns = /** @type {Record<string, any>} */ (/** @type {unknown} */ (this));
    for (const name of COLUMNS) columns[name] = grown(columns[name], length);
  }
}
