import { outcomeOf } from '../summary/outcome.js';
import { betweenConnections, captureFindings } from './capture/overall.js';
import { hasReason, withReason } from './needs-diagnosis.js';

/** @typedef {import('./finding.js').Finding} Finding */
/**
 * @typedef {Pick<import('./evidence/message-facts.js').MessageAnalysis, 'counts' | 'table'> &
 *   import('./needs-diagnosis.js').Messages} MessageCounts
 */

/**
 * By `clientToServer` and `serverToClient`.
 * @typedef {Record<string, { initialCwndSegments: import('../sender/judged-value.js').Inferred<number> }>}
 *   InferredOfDirections
 */

/**
 * `summary`, `verdict` and `inferred` where the connection was looked at; `unobservable` where there is any.
 * @typedef {object} Examined
 * @property {string} [summary]
 * @property {import('../summary/verdict.js').Verdict} [verdict]
 * @property {Finding[]} findings
 * @property {InferredOfDirections} [inferred] of directions with data
 * @property {import('./unobservable.js').Unobservable[]} [unobservable]
 */

/** @type {Examined} */
export const NOTHING = { findings: [] };

/**
 * What is ill with a capture none of whose connections is looked at: what shows between them. It needs none of the
 * detectors, which take a part of the start to load.
 */
export class CaptureOnlyFindings {
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

  /** The same of one that somebody opens. @type {CaptureOnlyFindings['examine']} */
  examineOpened() {
    return NOTHING;
  }

  /**
   * What is ill with the capture as a whole.
   * @param {(flow: number) => Examined} examinedOf a connection's, by index @param {number} endNs of the capture
   */
  overall(examinedOf, endNs) {
    const { flows } = this.#tcp;
    const between = betweenConnections(flows, (flow) => this.#messages.counts(flow).requests);
    const outcomeOfOne = (/** @type {number} */ flow) => outcomeOf(flows, this.#messages, flow);
    return captureFindings(flows, examinedOf, between, {
      endNs,
      withReason: this.withReason(),
      others: this.others(),
      outcomeOf: outcomeOfOne,
    });
  }

  /**
   * Whether there is reason to look at a connection, for one that has no findings: it is too long to be looked at
   * along with the others.
   * @param {number} flow index
   */
  isPassedOver(flow) {
    return hasReason(this.#tcp.flows, this.#messages, flow);
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
