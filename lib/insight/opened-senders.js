import { connectionOptions, connectionPackets } from '../tcpflow/connection/connection-packets.js';
import { segmentSize } from '../tcpflow/flight/segment-size.js';
import { PathAnalysis } from '../tcpflow/path.js';
import { senderInsight } from './sender-insight.js';

/** @typedef {import('../tcpflow/connection/connection-packets.js').ConnectionPackets} ConnectionPackets */

const SYN = 2;
/** Segment size assumed where none shows: RFC 9293 section 3.7.1. */
const DEFAULT_MSS = 536;

/**
 * One direction with data, and what is inferred of its sender.
 * @typedef {object} OpenedSender
 * @property {number} direction
 * @property {number | null} mss bytes; null where no segment shows it
 * @property {import('./sender-insight.js').SenderInsight} insight
 * @property {import('./spans.js').Handshake} handshake
 */

/**
 * Opens a connection for what `--sender` and the page show of its senders.
 * @param {import('../tcpflow/tracker.js').TcpTracker} tcp @param {number} flow index
 */
export function openSenders(tcp, flow) {
  const packets = connectionPackets(tcp, flow), options = connectionOptions(tcp, flow), path = new PathAnalysis(packets, options);
  /** @type {OpenedSender[]} */
  const senders = [0, 1].filter((direction) => hasData(packets, direction)).map((direction) => {
    const mss = segmentSize(packets, options, direction);
    return { direction, mss, insight: senderInsight(packets, direction, path, mss ?? DEFAULT_MSS), handshake: handshakeOf(packets, direction) };
  });
  return { packets, options, path, senders };
}

/** @param {ConnectionPackets} packets @param {number} direction */
const hasData = (packets, direction) => packets.length.some((length, i) => length > 0 && packets.direction[i] === direction);

/** @param {ConnectionPackets} packets @param {number} direction @returns {import('./spans.js').Handshake} */
function handshakeOf({ count, direction: directions, flags, timeNs, ackOffset }, direction) {
  if (count === 0 || (flags[0] & SYN) === 0) return { synNs: null, establishedNs: null };
  for (let i = 1; i < count; i++) {
    if (directions[i] !== direction && ackOffset[i] >= 1) return { synNs: timeNs[0], establishedNs: timeNs[i] };
  }
  return { synNs: timeNs[0], establishedNs: null };
}
