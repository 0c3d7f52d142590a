import { protocolOf } from '../../protocols/describe-message.js';
import { RESPONSE } from '../../protocols/http1/start-line.js';
import { MESSAGE_FLAG } from '../../protocols/model/message-table.js';
import { isWholeResponse } from '../../protocols/model/unfinished.js';
import { FIRST_FAILURE } from '../../shared/message-outcome.js';
import { defineKind, SHOWS } from '../findings/define-kind.js';
import { counted } from '../findings/finding.js';

/** What is left unfinished needs both ends' packets. @type {import('../findings/define-kind.js').Standing} */
const OF_REQUESTS = {
  needs: SHOWS.BOTH_WAYS,
  mayOccur: ({ messages }) => messages !== null && messages.exchanges.length > 0,
};
/** With these "nothing wrong" would be misleading, as a client that gave up was waiting; and they say why. */
export const UNFINISHED = Object.freeze({ request_unanswered: 0, response_lost: 0, response_cut: 0 });

export const SYN_UNANSWERED = defineKind(
  'syn_unanswered',
  'SYN unanswered',
  'handshake',
  ['RFC 9293 section 3.5', 'RFC 6298 section 2'],
  { yieldsTo: { ...UNFINISHED, listen_queue: 0, stale_connection: 0, unsigned: 0, corrupted_segments: 0 } },
);
export const REQUEST_UNANSWERED = defineKind(
  'request_unanswered',
  'Request unanswered',
  'application',
  ['RFC 9112 section 9.3.1', 'RFC 9110 section 9.2.2'],
  { ...OF_REQUESTS, yieldsTo: { response_lost: 0, tls_failed: 0 } },
);
export const RESPONSE_LOST = defineKind(
  'response_lost',
  'Response lost',
  'network',
  ['RFC 9293 section 3.10.7.4'],
  OF_REQUESTS,
);
export const RESPONSE_CUT = defineKind(
  'response_cut',
  'Response cut short',
  'application',
  ['RFC 9112 section 8', 'RFC 9113 section 8.1'],
  OF_REQUESTS,
);
export const NO_DATA = defineKind('no_data', 'No data', 'idle', [], { yieldsTo: { ...UNFINISHED, never_used: 0 } });
export const REQUESTS_FAILED = defineKind(
  'requests_failed',
  'Every request failed',
  'application',
  ['RFC 9110 section 15.5'],
  { yieldsTo: UNFINISHED },
);
export const ONE_WAY = defineKind('one_way', 'Captured one way', 'capture', [], { yieldsTo: UNFINISHED });

export const OUTCOME_KINDS = [
  SYN_UNANSWERED,
  ONE_WAY,
  NO_DATA,
  REQUEST_UNANSWERED,
  RESPONSE_LOST,
  RESPONSE_CUT,
  REQUESTS_FAILED,
];

/** @typedef {import('../../protocols/model/message-table.js').MessageTable} MessageTable */
/** @typedef {import('../../transport/tcp/tcp-transport.js').Connections} Connections */
/**
 * Why a connection failed, whatever its packets look like: it achieved nothing.
 * @typedef {object} Outcome
 * @property {'syn_unanswered' | 'one_way' | 'no_data' | 'request_unanswered' | 'response_cut' | 'requests_failed'} code
 * @property {'warning' | 'note'} severity
 * @property {number} count SYNs, packets, requests, responses
 * @property {readonly number[]} statuses of the responses, where all are failures
 */
/**
 * @typedef {Pick<import('../../protocols/message-analysis.js').MessageAnalysis, 'counts' | 'table'
 *   | 'hasUnfinished'>} Messages
 */

/** Messages of a connection searched for one that did not fail. */
const MAX_LOOKED_AT = 10_000;
/** Most status codes named. */
const MAX_NAMED = 3;

/** @param {Outcome['code']} code @returns {import('../findings/define-kind.js').Kind} */
export const kindOfOutcome = (code) => OUTCOME_KINDS.find((kind) => kind.code === code) ?? NO_DATA;

/** @param {Outcome['code']} code @param {number} count @param {Outcome['severity']} [severity] @returns {Outcome} */
const outcome = (code, count, severity = 'note') => ({ code, severity, count, statuses: [] });

/**
 * @param {Connections} flows @param {Messages} messages @param {number} flow index
 * @returns {Outcome | null} null: it achieved something
 */
export function outcomeOf(flows, messages, flow) {
  const client = flows.clientEndpoint(flow);
  const asked = flows.direction(flow, client);
  const answered = flows.direction(flow, 1 - client);
  const { syns, packets: ofClient } = asked;
  const ofServer = answered.packets;
  if (ofServer === 0 && ofClient > syns + asked.resets) return outcome('one_way', ofClient);
  if (ofClient === 0 && ofServer > answered.resets) return outcome('one_way', ofServer);
  if (syns > 0 && ofServer === 0) return outcome('syn_unanswered', syns, 'warning');
  if (asked.bytes + answered.bytes === 0) return outcome('no_data', 1);
  const { requests } = messages.counts(flow);
  if (requests === 0) return null;
  const isOver = flows.state(flow) !== 'established' && messages.hasUnfinished(flow);
  if (answered.bytes === 0) return isOver ? outcome('request_unanswered', requests) : null;
  return messages.table === null ? null : ofResponses(messages.table, flow, isOver);
}

/**
 * @param {MessageTable} table @param {number} flow
 * @param {boolean} isOver whether the connection has ended before all of them were answered
 * @returns {Outcome | null}
 */
function ofResponses(table, flow, isOver) {
  /** @type {Set<number>} */
  const statuses = new Set();
  let responses = 0;
  let failed = 0;
  let looked = 0;
  for (let row = table.firstOf(flow); row >= 0; row = table.nextOfFlow[row]) {
    if (looked++ === MAX_LOOKED_AT || (table.flags[row] & MESSAGE_FLAG.ONE_WAY) !== 0) return null;
    if (table.kind[row] !== RESPONSE) continue;
    responses++;
    const isSuccess =
      (table.flags[row] & MESSAGE_FLAG.CALL_FAILED) === 0 &&
      !(table.status[row] >= FIRST_FAILURE && protocolOf(table, row)?.isHttp);
    if (isSuccess && (!isOver || isWholeResponse(table, row))) return null;
    if (isSuccess) continue;
    failed++;
    if (table.status[row] > 0) statuses.add(table.status[row]);
  }
  if (responses === 0) return null;
  return failed === 0
    ? outcome('response_cut', responses)
    : { ...outcome('requests_failed', responses), statuses: [...statuses].sort((a, b) => a - b) };
}

/**
 * Text that follows an outcome's title, for one outcome or several of one code.
 * @param {Pick<Outcome, 'code' | 'count' | 'statuses'>} outcome
 * @returns {string} "3 SYNs, none answered"; "" where the title says it all
 */
export function outcomeText({ code, count, statuses }) {
  const none = count === 1 ? 'not' : 'none';
  switch (code) {
    case 'syn_unanswered':
      return `${counted(count, 'SYN')}, ${none} answered`;
    case 'one_way':
      return `${counted(count, 'packet')}, all from one end`;
    case 'request_unanswered':
      return `${counted(count, 'request')}, ${none} answered`;
    case 'response_cut':
      return `${counted(count, 'response')}, ${none} complete`;
    case 'requests_failed':
      if (statuses.length === 0) return counted(count, 'response');
      return `${counted(count, 'response')}: ${statuses.slice(0, MAX_NAMED).join(', ')}${statuses.length > MAX_NAMED ? ' …' : ''}`;
    default:
      return '';
  }
}
