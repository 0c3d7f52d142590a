/** A shut window holds back only who has something to send. */
import { connectionOf } from '../../../support/packets/connection.js';

const OPTIONS = 'mss 1460 ws 7 sack ts';
const LINES = [
  `client SYN ${OPTIONS}`,
  `+20ms server SYN-ACK ${OPTIONS}`,
  '+20us client ACK',
  'client PSH data 100',
  ...Array.from({ length: 12 }, () => ['+20ms server data 2x1448', 'client ACK']).flat(),
];

/** @param {string[]} lines @returns {any} */
function zeroWindowOf(...lines) {
  const { findings } = /** @type {any} */ (connectionOf(...LINES, ...lines).analysis.connections.describe(0));
  return findings.find((/** @type {any} */ { code }) => code === 'zero_window');
}

test('nothing waits behind a FIN that has been acknowledged', () => {
  expect(
    zeroWindowOf('+20ms server FIN', '+20us client ACK win 0', '+30s client FIN-ACK win 0', '+20ms server ACK'),
  ).toBeUndefined();
});

test('until it has been, something may', () => {
  const shut = [
    '+20us client ACK win 0',
    '+2s server FIN lost',
    '+1s server FIN seq 34753',
    '+20us client ACK win 0',
    '+30s client FIN-ACK win 0',
    '+20ms server ACK',
  ];
  expect(zeroWindowOf(...shut)).toMatchObject({
    severity: 'warning',
    costSeconds: 3,
    message: expect.stringMatching(/ closed its receive window once, for 3\.00 s of 33\.\d s\.$/),
  });
});

test('a FIN of the end that shuts its window ends nothing', () => {
  expect(
    zeroWindowOf(
      '+20us client FIN-ACK win 0',
      '+20ms server ACK',
      '+3s client ACK win 500',
      '+20us server data 1448',
      '+20ms client ACK',
    )?.costSeconds,
  ).toBeCloseTo(3, 1);
});

const SHUT = '+20us client ACK win 0';
const OPENED = '+30s client ACK win 500';
const REST = ['+20ms client ACK', '+20ms server FIN', '+20us client FIN', '+20ms server ACK'];

test.each([
  ['goes on as soon as it opens', [SHUT, OPENED, '+20us server data 1448'], 30],
  ['goes on when the update has reached it', [SHUT, OPENED, '+25ms server data 1448'], 30],
  ['goes on long after', [SHUT, OPENED, '+1s server data 1448'], null],
  [
    'goes on by chance beside something else that comes',
    [SHUT, OPENED, '+1s client PSH data 10', '+20us server data 1448'],
    null,
  ],
  [
    'probes it, and goes on long after',
    [
      SHUT,
      '+300ms server data 1',
      '+20us client ACK 34753 win 0',
      OPENED,
      '+1s server again 25',
      '+1ms server data 1448',
    ],
    30.3,
  ],
  ['waits for more than it opens by at first', [SHUT, OPENED, '+1s client ACK win 600', '+20us server data 1448'], 30],
  ['ends a while later', [SHUT, OPENED, '+1s client ACK'], null],
])('a sender that %s', (_, lines, costSeconds) => {
  const found = zeroWindowOf(...lines, ...REST);
  if (costSeconds === null) expect(found).toBeUndefined();
  else expect(found.costSeconds).toBeCloseTo(costSeconds, 1);
});

test('where the capture ends a sender waits that probes it, or would not have yet', () => {
  expect(zeroWindowOf(SHUT, '+3s client ACK win 0').costSeconds).toBeCloseTo(3, 1);
  expect(zeroWindowOf(SHUT, '+30s client ACK win 0')).toBeUndefined();
  expect(
    zeroWindowOf(SHUT, '+300ms server data 1', '+20us client ACK 34753 win 0', '+30s client ACK 34753 win 0')
      .costSeconds,
  ).toBeCloseTo(30.3, 1);
});

test('an update that passes here and is lost behind shows by the probes that go on, which keep nothing alive', () => {
  const stall = ['+20us client ACK win 0', '+5ms client ACK win 500 lost', '+220ms server ACK seq 34752'];
  const { findings } = /** @type {any} */ (
    connectionOf(
      ...LINES,
      ...stall,
      '+20us client ACK',
      '+25ms server data 2x1448',
      'client ACK',
    ).analysis.connections.describe(0)
  );
  expect(findings[0]).toMatchObject({ code: 'window_update_lost', severity: 'warning', costSeconds: 0.245 });
  expect(findings.map((/** @type {any} */ { code }) => code)).not.toContain('keep_alive');
  const inTime = ['+20us client ACK win 0', '+5ms client ACK win 500', '+20ms server data 1448', '+20us client ACK'];
  const well = /** @type {any} */ (connectionOf(...LINES, ...inTime, ...REST).analysis.connections.describe(0));
  expect(well.findings.map((/** @type {any} */ { code }) => code)).not.toContain('window_update_lost');
});
