/** Who waited: the client before it asked, or for leave to send; or a server whose answers cannot be read. */
import { analysed } from '../../../simulator/support/run.js';
import { connectionOf } from '../../../support/packets/connection.js';
import { merge, pcap, script } from '../../../support/packets/packets.js';

const OPTIONS = 'mss 1460 ws 7 sack ts';
const SHAKE = [`client SYN ${OPTIONS}`, `+40ms server SYN-ACK ${OPTIONS}`, '+50us client ACK'];
const GET = 'client PSH "GET / HTTP/1.1\\r\\nHost: a.test\\r\\n\\r\\n"';
const OK = 'server PSH "HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nok"';
const CONTINUE = 'server PSH "HTTP/1.1 100 Continue\\r\\n\\r\\n"';
const HEAD = (/** @type {string} */ field) =>
  `+1ms client PSH "POST / HTTP/1.1\\r\\nHost: a.test\\r\\nContent-Length: 500\\r\\n${field}\\r\\n"`;

/** @template T @param {number} times @param {(k: number) => T[]} of */
const repeat = (times, of) => Array.from({ length: times }, (_, k) => of(k)).flat();

/** @returns {import('../../../../lib/insight/findings/finding.js').Finding[]} */
const findingsOf = (/** @type {string[]} */ ...lines) =>
  /** @type {any} */ (connectionOf(...lines).analysis.connections.describe(0)).findings ?? [];
const found = (/** @type {string} */ wanted, /** @type {string[]} */ ...lines) =>
  findingsOf(...lines).find(({ code }) => code === wanted);

test('a client that lets an open connection lie before its first request is named', () => {
  expect(found('first_request_late', ...SHAKE, `+1s ${GET}`, `+45ms ${OK}`)).toMatchObject({
    severity: 'warning',
    costSeconds: expect.closeTo(1, 2),
  });
});

test('it is not where the request comes at once, the server spoke first, or the request was sent before', () => {
  const long = repeat(40, () => [`+40ms ${GET}`, `+45ms ${OK}`]);
  expect(found('first_request_late', ...SHAKE, ...long)).toBeUndefined();
  const greeting = ['+1s server PSH "220 mail.test ESMTP\\r\\n"', '+300ms client PSH "EHLO a.test\\r\\n"'];
  expect(found('first_request_late', ...SHAKE, ...greeting, ...repeat(40, () => ['server ACK']))).toBeUndefined();
  const again = [`+1ms ${GET} lost`, '+300ms client again 1', `+45ms ${OK}`];
  expect(found('first_request_late', ...SHAKE, ...again)).toBeUndefined();
});

describe('a connection that lies open beside others', () => {
  const LATE = [...SHAKE, `+3s ${GET}`, `+45ms ${OK}`];
  /** @param {string} client @param {string[]} lines beside one that begins later and waits for three seconds */
  const beside = (client, ...lines) => {
    const one = script({ client: '10.0.0.1:40000', server: '10.0.0.2:80', startNs: 5e6 }, ...LATE);
    const other = script({ client, server: '10.0.0.2:80', startNs: 0 }, ...SHAKE, ...lines);
    const analysis = analysed(pcap(merge(one, other)));
    const { findings, verdict } = /** @type {any} */ (analysis.connections.describe(1));
    const codes = (findings ?? []).map((/** @type {any} */ { code }) => code);
    return { codes, sentence: verdict.sentence };
  };

  test('was opened in advance, which costs nothing, where its client was at work on them', () => {
    const { codes, sentence } = beside('10.0.0.1:40001', `+1ms ${GET}`, `+45ms ${OK}`, `+1s ${GET}`, `+45ms ${OK}`);
    expect(codes).toContain('opened_ahead');
    expect(codes).not.toContain('first_request_late');
    expect(sentence).toBe('Nothing wrong');
  });

  test('it is the client that waits where it asks nothing elsewhere, or is another client', () => {
    const waits = { codes: expect.arrayContaining(['first_request_late']) };
    expect(beside('10.0.0.1:40001', `+3.2s ${GET}`, `+45ms ${OK}`)).toMatchObject(waits);
    expect(beside('10.0.0.3:40001', `+1ms ${GET}`, `+45ms ${OK}`, `+1s ${GET}`)).toMatchObject(waits);
    expect(beside('10.0.0.1:40001', `+1ms ${GET}`)).toMatchObject(waits);
  });
});

test('a client that waits for 100 Continue in vain is named', () => {
  const late = [HEAD('Expect: 100-continue\\r\\n'), '+40ms server ACK', '+1s client PSH data 500', `+45ms ${OK}`];
  const findings = findingsOf(...SHAKE, ...late);
  expect(findings[0]).toMatchObject({
    code: 'expect_unanswered',
    severity: 'warning',
    costSeconds: expect.closeTo(1.04, 2),
  });
  expect(findings.map(({ code }) => code)).not.toContain('server_think_time');
});

test('it is not where the server sent 100 Continue, or the client asked for none', () => {
  const leave = [HEAD('Expect: 100-continue\\r\\n'), `+40ms ${CONTINUE}`, '+1s client PSH data 500', `+45ms ${OK}`];
  expect(found('expect_unanswered', ...SHAKE, ...leave)).toBeUndefined();
  const unasked = [HEAD(''), '+40ms server ACK', '+1s client PSH data 500', `+45ms ${OK}`];
  expect(found('expect_unanswered', ...SHAKE, ...unasked)).toBeUndefined();
});

