/** The connections of a qlog: its groups of events, put together and in the order of time. */
import { PACKET_EVENT, PACKET_TYPES } from './tables.js';

/** @typedef {import('./qlog.js').QlogReader} QlogReader */
/** @typedef {import('./qlog.js').Group} Group */

const INITIAL = PACKET_TYPES.indexOf('initial');

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
  const first = [...new Set(groups.map(({ connection }) => connection))];
  return first
    .map((index) => {
      const own = groups.filter(({ connection }) => connection === index);
      const rows = rowsOf(packets, own);
      return { groups: own, packets: rows, metrics: rowsOf(metrics, own), isClient: isClients(own, packets, rows) };
    })
    .filter((one) => one.packets.length > 0)
    .map((one, i) => ({ ...one, name: `q${i}`, startNs: packets.columns.timeNs[one.packets[0]] }));
}

/**
 * Rows of some groups, in the order of time: receipts may be logged later than they were.
 * @param {{ count: number, columns: { group: Int32Array, timeNs: Float64Array } }} table @param {Group[]} groups
 */
function rowsOf({ count, columns }, groups) {
  const isOwn = new Set(groups.map(({ index }) => index));
  const rows = [];
  for (let row = 0; row < count; row++) if (isOwn.has(columns.group[row])) rows.push(row);
  return Int32Array.from(rows.sort((a, b) => columns.timeNs[a] - columns.timeNs[b] || a - b));
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
