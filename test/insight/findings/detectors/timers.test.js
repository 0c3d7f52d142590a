/** What waits for a timer: the sender's own, or the receiver's delayed acknowledgement. */
import { analysed as captured, run } from '../../../simulator/support/run.js';
import { connectionOf } from '../../../support/packets/connection.js';

const OPTIONS = 'mss 1460 ws 7 sack ts';
const SHAKE = [`client SYN ${OPTIONS}`, `+50us server SYN-ACK ${OPTIONS}`, '+40ms client ACK'];

/** @template T @param {number} times @param {(k: number) => T[]} of */
const repeat = (times, of) => Array.from({ length: times }, (_, k) => of(k)).flat();

const analysed = (/** @type {string[]} */ ...lines) => connectionOf(...lines).analysis;
const described = (/** @type {string[]} */ ...lines) => /** @type {any} */ (analysed(...lines).connections.describe(0));
const found = (/** @type {string} */ wanted, /** @type {string[]} */ ...lines) =>
  described(...lines).findings.find((/** @type {any} */ { code }) => code === wanted);

/** Keystrokes at the server, each acknowledged at once. */
const typed = (/** @type {number} */ times, /** @type {number} */ bytes) =>
  repeat(times, () => [`+200ms client PSH data ${bytes}`, '+30us server ACK']);

/**
 * An outage behind the capture point: acknowledgements go lost, the timer doubles, and what was typed meanwhile follows
 * its end.
 * @param {number} bytes of a keystroke @param {number} before so many keystrokes
 */
function outage(bytes, before) {
  const again = `client PSH data ${bytes} seq ${1 + before * bytes}`;
  return [
    `+200ms client PSH data ${bytes}`,
    '+30us server ACK lost',
    ...['240ms', '440ms', '880ms'].flatMap((time, k) => [
      `+${time} ${again}`,
      `+30us server ACK${k < 2 ? ' lost' : ''}`,
    ]),
  ];
}
const FOLLOWING = (/** @type {number} */ bytes, wait = '40ms') => [
  `+${wait} client PSH data ${5 * bytes}`,
  '+30us server ACK',
];

test('a byte that is sent again by the timer is no keep-alive, and what waited meanwhile is the cost', () => {
  const lines = [...SHAKE, ...typed(20, 1), ...outage(1, 20), ...FOLLOWING(1), ...typed(3, 1)];
  const { clientToServer, findings } = described(...lines);
  expect(clientToServer.retransmittedPackets).toBe(3);
  expect(findings.map((/** @type {any} */ { code }) => code)).not.toContain('keep_alive');
  expect(findings[0]).toMatchObject({
    code: 'spurious_retransmission',
    severity: 'warning',
    evidence: { outages: 1 },
    costSeconds: expect.closeTo(0.92, 1),
  });
});

test('a time-out while there is nothing new to send costs nothing', () => {
  const lines = [...SHAKE, ...typed(20, 36), ...outage(36, 20), ...FOLLOWING(36, '900ms')];
  expect(found('spurious_retransmission', ...lines)).toMatchObject({ severity: 'note', costSeconds: 0 });
});

test("a wait for a time-out is not Nagle's, however often it comes", () => {
  const rounds = repeat(4, (k) => [
    ...typed(10, 36),
    '+200ms client PSH data 36',
    '+30us server ACK lost',
    ...outage(36, k * 17 + 11),
    ...FOLLOWING(36),
  ]);
  expect(found('nagle_delayed_ack', ...SHAKE, ...rounds)).toBeUndefined();
});

test('one byte without PSH after idle time is a keep-alive, and one that comes sooner is not', () => {
  const options = 'mss 1460 ws 7 sack';
  const shake = [`client SYN ${options}`, `+50us server SYN-ACK ${options}`, '+40ms client ACK'];
  const verdicts = (/** @type {string} */ gap, word = '') => {
    const lines = [...shake, '+1ms client data 1', '+30us server ACK', `+${gap} client ${word} data 1 seq 1`];
    const analysis = analysed(...lines, '+30us server ACK');
    return /** @type {any} */ (analysis.connections.describe(0)).clientToServer.retransmittedPackets;
  };
  expect(verdicts('30s')).toBe(0);
  expect(verdicts('30s', 'PSH')).toBe(1);
  expect(verdicts('240ms')).toBe(1);
});

test('an acknowledgement that waits for the application to read, and opens no window, is not late by a timer', () => {
  const analysedWith = (/** @type {object} */ reader) => {
    const link = { delayMs: 2, rateKbps: 30_000 };
    const tcp = {
      receiveWindowBytes: 6000,
      maxReceiveWindowBytes: 6000,
      receiveAutotuning: false,
      windowScaling: false,
    };
    const { captures } = run({
      path: [{ name: 'link', clientToServer: link, serverToClient: link }],
      hosts: { client: { tcp } },
      traffic: [{ kind: 'service', requests: [{ requestBytes: 192, responseBytes: 45_000, serverMs: 4 }], ...reader }],
      taps: [{ at: 'client' }],
    });
    const { findings } = captured(captures[0].bytes).connections.describe(0);
    return /** @type {{ code: string }[]} */ (findings).map(({ code }) => code);
  };
  const codes = analysedWith({ reader: { bytes: 658, everyMs: 27 } });
  expect(codes).toContain('receive_window_limited');
  expect(codes).not.toContain('fixed_ack_timer');
});

test('delayed acknowledgements that take most of the time are a warning, and the sender is not said to idle', () => {
  const options = 'mss 1460 ws 7 sack';
  const shake = [`client SYN ${options}`, `+1ms server SYN-ACK ${options}`, '+50us client ACK'];
  const writes = (/** @type {string} */ pause) =>
    repeat(20, (k) => [
      `+${pause} server data 2x1460`,
      'server PSH data 500',
      `+50us client ACK ${1 + k * 3420 + 2920}`,
      '+200ms client ACK',
    ]);
  expect(found('fixed_ack_timer', ...shake, ...writes('1ms'))).toMatchObject({
    severity: 'warning',
    costSeconds: expect.closeTo(4, 0),
  });
  expect(found('application_limited', ...shake, ...writes('1ms'))).toBeUndefined();
  expect(found('fixed_ack_timer', ...shake, ...writes('3s'))).toMatchObject({ severity: 'note' });
  expect(found('application_limited', ...shake, ...writes('3s'))).toBeDefined();
});
