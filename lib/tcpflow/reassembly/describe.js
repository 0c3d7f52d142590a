import { FLOW, FLOW_BIT } from '../../engine/flow-fields.js';
import { urgentMarks } from './urgent.js';

/** @typedef {import('../tracker.js').TcpTracker} TcpTracker */

/** @type {never[]} */
const NONE = [];

const isUrgent = (/** @type {TcpTracker} */ { flows }, /** @type {number} */ flow) =>
  (flows.int(flow, FLOW.BITS) & FLOW_BIT.URGENT) !== 0;

/**
 * Reassembly's part of a connection in `analyze --json`: empty without anomalies.
 * @param {TcpTracker} tcp @param {number} flow index
 * @returns {Partial<ReturnType<typeof describeConflicts> & ReturnType<typeof describeUrgent>>}
 */
export function describeReassembly(tcp, flow) {
  const conflicts = describeConflicts(tcp, flow);
  return isUrgent(tcp, flow) ? { ...conflicts, ...describeUrgent(tcp, flow) } : conflicts;
}

/** @param {TcpTracker} tcp @param {number} flow index */
function describeUrgent(tcp, flow) {
  const { marks, total } = urgentMarks(tcp, flow);
  return { urgent: marks, urgentTotal: total };
}

/** @param {TcpTracker} tcp @param {number} flow index */
function describeConflicts({ flows, reassembler }, flow) {
  const total = reassembler?.conflicts.totalOf(flow) ?? 0;
  if (reassembler === null || total === 0) return {};
  const client = flows.clientEndpoint(flow);
  const conflicts = reassembler.conflicts
    .of(flow)
    .map(({ endpoint, ...conflict }) => ({
      direction: endpoint === client ? 'clientToServer' : 'serverToClient',
      ...conflict,
    }));
  return { conflicts, conflictTotal: total };
}

/**
 * Anomalies of a connection's streams.
 * @param {TcpTracker} tcp @param {number} flow index
 * @returns {{ code: string, message: string }[]}
 */
export function reassemblyWarnings({ reassembler }, flow) {
  if (reassembler === null) return NONE;
  const warnings = reassembler.notes.warningsOf(flow);
  const total = reassembler.conflicts.totalOf(flow);
  if (total === 0) return warnings;
  const times = total === 1 ? 'once' : `${total} times`;
  return [
    {
      code: 'conflicting_bytes',
      message: `Retransmitted bytes differ from their first copy, ${times}: see the conflicts for both versions.`,
    },
    ...warnings,
  ];
}

/**
 * Bytes lost to memory limits in the whole capture.
 * @param {TcpTracker} tcp
 * @returns {{ code: string, message: string, offset: null }[]} none or one
 */
export function captureWarnings({ reassembler }) {
  if (reassembler === null || reassembler.notes.flowsGivenUp === 0) return [];
  const { flowsGivenUp, bytesGivenUp } = reassembler.notes;
  const where = flowsGivenUp === 1 ? 'one connection' : `${flowsGivenUp} connections`;
  return [
    {
      code: 'reassembly_limit',
      offset: null,
      message:
        `In ${where} more data waited for missing bytes than is buffered: ` +
        `${bytesGivenUp} bytes were given up as gaps, although they may have arrived later.`,
    },
  ];
}
