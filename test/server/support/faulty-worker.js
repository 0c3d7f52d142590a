/** An analysis thread that does what the question says, for tests of what becomes of a faulty one. */
import { parentPort } from 'node:worker_threads';

/** @type {unknown[]} */
const hoard = [];

parentPort?.on('message', ({ id, method }) => {
  if (method === 'echo') parentPort?.postMessage({ kind: 'answer', id, result: 'here' });
  if (method === 'throw') throw new Error('a fault');
  if (method === 'exit') process.exit(3);
  if (method === 'loop') for (;;);
  if (method === 'hoard') for (;;) hoard.push({ text: `${hoard.length}` });
});

parentPort?.postMessage({ kind: 'loaded' });
