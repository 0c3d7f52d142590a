import { setImmediate as afterOthers } from 'node:timers/promises';

import { KeptDescriptions } from '../../../lib/session/kept-descriptions.js';
import { MAX_SKETCHED_AHEAD, prefetchOverview } from '../../../lib/session/sketch-ahead.js';
import { MAX_WHOLE_PACKETS } from '../../../lib/transport/frames.js';

const BYTES = new Uint8Array([123, 125]);
const describe = () => BYTES;

/** @param {boolean} ended @returns {{ state: any, made: number[] }} */
function stateOf(ended) {
  /** @type {number[]} */
  const made = [];
  return {
    made,
    state: {
      ended,
      version: 5,
      descriptions: new KeptDescriptions(3),
      host: { turn: () => afterOthers() },
      analysis: { opened: { keepOverview: (/** @type {number} */ index) => void made.push(index) } },
    },
  };
}

const listed = [
  { index: 4, packets: 20 },
  { index: 5, packets: MAX_WHOLE_PACKETS + 1 },
  { index: 6, packets: MAX_SKETCHED_AHEAD + 1 },
  { index: 7, packets: MAX_SKETCHED_AHEAD },
  { index: 8, packets: MAX_WHOLE_PACKETS },
  { index: 9, packets: 100_000 },
  { index: 10, packets: 200_000 },
];

test('of listed connections the three longest that are sketched at all are sketched ahead, the longest first', async () => {
  const { state, made } = stateOf(true);
  await prefetchOverview(state, listed, describe);
  expect(made).toEqual([7, 10, 9]);
});

test('they are described ahead too, and the description holds for this version of the tables only', async () => {
  const { state } = stateOf(true);
  await prefetchOverview(state, listed, describe);
  expect([7, 10, 9, 5].map((index) => state.descriptions.copyOf(index, 5) !== null)).toEqual([true, true, true, false]);
  expect(state.descriptions.copyOf(7, 5)).toEqual(BYTES);
  expect(state.descriptions.copyOf(7, 5)).not.toBe(BYTES);
  expect(state.descriptions.copyOf(7, 6)).toBeNull();
});

test('of descriptions the latest few are kept, and one that holds is not made again', () => {
  const kept = new KeptDescriptions(2);
  let made = 0;
  const make = () => {
    made++;
    return BYTES;
  };
  for (const index of [1, 1, 2, 3]) kept.keep(index, 1, make);
  expect(made).toBe(3);
  expect([1, 2, 3].map((index) => kept.copyOf(index, 1) !== null)).toEqual([false, true, true]);
});

test('questions are answered in between', async () => {
  const { state, made } = stateOf(true);
  const done = prefetchOverview(state, listed, describe);
  expect(made).toEqual([]);
  await new Promise((resolve) => {
    setImmediate(resolve);
  });
  expect(made.length).toBeLessThan(3);
  await done;
});

test('while packets still come nothing is', async () => {
  const { state, made } = stateOf(false);
  await prefetchOverview(state, listed, describe);
  expect(made).toEqual([]);
});
