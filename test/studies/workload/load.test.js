/** Loads out of logs and HAR: what is read of a line, what is left out, and what is refused with which words. */
import { loadOfHar } from '../../../lib/studies/workload/har-load.js';
import { LoadBuilder, loadOfWorkload, MAX_LOAD_REQUESTS, slicedWorkload } from '../../../lib/studies/workload/load.js';
import { LogReader } from '../../../lib/studies/workload/log-reader.js';
import { nzixLike } from '../../../lib/studies/workload/nzix-like.js';
import { readWorkload } from '../../../lib/studies/workload/workload-file.js';

/** @param {string[]} lines */
function loadOf(lines) {
  const reader = new LogReader(0.1);
  for (const line of lines) reader.push(line);
  return reader.end();
}

const squid = (/** @type {number} */ time, /** @type {string} */ result, bytes = 5000) =>
  `${time.toFixed(3)}    250 10.0.0.7 ${result} ${bytes} GET http://www.example.com/a - HIER_DIRECT/192.0.2.1 text/html`;
const combined = (/** @type {string} */ time, /** @type {string} */ bytes) =>
  `192.0.2.7 - alice [${time}] "GET /a?b=1 HTTP/1.1" 200 ${bytes} "-" "Mozilla/5.0 (X11) \\"quoted\\""`;

test("squid's native log: a request begins so long before its line's time; hits did not cross the link", () => {
  const load = loadOf([
    squid(1_000_001, 'TCP_MISS/200'),
    squid(1_000_000, 'TCP_MISS/200', 700),
    squid(1_000_002, 'TCP_MEM_HIT/200'),
    squid(1_000_003, 'TCP_DENIED/403'),
  ]);
  expect([...load.startSeconds]).toEqual([0, 1]);
  expect([...load.responseBytes]).toEqual([700, 5000]);
  expect([...load.serverSeconds]).toEqual([0.25, 0.25]);
  expect(load.notes).toEqual(['2 requests answered from the cache or refused did not cross the link: left out.']);
});

test('combined log format: zones, no body, several in a second; the time at servers is assumed', () => {
  const load = loadOf([
    combined('10/Oct/2026:13:55:36 +0200', '1000'),
    combined('10/Oct/2026:11:55:36 +0000', '-'),
    combined('10/Oct/2026:11:55:38 +0000', '0'),
    '192.0.2.7 - - [10/Oct/2026:11:55:39 +0000] "GET / HTTP/1.0" 304 0', // common format
  ]);
  expect([...load.startSeconds]).toEqual([0, 0.5, 2, 3]);
  expect([...load.responseBytes]).toEqual([1250, 250, 250, 250]);
  expect([...load.serverSeconds]).toEqual([0.1, 0.1, 0.1, 0.1]);
  expect(load.notes).toEqual(['The log does not say how long servers took: 0.1 s is assumed (setting "server").']);
});

test('lines that cannot be read are left out, and the first is named', () => {
  const { notes, startSeconds } = loadOf([squid(1, 'TCP_MISS/200'), 'half a li', squid(2, 'TCP_MISS/200'), '']);
  expect(startSeconds.length).toBe(2);
  expect(notes).toEqual(['1 line could not be read, first line 2: left out.']);
});

test.each([
  [[], 'It has no line with a request'],
  [['#Software: other', ''], 'It has no line with a request'],
  [['hello', 'world'], 'Line 1 is in no known log format'],
  [Array.from({ length: 2000 }, () => 'x'), 'Line 1 is in no known log format'],
  [[squid(1, 'TCP_HIT/200')], 'All its requests were answered from the cache'],
  [[squid(1, 'TCP_MISS/200'), 'a', 'b'], 'Most of it cannot be read'],
])('what is no log is refused in a sentence: %#', (lines, words) => {
  expect(() => loadOf(lines)).toThrow(words);
});

test('more requests than a study takes are refused with what to do', () => {
  const builder = new LoadBuilder();
  const request = { startSeconds: 0, requestBytes: 100, responseBytes: 100, serverSeconds: 0 };
  for (let index = 0; index < MAX_LOAD_REQUESTS; index++) builder.add(request);
  expect(() => builder.add(request)).toThrow(`head -n ${MAX_LOAD_REQUESTS}`);
});

test('HAR: sizes as transferred, the wait less a round trip; what was not asked of a server is left out', () => {
  const entry = (/** @type {object} */ more) => ({
    startedDateTime: '2026-10-10T10:00:00.000Z',
    request: { url: 'https://www.example.com/', headersSize: 400, bodySize: 0 },
    response: { status: 200, headersSize: 200, bodySize: -1, content: { size: 3000 } },
    timings: { blocked: 10, dns: -1, connect: 70, ssl: 40, send: 1, wait: 100, receive: 5 },
    ...more,
  });
  const load = loadOfHar({
    log: {
      entries: [
        entry({}),
        entry({ startedDateTime: '2026-10-10T10:00:01.000Z', timings: { wait: 80 } }),
        entry({ request: { url: 'data:text/plain,x' } }),
        entry({ response: { status: 0 } }),
        null,
      ],
    },
  });
  expect([...load.startSeconds].map((seconds) => Number(seconds.toFixed(3)))).toEqual([0, 0.92]);
  expect([...load.requestBytes]).toEqual([400, 400]);
  expect([...load.responseBytes]).toEqual([3200, 3200]);
  expect([...load.serverSeconds].map((seconds) => Number(seconds.toFixed(3)))).toEqual([0.07, 0.05]);
  expect(load.notes.length).toBe(1);
  expect(() => loadOfHar({ log: {} })).toThrow('not a HAR');
  expect(() => loadOfHar({ log: { entries: [null, 7] } })).toThrow('No entry');
});

test('a load is cut into stretches, the busiest first; a workload file is one, too', () => {
  const load = loadOf([squid(1, 'TCP_MISS/200', 400), squid(100, 'TCP_MISS/200', 9000), squid(101, 'TCP_MISS/200')]);
  const { days, daySeconds, requests } = slicedWorkload(load, 30);
  expect([days, daySeconds]).toEqual([2, 30]);
  expect(requests.map(({ day, t, res }) => [day, t, res])).toEqual([
    [1, 9, 9000],
    [1, 10, 5000],
    [2, 0, 400],
  ]);
  const workload = readWorkload(nzixLike(1));
  const again = slicedWorkload(loadOfWorkload(workload), workload.daySeconds);
  expect(again.requests.length).toBe(workload.requests.length);
});
