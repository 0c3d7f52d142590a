/** What is said of a sender from a capture taken elsewhere. */
import { connectionOf } from '../../../support/packets/connection.js';

const OPTIONS = 'mss 1460 ws 7 sack';
/** At the client, without TCP timestamps. */
const SHAKE = [`client SYN ${OPTIONS}`, `+20ms server SYN-ACK ${OPTIONS}`, '+30us client ACK'];

/** @template T @param {number} times @param {(k: number) => T[]} of */
const repeat = (times, of) => Array.from({ length: times }, (_, k) => of(k)).flat();
const described = (/** @type {string[]} */ ...lines) =>
  /** @type {any} */ (connectionOf(...lines).analysis.connections.describe(0));
const codesOf = (/** @type {string[]} */ ...lines) =>
  described(...lines).findings.map((/** @type {any} */ { code }) => code);

test('an answer leaves no sooner than its request arrives: no Nagle between exchanges', () => {
  const exchanges = repeat(20, () => [
    '+79ms client PSH data 60',
    '+20.2ms server PSH data 893',
    '+50us client ACK', // long before the next request
  ]);
  const codes = codesOf(...SHAKE, ...exchanges);
  expect(codes).not.toContain('nagle_delayed_ack');
  expect(codes).not.toContain('nagle_held');
  expect(codes).not.toContain('queueing_delay');
});

test('a second part of an answer that waits for a delayed acknowledgement is held by Nagle all the same', () => {
  const exchanges = repeat(20, () => [
    '+79ms client PSH data 60',
    '+20.2ms server PSH data 200',
    '+40ms client ACK', // delayed
    '+20.2ms server PSH data 700',
    '+50us client ACK',
  ]);
  expect(codesOf(...SHAKE, ...exchanges)).toContain('nagle_delayed_ack');
});

/** At the client, an IPv6 path without IP identifications or timestamps, of 40 ms. */
const FAR = [
  { client: '[2001:db8::1]:40000', server: '[2001:db8::2]:80' },
  `client SYN ${OPTIONS}`,
  `+40ms server SYN-ACK ${OPTIONS}`,
  '+30us client ACK',
  '+1ms client PSH data 60',
  '+40ms server ACK',
];
/** A download that was under way: flights of some segments, each acknowledged at once. */
const flights = (/** @type {number} */ times, segments = 8) =>
  repeat(times, () => [
    '+33ms server data 1448',
    '+30us client ACK',
    ...repeat(segments - 1, () => ['+1ms server data 1448', '+30us client ACK']),
  ]);
/** A time-out's first repair, and what its acknowledgement released: new data above a hole of what was lost. */
const cameBack = (/** @type {string} */ silence, first = 'server data 1448') => [
  `+${silence} ${first}`,
  '+30us client ACK',
  ...repeat(6, () => ['server data 1448 lost uncaptured']),
  '+41ms server data 1448',
  '+30us client ACK',
  '+1ms server data 1448',
  '+30us client ACK',
];
const descriptionOf = (/** @type {any[]} */ ...lines) =>
  /** @type {any} */ (connectionOf(...lines).analysis.connections.describe(0));
const timeOutOf = (/** @type {any[]} */ ...lines) =>
  descriptionOf(...lines).findings.find((/** @type {any} */ { code }) => code === 'tail_loss_timeout');
const idles = (/** @type {any[]} */ ...lines) =>
  descriptionOf(...lines).findings.some((/** @type {any} */ { code }) => code === 'application_limited');

test('a flight cut off, and one segment that comes back alone below a hole: the timer was running, not the server idle', () => {
  const lines = [...FAR, ...flights(6), ...cameBack('5s')];
  expect(idles(...lines)).toBe(false);
  expect(timeOutOf(...lines)).toMatchObject({
    severity: 'warning',
    costSeconds: expect.closeTo(5, 0),
    message: expect.stringContaining('for 5.00 s nothing of the server came through'),
  });
});

