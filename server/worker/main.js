import { getHeapStatistics } from 'node:v8';
import { parentPort } from 'node:worker_threads';

import { Session } from '../../lib/session/session.js';
import { columnBytes, NodeHost } from './node-host.js';

/** The analysis thread of one capture: a session (lib/session), whose messages are the server's. */

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort);
const host = new NodeHost();
const session = new Session(host, (message, transferred) =>
  port.postMessage(
    // With the thread's memory use.
    { ...message, bytes: getHeapStatistics().total_heap_size + columnBytes(session.analyses) },
    transferred,
  ),
);

port.on('message', (message) => {
  switch (message.kind) {
    case 'finish':
      return host.finish();
    case 'spool':
      return host.updateSpool(message.view);
    case 'begin':
      host.open(message.task);
  }
  session.receive(message);
});

port.postMessage({ kind: 'loaded' });
