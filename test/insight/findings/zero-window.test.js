/** A shut window holds back only who has something to send. */
import { connectionOf } from '../../support/connection.js';

const OPTIONS = 'mss 1460 ws 7 sack ts';
const LINES = [
  `client SYN ${OPTIONS}`, `+20ms server SYN-ACK ${OPTIONS}`, '+20us client ACK', 'client PSH data 100',
  ...Array.from({ length: 12 }, () => ['+20ms server data 2x1448', 'client ACK']).flat(),
];

/** @param {string[]} lines @returns {any} */
function zeroWindowOf(...lines) {
  const { findings } = /** @type {any} */ (connectionOf(...LINES, ...lines).analysis.describeFlow(0));
  return findings.find((/** @type {any} */ { code }) => code === 'zero_window');
}

test('nothing waits behind a FIN that has been acknowledged', () => {
  expect(zeroWindowOf('+20ms server FIN', '+20us client ACK win 0', '+30s client FIN-ACK win 0', '+20ms server ACK')).toBeUndefined();
});

test('until it has been, something may', () => {
  const shut = ['+20us client ACK win 0', '+2s server FIN lost', '+1s server FIN seq 34753', '+20us client ACK win 0', '+30s client FIN-ACK win 0', '+20ms server ACK'];
  expect(zeroWindowOf(...shut)).toMatchObject({ severity: 'warning', costSeconds: 3, message: expect.stringMatching(/^For 3\.00 s of 33\.\d s .* closed, once\.$/) });
});

test('a FIN of the end that shuts its window ends nothing', () => {
  expect(zeroWindowOf('+20us client FIN-ACK win 0', '+20ms server ACK', '+3s client ACK win 500', '+20us server data 1448', '+20ms client ACK')?.costSeconds).toBeCloseTo(3, 1);
});
