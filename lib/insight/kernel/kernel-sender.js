/** A sender's socket as its host's kernel recorded it, on the capture's clock. */
import { endText } from '../../shared/hostlog/socket-table.js';
import { alignedClock } from './alignment.js';

/** Of sequence numbers: one that falls by more has wrapped. */
const HALF_SPACE = 2 ** 31;

/** @typedef {import('../../shared/hostlog/socket-table.js').SocketTable} SocketTable */
/** @typedef {import('../../shared/hostlog/socket-table.js').RecordedSocket} RecordedSocket */
/** @typedef {import('../../transport/tcp/tcp-transport.js').TcpTransport} TcpTransport */

/**
 * @typedef {object} KernelSender
 * @property {RecordedSocket} socket
 * @property {import('./alignment.js').Alignment | null} clock null: its times are as recorded
 * @property {Float64Array} timeNs of its samples, since the capture's first packet
 */

/**
 * @param {TcpTransport} tcp @param {SocketTable} sockets
 * @param {number} flow index @param {number} direction 0: the client sends
 * @param {import('../../transport/tcp/tcp-packets.js').TcpPackets} [packets] of the connection
 * @returns {KernelSender | null} null: its host recorded nothing of it
 */
export function kernelSender(tcp, sockets, flow, direction, packets = undefined) {
  const startEpochNs = tcp.startEpochNs();
  const { flows } = tcp;
  const endpoint = flows.clientEndpoint(flow) ^ direction;
  const socket = sockets.of(endText(flows.endpoint(flow, endpoint)), endText(flows.endpoint(flow, 1 - endpoint)));
  if (socket === null || startEpochNs === null) return null;
  const { epochNs } = socket.samples;
  const bytesAcked = bytesAckedOf(socket, tcp.optionsOf(flow).baseSeq[direction]);
  const timeNs = Float64Array.from(epochNs, (ns) => Number(ns - startEpochNs));
  const clock = alignedClock(acksOf(packets ?? tcp.packetsOf(flow), 1 - direction), { timeNs, bytesAcked });
  if (clock === null && !socket.hasEpoch) return null;
  const offsetNs = clock?.offsetNs ?? 0;
  return { socket, clock, timeNs: timeNs.map((ns) => ns + offsetNs) };
}

/**
 * @param {RecordedSocket} socket
 * @param {number} base sequence number of the SYN
 * @returns {number[]} the SYN's too, where sequence numbers tell it
 */
function bytesAckedOf({ samples: { bytesAcked, ackedSequence } }, base) {
  if (!(ackedSequence[0] >= 0)) return bytesAcked;
  let [last, wrapped] = [0, 0];
  return ackedSequence.map((sequence) => {
    const bytes = (sequence - base) >>> 0;
    if (bytes < last - HALF_SPACE) wrapped += 2 * HALF_SPACE;
    last = bytes;
    return bytes + wrapped;
  });
}

/**
 * What was acknowledged of the other direction's data, as it rose.
 * @param {import('../../transport/tcp/tcp-packets.js').TcpPackets} packets
 * @param {number} direction that the acknowledgements go
 */
function acksOf({ count: rows, timeNs: times, ackOffset, direction: directions }, direction) {
  const [timeNs, acked] = [new Float64Array(rows), new Float64Array(rows)];
  let count = 0;
  for (let row = 0; row < rows; row++) {
    const bytes = ackOffset[row] - 1;
    if (directions[row] !== direction || !(bytes > (count === 0 ? 0 : acked[count - 1]))) continue;
    timeNs[count] = times[row];
    acked[count++] = bytes;
  }
  return { timeNs, acked, count };
}