test('one segment without PSH alone, then two: the timer, though no hole shows it', () => {
  const back = [
    '+5s server data 1448',
    '+30us client ACK',
    ...['+41ms', '+1ms'].flatMap((after) => [`${after} server data 1448`, '+30us client ACK']),
    ...repeat(4, (k) => [`+${k === 0 ? 41 : 1}ms server ${k === 3 ? 'PSH ' : ''}data 1448`, '+30us client ACK']),
  ];
  const lines = [...FAR, ...flights(6), ...back];
  expect(idles(...lines)).toBe(false);
  expect(timeOutOf(...lines)).toMatchObject({ costSeconds: expect.closeTo(5, 0) });
});

test.each([
  ['a short segment with PSH ended a write before it', [...flights(6), '+1ms server PSH data 600', '+30us client ACK']],
  ['it was the server’s turn', [...flights(6), '+1ms client PSH data 60', '+40ms server ACK']],
])('a silence is the application’s where %s', (_why, before) => {
  const lines = [...FAR, ...before, ...cameBack('5s')];
  expect(timeOutOf(...lines)?.costSeconds ?? 0).toBeLessThan(1);
});

test('a silence in which a host that counts its packets sent none lost nothing', () => {
  const v4 = FAR.with(0, { client: '10.0.0.1:40000', server: '10.0.0.2:80' });
  const lines = (/** @type {number} */ id) => [...v4, ...flights(6), ...cameBack('5s', `server data 1448 id ${id}`)];
  expect(timeOutOf(...lines(75))).toMatchObject({ costSeconds: expect.closeTo(5, 0) });
  expect(timeOutOf(...lines(51))).toBeUndefined();
});

test('an offloaded segment counts as the packets that it became', () => {
  const v4 = FAR.with(0, { client: '10.0.0.1:40000', server: '10.0.0.2:80' });
  const big = ['+1ms server data 65160', '+30us client ACK'];
  const lines = (/** @type {number} */ id) => [
    ...v4,
    ...flights(6),
    ...big,
    ...cameBack('5s', `server data 1448 id ${id}`),
  ];
  expect(timeOutOf(...lines(51 + 46))).toMatchObject({ costSeconds: expect.closeTo(5, 0) });
  expect(timeOutOf(...lines(51 + 45))).toBeUndefined();
});

test('segments that a slow link spaces by as much are no silence', () => {
  const slow = repeat(20, () => ['+180ms server data 1448', '+30us client ACK']);
  expect(timeOutOf(...FAR, ...slow)).toBeUndefined();
  expect(timeOutOf(...FAR, ...slow, ...cameBack('5s'))).toMatchObject({ costSeconds: expect.closeTo(5, 0) });
});

test('a restart with ten segments is an application’s, one with a whole window is the path’s', () => {
  const back = (/** @type {number} */ segments) => [
    '+5s server data 1448',
    '+30us client ACK',
    ...repeat(segments - 1, () => ['+1ms server data 1448', '+30us client ACK']),
    ...flights(3),
    '+1ms server PSH data 600',
    '+30us client ACK',
  ];
  expect(idles(...FAR, ...flights(6), ...back(10))).toBe(true);
  expect(idles(...FAR, ...flights(1), ...flights(6, 24), ...back(24))).toBe(false);
  expect(timeOutOf(...FAR, ...flights(1), ...flights(6, 24), ...back(24))).toBeUndefined();
});

test('what a window would not have let through was not lost', () => {
  const lines = (/** @type {number} */ window) => [
    ...FAR.slice(0, 3),
    `+30us client ACK win ${window}`,
    ...FAR.slice(4),
    ...flights(14, 4), // beyond the window of the SYN
    ...cameBack('5s'),
  ];
  expect(timeOutOf(...lines(500))).toMatchObject({ costSeconds: expect.closeTo(5, 0) });
  expect(timeOutOf(...lines(60))?.costSeconds ?? 0).toBeLessThan(1);
});
