/** Parcels in datagrams: windows, timers, losses; and the measures of the XUDP study. */
import {
  ackDatagram,
  dataDatagram,
  handshake,
  KIND,
  readDatagram,
} from '../../../lib/simulator/applications/parcels/wire.js';
import { flightSteps, measure } from '../../../lib/studies/xudp/measures.js';
import { readParcels } from '../../../lib/studies/xudp/read-capture.js';
import fc from '../../support/properties.js';
import { run } from '../support/run.js';

/** @param {object} traffic @param {object} [link] @param {string} [at] where it is captured */
function parcels(traffic, link = {}, at = 'client') {
  const { summary, captures } = run({
    path: [
      {
        name: 'path',
        clientToServer: { delayMs: 0.5, rateKbps: 10_000, ...link },
        serverToClient: { delayMs: 0.5, rateKbps: 10_000 },
      },
    ],
    traffic: [{ kind: 'parcels', from: 'client', parcels: 10, window: [{ packets: 4 }], ...traffic }],
    taps: [{ at }],
  });
  return { summary, ...readParcels(captures[0].bytes) };
}

test('what is written can be read, and nothing else', () => {
  expect(readDatagram(handshake(KIND.OPEN))).toEqual({ kind: KIND.OPEN, packets: [], bytes: 0 });
  expect(readDatagram(dataDatagram({ packet: 7, parcel: 1, fragment: 2, fragments: 5, bytes: 512 }))).toEqual({
    kind: KIND.DATA,
    packets: [7],
    bytes: 512,
  });
  expect(readDatagram(ackDatagram([1, 5, 4_000_000_000]))).toEqual({
    kind: KIND.ACKED,
    packets: [1, 5, 4_000_000_000],
    bytes: 0,
  });
  expect(readDatagram(ackDatagram([1, 5]).subarray(0, 12))).toBeNull();
  fc.assert(
    fc.property(
      fc.uint8Array({ maxLength: 64 }),
      (bytes) => readDatagram(Uint8Array.of(0x53, 0x50, 0x52, 0x43, ...bytes)) !== undefined,
    ),
  );
});

test('the sender waits for its window, and acknowledgements for the grid', () => {
  const { summary, samples, handshakeNs } = parcels({ ackTimer: { mode: 'grid', everyMs: 100 } });
  expect(summary.transfers).toMatchObject([{ name: 'parcels', bytes: 102_400 }]);
  expect(Math.max(...flightSteps(samples).map(({ packets }) => packets))).toBe(4);
  expect(handshakeNs / 1e6).toBeCloseTo(1.06, 1);
  expect(new Set(samples.slice(4).map(({ sentNs, ackedNs }) => Math.round((ackedNs - sentNs) / 1e5) / 10))).toEqual(
    new Set([100]),
  );
});

test('a lost packet and a lost opening are sent again after the time-out', () => {
  const { summary, samples } = parcels({ timeoutMs: 300 }, { dropPackets: [1, 50] });
  expect(summary).toMatchObject({ complete: true, links: [{ clientToServer: { lost: 2, sent: 203 } }] });
  expect(samples.length).toBe(199);
  expect(summary.transfers[0].seconds).toBeGreaterThan(0.6);
});

test('packets and parcels that do not fill up, sent by the server', () => {
  const { summary, samples } = parcels(
    { from: 'server', parcels: 3, parcelBytes: 1300, window: [{ packets: 100 }] },
    {},
    'server',
  );
  expect(summary.transfers).toMatchObject([{ bytes: 3900 }]);
  expect(samples.map(({ bytes }) => bytes)).toEqual([512, 512, 276, 512, 512, 276, 512, 512, 276]);
});

test('worked examples of the study: bytes acknowledged at 1, 2 and 3 ms; a round trip of 10 ms that ends at 100', () => {
  const one = (/** @type {number} */ sentMs, /** @type {number} */ ackedMs) => ({
    sentNs: sentMs * 1e6,
    ackedNs: ackedMs * 1e6,
    bytes: 1,
  });
  const straight = measure([one(0, 1), one(1, 2), one(2, 3)]);
  expect(straight).toMatchObject({
    ackedBytes: 3,
    seconds: 0.003,
    goodputBps: 1000,
    meanRttMs: 1,
    windowByTime: 1,
    windowByPacket: 1,
  });
  expect(measure([one(90, 100), one(100, 110)])).toMatchObject({ minRttMs: 10, meanRttMs: 10, seconds: 0.11 });
});

test('windows averaged over packets count bursts more than those over time', () => {
  const burst = Array.from({ length: 6 }, () => ({ sentNs: 0, ackedNs: 100, bytes: 512 }));
  const alone = [1, 2, 3, 4].map((period) => ({ sentNs: period * 100, ackedNs: (period + 1) * 100, bytes: 512 }));
  expect(measure([...burst, ...alone])).toMatchObject({ windowByTime: 2, windowByPacket: 4 });
});
