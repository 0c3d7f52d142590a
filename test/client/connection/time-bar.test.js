import { sharesOf } from '../../../client/views/timeline/time-bar.js';

/** @param {string} owner @param {number} seconds */
const wait = (owner, seconds) => ({ owner, words: owner, seconds });

test('shares are of the waited time, sum to 1, and owners of nothing have none', () => {
  const waits = [wait('server_app', 3), wait('path_to_client', 1), wait('unknown', 0)];
  const shares = sharesOf({ waited: 4, waits });
  expect(shares.map(({ owner, share }) => [owner, share])).toEqual([
    ['server_app', 0.75],
    ['path_to_client', 0.25],
  ]);
});

test('a connection that did not wait has no shares', () => {
  expect(sharesOf({ waited: 0, waits: [wait('unknown', 0)] })).toEqual([]);
});
