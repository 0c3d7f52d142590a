/** A host's samples are put on the capture's clock by what was acknowledged. */
import fc from 'fast-check';

import { alignedClock } from '../../../lib/insight/kernel/alignment.js';
import { differenceOf } from '../../../lib/insight/kernel/comparison.js';

/** Acknowledgements every `gapNs` or a little more, and what the kernel would have said at the sampled times. */
const transfers = fc.record({
  gapsNs: fc.array(fc.integer({ min: 100_000, max: 3_000_000 }), { minLength: 50, maxLength: 200 }),
  everyNs: fc.integer({ min: 5_000_000, max: 20_000_000 }),
  offsetNs: fc.integer({ min: -5_000_000_000, max: 5_000_000_000 }),
});

/** @param {{ gapsNs: number[], everyNs: number, offsetNs: number }} transfer */
function recorded({ gapsNs, everyNs, offsetNs }) {
  let ns = 0;
  const timeNs = gapsNs.map((gap) => (ns += gap));
  const acked = timeNs.map((_, i) => (i + 1) * 1448);
  /** @type {{ timeNs: number[], bytesAcked: number[] }} */
  const samples = { timeNs: [], bytesAcked: [] };
  for (let at = timeNs[0]; at < ns; at += everyNs) {
    const reached = timeNs.filter((time) => time <= at).length;
    samples.timeNs.push(at - offsetNs);
    samples.bytesAcked.push(reached * 1448 + 1);
  }
  return { acks: { timeNs, acked, count: timeNs.length }, samples };
}

test('the offset of the clocks is found within its uncertainty, which is at most the longest gap', () => {
  fc.assert(
    fc.property(transfers, (transfer) => {
      const { acks, samples } = recorded(transfer);
      const clock = alignedClock(acks, samples);
      if (samples.timeNs.length < 4) return;
      expect(clock?.share).toBe(1);
      expect(Math.abs((clock?.offsetNs ?? NaN) - transfer.offsetNs)).toBeLessThanOrEqual(
        (clock?.uncertaintyNs ?? 0) + 1,
      );
      expect(clock?.uncertaintyNs).toBeLessThanOrEqual(Math.max(...transfer.gapsNs) / 2);
    }),
  );
});

test('samples that contradict the others, as of another connection of the same ends, do not move it', () => {
  const { acks, samples } = recorded({ gapsNs: new Array(100).fill(1e6), everyNs: 7e6, offsetNs: 2e9 });
  samples.bytesAcked[3] = 1448 * 90 + 1;
  const clock = alignedClock(acks, samples);
  expect(clock?.share).toBeLessThan(1);
  expect(Math.abs((clock?.offsetNs ?? NaN) - 2e9)).toBeLessThanOrEqual(1e6);
});

test('without acknowledged bytes nothing is said', () => {
  expect(alignedClock({ timeNs: [], acked: [], count: 0 }, { timeNs: [1, 2], bytesAcked: [0, 1] })).toBeNull();
});

test('a difference is of the measured, at the times at which both are known', () => {
  const measured = { time: [1, 2, 3, 4], values: [10, 20, NaN, 40] };
  expect(differenceOf(measured, { time: [2, 3.5], values: [22, 50] })).toEqual({ samples: 2, median: 0.25, p95: 0.25 });
  expect(differenceOf(measured, { time: [], values: [] })).toBeNull();
});

test('a socket that accepted counts no SYN', () => {
  const { acks, samples } = recorded({ gapsNs: Array(60).fill(2_000_000), everyNs: 7_000_000, offsetNs: 5_000_000 });
  const accepted = { ...samples, bytesAcked: samples.bytesAcked.map((bytes) => bytes - 1) };
  expect(alignedClock(acks, accepted)).toEqual(alignedClock(acks, samples));
});
