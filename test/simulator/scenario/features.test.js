/**
 * Levels 1 and 2 of the validation: windows over time where they can be reckoned, what a recovery sends, and what
 * timestamps are for.
 */
import { download, run, truthRows } from '../support/run.js';

const MSS = 1448;
const RTT = 100;
const ROOM = { receiveWindowBytes: 2 ** 24, maxReceiveWindowBytes: 2 ** 24 };

test('a window that grows by acknowledgements, every second segment acknowledged, is half as large again each round trip', () => {
  const { data } = download({
    bytes: 400 * MSS,
    tcp: {
      ...ROOM,
      congestionControl: 'reno',
      hystart: false,
      initialWindowSegments: 2,
      windowGrowth: 'ack',
      quickAcks: 0,
      quickAckGrowth: false,
      delayedAckMs: 500,
    },
  });
  const rounds = Array.from(
    { length: 11 },
    (_, round) => data.filter(({ ms }) => Math.floor((ms - data[0].ms) / RTT + 0.05) === round).length,
  );
  for (const round of [6, 7, 8, 9, 10]) {
    expect(Math.abs(rounds[round] / rounds[round - 1] / 1.5 - 1)).toBeLessThan(0.06);
  }
});

test('the window between two losses is that of CUBIC (RFC 9438, section 4.2) within a fortieth', () => {
  const host = { tcp: { ...ROOM, hystart: false } };
  const { truthCsv } = run({
    durationSeconds: 14,
    path: [
      { name: 'path', clientToServer: { delayMs: RTT / 2, dropData: [400] }, serverToClient: { delayMs: RTT / 2 } },
    ],
    hosts: { client: host, server: host },
    traffic: [{ kind: 'bulk', from: 'client', bytes: 2 ** 28 }],
  });
  const rows = truthRows(truthCsv).filter(({ conn }) => conn.startsWith('192.'));
  const at = rows.findIndex(({ ssthresh }) => ssthresh !== rows[0].ssthresh);
  const largest = Number(rows[at - 1].snd_cwnd_pkts);
  const lossSeconds = Number(rows[at].time_s);
  const kept = Number(rows[at].ssthresh);
  const k = Math.cbrt((largest - kept) / 0.4);
  expect(kept / largest).toBeCloseTo(0.7, 2);
  for (let seconds = 1; seconds <= 10; seconds++) {
    // the curve begins a round trip later, and is that of a round trip ahead
    const row = rows.find(({ time_s }) => Number(time_s) >= lossSeconds + seconds);
    expect(Math.abs(Number(row?.snd_cwnd_pkts) / (0.4 * (seconds - k) ** 3 + largest) - 1)).toBeLessThan(0.025);
  }
});

test('in a recovery, PRR sends in proportion to what arrives: the window falls evenly to ssthresh, not at once', () => {
  const { rows, again } = download({
    bytes: 300 * MSS,
    link: { dropData: [60, 61, 62, 63, 64], rateKbps: 20_000 },
    tcp: { ...ROOM, congestionControl: 'reno', hystart: false },
  });
  const windows = rows
    .filter(({ conn, ev, ssthresh }) => conn.startsWith('198.') && ev === 'in' && ssthresh !== rows[0].ssthresh)
    .map(({ snd_cwnd_pkts: window, ssthresh }) => [Number(window), Number(ssthresh)]);
  const recovery = windows.slice(0, windows.findIndex(([window, ssthresh]) => window <= ssthresh) + 1);
  expect(again.length).toBe(5);
  expect(recovery.length).toBeGreaterThan(25);
  expect(
    recovery.slice(1).every(([window], index) => recovery[index][0] - window === 1 || recovery[index][0] === window),
  ).toBe(true);
});

test.each([
  [true, 52, [1, 1]],
  [false, 40, [1]],
])(
  'timestamps %s: headers of %i bytes, and round trips told of what was sent once, or by what is echoed (Karn)',
  (timestamps, headerBytes, told) => {
    const bytes = 1500 - headerBytes;
    const way = { delayMs: RTT / 2 };
    const { truthCsv } = run({
      path: [{ name: 'path', clientToServer: { ...way, dropData: [1] }, serverToClient: way }],
      hosts: { client: { tcp: { timestamps, tlp: false } } },
      traffic: [
        {
          kind: 'bulk',
          from: 'client',
          writes: [
            { atMs: 0, bytes },
            { atMs: 5000, bytes: 1 },
          ],
        },
      ],
    });
    const rows = truthRows(truthCsv).filter(
      ({ conn, ev, time_s: time }) => conn.startsWith('192.') && (ev === 'out' || ev === 'rtt') && Number(time) > 0,
    );
    const data = rows.filter(({ ev, len }) => ev === 'out' && len === String(bytes));
    expect(data.map(({ retx }) => retx)).toEqual(['', 'rto']);
    const start = Number(data[0].time_s);
    const samples = rows
      .filter(({ ev, time_s: time }) => ev === 'rtt' && Number(time) < start + 4)
      .map(({ arg0 }) => Math.round(Number(arg0) / 1e3 / RTT));
    expect(samples).toEqual(told);
  },
);

test.each([
  [false, false],
  [false, true],
  [true, false],
])(
  'SACK %s, timestamps %s: an acknowledgement that covers a hole tells no round trip of what waited behind it',
  (sack, timestamps) => {
    const { rows, again } = download({
      bytes: 60 * MSS,
      link: { dropData: [20] },
      tcp: { ...ROOM, congestionControl: 'reno', hystart: false, sack, timestamps },
    });
    const samples = rows
      .filter(({ conn, ev }) => conn.startsWith('198.') && ev === 'rtt')
      .map(({ arg0 }) => Number(arg0) / 1e3);
    expect(again.map(({ retx }) => retx)).toEqual(['fast']);
    expect(samples.length).toBeGreaterThan(20);
    // a delayed acknowledgement at most; behind the hole it would be two round trips
    for (const sample of samples) expect(sample).toBeLessThan(RTT + 41);
  },
);
