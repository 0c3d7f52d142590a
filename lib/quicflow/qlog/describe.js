/** A qlog in the form of `analyze`: connections, packets, and the sender's own metrics. */
import { connectionsOf } from './connections.js';
import { PACKET_EVENT, PACKET_TYPES, SPACES } from './tables.js';

/** @typedef {import('./qlog.js').QlogReader} QlogReader */
/** @typedef {import('./connections.js').QlogConnection} QlogConnection */
/** @typedef {import('./frames.js').Frame} Frame */

const { SENT, RECEIVED, LOST, SPURIOUSLY_LOST } = PACKET_EVENT;
/** Frames that do not ask for an acknowledgement (RFC 9002 section 2). */
const SILENT = new Set(['ack', 'padding', 'connection_close']);

/** @param {number} ns */
const seconds = (ns) => Math.round(ns) / 1e9;
/** @param {number} value @returns {number|null} */
const orNull = (value) => (Number.isNaN(value) ? null : value);

/** Furthest from 1970 that a date is (ECMA-262, section 21.4.1.1), ms. */
const FURTHEST_MS = 8.64e15;
/** @param {number} ms since 1970, as a log has it @returns {string|null} null: no date */
const isoTime = (ms) => (Math.abs(ms) <= FURTHEST_MS ? new Date(ms).toISOString() : null);

export class QlogAnswers {
  #qlog;
  #connections;

  /** @param {QlogReader} qlog */
  constructor(qlog) {
    this.#qlog = qlog;
    this.#connections = connectionsOf(qlog);
  }

  /** Connections as `analyze --json` has them, as far as the log tells; null: it does not. */
  get flows() {
    return this.#connections.map((connection) => this.#flow(connection));
  }

  /** @param {QlogConnection} connection */
  #flow(connection) {
    const { name, groups, packets, isClient, startNs } = connection;
    const { columns } = this.#qlog.packets;
    const [{ trace }] = groups;
    const [own, other] = [this.#direction(connection, true), this.#direction(connection, false)];
    const closed = groups.find((group) => group.closed !== null)?.closed ?? null;
    const startEpochMs = trace.clock.startEpochMs;
    return {
      flow: name,
      transport: 'quic',
      odcid: groups[0].id,
      vantage: trace.vantage,
      loggedBy: trace.title,
      startEpoch: startEpochMs === null ? null : isoTime(startEpochMs + startNs / 1e6),
      start: 0,
      end: seconds(columns.timeNs[packets[packets.length - 1]] - startNs),
      versions: [...new Set(groups.flatMap(({ versions }) => versions))],
      alpn: groups.find(({ alpn }) => alpn !== null)?.alpn ?? null,
      closed: closed && { ...closed, by: closed.by && ((closed.by === 'local') === isClient ? 'client' : 'server') },
      clientToServer: isClient ? own : other,
      serverToClient: isClient ? other : own,
    };
  }

