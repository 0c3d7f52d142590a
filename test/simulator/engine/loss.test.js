import { Loss } from '../../../lib/simulator/engine/loss.js';
import { Random } from '../../../lib/simulator/engine/random.js';

test('a segment is lost once for each listing of a byte that it bears, on its own connection only', () => {
  const dropBytes = new Map([[3, [1, 1, 5000]]]);
  const loss = new Loss({ dropBytes }, new Random(1));
  const segment = (/** @type {number} */ start, /** @type {number} */ length, flow = 3) =>
    loss.takes({ sizeBytes: length + 52, length, start, from: { flow } });
  expect([segment(1, 1448, 2), segment(1, 0), segment(1449, 1448)]).toEqual([false, false, false]);
  expect([segment(1, 1448), segment(1, 1448), segment(1, 1448)]).toEqual([true, true, false]);
  expect([segment(4345, 655), segment(4345, 1448), segment(4345, 1448)]).toEqual([false, true, false]);
  expect(dropBytes.get(3)).toEqual([1, 1, 5000]);
});
