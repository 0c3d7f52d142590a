import { KIND, VERDICT, judgement } from '../verdict.js';
import { DirectionTrace, NOT_KNOWN } from './direction-trace.js';
import { reorderingOf } from './reordering.js';
import { SendOrder } from './send-order.js';
import { SenderWalk } from './sender-walk.js';
import { VerdictWalk } from './verdict-walk.js';

/** @typedef {import('../connection/connection-packets.js').ConnectionPackets} ConnectionPackets */
/** @typedef {import('./flow-facts.js').FlowFacts} FlowFacts */

/**
 * @typedef {object} Judged
 * @property {import('./direction-trace.js').Verdicts} verdicts
 * @property {[DirectionTrace, DirectionTrace]} traces of the client's data and of the server's
 * @property {import('./loss-episodes.js').LossEpisode[][]} episodes by direction
 * @property {(import('./reordering.js').Reordering | null)[]} reordering by direction
 */

/**
 * Judges every segment of a connection: two walks over each direction, linear in the packets.
 * @param {ConnectionPackets} packets all, or those of eventful stretches (eventful-rows.js) @param {FlowFacts} facts
 * @param {[number, number]} [leftOut] data segments of each direction that are not among the packets
 * @returns {Judged}
 */
export function judgeConnection(packets, facts, leftOut = [0, 0]) {
  const { count } = packets;
  const verdicts = { verdict: new Uint8Array(count), judgement: new Uint8Array(count), evidence: new Uint16Array(count), confidence: new Uint8Array(count) };
  const shared = {
    verdicts, facts,
    orders: /** @type {[SendOrder, SendOrder]} */ (facts.numberedSteps.map((steps) => new SendOrder(packets, steps))),
  };
  const traces = /** @type {[DirectionTrace, DirectionTrace]} */ ([new DirectionTrace(packets, 0, shared), new DirectionTrace(packets, 1, shared)]);
  /** @type {import('./loss-episodes.js').LossEpisode[][]} */
  const episodes = [];
  /** @type {(import('./reordering.js').Reordering | null)[]} */
  const reordering = [];
  for (const trace of traces) {
    new VerdictWalk(trace).run();
    episodes.push(hasRetransmissions(trace) ? new SenderWalk(trace).run() : []);
    reordering.push(reorderingOf(trace, leftOut[trace.direction]));
    writeJudgements(trace);
  }
  return { verdicts, traces, episodes, reordering };
}

/** Without any, nothing is to be said of why the sender sent again. @param {DirectionTrace} trace */
function hasRetransmissions({ packets, direction, verdicts }) {
  for (let i = 0; i < packets.count; i++) if (verdicts.verdict[i] === VERDICT.RETRANSMISSION && packets.direction[i] === direction) return true;
  return false;
}

/** @param {DirectionTrace} trace */
function writeJudgements({ packets, direction, verdicts, kind, spurious }) {
  for (let i = 0; i < packets.count; i++) {
    if (packets.direction[i] !== direction) continue;
    if (verdicts.verdict[i] === VERDICT.WINDOW_PROBE) verdicts.judgement[i] = judgement(KIND.PROBE, null);
    else if (verdicts.verdict[i] === VERDICT.RETRANSMISSION) verdicts.judgement[i] = judgement(kind[i], spurious[i] === NOT_KNOWN ? null : spurious[i] === 1);
  }
}
