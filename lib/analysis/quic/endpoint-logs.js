/** What ends of QUIC connections logged of themselves (qlog), beside a capture of them. */
import { decodeBody } from '../../protocols/bodies/codings.js';
import { concatBytes } from '../../protocols/model/concat-bytes.js';
import { alignedQlog, sentTimes } from '../../quicflow/qlog/alignment.js';
import { connectionsOf } from '../../quicflow/qlog/connections.js';
import { readQlog } from '../../quicflow/qlog/qlog.js';
import { QlogError } from '../../quicflow/qlog/records.js';
import { isGzip, isQlog } from '../../shared/hostlog/is-qlog.js';

/** @typedef {import('../../quicflow/quic-tracker.js').QuicTracker} Quic */
/** @typedef {ReturnType<typeof readQlog>} Qlog */
/** @typedef {import('../../quicflow/qlog/connections.js').QlogConnection} QlogConnection */
/** @typedef {import('../../protocols/bodies/codings.js').Decoder} Decoder */
/**
 * @typedef {object} EndpointLog of one end of a connection
 * @property {Qlog} qlog
 * @property {QlogConnection} connection
 * @property {import('../../quicflow/qlog/alignment.js').QlogClock} clock
 */

/** Bytes of a capture's qlogs that are read, unpacked and all together. */
export const MAX_ENDPOINT_LOG_BYTES = 64 * 1024 * 1024;
/** Hexadecimal digits from which on an ID names one connection, though it is not the first that the client made up. */
const MIN_ID_DIGITS = 8;
/** IDs that a refusal names, and characters of each. */
const IDS_NAMED = 3;
const MAX_SHOWN_ID = 40;
const NOTHING_THERE = 'This capture has no QUIC connections that a qlog could lie beside.';
const NOT_KNOWN = 'This is no log that is known: what is packed (gzip) has to be a qlog.';
const TOO_LARGE = `Of a capture's qlogs ${MAX_ENDPOINT_LOG_BYTES / 2 ** 20} MiB are read: with this one they are larger.`;

export class EndpointLogs {
  #quic;
  /** By connection and direction. @type {Map<string, EndpointLog>} */
  #logs = new Map();
  /** Indexes of connections by their IDs. @type {Map<string, number>} */
  #byId;
  /** By connection and direction. @type {Map<string, ReturnType<typeof sentTimes>>} */
  #captured = new Map();
  /** Read of all, unpacked. */
  bytes = 0;

  /** @param {Quic} quic */
  constructor(quic) {
    this.#quic = quic;
    this.#byId = connectionsById(quic);
  }

  /** @param {number} index of a connection @param {number} direction that the end sends */
  of(index, direction) {
    return this.#logs.get(`${index} ${direction}`) ?? null;
  }

  /**
   * Takes the connections of a qlog that are in the capture.
   * @param {Qlog} qlog @returns {string|null} why it takes none of them
   */
  add(qlog) {
    const connections = connectionsOf(qlog);
    /** @type {string[]} */
    const refusals = [];
    let taken = 0;
    for (const connection of connections) {
      const index = this.#indexOf(connection);
      if (index === undefined) continue;
      const refusal = this.#take(qlog, connection, index);
      if (refusal === null) taken++;
      else refusals.push(refusal);
    }
    return taken > 0 ? null : (refusals[0] ?? notFound(connections));
  }

  /**
   * Of two logs of an end, that which says more.
   * @param {Qlog} qlog @param {QlogConnection} connection @param {number} index @returns {string|null} why it does not
   */
  #take(qlog, connection, index) {
    const name = this.#quic.numbers.nameOf(index);
    if (connection.groups[0].trace.vantage === 'network') {
      return `The qlog of connection ${name} was written by an observer of the network, not by one of its ends.`;
    }
    if (connection.metrics.length === 0) {
      return `The qlog of connection ${name} has no congestion window, bytes in flight or round trips to show.`;
    }
    const direction = Number(!connection.isClient);
    const clock = alignedQlog(this.#capturedOf(index, direction), qlog, connection);
    if (clock === null) {
      return `None of the packets that the qlog of connection ${name} says were sent is in the capture.`;
    }
    const known = this.of(index, direction);
    if (known === null || known.connection.metrics.length <= connection.metrics.length) {
      this.#logs.set(`${index} ${direction}`, { qlog, connection, clock });
    }
    return null;
  }

