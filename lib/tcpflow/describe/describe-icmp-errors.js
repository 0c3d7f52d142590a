import { SEQUENCE_SPACE } from '../../shared/tcp-numbers.js';
import { describeIcmpError } from '../../transport/icmp-errors.js';
import { quotedPackets } from '../../transport/tcp/quoted-packets.js';
import { connectionPackets } from '../connection/connection-packets.js';

/** @typedef {import('../tracker.js').TcpTracker} TcpTracker */
/** @typedef {ReturnType<typeof describeIcmpError>} DescribedIcmpError */

/**
 * ICMP errors of a connection, as in `icmpErrors` of a flow in `analyze --json`; null: none.
 * @param {TcpTracker} tcp @param {number} flow index
 */
export function describeIcmpErrors(tcp, flow) {
  const { errors, total, outside } = tcp.icmpErrors.of(flow);
  if (total === 0) return null;
  const client = tcp.flows.clientEndpoint(flow);
  const packets = connectionPackets(tcp, flow);
  const quoted = quotedPackets(packets, errors, client);
  return {
    total,
    outside,
    errors: errors.map((error, e) => ({
      ...describeIcmpError(error),
      direction: error.endpoint === client ? 'clientToServer' : 'serverToClient',
      seq: ((error.seqOffset % SEQUENCE_SPACE) + SEQUENCE_SPACE) % SEQUENCE_SPACE,
      quotedFrame: quoted[e] >= 0 ? packets.frame[quoted[e]] : null,
      isUnderWay: error.isInSpace,
    })),
  };
}

/**
 * ICMP errors by the row of the packet that they quote.
 * @param {TcpTracker} tcp
 * @returns {Map<number, DescribedIcmpError[]>}
 */
export function icmpErrorsByRow(tcp) {
  /** @type {Map<number, DescribedIcmpError[]>} */
  const byRow = new Map();
  for (const flow of tcp.icmpErrors.flows()) addRows(byRow, tcp, flow);
  return byRow;
}

/** @param {Map<number, DescribedIcmpError[]>} byRow @param {TcpTracker} tcp @param {number} flow */
function addRows(byRow, tcp, flow) {
  const { errors } = tcp.icmpErrors.of(flow);
  const packets = connectionPackets(tcp, flow);
  quotedPackets(packets, errors, tcp.flows.clientEndpoint(flow)).forEach((i, e) => {
    if (i < 0) return;
    const ofRow = byRow.get(packets.row[i]) ?? [];
    ofRow.push(describeIcmpError(errors[e]));
    byRow.set(packets.row[i], ofRow);
  });
}
