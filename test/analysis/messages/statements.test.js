/** A capture's statements: what its requests asked for, summed up. */
import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { AllConnections } from '../../../lib/analysis/quic/all-connections.js';
import { listLines } from '../../../lib/export/lists.js';
import { merge, pcap, script } from '../../support/packets/packets.js';

const SHAKE = ['client SYN mss 1460', '+10ms server SYN-ACK mss 1460', 'client ACK'];

/** @param {string} asked @param {string} answered @param {number} ms that the server takes */
const exchange = (asked, answered, ms) => [
  `+1ms client PSH "${asked}"`,
  '+1ms server ACK',
  `+${ms - 1}ms server PSH "${answered}"`,
];
const redis = (/** @type {string} */ command, answered = '+OK\\r\\n', ms = 10) =>
  exchange(`${command}\\r\\n`, answered, ms);
const get = (/** @type {string} */ target, status = '200 OK', ms = 10) =>
  exchange(
    `GET ${target} HTTP/1.1\\r\\nHost: a.test\\r\\n\\r\\n`,
    `HTTP/1.1 ${status}\\r\\nContent-Length: 2\\r\\n\\r\\nok`,
    ms,
  );

/** @param {string[][]} connections lines of each, to port 6379 or 80 @param {number} [port] */
function analysed(connections, port = 6379) {
  const all = connections.map((lines, k) =>
    script({ client: `10.0.0.1:${40_000 + k}`, server: `10.0.0.2:${port}`, startNs: k * 10e9 }, ...SHAKE, ...lines),
  );
  const analysis = new OpenedAnalysis();
  analysis.ingest.push(pcap(merge(...all)));
  analysis.ingest.end();
  return analysis;
}

const TALK = [
  ...redis('PING', '+PONG\\r\\n'),
  ...redis('GET user:17', '$2\\r\\nok\\r\\n', 20),
  ...redis('GET user:18', '$2\\r\\nok\\r\\n', 40),
  ...redis('GET user:19', '-ERR no\\r\\n', 300),
  ...redis('SET user:19 x'),
];

test('requests that differ in constants alone are one statement, with count, times, failures and bytes', () => {
  const [first, ...others] = analysed([TALK]).messages.statements();
  expect(first).toEqual({
    protocol: 'redis',
    statement: 'GET user:{id}',
    count: 3,
    answered: 3,
    failed: 1,
    connections: 1,
    totalSeconds: 0.36,
    p50Seconds: 0.04,
    p95Seconds: 0.3,
    maxSeconds: 0.3,
    rows: null,
    requestBytes: 39,
    responseBytes: 25,
    mayWait: false,
    slowest: { flow: 0, message: 6 },
  });
  expect(others.map(({ statement, count }) => [statement, count])).toEqual([
    ['PING', 1],
    ['SET user:{id}', 1],
  ]);
});

test('of several connections together, or of some', () => {
  const { messages } = analysed([TALK, TALK]);
  expect(messages.statements()[0]).toMatchObject({ count: 6, connections: 2, totalSeconds: 0.72 });
  expect(messages.statements([1])[0]).toMatchObject({ count: 3, connections: 1, slowest: { flow: 1 } });
});

test('a request without a response counts, and has no time; one whose status is an error failed', () => {
  const lines = [...get('/a/1'), ...get('/a/2', '404 No'), get('/a/3')[0]];
  expect(analysed([lines], 80).messages.statements()).toMatchObject([
    { statement: 'GET a.test/a/{id}', count: 3, answered: 2, failed: 1, totalSeconds: 0.02 },
  ]);
  expect(analysed([[get('/a/3')[0]]], 80).messages.statements()).toMatchObject([
    { count: 1, answered: 0, totalSeconds: 0, p50Seconds: null, p95Seconds: null, maxSeconds: null },
  ]);
});

test('as CSV', () => {
  const lines = [...listLines(new AllConnections(analysed([TALK])), 'statements.csv', [0])];
  expect(lines[0]).toMatch(/^protocol,statement,count,answered,failed,connections,total_s,p50_s,p95_s,max_s,rows,/);
  expect(lines[1]).toBe('redis,GET user:{id},3,3,1,1,0.36,0.04,0.3,0.3,,39,25,false,0,6\n');
  expect(lines).toHaveLength(4);
});

test('the statement that was waited for most is named in the first sentence', () => {
  const slow = (/** @type {number} */ k) => redis(`GET user:${k}`, '$2\\r\\nok\\r\\n', 700);
  const talk = [...redis('PING', '+PONG\\r\\n'), ...[1, 2, 3].flatMap(slow), ...redis('DEL all', ':1\\r\\n', 400)];
  const one = analysed([talk]).findings.ofCapture();
  expect(one.verdict?.sentence).toMatch(
    /^Server think time · 2\.\d\d of 2\.\d\d s \(\d+ %\) · “GET user:\{id\}” 3 times, 2\.\d+ s$/,
  );
  expect(analysed([talk, talk]).findings.ofCapture().verdict?.sentence).toMatch(
    / in 2 of 2 connections · “GET user:\{id\}” 6 times, 4\.\d+ s$/,
  );
});

test('where the waits were for many, none is named', () => {
  const talk = ['GET a', 'SET b 1', 'DEL c', 'INCR d', 'LLEN e'].flatMap((command) => redis(command, ':1\\r\\n', 400));
  expect(analysed([talk]).findings.ofCapture().verdict?.sentence).not.toContain('“');
});
