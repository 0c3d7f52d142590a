import { FLOW } from '../../tcpflow/flow-fields.js';
import { MAX_EXAMINED_FLOWS, MAX_EXAMINED_IN_ALL, MAX_EXAMINED_PACKETS, MAX_OPENED_PACKETS, isExaminable } from './remarkable.js';

/** @typedef {import('./examination.js').Examination} Examination */
/** @typedef {typeof import('./examination.js').examine} Examine */

/**
 * Examines connections that are over while others are still being read, as far as their turn is going to come: in the order of the connections, until so many
 * packets are spoken for. What the capture's end finds otherwise is left to it.
 */
export class ExaminedAlong {
  #parts;
  #load;
  #isAll;
  /** @type {Examine|null} */
  #examine = null;
  /** Connections before this one are counted: how many of them are going to be examined, and their packets so far. */
  #counted = 0;
  #flows = 0;
  #packets = 0;
  /** What was found, and the connection's last row then. @type {Map<number, { lastRow: number, examination: Examination }>} */
  made = new Map();

  /**
   * @param {Parameters<Examine>[0]} parts
   * @param {() => Promise<Examine>} load asked once, when there is something to examine: the detectors take a part of the start
   * @param {boolean} all whether every connection is looked at for findings
   */
  constructor(parts, load, all) {
    this.#parts = parts;
    this.#load = load;
    this.#isAll = all;
  }

  /**
   * @param {number} flow index of one that is over
   * @param {import('../../tcpflow/judge/describe-judged.js').ConnectionJudgement | undefined} judged
   */
  async take(flow, judged) {
    const { tcp: { flows, packets }, messages } = this.#parts, lastRow = flows.int(flow, FLOW.LAST_ROW);
    const most = this.#isAll ? MAX_OPENED_PACKETS : MAX_EXAMINED_PACKETS;
    if (lastRow >= packets.count || !isExaminable(flows, messages, flow, most) || !(this.#isAll || this.#isDue(flow))) return;
    this.#examine ??= await this.#load();
    this.made.set(flow, { lastRow, examination: this.#examine(this.#parts, flow, judged) });
  }

  /** Whether its turn comes before too many packets are spoken for. @param {number} flow */
  #isDue(flow) {
    const { tcp: { flows }, messages } = this.#parts;
    while (this.#counted <= flow && this.#packets <= MAX_EXAMINED_IN_ALL && this.#flows < MAX_EXAMINED_FLOWS) {
      const next = this.#counted++;
      if (!isExaminable(flows, messages, next)) continue;
      this.#packets += flows.int(next, FLOW.PACKETS);
      this.#flows++;
    }
    return flow < this.#counted;
  }
}
