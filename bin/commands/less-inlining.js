import { setFlagsFromString } from 'node:v8';

/** @typedef {import('../../lib/insight/findings/examine.js').Examiner} Examiner */

/** Packets to be examined from which on it pays: with fewer, writing takes longer than examining, and gains by inlining. */
const LEAST_PACKETS = 2 ** 16;

/**
 * Whether V8 inlines what it compiles from now on, in this process: for a program that runs once. Of findings some 300 functions get hot and run for a second
 * at the most: inlined into one another they take longer to compile than they win. V8 asks for the flag when it begins to compile a function; what is
 * compiled by then stays as it is.
 * @param {boolean} on
 */
export function setInlining(on) { setFlagsFromString(on ? '--turbo-inlining' : '--no-turbo-inlining'); }

/**
 * Examines as `examiner` does, without inlining until the last connection that can be examined is.
 * @param {Examiner} examiner which examines connections in order
 * @param {(flow: number) => number} packetsOf what is left to be examined of a connection, by index
 * @returns {Pick<Examiner, 'examine' | 'examineOpened' | 'overall' | 'plan'>} the same where it would not pay
 */
export function withLessInlining(examiner, packetsOf) {
  const planned = examiner.plan().filter((flow) => packetsOf(flow) > 0), last = planned.at(-1) ?? -1;
  const packets = planned.reduce((sum, flow) => sum + packetsOf(flow), 0);
  if (packets < LEAST_PACKETS) return examiner;
  setInlining(false);
  let isOver = false;
  return {
    plan: () => examiner.plan(),
    examineOpened: (...args) => examiner.examineOpened(...args),
    overall: (...args) => examiner.overall(...args),
    examine: (flow, judged) => {
      if (flow > last && !isOver) {
        setInlining(true);
        isOver = true;
      }
      return examiner.examine(flow, judged);
    },
  };
}
