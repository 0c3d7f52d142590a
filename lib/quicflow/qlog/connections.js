/** The connections of a qlog: its groups of events, put together and in the order of time. */
import { INITIAL, PACKET_EVENT } from './tables.js';

/** @typedef {import('./qlog.js').QlogReader} QlogReader */
/** @typedef {import('./qlog.js').Group} Group */

/**
 * @typedef {object} QlogConnection
 * @property {string} name as users see it
 * @property {Group[]} groups
 * @property {boolean} isClient whether what it "sent" goes to the server: it is the client's log, or follows its data
 * @property {Int32Array} packets rows of packet events, by time
 * @property {Int32Array} metrics rows of metrics, by time
 * @property {number} startNs of its first packet, since the trace's time 0
 */

/** @param {QlogReader} qlog @returns {QlogConnection[]} those that have packets */
export function connectionsOf({ groups, packets, metrics }) {
  const packetRows = rowsByConnection(packets, groups);
  const metricRows = rowsByConnection(metrics, groups);
  /** @type {Map<number, Group[]>} */
  const groupsOf = new Map();
  for (const group of groups) groupsOf.set(group.connection, [...(groupsOf.get(group.connection) ?? []), group]);
  return [...groupsOf]
    .filter(([index]) => packetRows.has(index))
    .map(([index, own], i) => {
      const rows = Int32Array.from(packetRows.get(index) ?? []);
      return {
        name: `q${i}`,
        groups: own,
        packets: rows,
        metrics: Int32Array.from(metricRows.get(index) ?? []),
        isClient: isClients(own, packets, rows),
        startNs: packets.columns.timeNs[rows[0]],
      };
    });
}

/**
 * Rows of each connection, in the order of time: receipts may be logged later than they were.
 * @param {{ count: number, columns: { group: Int32Array, timeNs: Float64Array } }} table @param {Group[]} groups
 * @returns {Map<number, number[]>} by the connection's number
 */
function rowsByConnection({ count, columns }, groups) {
  /** @type {Map<number, number[]>} */
  const rows = new Map();
  for (let row = 0; row < count; row++) {
    const { connection } = groups[columns.group[row]];
    const own = rows.get(connection);
    if (own === undefined) rows.set(connection, [row]);
    else own.push(row);
  }
  for (const own of rows.values()) own.sort((a, b) => columns.timeNs[a] - columns.timeNs[b] || a - b);
  return rows;
}

/**
 * Where the log does not say whose it is, its first Initial does: the client sends it.
 * @param {Group[]} groups @param {QlogReader['packets']} packets @param {Int32Array} rows
 */
function isClients([{ trace }], { columns }, rows) {
  if (trace.vantage === 'client' || trace.vantage === 'server') return trace.vantage === 'client';
  if (trace.vantage === 'network' && trace.follows !== null) return trace.follows === 'client';
  const first = rows.find((row) => columns.type[row] === INITIAL);
  return first !== undefined && columns.event[first] === PACKET_EVENT.SENT;
}
