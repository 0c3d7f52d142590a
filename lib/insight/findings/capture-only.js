import { betweenConnections, captureFindings } from './capture/overall.js';
import { withReason } from './needs-diagnosis.js';

/** @typedef {import('./finding.js').Finding} Finding */
/**
 * @typedef {Pick<import('./evidence/message-facts.js').MessageAnalysis, 'counts'> &
 *   import('./needs-diagnosis.js').Messages} MessageCounts
 */

/**
 * `summary` where the connection was looked at; `unobservable` where there is any.
 * @typedef {{ summary?: string, findings: Finding[], unobservable?: import('./unobservable.js').Unobservable[] }}
 *   Examined
 */

/** @type {Examined} */
export const NOTHING = { findings: [] };

/**
 * What is ill with a capture none of whose connections is looked at: what shows between them. It needs none of the
 * detectors, which take a part of the start to load.
 */
export class Unexamined {
  #tcp;
  #messages;
  #reasons;

  /**
   * @param {import('../../tcpflow/tracker.js').TcpTracker} tcp @param {MessageCounts} messages
   * @param {number[] | null} [reasons] what `withReason` gives, of a capture that has ended: it is asked for more than
   *   once otherwise
   */
  constructor(tcp, messages, reasons = null) {
    this.#tcp = tcp;
    this.#messages = messages;
    this.#reasons = reasons;
  }

  /**
   * Findings of a connection, by index, worst first.
   * @type {(flow: number, judged: import('../../tcpflow/describe/describe-verdicts.js').ConnectionJudgement |
   *   undefined) => Examined}
   */
  examine() {
    return NOTHING;
  }

  /** The same of one that somebody opens. @type {Unexamined['examine']} */
  examineOpened() {
    return NOTHING;
  }

  /**
   * What is ill with the capture as a whole.
   * @param {(flow: number) => Finding[]} findingsOf a connection's, by index @param {number} endNs of the capture
   */
  overall(findingsOf, endNs) {
    const { flows } = this.#tcp;
    const between = betweenConnections(flows, (flow) => this.#messages.counts(flow).requests);
    return captureFindings(flows, findingsOf, between, { endNs, withReason: this.withReason(), others: this.others() });
  }

  /** Connections that there may be findings of, without reason to look for some. @protected @returns {number[]} */
  others() {
    return [];
  }

  /** @protected @returns {number[]} in order */
  withReason() {
    return this.#reasons ?? withReason(this.#tcp.flows, this.#messages);
  }
}
