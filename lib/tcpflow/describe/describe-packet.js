import { REFUSALS } from '../../engine/enums.js';
import { SEQUENCE_SPACE } from '../../shared/tcp-numbers.js';
import { ROW_BLOCK_BITS, ROW_BLOCK_MASK } from '../../transport/packets.js';
import { flagNames } from '../../transport/tcp/analysis-flags.js';
import { evidenceNames } from '../../transport/tcp/evidence.js';
import { refusalOf } from '../../transport/tcp/header.js';
import { kindOf, spuriousOf, VERDICT, VERDICTS } from '../../transport/verdict.js';
import { windowUnit } from '../connection/window-scale.js';
import { seconds } from './flow-values.js';

/** @typedef {import('../tracker.js').TcpTracker} TcpTracker */

/** An offset as the 32-bit relative number that Wireshark shows. @param {number} offset */
const relative = (offset) => ((offset % SEQUENCE_SPACE) + SEQUENCE_SPACE) % SEQUENCE_SPACE;

/**
 * A segment, without Wireshark's fields and ICMP errors.
 * @param {TcpTracker} tcp @param {number} row
 * @param {number} rttNs the sample that this ACK gives @param {number} inFlightBytes both of `PacketMeasures`
 */
export function describePacket(tcp, row, rttNs, inFlightBytes) {
  const { flows, packets } = tcp;
  const block = packets.blocks[row >> ROW_BLOCK_BITS];
  const at = row & ROW_BLOCK_MASK;
  const flow = block.flowEnd[at] >> 1;
  const endpoint = block.flowEnd[at] & 1;
  const verdict = block.verdict[at];
  const unit = windowUnit(tcp, flow, endpoint, block.flags[at]);
  return {
    frame: block.frame(at),
    flow: flows.number(flow),
    direction: endpoint === flows.clientEndpoint(flow) ? 'clientToServer' : 'serverToClient',
    time: seconds(block.timeNs[at]),
    seq: relative(block.seqOffset(at)),
    ack: block.ackOffset(at) === -1 ? null : relative(block.ackOffset(at)),
    len: block.length[at],
    window: block.window[at] * (unit ?? 1),
    windowUnitBytes: unit,
    bytesInFlight: inFlightBytes >= 0 ? inFlightBytes : null,
    rtt: rttNs >= 0 ? seconds(rttNs) : null,
    flags: flagNames(block.analysis[at]),
    verdict: VERDICTS[verdict],
    retransmissionKind: kindOf(block.judgement[at]),
    spurious: spuriousOf(block.judgement[at]),
    refused: REFUSALS[refusalOf(block.flags[at])],
    evidence: evidenceNames(block.evidence[at]),
    confidence: verdict === VERDICT.NONE ? null : Math.round((block.confidence(at) / 255) * 100) / 100,
  };
}
