/** Connections of a few packets, about which nothing is odd but what their end left of their messages. */
import { analysed } from '../../simulator/support/run.js';
import { merge, pcap, script } from '../../support/packets/packets.js';

const SHAKE = ['client SYN mss 1460 ws 7 sack ts', '+20ms server SYN-ACK mss 1460 ws 7 sack ts', '+20ms client ACK'];
const GET = '+1ms client PSH "GET /a HTTP/1.1\r\nHost: a.test\r\n\r\n"';
const HEAD = '+20ms server PSH "HTTP/1.1 200 OK\r\nContent-Length: 2000\r\n\r\n"';
const CLOSE = ['+1ms server FIN', '+20ms client ACK', 'client FIN', '+20ms server ACK'];

const OK = [GET, '+20ms server PSH "HTTP/1.1 204 No Content\r\n\r\n"'];

/** @param {number} times @param {string} status */
const rejected = (times, status) =>
  Array.from({ length: times }, () => [
    GET,
    `+20ms server PSH "HTTP/1.1 ${status}\r\nContent-Length: 0\r\n\r\n"`,
  ]).flat();

/**
 * @param {string[]} lines
 * @returns {{ code: string, severity: string }[]} findings; none where it was not looked at
 */
function foundIn(...lines) {
  const capture = pcap(script({ client: '10.0.0.1:40000', server: '10.0.0.2:80' }, ...SHAKE, ...lines));
  return analysed(capture).connections.describe(0).findings;
}

test.each([
  ['a response that was cut', 'response_cut', 'warning', [GET, HEAD, 'server data 1200', '+20ms client ACK', ...CLOSE]],
  [
    'a request without a response',
    'request_unanswered',
    'warning',
    [GET, '+20ms server ACK', '+3s server FIN', ...CLOSE.slice(1)],
  ],
  [
    'the same, given up by the client',
    'request_unanswered',
    'note',
    [GET, '+20ms server ACK', '+500ms client FIN', '+20ms server FIN', '+20ms client ACK'],
  ],
  [
    'the same, given up by the client that had waited long',
    'request_unanswered',
    'warning',
    [GET, '+20ms server ACK', '+3s client FIN', '+20ms server FIN', '+20ms client ACK'],
  ],
  [
    'a response that stopped, given up by the client that had waited long',
    'response_cut',
    'warning',
    [GET, HEAD, 'server data 1200', '+20ms client ACK', '+3s client FIN', '+20ms server FIN', '+20ms client ACK'],
  ],
  [
    "the server's own failure",
    'requests_failed',
    'warning',
    [GET, '+20ms server PSH "HTTP/1.1 503 Busy\r\nContent-Length: 0\r\n\r\n"', '+20ms client ACK', ...CLOSE],
  ],
  [
    'an answer that took its time',
    'server_think_time',
    'warning',
    [GET, '+20ms server ACK', '+400ms server PSH "HTTP/1.1 204 No Content\r\n\r\n"', '+20ms client ACK', ...CLOSE],
  ],
  [
    'an answer in which the server pauses',
    'application_limited',
    'note',
    [GET, HEAD, 'server data 1000', '+20ms client ACK', '+3s server data 1000', '+20ms client ACK', ...CLOSE],
  ],
  [
    'many requests that the server rejects',
    'http_errors',
    'warning',
    [...OK, ...rejected(5, '429 Too Many'), ...CLOSE],
  ],
])('%s', (_, code, severity, lines) => {
  expect(foundIn(...lines)).toContainEqual(expect.objectContaining({ code, severity }));
});

test.each([
  ['an answer that is whole', [GET, HEAD, 'server data 1400', 'server data 600', '+20ms client ACK', ...CLOSE]],
  [
    "an answer that its connection's end ends",
    [GET, '+20ms server PSH "HTTP/1.0 200 OK\r\n\r\n"', 'server data 900', '+20ms client ACK', ...CLOSE],
  ],
  [
    'an answer after a round trip and a moment',
    [GET, '+90ms server PSH "HTTP/1.1 204 No Content\r\n\r\n"', '+20ms client ACK', ...CLOSE],
  ],
  ['a few that are rejected', [...OK, ...rejected(4, '404 Not Found'), ...CLOSE]],
  ['what had not ended when the capture did', [GET, HEAD, 'server data 1200', '+20ms client ACK']],
])('%s gives no reason to look closer', (_, lines) => {
  expect(foundIn(...lines)).toEqual([]);
});

