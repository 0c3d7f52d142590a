import { OUTCOME_KINDS } from '../verdict/outcome.js';
import { ANSWERED_FROM_ELSEWHERE } from './capture/other-address.js';
import { NO_REUSE, PARALLEL_SLOW_START } from './capture/parallel.js';
import { QUIC_DETECTORS } from './quic/quic-findings.js';
import { DETECTORS } from './registry.js';
import { ALL_WELL, NOT_EXAMINED } from './summary-text.js';

/** Findings that compare connections, or that no detector makes. */
const OTHERS = [ALL_WELL, NOT_EXAMINED, ANSWERED_FROM_ELSEWHERE, NO_REUSE, PARALLEL_SLOW_START, ...OUTCOME_KINDS];

/** Every kind of finding by its code. @type {Readonly<Record<string, import('./define-kind.js').Kind>>} */
export const KINDS = Object.freeze(
  Object.fromEntries(
    [...[...DETECTORS, ...QUIC_DETECTORS].flatMap(({ kinds }) => kinds), ...OTHERS].map((kind) => [kind.code, kind]),
  ),
);
