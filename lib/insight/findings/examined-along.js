import { FLOW } from '../../engine/flow-fields.js';
import { MAX_EXAMINED_FLOWS, MAX_EXAMINED_IN_ALL, MAX_EXAMINED_PACKETS, MAX_OPENED_PACKETS, PACKETS_TOGETHER, isExaminable } from './needs-diagnosis.js';

/** @typedef {import('./diagnosis.js').Examination} Examination */
/** @typedef {Pick<typeof import('./diagnosis.js'), 'look' | 'conclude'>} Examining */

/**
 * Examines connections that are over while others are still being read, as far as their turn is going to come: in the order of the connections, until so many
 * packets are spoken for. What the capture's end finds otherwise is left to it.
 */
export class ExaminedAlong {
  #parts;
  #load;
  #isAll;
  /** @type {Examining|null} */
  #examining = null;
  /** Connections before this one are counted: how many of them are going to be examined, and their packets so far. */
  #counted = 0;
  #flows = 0;
  #packets = 0;
  /** Those that are examined together, and their packets. @type {(import('./diagnosis.js').Looked & { lastRow: number })[]} */
  #looked = [];
  #lookedPackets = 0;
  /** What was found, and the connection's last row then. @type {Map<number, { lastRow: number, examination: Examination }>} */
  made = new Map();

  /**
   * @param {Parameters<Examining['look']>[0]} parts
   * @param {() => Promise<Examining>} load asked once, when there is something to examine: the detectors take a part of the start
   * @param {boolean} all whether every connection is looked at for findings
   */
  constructor(parts, load, all) {
    this.#parts = parts;
    this.#load = load;
    this.#isAll = all;
  }

  /**
   * @param {number} flow index of one that is over
   * @param {import('../../tcpflow/describe/describe-verdicts.js').ConnectionJudgement | undefined} judged
   */
  async take(flow, judged) {
    const { tcp: { flows, packets }, messages } = this.#parts, lastRow = flows.int(flow, FLOW.LAST_ROW);
    const most = this.#isAll ? MAX_OPENED_PACKETS : MAX_EXAMINED_PACKETS;
    if (lastRow >= packets.count || !isExaminable(flows, messages, flow, most) || !(this.#isAll || this.#isDue(flow))) return;
    this.#examining ??= await this.#load();
    const looked = this.#examining.look(this.#parts, flow, judged);
    this.#looked.push({ ...looked, lastRow });
    this.#lookedPackets += looked.packets;
    if (this.#lookedPackets >= PACKETS_TOGETHER) this.finish();
  }

  /** Examines those that wait for others to be examined with. */
  finish() {
    this.#examining?.conclude(this.#looked).forEach((examination, k) => {
      const { flow, lastRow } = this.#looked[k];
      this.made.set(flow, { lastRow, examination });
    });
    this.#looked = [];
    this.#lookedPackets = 0;
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
