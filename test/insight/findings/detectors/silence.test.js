/** What ends a long silence, and what an end does when it hears nothing any more. */
import { connectionOf } from '../../../support/packets/connection.js';
import { keptSentence } from '../../first-sentences/kept-sentence.js';

const OPTIONS = 'mss 1460 ws 7 sack ts';
const SHAKE = [`client SYN ${OPTIONS}`, `+20ms server SYN-ACK ${OPTIONS}`, '+20us client ACK'];
const EXCHANGE = [
  '+1ms client PSH "GET / HTTP/1.1\\r\\nHost: a.test\\r\\n\\r\\n"',
  '+21ms server PSH "HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nok"',
  '+20us client ACK',
];
const AGAIN = [200, 400, 800, 1600].map((ms) => `+${ms}ms client again 2 lost`);

/** @param {string[]} lines @returns {any[]} */
const found = (...lines) =>
  /** @type {any} */ (connectionOf(...SHAKE, ...lines).analysis.connections.describe(0)).findings;
/** @param {any[]} findings */
const codes = (findings) => findings.map(({ code }) => code);

test('a request behind a long silence that nobody answers: the connection was forgotten, or the peer is gone', () => {
  const late = (/** @type {string} */ after) => [`+${after} client PSH data 100 lost`, ...AGAIN];
  expect(found(...EXCHANGE, ...late('3600s'))[0]).toMatchObject({
    code: 'half_open',
    title: 'Peer gone after idle',
    severity: 'error',
    message: expect.stringMatching(
      /^The client sent 4 retransmissions or probes over 2\.80 s and got no answer, after 3600 s of silence: .* dropped the idle connection/,
    ),
    evidence: { idleSeconds: 3600 },
  });
  expect(found(...EXCHANGE, ...late('5s'))[0]).toMatchObject({ code: 'half_open', title: 'Peer gone' });
});

test('an end that resets what it had sent in vain has given up, and that is told of already', () => {
  expect(codes(found(...EXCHANGE, '+1s client PSH data 100 lost', ...AGAIN, '+3200ms client RST-ACK'))).not.toContain(
    'reset',
  );
});

test('a reset in place of a close, when every request had been answered, lost nothing', () => {
  const findings = found(...EXCHANGE, '+1ms client RST-ACK');
  expect(findings.find(({ code }) => code === 'reset')).toMatchObject({ severity: 'note' });
  expect(codes(findings)).toContain('all_well');
  const within = found(...EXCHANGE, EXCHANGE[0], '+10ms server RST-ACK');
  expect(within.find(({ code }) => code === 'reset')).toMatchObject({ severity: 'warning' });
});

test('a SYN-ACK that nobody ever answers opened nothing', () => {
  const again = [1, 2, 4].map((s) => `+${s}s server SYN-ACK seq 0 ${OPTIONS}`);
  const { analysis } = connectionOf(SHAKE[0], SHAKE[1], ...again);
  expect(analysis.findings.ofCapture().findings[0]).toMatchObject({
    code: 'syn_ack_loss',
    title: 'SYN-ACK unanswered',
    severity: 'error',
    costSeconds: 7,
    message: keptSentence(),
  });
});

test('a request that crosses the close of an idle connection met its time limit', () => {
  const crossed = [
    '+5s server FIN',
    `+10us ${EXCHANGE[0].slice(5)} ack 41`,
    '+20us client ACK',
    '+20ms server RST NOACK',
  ];
  expect(found(...EXCHANGE, ...crossed)[0]).toMatchObject({
    code: 'request_unanswered',
    title: 'Request crossed the close',
    severity: 'warning',
    message: keptSentence(),
  });
  const acknowledged = [EXCHANGE[0], '+20ms server ACK', '+1s server FIN', '+20us client ACK'];
  expect(found(...EXCHANGE, ...acknowledged)[0]).toMatchObject({
    code: 'request_unanswered',
    title: 'Request unanswered',
  });
});
