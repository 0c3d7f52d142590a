import { MAX_WHOLE_PACKETS } from '../../lib/tcpflow/packet-frame.js';
import { MAX_SKETCHED_AHEAD, sketchAhead } from '../../server/worker/sketch-ahead.js';

/** @param {boolean} ended @returns {{ state: any, made: number[] }} */
function stateOf(ended) {
  /** @type {number[]} */
  const made = [];
  return { made, state: { ended, analysis: { keepSketch: (/** @type {number} */ index) => void made.push(index) } } };
}

const listed = [
  { index: 4, packets: 20 }, { index: 5, packets: MAX_WHOLE_PACKETS + 1 }, { index: 6, packets: MAX_SKETCHED_AHEAD + 1 }, { index: 7, packets: MAX_SKETCHED_AHEAD },
  { index: 8, packets: MAX_WHOLE_PACKETS }, { index: 9, packets: 100_000 }, { index: 10, packets: 200_000 },
];

test('of listed connections the three longest that are sketched at all are sketched ahead, the longest first', async () => {
  const { state, made } = stateOf(true);
  await sketchAhead(state, listed);
  expect(made).toEqual([7, 10, 9]);
});

test('questions are answered in between', async () => {
  const { state, made } = stateOf(true), done = sketchAhead(state, listed);
  expect(made).toEqual([]);
  await new Promise((resolve) => { setImmediate(resolve); });
  expect(made.length).toBeLessThan(3);
  await done;
});

test('while packets still come nothing is', async () => {
  const { state, made } = stateOf(false);
  await sketchAhead(state, listed);
  expect(made).toEqual([]);
});
