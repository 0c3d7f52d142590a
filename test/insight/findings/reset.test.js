/** Of a reset behind a FIN: whether the connection was over for the end that sent it. */
import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { connectionOf } from '../../support/packets/connection.js';
import { ACK, Conversation, FIN, pcap, PSH, RST, SYN } from '../../support/packets/packets.js';
import { keptSentence } from '../first-sentences/kept-sentence.js';

const OPTIONS = 'mss 1460 ws 7 sack ts';
const SHAKE = [
  `client SYN ${OPTIONS}`,
  `+20ms server SYN-ACK ${OPTIONS}`,
  '+20us client ACK',
  'client PSH data 200',
  '+20ms server ACK',
];

/** The side's segments, acknowledged. @param {'client' | 'server'} side @param {number} times */
const sends = (side, times) =>
  Array.from({ length: times }, () => [
    `+20ms ${side} data 2x1448`,
    `${side === 'client' ? 'server' : 'client'} ACK`,
  ]).flat();

/** @param {string[]} lines @returns {string[]} severity and code of what is said of the reset */
function resetOf(...lines) {
  const { findings } = /** @type {any} */ (connectionOf(...SHAKE, ...lines).analysis.connections.describe(0));
  return findings
    .filter((/** @type {any} */ { code }) => /reset/.test(code))
    .map((/** @type {any} */ { severity, code }) => `${severity} ${code}`);
}

test.each([
  [
    'the client ended its direction alone, and the server answered until it reset',
    ['client FIN', '+20ms server ACK', ...sends('server', 20), '+20ms server RST-ACK'],
  ],
  [
    'the server ended its direction alone, and the client sent on until it reset',
    ['server FIN', '+20us client ACK', ...sends('client', 20), '+20ms client RST-ACK'],
  ],
  ['nobody had ended anything', [...sends('server', 20), '+20ms server RST-ACK']],
])('%s', (_, lines) => {
  expect(resetOf(...lines)).toEqual(['warning reset']);
});

test.each([
  [
    'both had ended',
    [
      ...sends('server', 4),
      'server FIN',
      '+20us client ACK',
      ...sends('client', 4),
      'client FIN',
      '+20ms client RST-ACK',
    ],
  ],
  [
    'who resets had ended its own direction',
    [...sends('server', 4), 'server FIN', '+20us client ACK', ...sends('client', 4), '+20ms server RST-ACK'],
  ],
  ['who resets sent nothing more', [...sends('server', 4), 'client FIN', '+20ms server ACK', '+20ms server RST-ACK']],
  [
    'who resets sent what it had not yet the FIN for',
    [...sends('server', 4), 'client FIN lost', 'server data 4x1448', '+40ms server RST-ACK'],
  ],
  [
    'who resets sent something again',
    [...sends('server', 4), 'client FIN', '+20ms server again 8', '+20ms server RST-ACK'],
  ],
])('%s', (_, lines) => {
  expect(resetOf(...lines)).toEqual(['note reset_after_close']);
});

/** A record of TLS 1.2 or 1.3. @param {number} type @param {number} length of its body */
const record = (type, length) =>
  Uint8Array.from([type, 3, 3, length >> 8, length & 255, ...new Array(length).fill(type === 22 ? 1 : 7)]);

/**
 * What is said where a server is reset that had the client's FIN, and sent something behind it.
 * @param {Uint8Array} first what the client said @param {Uint8Array} answer @param {Uint8Array} behind
 */
function resetBehind(first, answer, behind) {
  const talk = new Conversation({ server: '10.0.0.2:443' });
  const analysis = new OpenedAnalysis();
  talk
    .send('client', { flags: SYN })
    .send('server', { flags: SYN | ACK, afterNs: 20e6 })
    .send('client', { flags: ACK });
  talk
    .send('client', { flags: ACK | PSH, payload: first })
    .send('server', { flags: ACK | PSH, payload: answer, afterNs: 20e6 });
  talk.send('client', { flags: FIN | ACK }).send('server', { flags: ACK, afterNs: 20e6 });
  talk.send('server', { flags: ACK | PSH, payload: behind }).send('server', { flags: RST | ACK, afterNs: 1e6 });
  analysis.ingest.push(pcap(talk.packets));
  analysis.ingest.end();
  const { findings } = /** @type {any} */ (analysis.connections.describe(0));
  return findings.map((/** @type {any} */ { code }) => code).filter((/** @type {string} */ code) => /reset/.test(code));
}

test.each([
  ["TLS's farewell", record(22, 200), record(22, 1000), record(21, 26), 'reset_after_close'],
  ['as much behind anything else', new TextEncoder().encode('hello'), new Uint8Array(1000), record(21, 26), 'reset'],
  ['more than a farewell', record(22, 200), record(22, 1000), record(23, 500), 'reset'],
])('%s behind the FIN of the other end, then a reset', (_, first, answer, behind, code) => {
  expect(resetBehind(first, answer, behind)).toEqual([code]);
});

/** @param {string[]} lines @returns {any} what is said of the reset */
const saidOf = (...lines) =>
  /** @type {any} */ (connectionOf(...SHAKE, ...lines).analysis.connections.describe(0)).findings.find(
    (/** @type {any} */ { code }) => /^reset/.test(code),
  );

const PROMPT = ['+20us client ACK', '+350s client PSH data 200'];

test('a reset in answer to the first packet behind a long silence: somebody had forgotten the connection', () => {
  expect(saidOf(...sends('server', 2), ...PROMPT, '+20ms server RST NOACK seq 5793')).toMatchObject({
    code: 'reset',
    title: 'Reset after 350 s idle',
    severity: 'warning',
    message: keptSentence(),
    evidence: { idleSeconds: 350 },
  });
  expect(
    saidOf(...sends('server', 2), '+20us client ACK', '+5s client PSH data 200', '+20ms server RST-ACK'),
  ).toMatchObject({ title: 'Reset' });
});

test('a reset that ends a long silence is a time limit', () => {
  expect(saidOf(...sends('server', 2), '+60s server RST-ACK')).toMatchObject({
    title: 'Reset after 60.0 s idle',
    severity: 'note',
    message: expect.stringContaining('an idle timeout'),
  });
});

test('a reset sooner than its end can answer is of something nearer', () => {
  expect(saidOf(...sends('server', 2), ...PROMPT, '+1ms server RST NOACK seq 5793')).toMatchObject({
    code: 'reset_by_other',
    message: keptSentence(),
  });
  const answer = ['+20us client ACK', '+1s client PSH data 200'];
  expect(saidOf(...sends('server', 2), ...answer, '+1ms server RST-ACK')).toMatchObject({ code: 'reset_by_other' });
  // What had been under way already answers nothing.
  expect(saidOf(...sends('server', 2), ...answer, '+1ms server RST-ACK ack 201')).toMatchObject({ code: 'reset' });
});
