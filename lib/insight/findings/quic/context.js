import { SHOWS } from '../define-kind.js';

/** @typedef {import('../../../transport/quic/sent.js').QuicSent} QuicSent */
/** @typedef {import('../../../transport/quic/sent.js').LimitSpan} LimitSpan */
/** @typedef {import('../../../transport/quic/facts.js').QuicFacts} QuicFacts */
/** @typedef {import('../finding.js').Finding} Finding */

/**
 * Input of QUIC's detectors.
 * @typedef {object} QuicContext
 * @property {readonly QuicSent[]} sent by direction
 * @property {readonly LimitSpan[][]} limits by direction; empty where nothing was opened
 * @property {number} rttNs usual round trip; 0: not known
 * @property {QuicFacts} facts
 * @property {number} durationNs
 */

/**
 * @typedef {((context: QuicContext) => readonly Finding[]) & { kinds: readonly import('../define-kind.js').Kind[] }}
 *   QuicDetector
 */

/** Of kinds that rest on data, and on what the other end acknowledged or allowed. */
export const OF_DATA = Object.freeze({ needs: SHOWS.BOTH_WAYS | SHOWS.DECRYPTED | SHOWS.ACKS });

/**
 * @param {QuicDetector['kinds']} kinds all that it finds
 * @param {(context: QuicContext) => readonly Finding[]} detect
 * @returns {QuicDetector}
 */
export const quicDetector = (kinds, detect) =>
  Object.assign((/** @type {QuicContext} */ context) => detect(context), { kinds });

/**
 * Spans of a direction that have some limits, and how long they are together.
 * @param {QuicContext} context @param {number} direction @param {readonly string[]} which
 */
export function spansWith({ limits }, direction, which) {
  const spans = limits[direction].filter(({ limit }) => which.includes(limit));
  return { spans, costNs: spans.reduce((sum, { startNs, endNs }) => sum + endNs - startNs, 0) };
}
