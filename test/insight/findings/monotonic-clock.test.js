/** A capture's clock that is set back while a connection goes on says nothing of the connection. */
import { makeSteady } from '../../../lib/insight/findings/evidence/monotonic-clock.js';
import { analysed, run } from '../../simulator/support/run.js';
import { pcap, script } from '../../support/packets/packets.js';

/** @typedef {{ code: string, severity: string, costSeconds: number | null, start: number, end: number }} Finding */

/** A download over a link. @param {{ delayMs: number, bytes: number, tcp?: object }} what */
function captureOf({ delayMs, bytes, tcp = {} }) {
  const link = { delayMs, rateKbps: 100_000, queuePackets: 400 };
  const {
    captures: [{ bytes: capture }],
  } = run({
    path: [{ name: 'path', clientToServer: link, serverToClient: link }],
    hosts: { client: { tcp }, server: { tcp: {} } },
    traffic: [{ kind: 'bulk', from: 'server', bytes }],
    taps: [{ at: 'server' }],
  });
  return capture;
}

/**
 * The clock is set back by so much at each of these shares of the bytes.
 * @param {Uint8Array} capture a pcap
 * @param {number} stepNs
 * @param {number[]} shares
 */
function setBack(capture, stepNs, shares) {
  const bytes = capture.slice();
  const view = new DataView(bytes.buffer);
  const unitNs = view.getUint32(0, true) === 0xa1b23c4d ? 1 : 1000;
  for (let at = 24; at < bytes.length; at += 16 + view.getUint32(at + 8, true)) {
    const steps = shares.filter((share) => at >= share * bytes.length).length;
    const ns = view.getUint32(at, true) * 1e9 + view.getUint32(at + 4, true) * unitNs - steps * stepNs + 1000e9;
    view.setUint32(at, Math.floor(ns / 1e9), true);
    view.setUint32(at + 4, Math.floor((ns % 1e9) / unitNs), true);
  }
  return bytes;
}

/** @param {Uint8Array} capture @returns {{ findings: Finding[], lasted: number }} */
function seen(capture) {
  const { findings, start, end } = /** @type {any} */ (analysed(capture).connections.describe(0));
  return { findings, lasted: end - start };
}

const codes = (/** @type {{ findings: Finding[] }} */ { findings }) =>
  findings.map(({ code, severity }) => `${severity} ${code}`);

test.each([
  [16_384, 'warning receive_window_limited', 5e6],
  [65_536, 'note all_well', 5e6],
  [65_536, 'note all_well', 1e6],
])('where a window of %d bytes gave %s, that is so when it was set back by %d ns, too', (window, found, stepNs) => {
  const tcp = { receiveWindowBytes: window, maxReceiveWindowBytes: window, receiveAutotuning: false };
  const capture = captureOf({ delayMs: 0.1, bytes: 400_000, tcp });
  expect(codes(seen(setBack(capture, 0, [])))).toEqual([found]);
  expect(codes(seen(setBack(capture, stepNs, [0.2, 0.4, 0.6, 0.8])))).toEqual([found]);
});

test('by more than the connection lasted: costs are none that are more than that, and all lies within the capture', () => {
  const capture = captureOf({
    delayMs: 20,
    bytes: 300_000,
    tcp: { receiveWindowBytes: 16_384, maxReceiveWindowBytes: 16_384, receiveAutotuning: false },
  });
  const plain = seen(setBack(capture, 0, []));
  const shifted = seen(setBack(capture, 0.9e9, [0.4, 0.8]));
  expect(plain.findings[0].code).toBe('receive_window_limited');
  expect(shifted.lasted).toBeLessThan(plain.lasted / 2);
  expect(codes(shifted)).toEqual(codes(plain));
  for (const { costSeconds, start, end } of shifted.findings) {
    expect(costSeconds ?? 0).toBeLessThanOrEqual(shifted.lasted);
    expect(end).toBeGreaterThanOrEqual(start);
  }
});

test('packets that were written a little late are left where they are', () => {
  const times = Float64Array.of(1, 2, 4, 3, 5, 6, 7, 6.5, 8, 9, 10, 11, 12, 13, 14);
  const before = times.slice();
  expect(makeSteady(times, times.length)).toBeNull();
  expect(times).toEqual(before);
});

test("times are steady, and lead back to the clock's", () => {
  const from = (/** @type {number} */ first, /** @type {number} */ count) =>
    Array.from({ length: count }, (_, k) => first + k);
  const times = Float64Array.of(...from(21, 5), ...from(2, 12), ...from(1, 8));
  const clock = makeSteady(times, times.length);
  expect([...times]).toEqual(from(21, 25));
  expect([23, 27, 35, 39, 45].map((ns) => clock?.captureNs(ns))).toEqual([23, 3, 11, 2, 8]);
  expect(
    [
      [23, 0],
      [3, 25],
      [11, 30],
      [2, 38],
      [8, 38],
    ].map(([ns, since]) => clock?.steadyNs(ns, since)),
  ).toEqual([23, 27, 35, 39, 45]);
});

test('what was answered over the step is no round trip that others are held against', () => {
  const shake = ['client SYN mss 1460 ws 7 sack ts', '+30us server SYN-ACK mss 1460 ws 7 sack ts', '+40ms client ACK'];
  const exchange = ['+1ms client PSH data 40', '+2ms server PSH data 500', '+40ms client ACK'];
  const packets = script({}, ...shake, ...Array.from({ length: 10 }, () => exchange).flat());
  const setBack = packets.map((packet, k) => ({ ...packet, timeNs: packet.timeNs + (k < 20 ? 1e9 : 0) }));
  const { findings } = /** @type {any} */ (analysed(pcap(setBack)).connections.describe(0));
  expect(findings.map((/** @type {any} */ { severity }) => severity)).not.toContain('warning');
});
