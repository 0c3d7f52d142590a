import { TCP } from '../../engine/segment-batch.js';
import { ACK_KIND } from '../../tcpflow/tcptrace/ack-kind.js';
import { tcptraceAddress } from '../../tcpflow/tcptrace/address.js';
import { tcptraceConnections } from '../../tcpflow/tcptrace/connections.js';
import { NEVER } from '../../tcpflow/tcptrace/direction.js';
import { tcptracePackets } from '../../tcpflow/tcptrace/packets.js';
import { replay } from '../../tcpflow/tcptrace/replay.js';
import { ROW_BLOCK_BITS, ROW_BLOCK_MASK } from '../../transport/packets.js';
import { ConnectionPlots, endLetters } from './connection-plots.js';

/**
 * @typedef {import('../../tcpflow/tracker.js').TcpTracker} TcpTracker
 * @typedef {import('../../tcpflow/tcptrace/direction.js').Direction} Direction
 * @typedef {import('../../tcpflow/tcptrace/packets.js').TcptracePackets} TcptracePackets
 * @typedef {import('../../tcpflow/tcptrace/replay.js').Decision} Decision
 * @typedef {import('./traced-segment.js').TracedSegment} TracedSegment
 * @typedef {import('./plot.js').Write} Write
 */

/**
 * Draws the graphs of a connection, named as `tcptrace -G` names them for this capture. tcptrace may split a connection
 * where it was silent for four minutes, or merge several: each of its connections with a packet of this one is drawn.
 * @param {TcpTracker} tcp @param {number} flow index
 * @param {{ startEpochNs: bigint, isApart?: (scope: number) => boolean }} capture time of its first packet; for
 *   `tcptraceConnections`
 * @param {(fileName: string) => Write} open gives where a file's text goes
 */
export function drawFlow(tcp, flow, capture, open) {
  const connections = tcptraceConnections(tcp, capture);
  connections.forEach(({ rows }, number) => {
    if (rows.some((row) => flowEndOf(tcp, row) >> 1 === flow)) {
      drawConnection(tcp, tcptracePackets(tcp, rows, capture.startEpochNs), number, open);
    }
  });
}

/**
 * @param {TcpTracker} tcp
 * @param {TcptracePackets} packets
 * @param {number} number of the connection, from 0
 * @param {(fileName: string) => Write} open
 */
function drawConnection(tcp, packets, number, open) {
  const flowEnd = flowEndOf(tcp, packets.row[0]);
  const name = (/** @type {number} */ end) => endpointName(tcp.flows.endpoint(flowEnd >> 1, end));
  const plots = new ConnectionPlots(
    {
      letters: [endLetters(2 * number), endLetters(2 * number + 1)],
      endpoints: [name(flowEnd & 1), name(1 - (flowEnd & 1))],
      startUs: packets.timeUs[0],
    },
    open,
  );
  replay(packets, { afterPacket: (i, decision, from) => plots.segment(tracedSegment(packets, i, decision, from)) });
  plots.end();
}

/** @param {TcpTracker} tcp @param {number} row @returns {number} connection × 2 + sending endpoint */
const flowEndOf = ({ packets }, row) => packets.blocks[row >> ROW_BLOCK_BITS].flowEnd[row & ROW_BLOCK_MASK];

/** @param {{ address: string, port: number }} endpoint */
const endpointName = ({ address, port }) => `${tcptraceAddress(address)}:${port}`;

/**
 * @param {TcptracePackets} packets
 * @param {number} i
 * @param {Decision} decision
 * @param {Direction} from
 * @returns {TracedSegment}
 */
function tracedSegment(packets, i, decision, from) {
  return {
    timeUs: packets.timeUs[i],
    direction: packets.direction[i] === 0 ? 0 : 1,
    seq: packets.seq[i],
    length: packets.length[i],
    flags: packets.flags[i],
    ack: packets.ack[i],
    windowBytes: decision.windowBytes,
    sacks: sacksOf(packets, i),
    congestionExperienced: packets.ecn[i] === 3,
    hardwareDuplicate: decision.hardwareDuplicate,
    retransmittedBytes: decision.rexmitBytes,
    outOfOrder: decision.outOfOrder,
    probe: decision.probe,
    thirdDuplicateAck: decision.ackKind === ACK_KIND.TRIPLE,
    rttUs: decision.rttUs >= 0 ? decision.rttUs : null,
    owin: decision.owin >= 0 ? decision.owin : null,
    rttLastUs: from.roundTrips.latest,
    previousAck: decision.previousAck,
    previousAckUs: decision.previousAckUs === NEVER ? null : decision.previousAckUs,
    previousWindowEnd: decision.previousWindowEnd,
  };
}

/** @param {TcptracePackets} packets @param {number} i @returns {[number, number][]} */
function sacksOf({ flags, sackStart, sackCount, sackLeft, sackRight }, i) {
  if ((flags[i] & TCP.ACK) === 0) return [];
  return Array.from({ length: sackCount[i] }, (_, k) => [sackLeft[sackStart[i] + k], sackRight[sackStart[i] + k]]);
}
