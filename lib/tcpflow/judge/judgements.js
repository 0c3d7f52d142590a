import { connectionRows, gatherPackets } from '../connection/connection-packets.js';
import { FLOW, FLOW_BIT } from '../flow-fields.js';
import { ROW_BLOCK_BITS, ROW_BLOCK_MASK } from '../packet-table.js';
import { VERDICT } from '../verdict.js';
import { eventfulRows } from './eventful-rows.js';
import { flowFacts } from './flow-facts.js';
import { judgeConnection } from './judge.js';

/** @typedef {import('../tracker.js').TcpTracker} TcpTracker */
/** @typedef {import('./direction-trace.js').DirectionTrace} DirectionTrace */
/** @typedef {import('./describe-judged.js').ConnectionJudgement} ConnectionJudgement */

/** Packets of a connection that is judged: it takes some 200 bytes for each while it is at it. */
export const MAX_JUDGED_PACKETS = 1 << 23;
/** A connection that still grows is judged anew after this many times what that took: so judging takes a tenth of the time at the most. */
const PATIENCE = 9;

/**
 * Keeps the judge's results in the tables: verdicts in the packets' rows, counts in the connections' words. Until a connection is judged,
 * and for packets that came since, the core's first verdicts stand there. Connections that are plainly in order need no judge.
 */
export class Judgements {
  #tcp;
  /** When each connection was judged, ms, what that took, and how many packets it had. @type {Map<number, { packets: number, atMs: number, costMs: number }>} */
  #judged = new Map();
  /** What was found in those where there was anything. @type {Map<number, ConnectionJudgement>} */
  #found = new Map();

  /** @param {TcpTracker} tcp */
  constructor(tcp) {
    this.#tcp = tcp;
  }

  /** Judges a connection where that is due. @param {number} flow index @param {boolean} [ended] no more packets will come */
  refresh(flow, ended = false) {
    const { flows } = this.#tcp;
    if ((flows.int(flow, FLOW.BITS) & FLOW_BIT.TO_JUDGE) === 0) return;
    const packets = flows.int(flow, FLOW.PACKETS), last = this.#judged.get(flow), startMs = performance.now();
    if (packets === last?.packets || packets > MAX_JUDGED_PACKETS) return;
    if (last && !ended && startMs - last.atMs < PATIENCE * last.costMs) return;
    const { episodes, reordering } = judgeFlow(this.#tcp, flow);
    const atMs = performance.now();
    this.#judged.set(flow, { packets, atMs, costMs: atMs - startMs });
    if (episodes.some((list) => list.length > 0) || reordering.some((found) => found !== null)) this.#found.set(flow, { episodes, reordering });
    else this.#found.delete(flow);
  }

  /** Loss episodes and reordering as of the latest judgement; undefined where there is none. @param {number} flow index */
  found(flow) { return this.#found.get(flow); }

  /** No more packets will come: judges all that is to be judged. */
  end() {
    for (let flow = 0; flow < this.#tcp.flows.count; flow++) this.refresh(flow, true);
  }
}

/**
 * Judges a connection, and writes what it found into the tables.
 * @param {TcpTracker} tcp @param {number} flow index @param {boolean} [whole] look at each packet, not just at eventful stretches: the result is the same
 */
export function judgeFlow(tcp, flow, whole = false) {
  const { flows } = tcp, client = flows.clientEndpoint(flow), facts = flowFacts(tcp, flow);
  const { rows, leftOut } = (whole ? null : eventfulRows(tcp, flow, facts)) ?? { rows: connectionRows(tcp, flow), leftOut: undefined };
  const packets = gatherPackets(tcp, flow, rows), judged = judgeConnection(packets, facts, leftOut), { verdicts, traces } = judged;
  for (let i = 0; i < packets.count; i++) {
    const block = tcp.packets.blocks[packets.row[i] >> ROW_BLOCK_BITS], at = packets.row[i] & ROW_BLOCK_MASK;
    block.verdict[at] = verdicts.verdict[i];
    block.judgement[at] = verdicts.judgement[i];
    block.evidence[at] = verdicts.evidence[i];
    block.confidence[at] = verdicts.confidence[i];
  }
  flows.setRepairs(flow, client, repairs(traces[0]));
  flows.setRepairs(flow, 1 - client, repairs(traces[1]));
  return judged;
}

/** Data segments by verdict; of retransmissions that repeat bytes seen before the repeated ones, else all. @param {DirectionTrace} trace */
function repairs({ packets, direction, verdicts, repeated }) {
  let retransmittedPackets = 0, retransmittedBytes = 0, reorderedPackets = 0;
  for (let i = 0; i < packets.count; i++) {
    if (packets.direction[i] !== direction || packets.length[i] === 0) continue;
    if (verdicts.verdict[i] === VERDICT.REORDERED) reorderedPackets++;
    if (verdicts.verdict[i] !== VERDICT.RETRANSMISSION) continue;
    retransmittedPackets++;
    retransmittedBytes += repeated[i] > 0 ? Math.min(repeated[i], packets.length[i]) : packets.length[i];
  }
  return { retransmittedPackets, retransmittedBytes, reorderedPackets };
}
