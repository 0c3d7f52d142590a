import { setImmediate as turn } from 'node:timers/promises';

import { secondReading } from '../../../lib/session/second-reading.js';

/** @param {(write: (bytes: Uint8Array) => Promise<void>) => Promise<void>} feed what the host writes as it reads */
function reading(feed) {
  const stop = new AbortController();
  /** @type {{ ended: Promise<void> }} */
  const state = { ended: Promise.resolve() };
  const host = { read: () => (state.ended = feed((bytes) => second.write(bytes))) };
  const second = secondReading(/** @type {any} */ (host), stop);
  return { pieces: second.pieces(/** @type {any} */ ({})), stop, state };
}

test('a reader that leaves between two pieces ends the reading, so that its file is closed', async () => {
  const { pieces, stop, state } = reading(async (write) => {
    for (;;) await write(new Uint8Array(10));
  });
  expect((await pieces.next()).value).toHaveLength(10);
  await turn(); // the next piece is being written
  await pieces.return(undefined);
  expect(stop.signal.aborted).toBe(true);
  await expect(state.ended).rejects.toThrow('aborted');
});

test('all that the host writes arrives, then the end', async () => {
  const { pieces } = reading(async (write) => {
    await write(new Uint8Array(3));
    await write(new Uint8Array(4));
  });
  const lengths = [];
  for await (const piece of pieces) lengths.push(piece.length);
  expect(lengths).toEqual([3, 4]);
});
