import { setTimeout as sleep } from 'node:timers/promises';

import { waitWithPatience } from '../../../server/analysis/patience.js';

const LIMIT_MS = 20;

/**
 * @param {number} spentMs of the processor at each look after the first
 * @returns {Promise<{ looks: number }>} how often it looked until it lost patience
 */
function loses(spentMs) {
  let looks = -1;
  return new Promise((resolve) => {
    waitWithPatience(
      LIMIT_MS,
      () => resolve({ looks }),
      () => spentMs * ++looks,
    );
  });
}

describe('waiting for an answer', () => {
  test('ends at the limit when the process had the processor', async () => {
    expect(await loses(LIMIT_MS)).toEqual({ looks: 1 });
  });

  test('goes on while the process hardly had it, and ends all the same', async () => {
    expect(await loses(LIMIT_MS / 5)).toEqual({ looks: 3 });
    expect(await loses(0)).toEqual({ looks: 3 });
  });

  test('is over when the answer came', async () => {
    let isLost = false;
    waitWithPatience(
      LIMIT_MS,
      () => {
        isLost = true;
      },
      () => 0,
    )();
    await sleep(6 * LIMIT_MS);
    expect(isLost).toBe(false);
  });
});
