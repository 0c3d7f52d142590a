import { availableParallelism } from 'node:os';

/** With one processor nothing is read ahead. */
export const withTwo = availableParallelism() < 2 ? test.skip : test;
