import { connectionOptions, connectionPackets } from '../connection/connection-packets.js';
import { DIR, DIR_F, FLOW } from '../flow-fields.js';
import { OPTION, TCP } from '../../packet/segment-batch.js';
import { KIND, VERDICT, judgement } from '../verdict.js';
import { DirectionTrace } from './direction-trace.js';
import { SendOrder } from './send-order.js';
import { SenderWalk } from './sender-walk.js';
import { VerdictWalk } from './verdicts.js';

/** @typedef {import('../tracker.js').TcpTracker} TcpTracker */
/** @typedef {import('../connection/connection-packets.js').ConnectionPackets} ConnectionPackets */

/**
 * @param {ConnectionPackets} packets
 * @param {{ leastRttNs: [number, number], sackPermitted: boolean }} known
 */
export function judgeConnection(packets, known) {
  const { count } = packets;
  const verdicts = { verdict: new Uint8Array(count), judgement: new Uint8Array(count), evidence: new Uint16Array(count), confidence: new Uint8Array(count) };
  /** @type {[SendOrder, SendOrder]} */
  const orders = [new SendOrder(packets, 0), new SendOrder(packets, 1)];
  const traces = [0, 1].map((direction) => new DirectionTrace(packets, /** @type {0|1} */ (direction), { verdicts, orders, ...known }));
  for (const trace of traces) {
    new VerdictWalk(trace).run();
    new SenderWalk(trace).run();
    for (let i = 0; i < count; i++) {
      if (packets.direction[i] !== trace.direction) continue;
      if (verdicts.verdict[i] === VERDICT.WINDOW_PROBE) verdicts.judgement[i] = KIND.PROBE;
      if (verdicts.verdict[i] !== VERDICT.RETRANSMISSION) continue;
      verdicts.judgement[i] = judgement(verdicts.judgement[i], trace.spurious[i] === 1);
    }
  }
  return { verdicts, traces };
}
