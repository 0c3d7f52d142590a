/** Progress lines over several files. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { jest } from '@jest/globals';

import { batchLine, followBatch } from '../../bin/commands/progress.js';

const home = mkdtempSync(join(tmpdir(), 'selfclock-progress-'));
afterAll(() => rmSync(home, { recursive: true, maxRetries: 9 }));

function newLine() {
  /** @type {string[]} */
  const shown = [];
  return {
    shown,
    line: { show: (/** @type {string} */ text) => void shown.push(text), clear: () => void shown.push('') },
  };
}
const plain = (/** @type {string} */ text) => text.replaceAll(/\s/g, ' ');

test('files that a server reads have one line, which goes when all are read', () => {
  jest.useFakeTimers();
  const { shown, line } = newLine();
  const file = (/** @type {string} */ id, /** @type {number} */ doneBytes) => ({
    ...{ id, name: id, bytes: 2e6, doneBytes, isDone: doneBytes === 2e6 },
  });
  let files = [file('a.pcap', 1e6), file('b.pcap', 0)];
  const end = followBatch(() => files, line);
  jest.advanceTimersByTime(600);
  expect(shown.map(plain)).toEqual(['0 of 2 files, 1.0 MB of 4.0 MB; reading a.pcap']);
  files = [file('a.pcap', 2e6), file('b.pcap', 2e6)];
  jest.advanceTimersByTime(600);
  expect(shown.at(-1)).toBe('');
  end();
  jest.useRealTimers();
});

test('files read one after the other are counted together', async () => {
  const { shown, line } = newLine();
  const files = ['one.pcap', 'two.pcap'].map((name) => join(home, name));
  for (const file of files) writeFileSync(file, Buffer.alloc(1000));
  const progress = await batchLine(files, line);
  progress.show({ bytesRead: 500 });
  progress.next();
  progress.show({ bytesRead: 250 });
  expect(shown.map(plain)).toEqual([
    '0 of 2 files, 500 B of 2.0 kB; reading one.pcap',
    '1 of 2 files, 1.3 kB of 2.0 kB; reading two.pcap',
  ]);
});
