/** What a qlog tells of packets and of the sender, as columns. */

const FIRST_ROWS = 256;

/** Types of packets, by number. */
export const PACKET_TYPES = Object.freeze(
  /** @type {const} */ (['initial', 'handshake', '0rtt', '1rtt', 'retry', 'version_negotiation', 'stateless_reset']),
);
export const INITIAL = PACKET_TYPES.indexOf('initial');
/** Packet number spaces by the type's number; null: it has none. */
export const SPACES = Object.freeze(/** @type {const} */ (['initial', 'handshake', 'app', 'app', null, null, null]));

/** What happened to a packet. */
export const PACKET_EVENT = Object.freeze({ SENT: 0, RECEIVED: 1, LOST: 2, SPURIOUSLY_LOST: 3 });

/** @template {Record<string, Float64Array|Uint8Array|Int32Array>} T */
class Table {
  count = 0;

  /** @param {T} columns of equal length */
  constructor(columns) {
    this.columns = columns;
  }

  /** @returns {number} a new row, to be filled */
  append() {
    const row = this.count++;
    for (const [name, column] of Object.entries(this.columns)) {
      if (row < column.length) break;
      const longer = new /** @type {any} */ (column.constructor)(2 * column.length);
      longer.set(column);
      /** @type {Record<string, unknown>} */ (this.columns)[name] = longer;
    }
    return row;
  }
}

/**
 * Packets sent, received and declared lost, in the order of the log.
 * @extends {Table<Record<'timeNs'|'pn', Float64Array> & Record<'group'|'length', Int32Array> & Record<'event'|'type',
 *   Uint8Array>>}
 */
export class PacketEvents extends Table {
  /** Frames of each; null: the log has none. @type {(import('./frames.js').Frame[]|null)[]} */
  frames = [];
  /** Why a packet was declared lost. @type {Map<number, string>} */
  causes = new Map();

  constructor() {
    super({
      /** Since the trace's time 0. */
      timeNs: new Float64Array(FIRST_ROWS),
      /** The events of one identifier of a connection. */
      group: new Int32Array(FIRST_ROWS),
      /** Of `PACKET_EVENT`. */
      event: new Uint8Array(FIRST_ROWS),
      /** Index in `PACKET_TYPES`. */
      type: new Uint8Array(FIRST_ROWS),
      /** −1: it has none, or none is known. */
      pn: new Float64Array(FIRST_ROWS),
      /** Bytes of the QUIC packet, −1: not known. */
      length: new Int32Array(FIRST_ROWS),
    });
  }
}

/**
 * @typedef {'timeNs'|'windowBytes'|'inFlightBytes'|'slowStartThresholdBytes'|'smoothedRttNs'|'latestRttNs'|'minRttNs'
 *   |'rttVarianceNs'|'ptoCount'} Metric
 */

/**
 * States of the sender after each change; NaN: not told so far.
 * @extends {Table<Record<Metric, Float64Array> & Record<'group', Int32Array>>}
 */
export class MetricEvents extends Table {
  constructor() {
    super({
      timeNs: new Float64Array(FIRST_ROWS),
      group: new Int32Array(FIRST_ROWS),
      windowBytes: new Float64Array(FIRST_ROWS),
      inFlightBytes: new Float64Array(FIRST_ROWS),
      /** NaN also where it is "none", which is written as the largest number. */
      slowStartThresholdBytes: new Float64Array(FIRST_ROWS),
      smoothedRttNs: new Float64Array(FIRST_ROWS),
      /** NaN where there is no new sample. */
      latestRttNs: new Float64Array(FIRST_ROWS),
      minRttNs: new Float64Array(FIRST_ROWS),
      rttVarianceNs: new Float64Array(FIRST_ROWS),
      ptoCount: new Float64Array(FIRST_ROWS),
    });
  }
}
