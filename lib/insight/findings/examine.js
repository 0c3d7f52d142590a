import { FLOW } from '../../tcpflow/flow-fields.js';
import { captureFindings } from './capture/overall.js';
import { findingsOf } from './catalogue.js';
import { contextOf } from './context.js';
import { MessageFacts } from './messages/facts.js';
import { isRemarkable } from './remarkable.js';
import { summaryOf } from './summary.js';
import { unobservableIn } from './unobservable.js';

/** @typedef {import('./finding.js').Finding} Finding */
/** @typedef {import('./messages/facts.js').MessageAnalysis} MessageAnalysis */

/** `summary` where the connection was looked at; `unobservable` where there is any. @typedef {{ summary?: string, findings: Finding[], unobservable?: import('./unobservable.js').Unobservable[] }} Examined */

/** Packets of a connection that is examined, and of all that are: the rest have no findings. */
export const MAX_EXAMINED_PACKETS = 2 ** 17;
export const MAX_EXAMINED_IN_ALL = 2 ** 17;
/** Connections that are examined of a capture. */
export const MAX_EXAMINED_FLOWS = 4096;
/** A connection that still grows is examined anew when it has grown by this share. */
const GROWTH = 1 / 8;

/** @type {Examined} */
const NOTHING = { findings: [] };

/** Finds what is ill with connections, within the limits of a capture; what was found is kept until the connection has grown. */
export class Examiner {
  #tcp;
  #messages;
  #muxCredit;
  #packets = 0;
  /** @type {Map<number, { packets: number, examined: Examined }>} */
  #known = new Map();

  /** @param {import('../../tcpflow/tracker.js').TcpTracker} tcp @param {MessageAnalysis} messages @param {number} [muxCredit] what WebMUX sessions start with */
  constructor(tcp, messages, muxCredit) {
    this.#tcp = tcp;
    this.#messages = messages;
    this.#muxCredit = muxCredit;
  }

  /** @param {number} flow index @param {import('../../tcpflow/judge/describe-judged.js').ConnectionJudgement | undefined} judged @returns {Examined} findings worst first */
  examine(flow, judged) {
    const { flows } = this.#tcp, packets = flows.int(flow, FLOW.PACKETS), known = this.#known.get(flow);
    if (known !== undefined && packets < known.packets * (1 + GROWTH)) return known.examined;
    if (!isRemarkable(flows, flow) || packets > MAX_EXAMINED_PACKETS) return NOTHING;
    if (this.#packets + packets > MAX_EXAMINED_IN_ALL || (known === undefined && this.#known.size >= MAX_EXAMINED_FLOWS)) return known?.examined ?? NOTHING;
    this.#packets += packets;
    const facts = new MessageFacts(this.#messages, this.#tcp, flow, this.#muxCredit);
    const context = contextOf(this.#tcp, flow, judged, facts), findings = findingsOf(context), unobservable = unobservableIn(context, findings);
    const examined = { summary: summaryOf(findings), findings, ...(unobservable.length > 0 ? { unobservable } : {}) };
    this.#known.set(flow, { packets, examined });
    return examined;
  }

  /**
   * What is ill with the capture as a whole.
   * @param {(flow: number) => Finding[]} findingsOf a connection's, by index @param {number} endNs of the capture
   */
  overall(findingsOf, endNs) {
    return captureFindings(this.#tcp.flows, findingsOf, (flow) => this.#messages.counts(flow).requests, { endNs });
  }
}
