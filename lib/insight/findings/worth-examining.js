import { protocolNamed } from '../../protocols/registry.js';
import { FLOW_BIT, SURVEY } from '../../transport/conversation.js';
import { ANALYSIS_FLAGS } from '../../transport/tcp/analysis-flags.js';
import { NOTICEABLE_NS } from './times.js';

/** @typedef {import('../../transport/tcp/tcp-transport.js').Connections} Connections */

/** More than a client sends in a TLS handshake: a hello with a key share of ML-KEM takes 1.7 KB. */
const HANDSHAKE_BYTES = 4096;
/** From so many packets on a connection's pace is examined; a shorter one is examined for a reason. */
export const MIN_PACKETS = 40;
const ZERO_WINDOW = ANALYSIS_FLAGS.indexOf('zero_window');
const LOST_SEGMENT = ANALYSIS_FLAGS.indexOf('lost_segment');

/**
 * Whether the core's counters of a connection give reason to examine it.
 * @param {Connections} flows
 * @param {number} flow index
 */
export function isWorthExamining(flows, flow) {
  const { packets, bits } = flows.at(flow);
  if (packets >= MIN_PACKETS || bits & (FLOW_BIT.RESET | FLOW_BIT.NEEDS_VERDICTS | FLOW_BIT.ICMP_ERROR)) {
    return true;
  }
  return [0, 1].some(
    (endpoint) => flows.direction(flow, endpoint).syns > 1 || flows.flagCount(flow, endpoint, ZERO_WINDOW) > 0,
  );
}

/**
 * Whether a connection has a request without response, an incomplete or very late response, or TLS that failed; also
 * for all connections at once.
 * @typedef {Pick<import('../../protocols/message-analysis.js').MessageAnalysis, 'hasUnfinished' | 'hasWait'
 *   | 'hasFailed' | 'counts' | 'firstRequestNs' | 'markProblemFlows' | 'protocolOf' | 'warningsOf' | 'lookUpOf'
 *   | 'tlsOf' | 'lastAnswered' | 'isHeldOpen'>} Messages
 */

/**
 * Whether one of its ends closed it over unfinished messages.
 * @param {Connections} flows
 * @param {Messages} messages
 * @param {number} flow index
 */
const isLeftUnfinished = (flows, messages, flow) =>
  isReadToEnd(flows, messages, flow) && messages.hasUnfinished(flow, true);

/**
 * Whether no limit or snap length explains what is unfinished; nor, where it was closed, bytes that were not captured.
 * @param {Connections} flows
 * @param {Pick<Messages, 'warningsOf'>} messages
 * @param {number} flow index
 */
function isReadToEnd(flows, messages, flow) {
  if (!hasFin(flows, flow)) return messages.warningsOf(flow).length === 0;
  const server = 1 - flows.clientEndpoint(flow);
  return flows.flagCount(flow, server, LOST_SEGMENT) > 0 || messages.warningsOf(flow).length === 0;
}

/** @param {Connections} flows @param {number} flow index */
const hasFin = (flows, flow) => flows.direction(flow, 0).fins > 0 || flows.direction(flow, 1).fins > 0;

/**
 * Whether its server took a noticeable time to answer.
 * @param {Connections} flows
 * @param {Messages} messages
 * @param {number} flow index
 */
function isSlowlyAnswered(flows, messages, flow) {
  return flows.durationNs(flow) >= NOTICEABLE_NS && messages.hasWait(flow, noticeableWaitNs(flows, flow));
}

/**
 * Whether its client left it idle, once open, before its first request.
 * @param {Connections} flows
 * @param {number} flow index
 * @param {number | null} firstNs when its first request began
 */
function isBegunLate(flows, flow, firstNs) {
  const { startNs, handshakeNs } = flows.at(flow);
  return firstNs !== null && handshakeNs > 0 && firstNs - startNs - handshakeNs >= NOTICEABLE_NS;
}

/**
 * Whether its server closed it a noticeable time after a response that ends only thereby.
 * @param {Connections} flows @param {Messages} messages @param {number} flow index @param {number} row of the request
 */
const isHeldOpen = (flows, messages, flow, row) =>
  hasFin(flows, flow) && messages.isHeldOpen(row, flows.at(flow).endNs, NOTICEABLE_NS);

/** A noticeable wait for an answer from the server. @param {Connections} flows @param {number} flow index */
function noticeableWaitNs(flows, flow) {
  const client = flows.clientEndpoint(flow);
  return NOTICEABLE_NS + (flows.direction(flow, client).shortestRttNs ?? 0);
}

/**
 * Whether there is reason to examine it, however long it is.
 * @param {Connections} flows
 * @param {Messages} messages
 * @param {number} flow index
 */
export const hasReason = (flows, messages, flow) =>
  isWorthExamining(flows, flow) || hasMessageProblem(flows, messages, flow);

/**
 * Whether its server may have been slow to answer commands of a protocol that is not dissected.
 * @param {Connections} flows @param {Messages} messages @param {number} flow index
 */
const mayAnswerSlowly = (flows, messages, flow) =>
  flows.durationNs(flow) >= NOTICEABLE_NS && protocolNamed(messages.protocolOf(flow))?.isTurnBased === true;

