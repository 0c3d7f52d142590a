import { FLOW } from '../../tcpflow/flow-fields.js';
import { findingsOf } from './catalogue.js';
import { contextOf } from './context.js';
import { MessageFacts } from './messages/facts.js';
import { summaryOf } from './summary.js';
import { unobservableIn } from './unobservable.js';

/**
 * What was found in a connection when it had so many packets.
 * @typedef {{ packets: number, examined: import('./unexamined.js').Examined }} Examination
 */

/**
 * Looks what is ill with a connection.
 * @param {{ tcp: import('../../tcpflow/tracker.js').TcpTracker, messages: import('./messages/facts.js').MessageAnalysis, muxCredit?: number }} parts
 * @param {number} flow index
 * @param {import('../../tcpflow/judge/describe-judged.js').ConnectionJudgement | undefined} judged
 * @returns {Examination}
 */
export function examine({ tcp, messages, muxCredit }, flow, judged) {
  const packets = tcp.flows.int(flow, FLOW.PACKETS), facts = new MessageFacts(messages, tcp, flow, muxCredit);
  const context = contextOf(tcp, flow, judged, facts), findings = findingsOf(context), unobservable = unobservableIn(context, findings);
  return { packets, examined: { summary: summaryOf(findings), findings, ...(unobservable.length > 0 ? { unobservable } : {}) } };
}
