import { defineKind } from '../define-kind.js';
import { finding } from '../finding.js';
import { MAX_COMPARED_FLOWS } from './groups.js';
import { MAX_NAMED_FLOWS } from './parallel.js';

export const ANSWERED_FROM_ELSEWHERE = defineKind(
  'answered_from_elsewhere',
  'SYN answered from another address',
  'network',
  ['RFC 9293 section 3.10.7.3', 'RFC 2663 section 4.1'],
);

/** @typedef {import('../../../transport/tcp/tcp-transport.js').Connections} Connections */

/**
 * A client's end and the sequence number of its SYN, by which a SYN-ACK acknowledges it whatever address that comes
 * from.
 * @param {Connections} flows @param {number} flow @param {number} client endpoint
 */
function openingKey(flows, flow, client) {
  const { address, port } = flows.endpoint(flow, client);
  return `${address} ${port} ${flows.direction(flow, client).baseSeq}`;
}

/** Whether a connection begins with a SYN-ACK. @param {Connections} flows @param {number} flow */
const isReplyAlone = (flows, flow) =>
  flows.clientEndpoint(flow) === 1 && flows.direction(flow, 0).syns > 0 && flows.direction(flow, 1).syns === 0;

/** Whether all of it is SYNs without an answer. @param {Connections} flows @param {number} flow */
const isUnanswered = (flows, flow) =>
  flows.clientEndpoint(flow) === 0 && flows.direction(flow, 0).syns > 0 && flows.direction(flow, 1).packets === 0;

/**
 * SYNs to one address that another one answered: its SYN-ACK acknowledges their very sequence number. What translates
 * addresses there saw one direction only, or the server answered by another of its addresses; the client knows of no
 * such connection, and resets it.
 *
 * ```
 *   client → 10.96.0.5:80     SYN, seq x
 *   10.244.1.7:8080 → client  SYN-ACK, ack x + 1
 *   client → 10.244.1.7:8080  RST
 * ```
 *
 * @param {Connections} flows
 * @returns {import('./parallel.js').Between | null}
 */
export function answeredFromElsewhere(flows) {
  const compared = Math.min(flows.count, MAX_COMPARED_FLOWS);
  /** @type {Map<string, number>} */
  const replies = new Map();
  for (let flow = 0; flow < compared; flow++) {
    if (isReplyAlone(flows, flow)) replies.set(openingKey(flows, flow, 1), flow);
  }
  if (replies.size === 0) return null;
  const asked = [];
  for (let flow = 0; flow < compared; flow++) {
    if (isUnanswered(flows, flow) && replies.has(openingKey(flows, flow, 0))) asked.push(flow);
  }
  if (asked.length === 0) return null;
  const [first] = asked;
  const reply = Number(replies.get(openingKey(flows, first, 0)));
  const [to, from] = [flows.endpoint(first, 1), flows.endpoint(reply, 0)];
  const which = asked.length === 1 ? 'A SYN' : `SYNs of ${asked.length} connections`;
  const example = asked.length === 1 ? '' : ', as of the first';
  return {
    flows: asked.slice(0, MAX_NAMED_FLOWS),
    found: finding(
      {
        kind: ANSWERED_FROM_ELSEWHERE,
        severity: 'error',
        startNs: flows.at(first).startNs,
        endNs: asked.reduce((last, flow) => Math.max(last, flows.at(flow).endNs), 0),
        message: `${which} to ${to.address} port ${to.port} ${asked.length === 1 ? 'was' : 'were'} answered from ${from.address} port ${from.port}${example}: the SYN-ACK acknowledges exactly that SYN's sequence number. The client has no such connection, so none was established.`,
        advice:
          'Look for a NAT, load balancer or kube-proxy that sees only one direction: the answer must return through it. If the server has several addresses, check which route and source address its answer takes.',
      },
      { connections: asked.length, asked: `${to.address}:${to.port}`, answered: `${from.address}:${from.port}` },
    ),
  };
}
