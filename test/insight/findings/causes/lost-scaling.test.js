/** Window scaling that a box on the path takes away, against windows that are small for another reason. */
import { connectionOf } from '../../../support/packets/connection.js';

const OPTIONS = 'mss 1460 sack ts';
/** The server offers `ws`, as the capture has it, and 65160 bytes. */
const shake = (/** @type {string} */ ws) => [
  `client SYN ${OPTIONS} ws 10 win 64240`,
  `+40ms server SYN-ACK ${OPTIONS} ${ws} win 65160`,
  '+50us client ACK win 63',
];
/** Each segment fills the window, once all before it is acknowledged. */
const filling = (/** @type {number} */ bytes, /** @type {number} */ times, seq = 1449) =>
  Array.from({ length: times }, (_, k) => [
    `+280ms client PSH seq ${seq + k * bytes} data ${bytes}`,
    `+40ms server ACK win ${bytes}`,
  ]).flat();
const BEGUN = ['+1ms client data 1448', '+40ms server ACK win 70'];

/** @param {string[]} lines */
function found(...lines) {
  const { findings } = /** @type {any} */ (connectionOf(...lines).analysis.connections.describe(0));
  return /** @type {import('../../../../lib/insight/findings/finding.js').Finding[]} */ (findings);
}
const codes = (/** @type {string[]} */ ...lines) => found(...lines).map(({ code }) => code);

test.each([['ws 0'], ['']])('a window of the SYN-ACK that falls at once, with "%s" in it', (ws) => {
  const findings = found(...shake(ws), ...BEGUN, ...filling(70, 30));
  expect(findings[0]).toMatchObject({
    code: 'window_scaling_lost',
    severity: 'warning',
    direction: 'clientToServer',
    evidence: { windowInSyn: 65160, windowAfter: 70, factor: 1024, confidence: 0.9, filled: 30, beyond: 0 },
  });
  expect(findings[0].costSeconds).toBeGreaterThan(8);
  const others = ['application_limited', 'silly_window', 'small_writes', 'window_scaling_missing'];
  expect(findings.filter(({ code }) => others.includes(code))).toEqual([]);
});

test('behind the box, where the option is still there: the sender stops at the unscaled window', () => {
  const findings = found(...shake('ws 10'), ...BEGUN, ...filling(70, 30));
  expect(findings[0]).toMatchObject({ code: 'window_scaling_lost', evidence: { filled: 30, beyond: 0 } });
});

test('the rate that it left counts the bytes of segments, however short they are', () => {
  const { analysis } = connectionOf(...shake('ws 0'), ...BEGUN, ...filling(70, 30));
  const { limit } = analysis.findings.verdict(0);
  expect(limit).toMatchObject({ cause: 'receive_window' });
  // 70 bytes each 320 ms, and the full segment before.
  expect(limit?.rate).toBeGreaterThan(70 / 0.32 - 30);
  expect(limit?.rate).toBeLessThan((1448 + 30 * 70) / (30 * 0.32) + 30);
});

test('a sender that goes beyond it refutes it', () => {
  const going = Array.from({ length: 20 }, () => ['+1ms client data 4x1448', '+40ms server ACK win 70']).flat();
  for (const ws of ['ws 0', 'ws 10']) {
    expect(codes(...shake(ws), ...BEGUN, ...going)).not.toContain('window_scaling_lost');
  }
});

test('a window that falls as data comes in, or that was small from the start, is what it says', () => {
  const unread = [
    ...Array.from({ length: 11 }, (_, k) => [
      '+1ms client data 4x1448',
      `+40ms server ACK win ${65160 - (k + 1) * 5792}`,
    ]),
  ].flat();
  const full = [
    ...shake('ws 0'),
    ...unread,
    '+1ms client data 1448',
    '+40ms server ACK win 70',
    ...filling(70, 20, 65161),
  ];
  expect(codes(...full)).not.toContain('window_scaling_lost');
  const small = shake('ws 0').map((line) => line.replace('win 65160', 'win 500'));
  expect(codes(...small, '+1ms client data 500', '+40ms server ACK win 70', ...filling(70, 20, 501))).not.toContain(
    'window_scaling_lost',
  );
});

/** Flights of which the third and fourth segment are lost: beyond the window as the header has it, two segments. */
const flights = (/** @type {number} */ size) =>
  Array.from({ length: 20 }, (_, k) => {
    const seqOf = (/** @type {number} */ n) => 1 + (size * k + n) * 1448;
    return [
      ...Array.from({ length: size }, (_segment, n) => {
        return `+50us server data 1448 seq ${seqOf(n)}${n === 2 || n === 3 ? ' lost' : ''}`;
      }),
      '+40ms client ACK win 2896',
      '+1ms client ACK win 2896',
      ...[2, 3].map((n) => `+300ms server data 1448 seq ${seqOf(n)}`),
      '+40ms client ACK win 2896',
    ];
  }).flat();

test('a box that takes the window unscaled lets nothing pass beyond the first that it dropped, and the window', () => {
  const begun = [
    'client SYN mss 1460 ws 1 sack ts win 2896',
    '+40ms server SYN-ACK mss 1460 ws 7 sack ts',
    '+50us client ACK win 2896',
  ];
  expect(codes(...begun, ...flights(4))).toContain('window_taken_unscaled');
  expect(codes(...begun, ...flights(6))).not.toContain('window_taken_unscaled');
});
