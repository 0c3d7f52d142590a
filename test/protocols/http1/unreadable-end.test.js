/** Requests whose end cannot be read: the client's last data in front of the answer is theirs. */
import { connectionOf } from '../../support/packets/connection.js';

const OPTIONS = 'mss 1460 ws 7 sack ts';
const SHAKE = [`client SYN ${OPTIONS}`, `+40ms server SYN-ACK ${OPTIONS}`, '+50us client ACK'];
const ANSWER = 'server PSH "HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nok"';

/** @template T @param {number} times @param {(k: number) => T[]} of */
const repeat = (times, of) => Array.from({ length: times }, (_, k) => of(k)).flat();

/** A head, and rounds of an upload, a round trip each; the capture may have the beginning of each packet alone. */
const upload = (/** @type {string} */ head, snap = 'snap 96', rounds = 30) => [
  ...SHAKE,
  `+1ms client data 4x1448 ${snap}`.replace('data 4x1448', `"${head}${'x'.repeat(1200)}"`),
  ...repeat(rounds, () => ['+40ms server ACK', `+1ms client data 4x1448 ${snap}`]),
  '+40ms server ACK',
];

/** @param {string[]} lines */
function analysed(...lines) {
  const { analysis } = connectionOf(...lines);
  const { findings, messages } = /** @type {any} */ ({
    findings: /** @type {any} */ (analysis.connections.describe(0)).findings ?? [],
    messages: [...analysis.messages.inOrder()],
  });
  const [request] = messages.filter((/** @type {any} */ { kind }) => kind === 'request');
  return { request, codes: findings.map((/** @type {any} */ { code }) => code) };
}

const HEAD = 'POST /up HTTP/1.1\\r\\nHost: a.test\\r\\nContent-Length: 175000\\r\\nX-Filler: ';

test('a request that the snap length cut lasts until the last data in front of its answer', () => {
  const { request, codes } = analysed(...upload(HEAD), `+5ms ${ANSWER}`);
  expect(request.end).toBeCloseTo(0.04 + 0.001 + 30 * 0.041, 1);
  expect(codes).not.toContain('server_think_time');
});

test('a server that takes its time behind that is still said to', () => {
  expect(analysed(...upload(HEAD), `+900ms ${ANSWER}`).codes).toContain('server_think_time');
});

test('what follows the answer is no part of it, nor is the next request', () => {
  const answered = [...upload(HEAD, 'snap 96', 2), `+5ms ${ANSWER}`, '+1s client data 400'];
  expect(analysed(...answered).request.end).toBeLessThan(0.2);
  const next = ['+40ms client PSH "GET /b HTTP/1.1\\r\\nHost: a.test\\r\\n\\r\\n"', `+300ms ${ANSWER}`];
  expect(analysed(...upload(HEAD, 'snap 96', 2), ...next).request.end).toBeLessThan(0.3);
});

test('a chunked request with a missing chunk size lasts as long', () => {
  const head =
    '"POST /up HTTP/1.1\\r\\nHost: a.test\\r\\nTransfer-Encoding: chunked\\r\\n\\r\\n10\\r\\n0123456789abcdef\\r\\n"';
  const lines = [
    ...SHAKE,
    `+1ms client PSH ${head}`,
    '+1ms client data 1448 uncaptured',
    ...repeat(20, () => ['+40ms server ACK', '+1ms client data 2x1448']),
    '+40ms server ACK',
    `+5ms ${ANSWER}`,
  ];
  const { request, codes } = analysed(...lines);
  expect(request.end).toBeGreaterThan(0.8);
  expect(codes).not.toContain('server_think_time');
});
