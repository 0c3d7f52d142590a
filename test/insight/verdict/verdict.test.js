import { verdictRank } from '../../../lib/insight/findings/rank/weight.js';
import { captureVerdictOf, LimitSums } from '../../../lib/insight/verdict/capture-verdict.js';
import { verdictNotYet, verdictOf } from '../../../lib/insight/verdict/verdict.js';
import { partText, rateText } from '../../../lib/insight/verdict/words.js';
import { analysed } from '../../simulator/support/run.js';
import { connectionOf } from '../../support/packets/connection.js';
import { merge, pcap, script } from '../../support/packets/packets.js';

const SECOND_NS = 1e9;
const LOSS = { code: 'congestion_loss', title: 'Loss', cause: 'recovery', severity: 'warning', costSeconds: 0.5 };
const WELL = { code: 'all_well', title: 'Nothing wrong', cause: 'idle', severity: 'note', costSeconds: null };

/** @param {object[]} findings @returns {any} with what all have */
const all = (findings) => findings.map((one) => ({ evidence: {}, ...one }));

/**
 * Of a connection of ten seconds.
 * @param {object[]} findings @param {[cause: string, seconds: number, rate: number | null] | null} held
 */
const of = (findings, held) =>
  verdictOf({
    startNs: 0,
    findings: all(findings),
    held: held && { cause: held[0], seconds: held[1], rate: held[2] },
    ofNs: 10 * SECOND_NS,
  });

test.each(
  /** @type {[string, object[], Parameters<typeof of>[1], string][]} */ ([
    [
      'the limit, its share, its rate and what explains it',
      [LOSS],
      ['network', 6, 962_500],
      'Bandwidth limited · 6.00 of 10.0 s (60 %) · about 7.7 Mbit/s · Loss: 0.500 s',
    ],
    [
      'a finding that cost about as much as the limit',
      [{ ...LOSS, costSeconds: 3 }],
      ['congestion_window', 6, 1e6],
      'Loss · 3.00 of 10.0 s (30 %)',
    ],
    [
      'an error whatever it cost',
      [{ ...LOSS, title: 'Gone', severity: 'error', costSeconds: null }],
      ['network', 9, 1e6],
      'Gone',
    ],
    [
      'a warning rather than that an application had nothing to send',
      [{ ...LOSS, title: 'Reset', costSeconds: null }],
      ['application', 9, null],
      'Reset',
    ],
    [
      'a note where it says what the limit was, with the rate that it left',
      [{ ...LOSS, title: 'Slow start', cause: 'congestion_window', severity: 'note', costSeconds: 4 }, WELL],
      ['congestion_window', 5, 1e6],
      'Slow start · 4.00 of 10.0 s (40 %) · about 8 Mbit/s',
    ],
    [
      'a note alone that took much of the time',
      [{ ...LOSS, title: 'Delayed ACKs', severity: 'note', costSeconds: 9.9 }, WELL],
      null,
      'Delayed ACKs · 9.90 of 10.0 s (99 %)',
    ],
    [
      'that nothing is wrong beside a note that took little',
      [{ ...LOSS, severity: 'note' }, WELL],
      ['network', 2, 1e6],
      'Nothing wrong · Loss: 0.500 s',
    ],
    ['that nothing is wrong', [WELL], null, 'Nothing wrong'],
  ]),
)('the verdict is %s', (_what, findings, held, sentence) => {
  expect(of(findings, held).sentence).toBe(sentence);
});

test('figures of a sentence', () => {
  expect(partText(52e6, 6.84e9)).toBe('52 ms of 6.84 s (0.76 %)');
  expect([rateText(12), rateText(98_750), rateText(2.5e9)]).toEqual([
    'about 96 bit/s',
    'about 790 kbit/s',
    'about 20 Gbit/s',
  ]);
  expect(verdictNotYet(600_000).sentence).toBe('Not analysed yet: 600 000 packets');
});

test('verdicts are sorted by cost, then by severity, faults before notes, and what nobody looked at last', () => {
  const error = of([{ ...LOSS, severity: 'error', costSeconds: null }], null);
  const dear = of([{ ...LOSS, costSeconds: 2 }], null);
  const cheap = of([{ ...LOSS, severity: 'error', costSeconds: 1 }], null);
  const note = of([{ ...LOSS, severity: 'note', costSeconds: 9 }], null);
  const ranks = [error, dear, cheap, note, of([WELL], null), verdictNotYet(9)].map(verdictRank);
  expect(ranks).toEqual([...ranks].sort((a, b) => b - a));
  expect(new Set(ranks).size).toBe(ranks.length);
});

test('of several connections: what held most of their time, in how many of them', () => {
  const sums = new LimitSums();
  for (const [flow, seconds] of [6, 8, 0].entries()) sums.add(of([], ['network', seconds, 1e6]), 10 * SECOND_NS, flow);
  expect(captureVerdictOf(all([{ ...LOSS, evidence: { connections: 2 } }]), sums.most, 5).sentence).toBe(
    'Bandwidth limited · 47 % of connection time in 2 of 5 connections · Loss: 0.500 s',
  );
  expect(captureVerdictOf(all([{ ...LOSS, evidence: { connections: 2 } }]), null, 5).sentence).toBe(
    'Loss · 0.500 s in 2 of 5 connections',
  );
});

