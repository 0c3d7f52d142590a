/** What connections of QUIC cost, for comparison with others. */
import { DirectionSummary } from '../../compare/capture-summary.js';
import { sequenceOf } from '../../quicflow/diagram/sequence.js';
import { recoveryOf } from '../../quicflow/recovery/of-connection.js';
import { PACKET } from '../../quicflow/wire/versions.js';

/** @typedef {import('../../compare/capture-summary.js').Cost} Cost */
/** @typedef {import('../../quicflow/recovery/recover.js').Recovery} Recovery */
/** @typedef {ReturnType<import('./quic-connections.js').QuicConnections['describe']>} Described */

const DIRECTIONS = [0, 1];

/**
 * Of the data of all its streams; where it is not decrypted, of its datagrams.
 * @param {NonNullable<import('../ingest.js').Ingest['quic']>} quic
 * @param {import('./quic-connections.js').QuicConnections} connections
 * @param {{ index: number, requests: number }} of
 * @returns {Cost}
 */
export function quicCost(quic, connections, { index, requests }) {
  const { clientToServer, serverToClient } = connections.describe(index);
  const recovery = recoveryOf(quic, index);
  const ways = [clientToServer, serverToClient];
  const sent = DIRECTIONS.map((direction) => sentIn(quic, index, recovery, direction));
  const answering = sent[1].bytes >= sent[0].bytes ? sent[1] : sent[0];
  const rtts = ways.flatMap(({ rtt, spinRtt }) => (rtt ?? spinRtt)?.min ?? []);
  return {
    flows: 1,
    requests,
    directions: [summaryOf(clientToServer, sent[0].bytes), summaryOf(serverToClient, sent[1].bytes)],
    span: {
      firstNs: sent[0].firstNs,
      lastNs: Math.max(...sent.map(({ lastNs }) => lastNs)),
      answeredNs: answering.answeredNs,
      rttNs: rtts.length === 0 ? Infinity : Math.max(...rtts) * 1e9,
    },
  };
}

/**
 * When data was sent, each byte for the first time, and acknowledged.
 * @param {NonNullable<import('../ingest.js').Ingest['quic']>} quic @param {number} index @param {Recovery} recovery
 * @param {number} direction
 */
function sentIn(quic, index, recovery, direction) {
  const isOpen = quic.connections[index].sent[direction].openedOf[PACKET.ONE_RTT] > 0;
  const { packets, directions } = recovery;
  const { columns } = sequenceOf(packets, directions[direction], isOpen ? 'data' : 'bytes');
  const { barRow, barHigh, ackRow, ackHeight } = columns;
  const found = { bytes: 0, firstNs: Infinity, lastNs: -Infinity, answeredNs: -Infinity };
  for (let bar = 0; bar < barRow.length; bar++) {
    if (barHigh[bar] <= found.bytes) continue;
    found.bytes = barHigh[bar];
    const timeNs = packets.timeNs[barRow[bar]];
    found.firstNs = Math.min(found.firstNs, timeNs);
    found.lastNs = Math.max(found.lastNs, timeNs);
  }
  const last = ackRow.length - 1;
  const isAnswered = last >= 0 && ackHeight[last] >= found.bytes;
  found.answeredNs = isAnswered ? packets.timeNs[ackRow[last]] : found.lastNs;
  return found;
}

/** @param {Described['clientToServer']} sent @param {number} bytes */
function summaryOf({ packets, retransmittedStreamBytes, resentPackets }, bytes) {
  return Object.assign(new DirectionSummary(), {
    packets,
    // Frames of several streams, acknowledgements and padding share packets: none is full or partial.
    fullSegments: null,
    partialSegments: null,
    payloadBytes: bytes + (retransmittedStreamBytes ?? 0),
    uniqueBytes: bytes,
    applicationBytes: bytes,
    retransmissions: resentPackets ?? 0,
  });
}
