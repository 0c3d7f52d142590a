/** What is said of connections without window scaling: only what the window without it did. */
import { connectionOf } from '../../support/packets/connection.js';

const SHAKE = [
  'client SYN mss 1460 sack ts',
  '+20ms server SYN-ACK mss 1460 sack ts',
  '+20us client ACK win 65535',
  'client PSH data 100',
];

/** @template T @param {number} times @param {(k: number) => T[]} of */
const repeat = (times, of) => Array.from({ length: times }, (_, k) => of(k)).flat();

/** The server's segments, acknowledged at once. @param {number} segments @param {number} [window] */
const flight = (segments, window = 65535) => [`+20ms server data ${segments}x1448`, `+20us client ACK win ${window}`];

/** @param {string[]} lines @returns {Record<string, any>} by code, those of the window */
function windowsOf(...lines) {
  const { findings } = /** @type {any} */ (connectionOf(...SHAKE, ...lines).analysis.connections.describe(0));
  return Object.fromEntries(
    findings
      .filter((/** @type {any} */ { code }) => /window/.test(code))
      .map((/** @type {any} */ one) => [one.code, one]),
  );
}

test('as much as such a window allows nearly, once under way and never held back: a note without a cost', () => {
  const found = windowsOf(...flight(10), ...flight(20), ...flight(36), ...flight(36));
  expect(found).toEqual({ window_scaling_missing: expect.objectContaining({ severity: 'note', costSeconds: null }) });
  expect(found.window_scaling_missing.message).toMatch(/ can be in flight\.$/);
});

test('a small window is not small for want of scaling, whatever was under way before', () => {
  const lines = [
    ...flight(10),
    ...flight(20),
    ...flight(36, 8192),
    ...repeat(40, () => ['server data 5x1448', '+20ms client ACK win 8192']),
  ];
  const { window_scaling_missing: scaling, receive_window_limited: limited } = windowsOf(...lines);
  expect(scaling).toMatchObject({ severity: 'note', costSeconds: null });
  expect(limited).toMatchObject({
    severity: 'warning',
    advice: expect.stringMatching(/^Raise the client's receive buffer/),
  });
  expect(limited.message).toContain('at most 8192 bytes');
});

test('of a time with both, the time of the large one is what scaling would have saved', () => {
  const full = repeat(20, () => ['server data 45x1448', '+40ms client ACK win 65535']);
  const small = repeat(10, () => ['server data 5x1448', '+40ms client ACK win 8192']);
  const { window_scaling_missing: scaling, ...others } = windowsOf(
    ...full,
    'server data 45x1448',
    '+40ms client ACK win 8192',
    ...small,
  );
  expect(scaling).toMatchObject({
    severity: 'warning',
    message: expect.stringMatching(/ and a window near that limited the server for 0\.8\d* s of 1\.\d+ s\.$/),
  });
  expect(scaling.costSeconds).toBeGreaterThan(0.75);
  expect(scaling.costSeconds).toBeLessThan(0.9);
  expect(others).toEqual({});
});

test('where the server alone is known to leave scaling out, a small window is advised a larger buffer', () => {
  const lines = [
    'server SYN-ACK mss 1460 sack ts',
    '+20us client ACK win 8192',
    'client PSH data 100',
    ...repeat(40, () => ['server data 5x1448', '+20ms client ACK win 8192']),
  ];
  const { findings } = /** @type {any} */ (connectionOf(...lines).analysis.connections.describe(0));
  const limited = findings.filter((/** @type {any} */ { code }) => code === 'receive_window_limited');
  expect(limited.map((/** @type {any} */ { advice }) => advice)).toEqual([
    expect.stringMatching(/^Raise the client's receive buffer/),
  ]);
});