/**
 * Whether its TLS handshake took longer than a round trip by what is felt.
 * @param {Connections} flows @param {Messages} messages @param {number} flow index
 */
const isSlowlyAgreed = (flows, messages, flow) =>
  (messages.tlsOf(flow)?.handshakeNs ?? 0) >= noticeableWaitNs(flows, flow);

/**
 * Whether it agreed on TLS, and may then have asked nothing before it was closed.
 * @param {Connections} flows @param {Messages} messages @param {number} flow index
 */
const isUnusedTls = (flows, messages, flow) =>
  (messages.tlsOf(flow)?.version ?? null) !== null &&
  messages.counts(flow).requests === 0 &&
  hasFin(flows, flow) &&
  flows.direction(flow, flows.clientEndpoint(flow)).bytes <= HANDSHAKE_BYTES;

/**
 * Whether a question may be without an answer, or an answer late, that no decoder has read: where one end alone sent
 * data for a noticeable time, or both in a protocol that is not known.
 * @param {Connections} flows @param {Messages} messages @param {number} flow index
 */
function mayLackAnswer(flows, messages, flow) {
  const client = flows.clientEndpoint(flow);
  if (flows.durationNs(flow) < NOTICEABLE_NS || flows.direction(flow, client).bytes === 0) return false;
  if (flows.direction(flow, 1 - client).bytes === 0) return true;
  return messages.protocolOf(flow) === null && flows.durationNs(flow) >= noticeableWaitNs(flows, flow);
}

/** @param {Connections} flows @param {Messages} messages @param {number} flow index */
const hasMessageProblem = (flows, messages, flow) =>
  isSlowlyAgreed(flows, messages, flow) ||
  isUnusedTls(flows, messages, flow) ||
  messages.lookUpOf(flow) !== null ||
  mayAnswerSlowly(flows, messages, flow) ||
  mayLackAnswer(flows, messages, flow) ||
  isLeftUnfinished(flows, messages, flow) ||
  isSlowlyAnswered(flows, messages, flow) ||
  isBegunLate(flows, flow, messages.firstRequestNs(flow)) ||
  isHeldOpen(flows, messages, flow, messages.lastAnswered(flow)) ||
  messages.hasFailed(flow);

/**
 * Connections for which `hasReason` holds: one by one this would take a tenth of a second for 200 000 of them.
 * @param {Connections} flows @param {Messages} messages
 * @returns {number[]} in order
 */
export function withReason(flows, messages) {
  const isFound = new Uint8Array(flows.count);
  const nextRemarkable = (/** @type {number} */ from) => flows.next(from, SURVEY.EVENTFUL, MIN_PACKETS);
  for (let flow = nextRemarkable(0); flow < flows.count; flow = nextRemarkable(flow + 1)) isFound[flow] = 1;
  messages.markProblemFlows(isFound, NOTICEABLE_NS, {
    unfinished: (flow) => {
      if (isReadToEnd(flows, messages, flow)) isFound[flow] = 1;
    },
    waiting: (flow, waitNs) => {
      if (flows.durationNs(flow) >= NOTICEABLE_NS && waitNs >= noticeableWaitNs(flows, flow)) isFound[flow] = 1;
    },
    begun: (flow, startNs) => {
      if (isBegunLate(flows, flow, startNs)) isFound[flow] = 1;
    },
    failed: (flow) => {
      isFound[flow] = 1;
    },
    answered: (flow, row) => {
      if (isHeldOpen(flows, messages, flow, row)) isFound[flow] = 1;
    },
  });
  for (let flow = 0; flow < flows.count; flow++) {
    if (mayAnswerSlowly(flows, messages, flow) || messages.lookUpOf(flow) !== null) isFound[flow] = 1;
    else if (isSlowlyAgreed(flows, messages, flow) || isUnusedTls(flows, messages, flow)) isFound[flow] = 1;
    else if (mayLackAnswer(flows, messages, flow)) isFound[flow] = 1;
  }
  const found = [];
  for (let flow = isFound.indexOf(1); flow >= 0; flow = isFound.indexOf(1, flow + 1)) found.push(flow);
  return found;
}

/** Packets of a connection that is examined with the others of its capture. */
export const MAX_EXAMINED_PACKETS = 2 ** 17;
/** Packets of all connections that are examined at a time: the others are examined on request. */
export const MAX_EXAMINED_IN_ALL = MAX_EXAMINED_PACKETS;
/** Connections that are examined at a time. */
export const MAX_EXAMINED_FLOWS = 4096;
/**
 * Connections are examined together up to so many packets: each detector, which is long code, runs over all of them
 * before the next does (docs/performance.md has what that saves).
 */
export const PACKETS_TOGETHER = 512;
/** Packets of one that is examined on request: it takes 2 µs and 700 bytes each. */
export const MAX_OPENED_PACKETS = 2_500_000;

/**
 * Whether a connection is examined, as far as it alone decides.
 * @param {Connections} flows @param {Messages} messages @param {number} flow index @param {number} [mostPackets]
 */
export const isExaminable = (flows, messages, flow, mostPackets = MAX_EXAMINED_PACKETS) =>
  flows.at(flow).packets <= mostPackets && hasReason(flows, messages, flow);
