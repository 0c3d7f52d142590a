/** A question that comes while a report is being opened waits for it: pages may open at a connection. */
import { fileURLToPath } from 'node:url';

import { Session } from '../../../lib/session/session.js';
import { NodeHost } from '../../../server/worker/node-host.js';
import { madeReport } from '../../report/support/made-report.js';

const CAPTURE = fileURLToPath(new URL('../../../fixtures/pcaps/handshake-get.pcap', import.meta.url));

test('the answer is that of the report', async () => {
  const { data } = await madeReport(CAPTURE);
  /** @type {any[]} */
  const messages = [];
  await new Promise((resolve) => {
    const session = new Session(new NodeHost(), (/** @type {any} */ message) => {
      if (messages.push(message) === 2) resolve(null);
    });
    const task = {
      keyLog: '',
      decodeAs: [],
      versionBase: 0,
      columnBytes: 2 ** 31,
      memoryBytes: 2 ** 33,
      reportMs: 100,
    };
    session.receive({ kind: 'restore', task: { ...task, isGrowing: false }, data });
    session.receive({ kind: 'ask', id: 1, method: 'sender', args: { flow: 0, sketch: true, range: null } });
  });
  const { result } = messages.find(({ kind }) => kind === 'answer');
  expect(result).toBeInstanceOf(Uint8Array);
  expect(messages.find(({ kind }) => kind === 'end')).toMatchObject({ error: null });
});
