/** Batches on their way between two threads: in order, each at its place, and no thread waits for what is there. */
import { Worker } from 'node:worker_threads';

import { BatchQueue } from '../../lib/threads/batch-queue.js';

const core = { BATCHES: { value: 4 } };

/**
 * What the analysis takes until the end.
 * @param {BatchQueue} queue
 * @returns {{ place: number, count: number, sent: number }[]}
 */
function takenFrom(queue) {
  const taken = [];
  for (;;) {
    const next = queue.next();
    if (next === null) continue;
    if (next.count < 0) return taken;
    taken.push({ place: next.place, count: next.count, sent: next.sent });
    queue.addAnalysed();
  }
}

test('batches come in order, with what was sent before each, and the end behind them', () => {
  const queue = new BatchQueue(core);
  queue.addDecoded(10, 64);
  queue.addSent();
  queue.addDecoded(20, 2 ** 32 - 64);
  expect(queue.next()).toEqual({ place: 0, count: 10, bytes: 64, sent: 0 });
  queue.addAnalysed();
  expect(queue.next()).toEqual({ place: 1, count: 20, bytes: 2 ** 32 - 64, sent: 1 });
  queue.addAnalysed();
  queue.end();
  expect(queue.next()).toMatchObject({ place: 2, count: -1, sent: 1 });
});

test('without a batch the analysis has its turn again after a while', () => {
  expect(new BatchQueue(core).next()).toBeNull();
});

test('a reader that is ahead waits for places, and both get to the end', async () => {
  const queue = new BatchQueue(core);
  const batches = 1000;
  const queueModule = new URL('../../lib/threads/batch-queue.js', import.meta.url).href;
  const reader = new Worker(
    `
    const { workerData: { words, batches } } = require('node:worker_threads');
    import(${JSON.stringify(queueModule)}).then(({ BatchQueue }) => {
      const queue = new BatchQueue({ BATCHES: { value: 4 } }, words);
      for (let i = 0; i < batches; i++) {
        if (queue.decoded - queue.analysed >= 4) throw new Error('a place is written that is not free');
        queue.addDecoded(i, 0);
        queue.waitForPlace();
        if (i % 100 === 99) queue.waitUntilAnalysed(queue.decoded);
      }
      queue.end();
    });`,
    { eval: true, workerData: { words: queue.words, batches } },
  );
  const ended = new Promise((resolve, reject) => reader.once('exit', resolve).once('error', reject));
  expect(takenFrom(queue)).toEqual(Array.from({ length: batches }, (_, i) => ({ place: i % 4, count: i, sent: 0 })));
  expect(await ended).toBe(0);
});
