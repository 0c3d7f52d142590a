import { OPTION, TCP } from '../../packet/segment-batch.js';
import { ANALYSIS } from '../analysis-flags.js';
import { KIND, VERDICT, judgement } from '../verdict.js';
import { DirectionTrace, NOT_KNOWN } from './direction-trace.js';
import { reorderingOf } from './reordering.js';
import { SendOrder } from './send-order.js';
import { SenderWalk } from './sender-walk.js';
import { VerdictWalk } from './verdict-walk.js';

/** @typedef {import('../connection/connection-packets.js').ConnectionPackets} ConnectionPackets */
/** @typedef {import('../connection/connection-packets.js').ConnectionOptions} ConnectionOptions */

/** Duplicate ACKs without SACK blocks, after which none are expected. */
const FEWEST_TELLING_DUPLICATES = 3;

/**
 * @typedef {object} Judged
 * @property {import('./direction-trace.js').Verdicts} verdicts
 * @property {[DirectionTrace, DirectionTrace]} traces of the client's data and of the server's
 * @property {import('./loss-episodes.js').LossEpisode[][]} episodes by direction
 * @property {(import('./reordering.js').Reordering | null)[]} reordering by direction
 */

/**
 * Judges every segment of a connection: two walks over each direction, linear in the packets.
 * @param {ConnectionPackets} packets @param {Pick<ConnectionOptions, 'synOptions'>} options
 * @returns {Judged}
 */
export function judgeConnection(packets, { synOptions }) {
  const { count } = packets;
  const verdicts = { verdict: new Uint8Array(count), judgement: new Uint8Array(count), evidence: new Uint16Array(count), confidence: new Uint8Array(count) };
  const shared = {
    verdicts, sackPermitted: isSackPermitted(packets, synOptions),
    orders: /** @type {[SendOrder, SendOrder]} */ ([new SendOrder(packets, 0), new SendOrder(packets, 1)]),
  };
  const traces = /** @type {[DirectionTrace, DirectionTrace]} */ ([new DirectionTrace(packets, 0, shared), new DirectionTrace(packets, 1, shared)]);
  /** @type {import('./loss-episodes.js').LossEpisode[][]} */
  const episodes = [];
  /** @type {(import('./reordering.js').Reordering | null)[]} */
  const reordering = [];
  for (const trace of traces) {
    new VerdictWalk(trace).run();
    episodes.push(new SenderWalk(trace).run());
    reordering.push(reorderingOf(trace));
    writeJudgements(trace);
  }
  return { verdicts, traces, episodes, reordering };
}

/**
 * Both offered it. Where a SYN is missing: yes, as with all usual systems, unless there were duplicate ACKs and no block in any.
 * @param {ConnectionPackets} packets @param {[number, number]} synOptions
 */
function isSackPermitted({ count, direction, flags, analysis, sackLeft }, [client, server]) {
  const synSeen = [false, false];
  let duplicates = 0;
  for (let i = 0; i < count; i++) {
    if (flags[i] & TCP.SYN) synSeen[direction[i]] = true;
    if (analysis[i] & ANALYSIS.duplicate_ack) duplicates++;
  }
  if (synSeen[0] && synSeen[1]) return (client & server & OPTION.SACK_PERMITTED) !== 0;
  return sackLeft.length > 0 || duplicates < FEWEST_TELLING_DUPLICATES;
}

/** @param {DirectionTrace} trace */
function writeJudgements({ packets, direction, verdicts, kind, spurious }) {
  for (let i = 0; i < packets.count; i++) {
    if (packets.direction[i] !== direction) continue;
    if (verdicts.verdict[i] === VERDICT.WINDOW_PROBE) verdicts.judgement[i] = judgement(KIND.PROBE, null);
    else if (verdicts.verdict[i] === VERDICT.RETRANSMISSION) verdicts.judgement[i] = judgement(kind[i], spurious[i] === NOT_KNOWN ? null : spurious[i] === 1);
  }
}
