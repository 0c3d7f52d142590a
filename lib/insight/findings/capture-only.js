import { outcomeOf } from '../verdict/outcome.js';
import { betweenConnections, captureFindings } from './capture/overall.js';
import { hasReason, withReason } from './worth-examining.js';

/** @typedef {import('./finding.js').Finding} Finding */
/**
 * @typedef {Pick<import('./evidence/message-facts.js').MessageAnalysis, 'counts' | 'table' | 'describe'> &
 *   import('./worth-examining.js').Messages} MessageCounts
 */

/**
 * By `clientToServer` and `serverToClient`.
 * @typedef {Record<string, { initialCwndSegments: import('../sender/inferred-value.js').Inferred<number> }>}
 *   InferredOfDirections
 */

/**
 * `summary`, `verdict` and `inferred` where the connection was analysed; `unobservable` where there is any.
 * @typedef {object} Examined
 * @property {string} [summary]
 * @property {import('../verdict/verdict.js').Verdict} [verdict]
 * @property {Finding[]} findings
 * @property {InferredOfDirections} [inferred] of directions with data
 * @property {import('./unobservable.js').Unobservable[]} [unobservable]
 */

/** @type {Examined} */
export const NOTHING = { findings: [] };

/**
 * Findings of a capture none of whose connections is analysed: those that compare connections. It needs none of the
 * detectors, which would slow the start.
 */
export class CaptureOnlyFindings {
  #tcp;
  #messages;
  #reasons;

  /**
   * @param {import('../../transport/tcp/tcp-transport.js').TcpTransport} tcp @param {MessageCounts} messages
   * @param {number[] | null} [reasons] the result of `withReason` for a finished capture, to compute it only once
   */
  constructor(tcp, messages, reasons = null) {
    this.#tcp = tcp;
    this.#messages = messages;
    this.#reasons = reasons;
  }

  /**
   * Findings of a connection, by index, worst first.
   * @type {(flow: number, judged: import('../../transport/losses.js').LossesAndReordering |
   *   undefined) => Examined}
   */
  examine() {
    return NOTHING;
  }

  /** The same for a connection that a user opens. @type {CaptureOnlyFindings['examine']} */
  examineOpened() {
    return NOTHING;
  }

  /**
   * Findings of the capture as a whole.
   * @param {(flow: number) => Examined} examinedOf a connection's, by index @param {number} endNs of the capture
   */
  overall(examinedOf, endNs) {
    const { flows } = this.#tcp;
    const between = betweenConnections(flows, this.#messages);
    const outcomeOfOne = (/** @type {number} */ flow) => outcomeOf(flows, this.#messages, flow);
    return captureFindings(flows, examinedOf, between, {
      endNs,
      withReason: this.withReason(),
      others: this.others(),
      outcomeOf: outcomeOfOne,
    });
  }

  /**
   * For a connection without findings: whether there is reason to analyse it. It is too long to be analysed with the
   * others.
   * @param {number} flow index
   */
  isPassedOver(flow) {
    return hasReason(this.#tcp.flows, this.#messages, flow);
  }

  /** Connections that may have findings although there is no reason to look for them. @protected @returns {number[]} */
  others() {
    return [];
  }

  /** @protected @returns {number[]} in order */
  withReason() {
    return this.#reasons ?? withReason(this.#tcp.flows, this.#messages);
  }
}
