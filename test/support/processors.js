import { availableParallelism } from 'node:os';

const hasTwo = availableParallelism() >= 2;
if (!hasTwo) process.stderr.write('SKIPPED: tests of reading ahead: with one processor nothing is read ahead\n');

/** `test` of what happens only with two processors or more. */
export const withTwo = hasTwo ? test : test.skip;
