import { FLOW, FLOW_BIT, SURVEY } from '../../engine/flow-fields.js';
import { SegmentClassifier } from './classifier.js';

/** @typedef {import('../tracker.js').TcpTracker} TcpTracker */
/** @typedef {import('./classifier.js').ConnectionVerdicts} ConnectionVerdicts */

/** Most packets of a connection that is classified: the packets read take some 120 bytes each during that. */
export const MAX_CLASSIFIED_PACKETS = 1 << 23;
/**
 * A growing connection is classified again after this many times the duration of the last classification, so that
 * classifying takes at most a tenth of the time.
 */
const PATIENCE = 9;

/**
 * Keeps verdicts in the tables: each packet's in its row, counts in the connection's words. Until a connection is
 * classified, and for later packets, they are the tracker's first verdicts. A connection without losses or reordering
 * keeps these.
 */
export class VerdictStore {
  #tcp;
  /** @type {SegmentClassifier | null} */
  #classifier = null;
  /**
   * When each connection was classified and how long that took, ms, its last row then, and whether that was at the end.
   * @type {Map<number, { lastRow: number, atMs: number, costMs: number, isLast: boolean }>}
   */
  #classified = new Map();
  /** Results for those where there were any. @type {Map<number, ConnectionVerdicts>} */
  #found = new Map();

  /** @param {TcpTracker} tcp */
  constructor(tcp) {
    this.#tcp = tcp;
  }

  /**
   * Classifies a connection where that is due: at the end once more, whatever was asked before.
   * @param {number} flow index
   * @param {boolean} [isLast] no more packets will come
   */
  refresh(flow, isLast = false) {
    const { flows } = this.#tcp;
    if ((flows.int(flow, FLOW.BITS) & FLOW_BIT.NEEDS_VERDICTS) === 0) return;
    const lastRow = flows.int(flow, FLOW.LAST_ROW);
    const last = this.#classified.get(flow);
    const startMs = performance.now();
    if (last?.isLast || flows.int(flow, FLOW.PACKETS) > MAX_CLASSIFIED_PACKETS) return;
    if (last && !isLast && (lastRow === last.lastRow || startMs - last.atMs < PATIENCE * last.costMs)) return;
    this.#classifier ??= new SegmentClassifier(this.#tcp);
    const verdicts = this.#classifier.classify(flow, { isFirst: last === undefined, isLast });
    const atMs = performance.now();
    this.#classified.set(flow, { lastRow, atMs, costMs: atMs - startMs, isLast });
    if (verdicts !== null) this.#take(flow, verdicts);
  }

  /** @param {number} flow @param {ConnectionVerdicts} verdicts */
  #take(flow, verdicts) {
    const { flows } = this.#tcp;
    const client = flows.clientEndpoint(flow);
    const [ofClient, ofServer] = verdicts.repairs;
    flows.setRepairs(flow, client, ofClient);
    flows.setRepairs(flow, 1 - client, ofServer);
    verdicts.roundTrips.forEach((samples, direction) => {
      flows.setRoundTrips(flow, direction === 0 ? client : 1 - client, samples);
    });
    if (verdicts.episodes.some((list) => list.length > 0) || verdicts.reordering.some((found) => found !== null)) {
      this.#found.set(flow, verdicts);
    } else this.#found.delete(flow);
  }

  /**
   * Loss episodes and reordering as of the latest pass; undefined where there is none.
   * @param {number} flow index
   */
  found(flow) {
    return this.#found.get(flow);
  }

  /**
   * End of input: classifies all that is due.
   * @returns {boolean} whether any connection was classified, then or before
   */
  end() {
    const { flows } = this.#tcp;
    const nextDue = (/** @type {number} */ from) => flows.next(from, SURVEY.NEEDS_VERDICTS);
    for (let flow = nextDue(0); flow < flows.count; flow = nextDue(flow + 1)) this.refresh(flow, true);
    return this.#classified.size > 0;
  }
}
