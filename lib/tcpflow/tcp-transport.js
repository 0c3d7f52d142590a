import { ROW_BLOCK_BITS, ROW_BLOCK_MASK } from '../transport/packets.js';
import { describeStacks } from '../transport/tcp/stack/fingerprint.js';
import { connectionOptions, connectionPackets } from './connection/connection-packets.js';
import { describeIcmpErrors } from './describe/describe-icmp-errors.js';
import { describePacket } from './describe/describe-packet.js';
import { describeVerdicts } from './describe/describe-verdicts.js';
import { describeFlow } from './describe/flow-object.js';
import { captureWarnings, describeReassembly, reassemblyWarnings } from './reassembly/describe.js';
import { PathAnalysis } from './sender/connection-path.js';
import { measurePackets } from './sender/measured-packets.js';
import { SenderPasses } from './sender/passes.js';
import { roundTrips } from './sender/round-trips.js';
import { TcpTracker } from './tracker.js';

/** @typedef {import('../transport/tcp/tcp-packets.js').TcpPackets} TcpPackets */
/** @typedef {import('../transport/tcp/tcp-packets.js').ConnectionOptions} ConnectionOptions */
/** @typedef {import('../transport/tcp/tcp-transport.js').TcpTransport} Offered */

/**
 * The TCP connections of a capture, as all that looks at them sees them (lib/transport).
 * @implements {Offered}
 */
export class TcpTransport extends TcpTracker {
  /** @param {number} flow index */
  packetsOf(flow) {
    return connectionPackets(this, flow);
  }

  /** @param {number} flow index */
  optionsOf(flow) {
    return connectionOptions(this, flow);
  }

  /** @param {number} row @param {number} block of its SACK blocks @param {0|1} side left or right */
  sackEdge(row, block, side) {
    const { flows, packets } = this;
    const at = row & ROW_BLOCK_MASK;
    const rows = packets.blocks[row >> ROW_BLOCK_BITS];
    const ahead = (packets.sackEdge(rows.sack[at] + block, side) - rows.ack(at, flows)) | 0;
    return rows.ackOffset(at) + ahead;
  }

  /** @param {TcpPackets} packets @param {ConnectionOptions} options */
  pathOf(packets, options) {
    return new PathAnalysis(packets, options);
  }

  /** @param {number} flow index @param {number} direction that is answered */
  roundTripsOf(flow, direction) {
    return roundTrips(new SenderPasses(this.packetsOf(flow)), direction);
  }

  /** @param {TcpPackets} packets @param {ConnectionOptions} options */
  measured(packets, options) {
    return measurePackets(packets, options);
  }

  /** @param {number} flow index */
  describe(flow) {
    return describeFlow(this.flows, flow);
  }

  /**
   * What was found beyond that, each part only where there is any; field by field, since spreading objects gives V8 a
   * new hidden class each time.
   * @param {number} flow index
   * @param {import('../transport/losses.js').LossesAndReordering | undefined} judged
   */
  describeEvidence(flow, judged) {
    const { conflicts, conflictTotal, urgent, urgentTotal } = describeReassembly(this, flow);
    const { lossEpisodes, reordering } = describeVerdicts(judged);
    return {
      stack: describeStacks(this.flows, flow),
      conflicts,
      conflictTotal,
      urgent,
      urgentTotal,
      lossEpisodes,
      reordering,
      icmpErrors: describeIcmpErrors(this, flow) ?? undefined,
    };
  }

  /** @param {number} row @param {number} rttNs @param {number} inFlightBytes both of `measured` */
  describePacket(row, rttNs, inFlightBytes) {
    return describePacket(this, row, rttNs, inFlightBytes);
  }

  /** @param {number} flow index */
  warningsOf(flow) {
    return reassemblyWarnings(this, flow);
  }

  get warnings() {
    return captureWarnings(this);
  }
}
