/** Progress over several files read together. */
import { BatchProgress, batchWords } from '../../../lib/shared/captures/batch-progress.js';

/** @param {string} id @param {number} doneBytes of 100 */
const file = (id, doneBytes) => ({
  id,
  name: `${id}.pcap`,
  bytes: 100e6,
  doneBytes: doneBytes * 1e6,
  isDone: doneBytes === 100,
});

test('counts files and bytes of the batch, names the file being read, and tells what is left when it can', () => {
  const progress = new BatchProgress();
  const old = file('old', 100);
  expect(progress.update([old, file('a', 0)], 0)).toBe(null);
  expect(progress.update([old, file('a', 50), file('b', 0), file('c', 0)], 1000)).toEqual({
    ...{ files: 3, done: 0, bytes: 300e6, doneBytes: 50e6, now: 'a.pcap', leftSeconds: null },
  });
  const state = progress.update([old, file('a', 100), file('b', 50), file('c', 0)], 6000);
  expect(state).toMatchObject({ files: 3, done: 1, now: 'b.pcap', leftSeconds: 6 });
  expect(batchWords(/** @type {any} */ (state)).replaceAll(/\s/g, ' ')).toBe(
    '1 of 3 files, 150 MB of 300 MB; reading b.pcap; about 6 s left',
  );
  expect(progress.update([old, file('a', 100), file('b', 100), file('c', 100)], 9000)).toBe(null);
});

test('what was read before a file joined counts as done, not as speed; a new batch begins anew', () => {
  const progress = new BatchProgress();
  progress.update([file('a', 90), file('b', 0)], 0);
  expect(progress.update([file('a', 91), file('b', 0)], 4000)?.leftSeconds).toBe(null);
  progress.update([file('a', 100), file('b', 100)], 5000);
  expect(progress.update([file('a', 100), file('b', 100), file('c', 1), file('d', 0)], 60_000)).toMatchObject({
    ...{ files: 2, done: 0, leftSeconds: null },
  });
});
