/** Round trips that a receiver made long are no queue on the path. */
import { connectionOf } from '../../support/packets/connection.js';
import { keptSentence } from '../first-sentences/kept-sentence.js';

const OPTIONS = 'mss 1460 ws 7 sack ts';
/** Captured at the server. */
const SHAKE = [
  `client SYN ${OPTIONS}`,
  `+50us server SYN-ACK ${OPTIONS}`,
  '+20ms client ACK',
  'client PSH data 20',
  '+50us server data 30',
  '+20ms client ACK',
];
const MSS = 1448;

/** @template T @param {number} times @param {(k: number) => T[]} of */
const repeat = (times, of) => Array.from({ length: times }, (_, k) => of(k)).flat();

/** @param {string[]} lines @returns {any} what is said of a queue */
function queueOf(...lines) {
  const { findings } = /** @type {any} */ (connectionOf(...SHAKE, ...lines).analysis.connections.describe(0));
  return findings.find((/** @type {any} */ { code }) => code === 'queueing_delay');
}

/** @param {number} sent bytes of the server's before it @param {number} afterMs */
const acks = (sent, afterMs) => `+${afterMs}ms client ACK ${31 + sent}`;

/** @type {[what: string, round: (k: number) => string[]][]} */
const HELD_BACK = [
  [
    'a timer holds back the acknowledgement of a lone segment',
    () => ['+500ms server PSH data 100', '+200ms client ACK'],
  ],
  ['… of two short ones', () => ['+500ms server PSH data 100', 'server PSH data 100', '+200ms client ACK']],
  [
    '… of the odd one at the end',
    (k) => [`+500ms server data 2x${MSS}`, 'server data 100', acks(k * 2996 + 2896, 20), '+200ms client ACK'],
  ],
  [
    '… of short ones that come all the time, the last of them on its way',
    (k) => [...repeat(10, () => ['+20ms server data 100']), acks(k * 1000 + 900, 10)],
  ],
  [
    'a receiver waits for the second segment',
    () => [`+150ms server data ${MSS}`, `+150ms server data ${MSS}`, '+20ms client ACK'],
  ],
  [
    'a client thinks before its next request acknowledges the answer',
    () => ['+50us server PSH data 500', '+300ms client PSH data 500'],
  ],
];

test.each(HELD_BACK)('%s', (_, round) => {
  expect(queueOf(...repeat(40, round))).toBeUndefined();
});

test('captured at the receiver, where a timer shows as such, it is none either', () => {
  const shake = [
    `client SYN ${OPTIONS}`,
    `+20ms server SYN-ACK ${OPTIONS}`,
    '+20us client ACK',
    'client PSH data 20',
    '+20ms server data 30',
    '+1ms client ACK',
  ];
  const lines = repeat(40, () => ['+500ms server PSH data 100', '+200ms client ACK']);
  const codes = /** @type {any} */ (connectionOf(...shake, ...lines).analysis.connections.describe(0)).findings.map(
    (/** @type {any} */ { code }) => code,
  );
  expect(codes).toContain('fixed_ack_timer');
  expect(codes).not.toContain('queueing_delay');
});

test('segments that wait for one another are a queue', () => {
  const sent = 20 * MSS;
  const lines = repeat(5, (k) => [
    `server data 20x${MSS}`,
    ...repeat(20, (n) => [acks(k * sent + (n + 1) * MSS, n === 0 ? 20 : 12)]),
  ]);
  expect(queueOf(...lines)).toMatchObject({
    severity: 'note',
    direction: 'serverToClient',
    message: keptSentence(),
    evidence: { samples: 102 },
  });
});

test('… the last of them, too: whose acknowledgement came alone, but was not there yet when the one before it left', () => {
  const lines = repeat(30, (k) => [`+500ms server data 2x${MSS}`, acks((2 * k + 1) * MSS, 180), '+5ms client ACK']);
  expect(queueOf(...lines)?.evidence).toMatchObject({ rttMinSeconds: 0.02, rttHighSeconds: 0.18 });
});
