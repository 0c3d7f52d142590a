import { FLOW, FLOW_BIT, SURVEY } from '../../engine/flow-fields.js';
import { SegmentClassifier } from './classifier.js';

/** @typedef {import('../tracker.js').TcpTracker} TcpTracker */
/** @typedef {import('./classifier.js').Judged} Judged */

/** Packets of a connection that is judged: those looked at take some 120 bytes each while it is at it. */
export const MAX_JUDGED_PACKETS = 1 << 23;
/**
 * A connection that still grows is judged anew after this many times what that took: so judging takes a tenth of the
 * time at the most.
 */
const PATIENCE = 9;

/**
 * Keeps the judge's results in the tables: verdicts in the packets' rows, counts in the connections' words. Until a
 * connection is judged, and for packets that came since, the core's first verdicts stand there. Connections that are
 * plainly in order need no judge.
 */
export class VerdictStore {
  #tcp;
  /** @type {SegmentClassifier | null} */
  #judge = null;
  /**
   * When each connection was judged, ms, what that took, and its last row then.
   * @type {Map<number, { lastRow: number, atMs: number, costMs: number }>}
   */
  #judged = new Map();
  /** What was found in those where there was anything. @type {Map<number, Judged>} */
  #found = new Map();

  /** @param {TcpTracker} tcp */
  constructor(tcp) {
    this.#tcp = tcp;
  }

  /**
   * Judges a connection where that is due.
   * @param {number} flow index
   * @param {boolean} [ended] no more packets will come
   */
  refresh(flow, ended = false) {
    const { flows } = this.#tcp;
    if ((flows.int(flow, FLOW.BITS) & FLOW_BIT.TO_JUDGE) === 0) return;
    const lastRow = flows.int(flow, FLOW.LAST_ROW);
    const last = this.#judged.get(flow);
    const startMs = performance.now();
    if (lastRow === last?.lastRow || flows.int(flow, FLOW.PACKETS) > MAX_JUDGED_PACKETS) return;
    if (last && !ended && startMs - last.atMs < PATIENCE * last.costMs) return;
    this.#judge ??= new SegmentClassifier(this.#tcp);
    const judged = this.#judge.judge(flow, false, last === undefined);
    const atMs = performance.now();
    this.#judged.set(flow, { lastRow, atMs, costMs: atMs - startMs });
    if (judged !== null) this.#take(flow, judged);
  }

  /** @param {number} flow @param {Judged} judged */
  #take(flow, judged) {
    const { flows } = this.#tcp;
    const client = flows.clientEndpoint(flow);
    const [ofClient, ofServer] = judged.repairs;
    flows.setRepairs(flow, client, ofClient);
    flows.setRepairs(flow, 1 - client, ofServer);
    judged.roundTrips.forEach((samples, direction) => {
      if (samples) flows.setRoundTrips(flow, direction === 0 ? client : 1 - client, samples);
    });
    if (judged.episodes.some((list) => list.length > 0) || judged.reordering.some((found) => found !== null)) {
      this.#found.set(flow, judged);
    } else this.#found.delete(flow);
  }

  /**
   * Loss episodes and reordering as of the latest judgement; undefined where there is none.
   * @param {number} flow index
   */
  found(flow) {
    return this.#found.get(flow);
  }

  /**
   * No more packets will come: judges all that is to be judged.
   * @returns {boolean} whether any connection was judged, then or before
   */
  end() {
    const { flows } = this.#tcp;
    const nextDue = (/** @type {number} */ from) => flows.next(from, SURVEY.TO_JUDGE);
    for (let flow = nextDue(0); flow < flows.count; flow = nextDue(flow + 1)) this.refresh(flow, true);
    return this.#judged.size > 0;
  }
}
