import { setFlagsFromString } from 'node:v8';

/** @typedef {import('../../lib/insight/findings/examine.js').Examiner} Examiner */

/** Packets to be examined from which on it pays: with fewer, writing takes longer than examining, and gains by inlining. */
const LEAST_PACKETS = 2 ** 16;

/**
 * Examines as `examiner` does, while V8 compiles without inlining, from now on until the last connection that can be examined is. Some 300 functions get hot
 * and run for a second at the most: inlined into one another they take longer to compile than they win. V8 asks for the flag when it begins to
 * compile a function; what is compiled by then stays as it is. Of this process only: for a program that runs once.
 * @param {Examiner} examiner which examines connections in order
 * @param {(flow: number) => number} packetsOf a connection's, by index
 * @returns {Pick<Examiner, 'examine' | 'examineOpened' | 'overall' | 'plan'>} the same where it would not pay
 */
export function withLessInlining(examiner, packetsOf) {
  const planned = examiner.plan(), last = planned.at(-1) ?? -1, packets = planned.reduce((sum, flow) => sum + packetsOf(flow), 0);
  if (packets < LEAST_PACKETS) return examiner;
  setFlagsFromString('--no-turbo-inlining');
  let isOver = false;
  return {
    plan: () => examiner.plan(),
    examineOpened: (...args) => examiner.examineOpened(...args),
    overall: (...args) => examiner.overall(...args),
    examine: (flow, judged) => {
      if (flow > last && !isOver) {
        setFlagsFromString('--turbo-inlining');
        isOver = true;
      }
      return examiner.examine(flow, judged);
    },
  };
}
