/** Files of which a load is made: told by content, and refused with the file's name, the place and what to do. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

import { readLoad } from '../../../lib/studies/given-load/read-load.js';
import { linesOf, MAX_LINE_CHARS } from '../../../lib/studies/given-load/text-lines.js';
import { nzixLike } from '../../../lib/studies/workload/nzix-like.js';
import { pcap, script } from '../../support/packets/packets.js';

const folder = mkdtempSync(join(tmpdir(), 'selfclock-test-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** @param {string|Uint8Array} content */
async function loadOf(content) {
  const path = join(folder, 'given');
  writeFileSync(path, content);
  return readLoad(path, { serverSeconds: 0.1, name: 'given.log' });
}

const LINE = '1000.5 250 10.0.0.7 TCP_MISS/200 5000 GET http://www.example.com/a - HIER_DIRECT/192.0.2.1 text/html\n';
const HAR = JSON.stringify({
  log: {
    entries: [
      {
        startedDateTime: '2026-10-10T10:00:00Z',
        request: { url: 'https://a.example/' },
        response: { status: 200, _transferSize: 900 },
        timings: { wait: 20 },
      },
    ],
  },
});

test.each([
  ["squid's native log", LINE.repeat(3), 3],
  ['the same as gzip', gzipSync(LINE.repeat(3)), 3],
  ['with carriage returns', LINE.replace('\n', '\r\n').repeat(2), 2],
  ['a HAR', HAR, 1],
  ['a HAR with a byte order mark', `\uFEFF${HAR}`, 1],
  ['a workload file', nzixLike(1), 31 * 421],
])('%s', async (_name, content, requests) => {
  expect((await loadOf(content)).startSeconds.length).toBe(requests);
});

test('a capture: requests with their responses, the wait less the way there and back', async () => {
  const load = await loadOf(
    pcap(
      script(
        {},
        'client SYN mss 1460',
        '+20ms server SYN-ACK mss 1460',
        'client ACK',
        'client PSH "GET /a HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n"',
        '+50ms server PSH "HTTP/1.1 200 OK\\r\\nContent-Length: 4\\r\\n\\r\\nbody"',
        'client PSH "GET /b HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n"',
      ),
    ),
  );
  expect(load.startSeconds.length).toBe(1);
  expect(load.serverSeconds[0]).toBeCloseTo(0.03, 2);
  expect(load.notes).toEqual(['1 requests without a response in the capture: left out.']);
});

test.each([
  ['nothing', '', 'It is empty, 0 bytes'],
  ['bytes', Uint8Array.of(77, 0, 1, 2, 3), 'It is binary (byte 1 is 0) and not a capture'],
  ['prose', 'dear diary\n'.repeat(2000), 'Line 1 is in no known log format'],
  ['cut JSON', '{"log": {', 'It begins as JSON but is not valid JSON'],
  ['other JSON', '{"a": 1}', 'not a HAR'],
  ['a workload of which a line is broken', `${nzixLike(1).slice(0, 60_000)}\n`, 'not JSON'],
  ['gzip that is cut', gzipSync(LINE.repeat(9000)).subarray(0, 400), 'gzip that is damaged or cut'],
  ['a capture without HTTP', pcap(script({}, 'client SYN', 'server SYN-ACK', 'client ACK')), 'no HTTP request'],
])('%s: refused in a sentence', async (_name, content, words) => {
  await expect(loadOf(content)).rejects.toThrow(words);
  await expect(loadOf(content)).rejects.toThrow(/^given\.log: /);
});

test('a folder is none', async () => {
  await expect(readLoad(folder, { serverSeconds: 0.1, name: 'logs' })).rejects.toThrow('logs: It is a folder');
});

test('lines come whole over chunks, and long ones are cut', async () => {
  async function* chunks() {
    yield Buffer.from('a\nb');
    yield Buffer.from(`c\n${'x'.repeat(3 * MAX_LINE_CHARS)}`);
    yield Buffer.from(`${'x'.repeat(9)}\nd`);
  }
  const lines = [];
  for await (const line of linesOf(chunks())) lines.push(line);
  expect(lines.map(({ length }) => length)).toEqual([1, 2, MAX_LINE_CHARS, 1]);
});
