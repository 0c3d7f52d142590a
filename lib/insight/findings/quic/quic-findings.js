import { worstFirst } from '../rank/weight.js';
import { withoutYielding } from '../rank/yields.js';
import { quicEnding } from './ending.js';
import { quicFlowControl } from './flow-control.js';
import { quicIcmp } from './icmp.js';
import { quicLosses } from './losses.js';
import { QUIC_ZERO_RTT_REJECTED, quicOpening } from './opening.js';
import { isObservable, quicUnobservable } from './shows.js';
import { quicUnfinished } from './unfinished.js';

/** @typedef {import('../finding.js').Finding} Finding */

/** In any order. @type {readonly import('./context.js').QuicDetector[]} */
export const QUIC_DETECTORS = Object.freeze([
  quicEnding,
  quicFlowControl,
  quicIcmp,
  quicLosses,
  quicOpening,
  quicUnfinished,
]);

/**
 * What went wrong in a QUIC connection.
 * @param {import('./context.js').QuicContext} context
 * @returns {Finding[]} worst first
 */
export const quicFindingsOf = (context) =>
  withoutYielding(
    worstFirst(
      QUIC_DETECTORS.filter(({ kinds }) => kinds.some((kind) => isObservable(context, kind))).flatMap((detect) =>
        detect(context),
      ),
    ),
  ).left;

/**
 * What this capture cannot show of the connection, though it could have occurred.
 * @param {import('./context.js').QuicContext} context @param {readonly Finding[]} findings what was found
 */
export function quicUnobservableIn(context, findings) {
  const found = new Set(findings.map(({ code }) => code));
  const { zeroRtt, hasBeginning } = context.facts;
  const mayHaveOccurred = (/** @type {string} */ code) =>
    !found.has(code) && (code !== QUIC_ZERO_RTT_REJECTED.code || zeroRtt.offered || !hasBeginning);
  const kinds = QUIC_DETECTORS.flatMap((detector) => detector.kinds).filter(({ code }) => mayHaveOccurred(code));
  return quicUnobservable(context, kinds);
}
