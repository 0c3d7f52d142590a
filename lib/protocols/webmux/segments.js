/** TCP segments with nothing but credit, as counted in W3C's experiment. */
import { FIRST_BYTE } from '../../shared/tcp-numbers.js';
import { dataOffset } from '../../transport/tcp/tcp-packets.js';
import { isCredit } from './format.js';

/** @typedef {import('../../transport/tcp/tcp-packets.js').TcpPackets} TcpPackets */
/** @typedef {import('../../transport/tcp/tcp-transport.js').TcpTransport} TcpTransport */
/** @typedef {import('./mux-table.js').MuxTable} MuxTable */
/** @typedef {import('./mux-table.js').MuxRecord} MuxRecord */

/**
 * Segments with payload of which every byte belongs to a credit message, repeated ones too. A message cut in two makes
 * two of them.
 * @param {TcpTransport} tcp @param {MuxTable} table @param {MuxRecord} record
 * @returns {[number, number]|null} by who sends; null where the MUX stream is not the TCP connection itself
 */
export function creditOnlySegments(tcp, table, record) {
  if (record.depth > 0) return null;
  const packets = tcp.packetsOf(record.flow);
  const client = tcp.flows.clientEndpoint(record.flow);
  const count = (/** @type {number} */ endpoint) =>
    countInside(packets, endpoint === client ? 0 : 1, creditStretches(table, record, endpoint));
  return [count(0), count(1)];
}

/**
 * Ranges of a direction's stream that are credit messages, neighbours joined: alternating starts and ends, ascending.
 * @param {MuxTable} table @param {MuxRecord} record @param {number} endpoint
 * @returns {number[]}
 */
function creditStretches(table, record, endpoint) {
  /** @type {number[]} */
  const edges = [];
  for (const row of table.rowsOf(record)) {
    if (table.endpoint[row] !== endpoint || !isCredit(table.kind[row])) continue;
    const start = table.streamOffset[row];
    const end = start + table.headerBytes[row];
    if (edges.at(-1) === start) edges[edges.length - 1] = end;
    else edges.push(start, end);
  }
  return edges;
}

/** @param {TcpPackets} packets @param {number} direction @param {number[]} stretches */
function countInside(packets, direction, stretches) {
  const { count, direction: directions, length } = packets;
  let inside = 0;
  for (let i = 0; i < count; i++) {
    if (directions[i] !== direction || length[i] === 0) continue;
    const start = dataOffset(packets, i) - FIRST_BYTE;
    const place = firstEndAbove(stretches, start);
    if (place >= 0 && stretches[place - 1] <= start && start + length[i] <= stretches[place]) inside++;
  }
  return inside;
}

/**
 * @param {number[]} stretches
 * @param {number} offset
 * @returns {number} index of the first end above the offset, −1 none
 */
function firstEndAbove(stretches, offset) {
  let low = 0;
  let high = stretches.length / 2;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (stretches[middle * 2 + 1] > offset) high = middle;
    else low = middle + 1;
  }
  return low * 2 < stretches.length ? low * 2 + 1 : -1;
}