test('a challenge that the client met is no error, one that it did not is', () => {
  const challenged = (/** @type {string[]} */ ...then) => foundIn(...OK, ...rejected(6, '401 Unauthorized'), ...then);
  const codes = (/** @type {{ code: string }[]} */ found) => found.map(({ code }) => code);
  expect(codes(challenged(...OK, ...CLOSE))).not.toContain('http_errors');
  expect(codes(challenged(...CLOSE))).toContain('http_errors');
});

describe('commands of a protocol that is only named', () => {
  // a request of Modbus
  const PING = '+1ms client PSH "\\u0000\\u0001\\u0000\\u0000\\u0000\\u0006\\u0001\\u0003\\u0000\\u0000\\u0000\\n"';
  const asked = (/** @type {number} */ waitMs) => [
    PING,
    '+20ms server ACK',
    `+${waitMs}ms server PSH "+PONG\r\n"`,
    '+1ms client ACK',
  ];

  test('wait for their answers as long as the server takes', () => {
    expect(foundIn(...asked(1), ...asked(800), ...asked(1), ...asked(1000), ...CLOSE)?.[0]).toMatchObject({
      code: 'slow_answers',
      severity: 'warning',
      costSeconds: 1.838,
      evidence: { commands: 2 },
      message: expect.stringMatching(
        /^For 1\.84 s of 1\.97 s, 2 of 4 commands \(modbus\) waited for the server's first byte; the longest wait was 1\.02 s\.$/,
      ),
    });
  });

  test('do not where it answers at once, where it speaks unasked, or what was asked was lost', () => {
    const quick = [...asked(5), ...asked(5)];
    const unasked = ['+3s server PSH "+message\r\n"', '+1ms client ACK'];
    const again = [
      PING.replace('PSH', 'PSH lost'),
      '+400ms client again 1',
      '+20ms server ACK',
      '+1ms server PSH "+PONG\r\n"',
    ];
    for (const lines of [quick, [...quick, ...unasked], [...quick, ...again]]) {
      expect((foundIn(...lines, ...CLOSE) ?? []).map(({ code }) => code)).not.toContain('slow_answers');
    }
  });
});

test('what a client waited for in vain is what it cost', () => {
  const given = ['+20ms server ACK', '+3s client FIN', '+20ms server FIN', '+20ms client ACK'];
  expect(foundIn(GET, ...given)?.[0]).toMatchObject({ code: 'request_unanswered', costSeconds: 3.02 });
  expect(foundIn(GET, HEAD, 'server data 1200', ...given)?.[0]).toMatchObject({
    code: 'response_cut',
    costSeconds: 3.02,
    message: expect.stringMatching(/3\.02 s after its last byte: 1200 bytes of 2000 bytes arrived\.$/),
  });
});

test('bytes that the capture lacks were not cut', () => {
  const found = foundIn(GET, HEAD, 'server data 1000', 'server data 1000 uncaptured', '+20ms client ACK', ...CLOSE);
  expect((found ?? []).map(({ code }) => code)).not.toContain('response_cut');
});

test('the capture as a whole tells of it', () => {
  const whole = (/** @type {number} */ k) =>
    script(
      { client: `10.0.0.1:${40_000 + k}`, server: '10.0.0.2:80' },
      `@${k}s client SYN mss 1460`,
      ...SHAKE.slice(1),
      GET,
      HEAD,
      ...(k === 1 ? ['server data 900'] : ['server data 1400', 'server data 600']),
      '+20ms client ACK',
      ...CLOSE,
    );
  const analysis = analysed(pcap(merge(whole(0), whole(1), whole(2))));
  expect(analysis.findings.ofCapture().findings).toContainEqual(
    expect.objectContaining({ code: 'response_cut', flows: [1] }),
  );
});