test('of several connections: a note that cost a quarter of their time together', () => {
  const findings = all([{ ...LOSS, severity: 'note', evidence: { connections: 2 } }, WELL]);
  const told = (/** @type {number} */ seconds) => captureVerdictOf(findings, null, 5, seconds * SECOND_NS).sentence;
  expect([1.9, 2.1].map(told)).toEqual(['Loss · 0.500 s in 2 of 5 connections', 'Nothing wrong']);
});

test('of several connections of which nothing came: what most of them came to, examined or not', () => {
  const oneWay = Array.from({ length: 4 }, (_, k) =>
    script({ client: `10.0.0.1:${40_000 + k}`, startNs: k * 1e9 }, 'client PSH ack 9 data 20'),
  );
  const twice = script({ client: '10.0.0.1:50000', startNs: 9e9 }, 'client PSH ack 9 data 20 twice');
  const analysis = analysed(pcap(merge(...oneWay, twice)));
  expect(analysis.findings.captureVerdict()?.sentence).toBe('Captured one way · 6 packets, all from one end');
  expect(analysis.findings.ofCapture().findings.filter(({ code }) => code === 'one_way')).toHaveLength(1);
});

test('of several connections: what most of them came to leads before what ended a few, and no cost exceeds the capture', () => {
  const client = (/** @type {number} */ k) => ({ client: `10.0.0.1:${40_000 + k}`, startNs: k * 1e8 });
  const scanned = Array.from({ length: 9 }, (_, k) => script(client(k), 'client SYN'));
  const refused = [9, 10].map((k) => script(client(k), 'client SYN', '+10ms server RST-ACK'));
  const well = script(client(11), ...SHAKE, GET, answer('204 X'), ...CLOSE);
  const told = analysed(pcap(merge(...scanned, ...refused, well))).findings.ofCapture();
  expect(told.verdict?.sentence).toBe('SYN unanswered · 9 SYNs, none answered · in 9 of 12 connections');
  expect(told.findings.map(({ code }) => code)).toEqual(['syn_unanswered', 'connection_refused']);
  const slow = [0, 1, 2].map((k) => script(client(k), ...SHAKE, GET, '+3s client FIN', '+20ms server FIN'));
  const asked = analysed(pcap(merge(...slow))).findings.ofCapture();
  expect(asked.findings[0].message).toMatch(/^Request unanswered in 3 connections, 9\.\d+ connection-seconds in all;/);
});

const SHAKE = ['client SYN', '+20ms server SYN-ACK', 'client ACK'];
const CLOSE = ['client FIN', '+20ms server FIN', 'client ACK'];
const GET = 'client PSH "GET / HTTP/1.1\\r\\nHost: a.test\\r\\n\\r\\n"';
const answer = (/** @type {string} */ status) =>
  `+20ms server PSH "HTTP/1.1 ${status}\\r\\nContent-Length: 0\\r\\n\\r\\n"`;

test.each([
  ['a SYN without an answer', ['client SYN'], 'SYN unanswered · 1 SYN, not answered'],
  ['a connection that bore nothing', [...SHAKE, ...CLOSE], 'No data'],
  [
    'requests that all failed',
    [...SHAKE, GET, answer('404 X'), GET, answer('503 X')],
    'Every request failed · 2 responses: 404, 503',
  ],
  [
    'an acknowledgement of what is not in the capture',
    [...SHAKE, 'client data 100 uncaptured', 'client PSH data 100', '+20ms server ACK'],
    'Packets missing from the capture',
  ],
  ['a request among them that did not', [...SHAKE, GET, answer('404 X'), GET, answer('204 X')], 'Nothing wrong'],
  [
    'a request that nobody answered',
    [...SHAKE, GET, '+3s client FIN', '+20ms server FIN'],
    'Request unanswered · 3.00 of 3.04 s (99 %)',
  ],
])('nothing is wrong only where something was right: %s', (_what, lines, sentence) => {
  const { analysis } = connectionOf(...lines);
  const told = /** @type {any} */ (analysis.connections.describe(0));
  expect(analysis.findings.verdict(0).sentence).toBe(sentence);
  expect([analysis.connections.row(0).verdict.sentence, analysis.findings.captureVerdict()?.sentence]).toEqual([
    sentence,
    sentence,
  ]);
  expect([told.summary, analysis.findings.ofCapture().summary].every((text) => text.startsWith(`${sentence}.`))).toBe(
    true,
  );
});

test('a path that is down at the receiver is no application that has nothing to send', () => {
  const shake = ['client SYN mss 1460 ws 7', '+40ms server SYN-ACK mss 1460 ws 7', 'client ACK'];
  const ask = [...shake, '+1ms client PSH data 100', '+40ms server data 10x1460', 'client ACK'];
  const flights = Array.from({ length: 4 }, () => ['+40ms server data 10x1460', 'client ACK']).flat();
  const back = ['+6s server data 1460', 'client ACK', '+40ms server data 2x1460', 'client ACK'];
  const verdictWith = (/** @type {string[]} */ lines) => {
    const { analysis } = connectionOf(...ask, ...flights, ...lines, ...flights);
    return /** @type {any} */ (analysis.connections.describe(0)).verdict;
  };
  expect(verdictWith(back)).toMatchObject({ limit: { cause: 'retransmission_timeout', seconds: 6 } });
  expect(verdictWith(['+6s server data 10x1460', 'client ACK'])).toMatchObject({ limit: { cause: 'application' } });
});