  /** @param {QlogConnection} connection @param {boolean} isOwn whether what the log's end sent */
  #direction(connection, isOwn) {
    const { columns, frames } = this.#qlog.packets;
    const rows = connection.packets.filter((row) => columns.event[row] === (isOwn ? SENT : RECEIVED));
    const hasFrames = rows.length > 0 && [...rows].every((row) => frames[row] !== null);
    const counts = /** @type {Record<string, number>} */ ({});
    let ackEliciting = 0;
    let bytes = 0;
    for (const row of rows) {
      const own = frames[row] ?? [];
      for (const { type } of own) counts[type] = (counts[type] ?? 0) + 1;
      ackEliciting += Number(own.some(({ type }) => !SILENT.has(type)));
      bytes += columns.length[row] < 0 ? NaN : columns.length[row];
    }
    const countOf = (/** @type {number} */ event) =>
      connection.packets.filter((row) => columns.event[row] === event).length;
    const parameters = Object.assign(
      {},
      ...connection.groups.map((group) => group.parameters[isOwn ? 'local' : 'remote']),
    );
    return {
      packets: rows.length,
      bytes: orNull(bytes),
      ackElicitingPackets: hasFrames ? ackEliciting : null,
      lostPackets: isOwn ? countOf(LOST) : null,
      spuriouslyLostPackets: isOwn ? countOf(SPURIOUSLY_LOST) || null : null,
      frames: hasFrames ? counts : null,
      transportParameters: Object.keys(parameters).length > 0 ? parameters : null,
    };
  }

  /** Packets sent and received as `analyze --packets` has them. */
  *packets() {
    const { columns, frames } = this.#qlog.packets;
    for (const connection of this.#connections) {
      const lost = this.#fates(connection);
      for (const row of connection.packets) {
        if (columns.event[row] > RECEIVED) continue;
        const isSent = columns.event[row] === SENT;
        const pn = columns.pn[row];
        const space = SPACES[columns.type[row]];
        yield {
          transport: 'quic',
          frame: null,
          flow: connection.name,
          direction: isSent === connection.isClient ? 'clientToServer' : 'serverToClient',
          time: seconds(columns.timeNs[row] - connection.startNs),
          type: PACKET_TYPES[columns.type[row]],
          space,
          pn: pn < 0 ? null : pn,
          len: columns.length[row] < 0 ? null : columns.length[row],
          frames: frames[row] ?? undefined,
          verdict: isSent ? (lost.get(`${space} ${pn}`)?.verdict ?? 'original') : null,
          lossCause: isSent ? (lost.get(`${space} ${pn}`)?.cause ?? null) : null,
        };
      }
    }
  }

  /** Packets declared lost, by space and number. @param {QlogConnection} connection */
  #fates({ packets }) {
    const { columns, causes } = this.#qlog.packets;
    /** @type {Map<string, { verdict: string, cause: string|null, timeNs: number }>} */
    const fates = new Map();
    for (const row of packets) {
      if (columns.event[row] < LOST) continue;
      const key = `${SPACES[columns.type[row]]} ${columns.pn[row]}`;
      const known = fates.get(key);
      if (columns.event[row] === SPURIOUSLY_LOST && known !== undefined) known.verdict = 'spuriously_lost';
      else fates.set(key, { verdict: 'lost', cause: causes.get(row) ?? null, timeNs: columns.timeNs[row] });
    }
    return fates;
  }

  /**
   * What the log's end told of its sending, as `analyze --sender` has it: measured by itself, not inferred.
   * @param {string} name of the connection @returns {object|null} null: there is no such connection
   */
  sender(name) {
    const connection = this.#connections.find((one) => one.name === name);
    if (connection === undefined) return null;
    const { timeNs, ...columns } = this.#qlog.metrics.columns;
    const series = (/** @type {Float64Array} */ column, /** @type {string} */ field, unit = 1) => {
      const rows = connection.metrics.filter((row) => !Number.isNaN(column[row]));
      const times = Array.from(rows, (row) => seconds(timeNs[row] - connection.startNs));
      return { time: times, [field]: Array.from(rows, (row) => column[row] / unit) };
    };
    const fates = [...this.#fates(connection)];
    return {
      flow: name,
      direction: connection.isClient ? 'clientToServer' : 'serverToClient',
      vantage: 'sender',
      isLogged: true,
      initialWindowBytes: orNull(columns.windowBytes[connection.metrics[0]] ?? NaN),
      cwnd: series(columns.windowBytes, 'bytes'),
      inFlight: series(columns.inFlightBytes, 'bytes'),
      rtt: series(columns.latestRttNs, 'seconds', 1e9),
      srtt: series(columns.smoothedRttNs, 'seconds', 1e9),
      minRtt: series(columns.minRttNs, 'seconds', 1e9),
      losses: fates.map(([key, { verdict, cause, timeNs: at }]) => ({
        space: key.split(' ')[0],
        pn: Number(key.split(' ')[1]),
        frame: null,
        time: seconds(at - connection.startNs),
        cause,
        spurious: verdict === 'spuriously_lost' ? true : null,
      })),
    };
  }
}