  /** @param {QlogConnection} connection @returns {number|undefined} */
  #indexOf(connection) {
    return idsOf(connection)
      .map((id) => this.#byId.get(id))
      .find((index) => index !== undefined);
  }

  /** @param {number} index @param {number} direction */
  #capturedOf(index, direction) {
    const key = `${index} ${direction}`;
    const known = this.#captured.get(key) ?? sentTimes(this.#quic.columnsOf(index), direction);
    this.#captured.set(key, known);
    return known;
  }
}

/** @param {Quic} quic */
function connectionsById({ connections, ids }) {
  /** @type {Map<string, number>} */
  const byId = new Map();
  connections.forEach(({ sent }, index) => {
    for (const row of [...sent[0].ids, ...sent[1].ids]) {
      const id = ids.hex(row);
      if (id.length >= MIN_ID_DIGITS) byId.set(id, index);
    }
  });
  // The client's first choice, which most logs go by, counts more than what another connection may have had.
  connections.forEach(({ odcid }, index) => {
    if (odcid >= 0) byId.set(ids.hex(odcid), index);
  });
  return byId;
}

/** @param {QlogConnection} connection @returns {string[]} those that it is logged under, and the one first asked for */
const idsOf = ({ groups }) =>
  [...groups.map(({ id }) => id), groups[0].asked].filter((id) => id !== null).map((id) => id.toLowerCase());

/** @param {QlogConnection[]} connections @returns {string} */
function notFound(connections) {
  const ids = [...new Set(connections.flatMap((connection) => idsOf(connection).slice(0, 1)))];
  if (ids.length === 0) return 'The qlog does not say by any connection ID which connection it is of.';
  const more = ids.length > IDS_NAMED ? ` and ${ids.length - IDS_NAMED} more` : '';
  const named = ids.slice(0, IDS_NAMED).map(shown).join(', ');
  return `No QUIC connection of this capture has the original destination connection ID of the qlog (${named}${more}).`;
}

/** @param {string} id as logged */
const shown = (id) => id.replace(/[^ -~]/g, '?').slice(0, MAX_SHOWN_ID);

/**
 * Reads qlogs beside a capture, whose reading has ended.
 * @param {Quic|null} quic null: the capture has none
 * @param {readonly Uint8Array[][]} files each in pieces, plain or gzip
 * @param {Decoder} decode
 * @param {EndpointLogs|null} [before] which the capture has already
 * @returns {Promise<{ logs: EndpointLogs|null, refusal: string|null }>} refusal: why the last file shows nothing
 */
export async function readEndpointLogs(quic, files, decode, before = null) {
  if (quic === null) return { logs: null, refusal: NOTHING_THERE };
  const logs = new EndpointLogs(quic);
  let refusal = null;
  for (const pieces of files) {
    try {
      const left = MAX_ENDPOINT_LOG_BYTES - logs.bytes - (before?.bytes ?? 0);
      const bytes = await unpacked(pieces, decode, left);
      logs.bytes += bytes.length;
      refusal = logs.add(readQlog(bytes, { keepsFrames: false }));
    } catch (error) {
      if (!(error instanceof QlogError)) throw error;
      refusal = error.message;
    }
  }
  return { logs, refusal };
}

/**
 * @param {Uint8Array[]} pieces @param {Decoder} decode @param {number} limit bytes
 * @returns {Promise<Uint8Array>} of one that is cut, or damaged, what comes before
 * @throws {QlogError}
 */
async function unpacked(pieces, decode, limit) {
  const codings = isGzip(pieces[0]) ? ['gzip'] : [];
  let isCut = false;
  const onNote = (/** @type {string} */ note) => (isCut ||= note === 'body_cut');
  const plain = [];
  for await (const piece of decodeBody(inTurn(pieces), codings, { decode, limit, onNote })) plain.push(piece);
  const bytes = concatBytes(plain);
  if (isCut || bytes.length > limit) throw new QlogError(TOO_LARGE);
  if (!isQlog(bytes)) throw new QlogError(NOT_KNOWN);
  return bytes;
}

/** @param {Uint8Array[]} pieces */
async function* inTurn(pieces) {
  yield* pieces;
}
