/** NATS: requests by reply subject, publishes without a response, errors, JetStream. */
import { Conversation } from '../../support/conversation.js';
import { linesOf, said, saidInPieces } from '../support.js';
import { CONNECT, FIRST, hmsg, INFO, msg, NO_RESPONDERS, pub } from './nats.js';

const BEGUN = ['< INFO 2.11.4', 'CONNECT : -', 'PING : PONG'];
const lastOf = (/** @type {string[]} */ steps) => said([...FIRST, ...steps]).slice(BEGUN.length);

test('publishes, subscriptions and requests, cut anywhere', () => {
  const steps = [
    ...FIRST,
    `c SUB _INBOX.a.* 1\r\nsub news workers 2\r\n${pub('news', 'PUB fake 1\r\n')}${pub('svc', 'ping', '_INBOX.a.1')}`,
    `c ${pub('nobody', 'x', '_INBOX.a.2')}HPUB svc _INBOX.a.3 12 14\r\nNATS/1.0\r\n\r\nhi\r\n`,
    `s ${msg('news', 'PUB fake 1\r\n', '2')}${hmsg('_INBOX.a.2', NO_RESPONDERS)}PING\r\n`,
    `c PONG\r\nUNSUB 2 5\r\n`,
    `s ${msg('_INBOX.a.3', 'three')}${hmsg('_INBOX.a.1', 'NATS/1.0\r\nA: b\r\n\r\n', 'one')}${msg('_INBOX.a.1', 'again')}`,
  ];
  const lines = [
    ...BEGUN,
    'SUB _INBOX.a.*: -',
    'SUB news: -',
    'PUB news: -',
    'PUB svc: HMSG 3 bytes',
    'PUB nobody: 503 no responders (failed)',
    'HPUB svc: MSG 5 bytes',
    '< MSG news',
    'UNSUB 2: -',
    '< MSG _INBOX.a.1',
  ];
  expect(said(steps)).toEqual(lines);
  for (const size of [1, 7, 60]) expect(saidInPieces(steps, size).sort()).toEqual([...lines].sort());
});

test('JetStream: what it stored, its errors, pulls and acknowledgements', () => {
  const next = '$JS.API.CONSUMER.MSG.NEXT.ORDERS.c';
  expect(
    lastOf([
      `c SUB _INBOX.p 3\r\n${pub('orders.new', '{}', '_INBOX.1')}${pub('orders.old', '{}', '_INBOX.2')}`,
      `s ${msg('_INBOX.1', '{"stream":"ORDERS", "seq":7}')}${msg('_INBOX.2', '{"error":{"code":400,"err_code":10071,"description":"wrong last sequence: 7"}}')}`,
      `c ${pub(next, '{"batch":1}', '_INBOX.p')}`,
      `s ${msg('orders.new', '{}', '3', '$JS.ACK.ORDERS.c.1')}`,
      `c ${pub('$JS.ACK.ORDERS.c.1', '+ACK')}${pub('$JS.ACK.ORDERS.c.2', '-NAK {"delay":1}')}${pub(next, '{}', '_INBOX.q')}`,
      `s ${hmsg('_INBOX.q', 'NATS/1.0 100 Idle Heartbeat\r\n\r\n')}${hmsg('_INBOX.q', 'NATS/1.0 408 Request Timeout\r\n\r\n')}`,
    ]),
  ).toEqual([
    'SUB _INBOX.p: -',
    'PUB orders.new: stored ORDERS 7',
    'PUB orders.old: 400 10071 wrong last sequence: 7 (failed)',
    `PUB ${next}: MSG 2 bytes`,
    'ACK $JS.ACK.ORDERS.c.1: -',
    'NAK $JS.ACK.ORDERS.c.2: -',
    `PUB ${next}: 408 Request Timeout`,
  ]);
});

test('errors answer what they name, and others nothing', () => {
  expect(
    lastOf([
      `c ${pub('secret', 'x')}SUB private 1\r\n`,
      's -ERR \'Permissions Violation for Publish to "secret"\'\r\n',
      's -ERR \'Permissions Violation for Subscription to "other"\'\r\n',
      "s -ERR 'Stale Connection'\r\n",
    ]),
  ).toEqual([
    'PUB secret: Permissions Violation Permissions Violation for Publish to "secret" (failed)',
    'SUB private: -',
    '< Permissions Violation Permissions Violation for Subscription to "other" (failed)',
    '< Stale Connection Stale Connection (failed)',
  ]);
  expect(said([`s ${INFO}`, `c ${CONNECT}`, "s -ERR 'Authorization Violation'\r\n"])).toEqual([
    '< INFO 2.11.4',
    'CONNECT : Authorization Violation Authorization Violation (failed)',
  ]);
  const verbose = [`s ${INFO}`, 'c CONNECT {"verbose":true}\r\nPING\r\nPUB a 1\r\nx\r\n', 's +OK\r\nPONG\r\n+OK\r\n'];
  expect(said(verbose).slice(1)).toEqual(['CONNECT : OK', 'PING : PONG', 'PUB a: OK']);
});

test.each([
  ['requests', ['1', '2', '3'].flatMap((n) => [`c ${pub('svc', 'x', n)}`, `s ${msg(n, 'y')}`])],
  ['publishes alone', ['1', '2', '3', '4', '5'].map((n) => `c ${pub(`a.${n}`, 'x')}`)],
])('from mid-connection: %s', (_, steps) => {
  const conversation = new Conversation({ guessed: true });
  conversation.run(['s rest of a payload\r\n', 'c more of one\r\n', ...steps, 'c.fin', 's.fin']);
  expect(conversation.analysis.protocolOf(0)).toBe('nats');
  const lines = linesOf(conversation).filter((line) => !line.startsWith('<'));
  expect(lines.length).toBe(steps.filter((step) => step.startsWith('c ')).length);
});

test("HTTP's CONNECT stays HTTP's", () => {
  const conversation = new Conversation().run(['c CONNECT a.test:443 HTTP/1.1\r\n\r\n', 's HTTP/1.1 200 OK\r\n\r\n']);
  expect(conversation.analysis.protocolOf(0)).toBe('http/1.1');
});
