/** What a host records beside a live capture is shown while both grow. */
import { appendFileSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Session } from '../../../lib/session/session.js';
import { decodeColumnFrame } from '../../../lib/shared/columns/column-frame.js';
import { NodeHost } from '../../../server/worker/node-host.js';
import { download, serverRecord } from '../../support/host/record.js';

const folder = mkdtempSync(join(tmpdir(), 'selfclock-growing-'));
afterAll(() => rmSync(folder, { recursive: true }));

const [path, recordPath] = ['live.pcap', 'live.sockets'].map((name) => join(folder, name));
const TASK = { keyLog: '', decodeAs: [], versionBase: 0, columnBytes: 2 ** 31, memoryBytes: 2 ** 33, reportMs: 10 };

test('each question has the samples so far, and the end has all', async () => {
  const capture = download({ bytes: 600_000 });
  const record = serverRecord(capture);
  // In the midst of a line.
  const [half, some] = [capture.length >> 1, Math.round(0.4 * record.length)];
  writeFileSync(path, capture.subarray(0, half));
  const host = new NodeHost();
  host.open({ path, follow: true, spool: null, hostLogs: [recordPath] });
  /** @type {(message: any) => void} */
  let hear = () => undefined;
  const session = new Session(host, (message) => hear(message));
  const heard = (/** @type {string} */ kind, /** @type {(message: any) => boolean} */ fits = () => true) =>
    new Promise((resolve) => {
      hear = (message) => message.kind === kind && fits(message) && resolve(message);
    });
  let id = 0;
  const samples = async () => {
    const answer = heard('answer');
    session.receive({ kind: 'ask', id: id++, method: 'sender', args: { flow: 0, sketch: true, range: null } });
    const { meta } = decodeColumnFrame((await answer).result.buffer);
    return meta.kernels?.[0].samples ?? 0;
  };

  const begun = heard('progress', ({ summary }) => summary.connections > 0);
  session.receive({ kind: 'begin', task: { ...TASK, isGrowing: true } });
  await begun;
  expect(await samples()).toBe(0);
  writeFileSync(recordPath, record.slice(0, some));
  const first = await samples();
  expect(first).toBeGreaterThan(3);
  expect(await samples()).toBe(first);
  appendFileSync(recordPath, record.slice(some));
  const second = await samples();
  expect(second).toBeGreaterThan(first);
  appendFileSync(path, capture.subarray(half));
  const ended = heard('end');
  host.finish();
  await ended;
  expect(await samples()).toBe(record.match(/^ESTAB/gm)?.length);
});