/** Exchanges of a protocol that is not read. */
const exchanges = (/** @type {number} */ times, wait = '41ms') =>
  repeat(times, () => ['+1ms client PSH data 30', `+${wait} server PSH data 200`]);

test('a server that mostly answers at once and sometimes does not took its time', () => {
  const lines = [...exchanges(20), ...exchanges(1, '800ms'), ...exchanges(5)];
  expect(found('server_think_time', ...SHAKE, ...lines)).toMatchObject({
    severity: 'warning',
    evidence: { answers: 1, of: 26 },
    costSeconds: expect.closeTo(0.76, 2),
  });
});

test('it did not where it mostly takes as long, pushes unasked, or what it sent was lost', () => {
  expect(found('server_think_time', ...SHAKE, ...exchanges(20, '400ms'))).toBeUndefined();
  const pushed = repeat(20, () => [...exchanges(1), ...repeat(3, () => ['+400ms server PSH data 50'])]);
  expect(found('server_think_time', ...SHAKE, ...pushed, ...exchanges(1, '800ms'))).toBeUndefined();
  const lost = [
    '+1ms client PSH data 30',
    '+41ms server PSH data 200 lost',
    '+300ms server again 21',
    '+10us client ACK',
  ];
  expect(found('server_think_time', ...SHAKE, ...exchanges(20), ...lost, ...exchanges(5))).toBeUndefined();
});

const UNTIL_CLOSE = 'server PSH "HTTP/1.0 200 OK\\r\\n\\r\\nok"';
/** Sent again at the doubled time-out; the third is acknowledged. */
const lostFin = (/** @type {string} */ sender, /** @type {string} */ receiver, /** @type {number} */ seq) => [
  `+2ms ${sender} FIN lost`,
  `+300ms ${sender} FIN seq ${seq} lost`,
  `+600ms ${sender} FIN seq ${seq}`,
  `+40ms ${receiver} ACK`,
];

test('a lost close costs nothing where every request had been answered', () => {
  const exchange = [`+1ms ${GET}`, `+45ms ${OK}`, '+50us client ACK'];
  const closed = found('tail_loss_timeout', ...SHAKE, ...exchange, ...lostFin('client', 'server', 33));
  expect(closed).toMatchObject({ severity: 'note', costSeconds: null });
  expect(closed?.message).toMatch(/^The client's FIN was lost and retransmitted twice within 0\.9/);
});

test('it does where the close ends the body, or nobody knows what was under way', () => {
  const untilClose = [`+1ms ${GET}`, `+45ms ${UNTIL_CLOSE}`, '+50us client ACK'];
  const dearly = { severity: 'warning', costSeconds: expect.closeTo(0.9, 1) };
  const body = found('tail_loss_timeout', ...SHAKE, ...untilClose, ...lostFin('server', 'client', 22));
  expect(body).toMatchObject(dearly);
  const unread = ['+1ms client PSH data 30', '+45ms server PSH data 200', '+50us client ACK'];
  const unknown = found('tail_loss_timeout', ...SHAKE, ...unread, ...lostFin('client', 'server', 31));
  expect(unknown).toMatchObject(dearly);
});

describe('a server that speaks first', () => {
  const GREETING = 'server PSH "220 mail.test ESMTP\\r\\n"';
  const EHLO = 'client PSH "EHLO a.test\\r\\n"';
  const TALK = [
    '+40ms server PSH "250 mail.test\\r\\n"',
    '+1ms client PSH "QUIT\\r\\n"',
    '+40ms server PSH "221 bye\\r\\n"',
  ];

  test('and does so late kept its client waiting', () => {
    expect(found('server_think_time', ...SHAKE, `+30s ${GREETING}`, `+1ms ${EHLO}`, ...TALK)).toMatchObject({
      severity: 'warning',
      costSeconds: expect.closeTo(29.96, 1),
      message: expect.stringMatching(/^The server, which speaks first, sent its greeting 30\.0 s after/),
    });
  });

  test('did not where it greets at once, where nobody waited for it, or where SYN-ACKs were passed over', () => {
    expect(found('server_think_time', ...SHAKE, `+41ms ${GREETING}`, `+1ms ${EHLO}`, ...TALK)).toBeUndefined();
    expect(found('server_think_time', ...SHAKE, `+30s ${GREETING}`, `+3s ${EHLO}`, ...TALK)).toBeUndefined();
  });
});

describe('answers that bear the acknowledgement', () => {
  const calls = (/** @type {number} */ times, /** @type {number} */ ms) =>
    repeat(times, () => [`+1ms ${GET}`, `+${ms}ms ${OK}`, '+20us client ACK']);

  test('are late again and again: the server took its time, as its acknowledgements were delayed for longer', () => {
    expect(found('server_think_time', ...SHAKE, ...calls(20, 190))).toMatchObject({
      severity: 'warning',
      costSeconds: expect.closeTo(3, 1),
    });
  });

  test('late once or twice, or later than any acknowledgement is delayed, a loss may be behind it', () => {
    expect(found('server_think_time', ...SHAKE, ...calls(2, 190), ...calls(20, 41))).toBeUndefined();
    expect(found('server_think_time', ...SHAKE, ...calls(3, 900))).toBeUndefined();
  });
});
