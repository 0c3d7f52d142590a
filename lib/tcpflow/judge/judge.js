import { OPTION } from '../../packet/segment-batch.js';
import { KIND, VERDICT, judgement } from '../verdict.js';
import { DirectionTrace, NOT_KNOWN } from './direction-trace.js';
import { SendOrder } from './send-order.js';
import { SenderWalk } from './sender-walk.js';
import { VerdictWalk } from './verdict-walk.js';

/** @typedef {import('../connection/connection-packets.js').ConnectionPackets} ConnectionPackets */
/** @typedef {import('../connection/connection-packets.js').ConnectionOptions} ConnectionOptions */

/**
 * What is known of a connection beside its packets.
 * @typedef {object} KnownBefore
 * @property {[number, number]} leastRttNs smallest valid sample of each direction's segments to their acknowledgement, at the point of capture; NaN none
 * @property {ConnectionOptions['synOptions']} synOptions
 */

/**
 * @typedef {object} Judged
 * @property {import('./direction-trace.js').Verdicts} verdicts
 * @property {[DirectionTrace, DirectionTrace]} traces of the client's data and of the server's
 */

/**
 * Judges every segment of a connection: two walks over each direction, linear in the packets.
 * @param {ConnectionPackets} packets @param {KnownBefore} known
 * @returns {Judged}
 */
export function judgeConnection(packets, { leastRttNs, synOptions }) {
  const { count } = packets;
  const verdicts = { verdict: new Uint8Array(count), judgement: new Uint8Array(count), evidence: new Uint16Array(count), confidence: new Uint8Array(count) };
  const shared = {
    verdicts, leastRttNs, sackPermitted: isSackPermitted(packets, synOptions),
    orders: /** @type {[SendOrder, SendOrder]} */ ([new SendOrder(packets, 0), new SendOrder(packets, 1)]),
  };
  const traces = /** @type {[DirectionTrace, DirectionTrace]} */ ([new DirectionTrace(packets, 0, shared), new DirectionTrace(packets, 1, shared)]);
  for (const trace of traces) {
    new VerdictWalk(trace).run();
    new SenderWalk(trace).run();
    writeJudgements(trace);
  }
  return { verdicts, traces };
}

/** Both offered it; where a SYN is missing, whether any block was seen. @param {ConnectionPackets} packets @param {[number, number]} synOptions */
function isSackPermitted(packets, [client, server]) {
  if (client !== 0 && server !== 0) return (client & server & OPTION.SACK_PERMITTED) !== 0;
  return packets.sackLeft.length > 0;
}

/** @param {DirectionTrace} trace */
function writeJudgements({ packets, direction, verdicts, kind, spurious }) {
  for (let i = 0; i < packets.count; i++) {
    if (packets.direction[i] !== direction) continue;
    if (verdicts.verdict[i] === VERDICT.WINDOW_PROBE) verdicts.judgement[i] = judgement(KIND.PROBE, null);
    else if (verdicts.verdict[i] === VERDICT.RETRANSMISSION) verdicts.judgement[i] = judgement(kind[i], spurious[i] === NOT_KNOWN ? null : spurious[i] === 1);
  }
}
