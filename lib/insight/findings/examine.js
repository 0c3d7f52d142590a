import { FLOW } from '../../tcpflow/flow-fields.js';
import { findingsOf } from './catalogue.js';
import { contextOf } from './context.js';
import { MessageFacts } from './messages/facts.js';
import { MAX_EXAMINED_PACKETS, isExaminable } from './remarkable.js';
import { summaryOf } from './summary.js';
import { NOTHING, Unexamined } from './unexamined.js';
import { unobservableIn } from './unobservable.js';

/** @typedef {import('./messages/facts.js').MessageAnalysis} MessageAnalysis */

/** @typedef {import('./unexamined.js').Examined} Examined */

/** Packets of all connections that are examined: the rest have no findings. */
export const MAX_EXAMINED_IN_ALL = MAX_EXAMINED_PACKETS;
/** Connections that are examined of a capture. */
export const MAX_EXAMINED_FLOWS = 4096;
/** A connection that still grows is examined anew when it has grown by this share. */
const GROWTH = 1 / 8;

/** What may still be examined of a capture. */
class Budget {
  #packets = 0;
  #flows = 0;

  /** Takes the cost of a connection off, if there is enough left. @param {number} packets @param {boolean} isNew not examined before */
  allows(packets, isNew) {
    if (this.#packets + packets > MAX_EXAMINED_IN_ALL || (isNew && this.#flows >= MAX_EXAMINED_FLOWS)) return false;
    this.#packets += packets;
    if (isNew) this.#flows++;
    return true;
  }
}

/** Finds what is ill with connections, within the limits of a capture; what was found is kept until the connection has grown. */
export class Examiner extends Unexamined {
  #tcp;
  #messages;
  #muxCredit;
  #budget = new Budget();
  /** @type {Map<number, { packets: number, examined: Examined }>} */
  #known = new Map();

  /** @param {import('../../tcpflow/tracker.js').TcpTracker} tcp @param {MessageAnalysis} messages @param {number} [muxCredit] what WebMUX sessions start with */
  constructor(tcp, messages, muxCredit) {
    super(tcp, messages);
    this.#tcp = tcp;
    this.#messages = messages;
    this.#muxCredit = muxCredit;
  }

  /** @override @param {number} flow index @param {import('../../tcpflow/judge/describe-judged.js').ConnectionJudgement | undefined} judged @returns {Examined} findings worst first */
  examine(flow, judged) {
    const { flows } = this.#tcp, packets = flows.int(flow, FLOW.PACKETS), known = this.#known.get(flow);
    if (known !== undefined && packets < known.packets * (1 + GROWTH)) return known.examined;
    if (!isExaminable(flows, flow)) return NOTHING;
    if (!this.#budget.allows(packets, known === undefined)) return known?.examined ?? NOTHING;
    const facts = new MessageFacts(this.#messages, this.#tcp, flow, this.#muxCredit);
    const context = contextOf(this.#tcp, flow, judged, facts), findings = findingsOf(context), unobservable = unobservableIn(context, findings);
    const examined = { summary: summaryOf(findings), findings, ...(unobservable.length > 0 ? { unobservable } : {}) };
    this.#known.set(flow, { packets, examined });
    return examined;
  }

  /** @override @returns {(flow: number) => boolean} */
  plan() {
    const { flows } = this.#tcp, budget = new Budget();
    return (flow) => isExaminable(flows, flow) && budget.allows(flows.int(flow, FLOW.PACKETS), true);
  }
}
