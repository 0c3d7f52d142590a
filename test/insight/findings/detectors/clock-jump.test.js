/** A capture's clock that is set forward while a connection goes on: the time is no one's. */
import { analysed } from '../../../simulator/support/run.js';
import { pcap, script } from '../../../support/packets/packets.js';

const HOUR_NS = 3600e9;

/** @template T @param {number} times @param {(k: number) => T[]} of */
const repeat = (times, of) => Array.from({ length: times }, (_, k) => of(k)).flat();

/** A download at the client, or at the server. @param {string} options @param {string} first delay of the handshake */
const begun = (options, first, second = '30us') => [
  `client SYN ${options}`,
  `+${first} server SYN-ACK ${options}`,
  `+${second} client ACK`,
  `+1ms client PSH "GET / HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n"`,
  `+${first} server PSH "HTTP/1.1 200 OK\\r\\nContent-Length: 200000\\r\\n\\r\\n"`,
];
const WITH = 'mss 1460 ws 7 sack ts';
const WITHOUT = 'mss 1460 ws 7 sack';
const flights = (/** @type {number} */ times) => repeat(times, () => ['+40ms server data 4x1448', 'client ACK']);

/**
 * The clock is set forward by an hour before the packets from one on.
 * @param {string[]} lines @param {number} from index of the packet @param {number} [byNs]
 */
function jumped(lines, from, byNs = HOUR_NS) {
  const packets = script({}, ...lines).map((packet, k) => ({
    ...packet,
    timeNs: packet.timeNs + (k >= from ? byNs : 0),
  }));
  return /** @type {any} */ (analysed(pcap(packets)).connections.describe(0));
}

const codesOf = (/** @type {any} */ { findings }) => findings.map((/** @type {any} */ { code }) => code);

test('both timestamps went on by milliseconds: no end, window or queue is charged with the hour', () => {
  const described = jumped([...begun(WITH, '40ms'), ...flights(16)], 5 + 8 * 5);
  const codes = codesOf(described);
  expect(codes).toContain('clock_jumped');
  expect(codes).not.toContain('application_limited');
  expect(codes).not.toContain('queueing_delay');
  expect(codes).not.toContain('server_think_time');
  for (const { costSeconds } of described.findings) expect(costSeconds ?? 0).toBeLessThan(2);
  expect(described.findings[0]).toMatchObject({
    code: 'clock_jumped',
    message: expect.stringContaining('set forward once, by 3600 s'),
    start: expect.any(Number),
  });
  expect(described.findings[0].end - described.findings[0].start).toBeGreaterThan(3599);
});

test('how fast an end’s clock ticks is learnt behind the jump too', () => {
  const flight = ['+5ms server data 4x1448', 'client ACK'];
  const pause = ['+35ms server data 4x1448', 'client ACK'];
  const lines = [...begun(WITH, '5ms'), ...repeat(8, () => flight), ...pause, ...repeat(40, () => flight)];
  expect(codesOf(jumped(lines, 5 + 8 * 5, 60e9))).toContain('clock_jumped');
});

test('between a request and its answer, it is not the server’s', () => {
  const lines = [...begun(WITH, '40ms'), ...flights(8), '+1ms client PSH "GET / HTTP/1.1\\r\\nHost: a\\r\\n\\r\\n"'];
  const answer = ['+40ms server PSH "HTTP/1.1 204 No\\r\\n\\r\\n"', 'client ACK', '+1s client FIN', '+40ms server FIN'];
  expect(codesOf(jumped([...lines, ...answer], 5 + 8 * 5 + 1))).not.toContain('server_think_time');
});

test.each([
  ['one end’s went on: the path, or the other end, was slow', 3_600_000, 0],
  ['both went on: nobody sent', 3_600_000, 3_600_000],
])('it was not set forward where the timestamps of %s', (_why, server, client) => {
  const late = repeat(4, (k) => [
    `+40ms server data 1448 ts ${100_800 + server + 40 * k} ${100_700 + (k > 0 ? client : 0)}`,
    `client ACK ts ${100_840 + client + 40 * k} ${100_800 + server + 40 * k}`,
  ]);
  const lines = [...begun(WITH, '40ms'), ...flights(16)];
  expect(codesOf(jumped([...lines, ...late], 5 + 16 * 5))).not.toContain('clock_jumped');
});

test('nor where timestamps never go on', () => {
  const frozen = [...begun(WITH, '40ms'), ...flights(16)].map((line) =>
    line.includes('SYN') ? line : `${line} ts ${line.includes('server') ? '100040 100000' : '100000 100040'}`,
  );
  expect(codesOf(jumped(frozen, 5 + 8 * 5))).not.toContain('clock_jumped');
});

/** Captured at the server: its flight is acknowledged piece by piece. */
const atServer = (/** @type {string[]} */ ...after) => [
  ...begun(WITHOUT, '30us', '40ms'),
  ...repeat(6, () => ['+40ms server data 4x1448', '+40ms client ACK']),
  '+1ms server data 8x1448',
  ...after,
];
const FIRST = 5 + 6 * 5 + 8;

test('without timestamps: a flight that goes on after an hour without a retransmission', () => {
  const sent = 57 + 24 * 1448; // the head's bytes, and the flights before
  const acks = repeat(4, (k) => [`+5ms client ACK ${sent + (k + 1) * 2896}`]);
  expect(codesOf(jumped(atServer(...acks), FIRST))).toContain('clock_jumped');
  expect(codesOf(jumped(atServer('+5ms server again 26', ...acks), FIRST))).not.toContain('clock_jumped');
  expect(codesOf(jumped(atServer('+40ms client ACK'), FIRST))).not.toContain('clock_jumped');
});
