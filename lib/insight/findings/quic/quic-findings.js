import { worstFirst } from '../rank/weight.js';
import { withoutYielding } from '../rank/yields.js';
import { quicEnding } from './ending.js';
import { quicFlowControl } from './flow-control.js';
import { quicLosses } from './losses.js';
import { quicOpening } from './opening.js';

/** @typedef {import('../finding.js').Finding} Finding */

/** In any order. @type {readonly import('./context.js').QuicDetector[]} */
export const QUIC_DETECTORS = Object.freeze([quicEnding, quicFlowControl, quicLosses, quicOpening]);

/**
 * What went wrong in a QUIC connection.
 * @param {import('./context.js').QuicContext} context
 * @returns {Finding[]} worst first
 */
export const quicFindingsOf = (context) =>
  withoutYielding(worstFirst(QUIC_DETECTORS.flatMap((detect) => detect(context)))).left;
