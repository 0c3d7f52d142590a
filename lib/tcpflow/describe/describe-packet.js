import { windowUnit } from '../connection/window-scale.js';
import { measureAllPackets } from '../sender/measured-packets.js';
import { ROW_BLOCK_BITS, ROW_BLOCK_MASK } from '../tables/packet-table.js';
import { flagNames } from '../verdicts/analysis-flags.js';
import { evidenceNames, kindOf, spuriousOf, VERDICT, VERDICTS } from '../verdicts/verdict.js';
import { describeFields, wiresharkFields } from '../wireshark/wireshark-fields.js';
import { icmpErrorsByRow } from './describe-icmp-errors.js';
import { seconds } from './flow-values.js';

/** @typedef {import('../tracker.js').TcpTracker} TcpTracker */

const WRAP = 2 ** 32;

/** An offset as the 32-bit relative number that Wireshark shows. @param {number} offset */
const relative = (offset) => ((offset % WRAP) + WRAP) % WRAP;

/** Every segment as `analyze --packets` prints it, in capture order. @param {TcpTracker} tcp */
export function* describePackets(tcp) {
  const measured = measureAllPackets(tcp);
  const fields = wiresharkFields(tcp);
  const icmpErrors = icmpErrorsByRow(tcp);
  for (let row = 0; row < measured.rttNs.length; row++) {
    const packet = describePacket(tcp, row, measured.rttNs[row], measured.inFlightBytes[row]);
    yield { ...packet, icmpErrors: icmpErrors.get(row), wireshark: describeFields(tcp.packets, fields, row) };
  }
}

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
    evidence: evidenceNames(block.evidence[at]),
    confidence: verdict === VERDICT.NONE ? null : Math.round((block.confidence(at) / 255) * 100) / 100,
  };
}
