/**
 * Level 2 of the validation: what TCP does about a loss at a chosen place, or a knob that is turned: which packets, and
 * when.
 */
import { download, run, truthRows } from '../support/run.js';

const MSS = 1448;
const RTT = 100;
/**
 * Kinds of the retransmissions, with whether each was needed.
 * @param {{ again: { retx: string, needed: string }[] }} result
 */
const kinds = ({ again }) => again.map(({ retx, needed }) => `${retx}${needed === '0' ? ' unneeded' : ''}`);

test('the handshake: SYN, SYN/ACK, ACK with the options that both have', () => {
  const { rows } = download({ bytes: MSS });
  expect(
    rows
      .filter(({ ev }) => ev === 'out')
      .slice(0, 3)
      .map(({ conn, flags, len }) => [conn.slice(0, 3), flags, len]),
  ).toEqual([
    ['192', '2', '0'],
    ['198', '18', '0'],
    ['192', '16', '0'],
  ]);
});

test('a lost segment is sent again one round trip after the next three came', () => {
  const { data, again } = download({ link: { dropData: [3] } });
  expect(again.map(({ retx, seq }) => [retx, seq])).toEqual([['fast', data[2].seq]]);
  expect(again[0].ms).toBeCloseTo(2.5 * RTT, 0); // the server has its first acknowledgement after 1.5
});

test('without SACK the third duplicate acknowledgement does it', () => {
  expect(kinds(download({ link: { dropData: [3] }, tcp: { sack: false } }))).toEqual(['fast']);
});

test('NewReno repairs a hole a round trip; Reno leaves the recovery at the first', () => {
  const link = { dropData: [3, 5, 7] };
  const tcp = { sack: false };
  const newreno = download({ link, tcp });
  expect(kinds(newreno)).toEqual(['fast', 'fast', 'fast']);
  for (const index of [1, 2]) expect(newreno.again[index].ms - newreno.again[index - 1].ms).toBeCloseTo(RTT, 0);
  expect(kinds(download({ link, tcp: { ...tcp, fastRecovery: 'reno' } }))).toContain('rto');
});

test('SACK repairs all holes at once', () => {
  const { again } = download({ link: { dropData: [13, 15, 17] } });
  expect(again.length).toBe(3);
  expect(again[2].ms - again[0].ms).toBeLessThan(RTT / 2);
});

test('RACK finds a lost retransmission; counting does not', () => {
  const first = download({ link: { dropData: [3] } });
  const dropped = first.data.findIndex(({ retx }) => retx === 'fast') + 1;
  const link = { dropData: [3, dropped] };
  expect(kinds(download({ link }))).toEqual(['fast', 'fast']);
  expect(kinds(download({ link, tcp: { rack: false, tlp: false } }))[1]).toBe('rto');
});

test('the lost end of a transfer: a probe after two round trips, else the time-out', () => {
  const link = { dropPackets: [11, 12] };
  const bytes = 10 * MSS;
  const probed = download({ bytes, link });
  expect(kinds(probed)[0]).toBe('tlp');
  const { again } = download({ bytes, link, tcp: { tlp: false } });
  expect(again[0].retx).toBe('rto');
  expect(probed.again[0].ms).toBeLessThan(again[0].ms);
});

test('time-outs back off', () => {
  const { rows } = download({ bytes: MSS, link: { dropPackets: [2, 3, 4, 5, 6, 7] }, tcp: { tlp: false } });
  const times = rows.filter(({ ev }) => ev === 'rto').map(({ time_s }) => Number(time_s));
  const waits = times.slice(1).map((time, index) => time - times[index]);
  expect(waits.length).toBeGreaterThan(2);
  for (const [index, wait] of waits.slice(1).entries()) expect(wait / waits[index]).toBeCloseTo(2, 3);
});

test('a lost SYN is sent again after a second', () => {
  const { rows } = download({ bytes: MSS, up: { dropPackets: [1] } });
  const syns = rows
    .filter(({ ev, flags }) => ev === 'out' && flags === '2')
    .map(({ time_s, retx }) => [retx, Number(time_s)]);
  expect(syns.map(([retx]) => retx)).toEqual(['', 'syn']);
  expect(Number(syns[1][1]) - Number(syns[0][1])).toBeCloseTo(1, 6);
});

test('every second segment is acknowledged, a lone one after the delay', () => {
  const { rows } = download({ bytes: 5 * MSS, tcp: { quickAcks: 0 } });
  const acks = rows
    .filter(({ ev, conn, len, flags }) => ev === 'out' && conn.startsWith('192.') && len === '0' && flags === '16')
    .slice(1);
  const start = Number(acks[0].time_s);
  const times = acks.map(({ time_s }) => Math.round((Number(time_s) - start) * 1e3));
  expect(times.slice(0, 2)).toEqual([0, 0]);
});

test.each([
  [true, 2],
  [false, 3],
])('Nagle %s: small writes', (nagle, segments) => {
  const writes = [0, 10, 20].map((atMs) => ({ atMs, bytes: 100 }));
  const { truthCsv } = run({
    path: [{ name: 'path', clientToServer: { delayMs: 50 }, serverToClient: { delayMs: 50 } }],
    hosts: { client: { tcp: { nagle } } },
    traffic: [{ kind: 'bulk', from: 'client', writes }],
  });
  const data = truthRows(truthCsv).filter(
    ({ ev, len, conn }) => ev === 'out' && conn.startsWith('192.') && len !== '0',
  );
  expect(data.length).toBe(segments);
});

test.each([
  ['off', 40],
  ['restart', 10],
  ['decay', 10],
])('after a long pause, idle restart "%s" sends %i segments at once', (idleRestart, burst) => {
  const writes = [
    { atMs: 0, bytes: 150 * MSS },
    { atMs: 20_000, bytes: 150 * MSS },
  ];
  const { truthCsv } = run({
    path: [{ name: 'path', clientToServer: { delayMs: 50 }, serverToClient: { delayMs: 50 } }],
    hosts: { client: { tcp: { idleRestart, hystart: false } } },
    traffic: [{ kind: 'bulk', from: 'client', writes }],
  });
  const data = truthRows(truthCsv).filter(
    ({ ev, len, conn }) => ev === 'out' && conn.startsWith('192.') && len !== '0',
  );
  const again = data.filter(({ time_s }) => time_s === data[150].time_s).length;
  if (idleRestart === 'off') expect(again).toBeGreaterThan(burst);
  else expect(again).toBe(burst);
});

test('a closed window is asked for, and opens', () => {
  const { summary, truthCsv } = run({
    path: [{ name: 'path', clientToServer: { delayMs: 20 }, serverToClient: { delayMs: 20 } }],
    hosts: { server: { tcp: { receiveWindowBytes: 16_384, maxReceiveWindowBytes: 16_384 } } },
    traffic: [{ kind: 'bulk', from: 'client', bytes: 60_000, reader: { bytes: 16_384, everyMs: 2000 } }],
  });
  const rows = truthRows(truthCsv);
  expect(summary.complete).toBe(true);
  expect(rows.some(({ ev, win, conn }) => ev === 'out' && win === '0' && conn.startsWith('198.'))).toBe(true);
  expect(rows.filter(({ retx }) => retx === 'probe').length).toBeGreaterThan(1);
});

test('an application that does not read for a while lets segments go unacknowledged, then all are at once, as by Linux; else it is as one that always reads', () => {
  const bytes = 400 * MSS;
  const options = {
    path: [{ name: 'path', clientToServer: { delayMs: 20, rateKbps: 12_000 }, serverToClient: { delayMs: 20 } }],
    hosts: { server: { tcp: { receiveWindowBytes: 120_000, maxReceiveWindowBytes: 120_000 } } },
  };
  const acksOf = (/** @type {object} */ more) =>
    truthRows(run({ ...options, traffic: [{ kind: 'bulk', from: 'client', bytes, ...more }] }).truthCsv)
      .filter(({ ev, len, conn }) => ev === 'out' && len === '0' && conn.startsWith('198.'))
      .map(({ time_s, ack }) => [(Number(time_s) - 1_767_225_600) * 1000, Number(ack)]);
  const prompt = acksOf({});
  const paused = acksOf({ reader: { pauses: [{ atMs: 250, forMs: 15 }] } });
  // before the end, where a reader's acknowledgement comes before the FIN
  const isEarly = (/** @type {number[]} */ [atMs]) => atMs < 500;
  expect(acksOf({ reader: { pauses: [] } }).filter(isEarly)).toEqual(prompt.filter(isEarly));
  const isIn = (/** @type {number[]} */ [atMs]) => atMs > 250 && atMs < 265;
  expect(prompt.filter(isIn).length).toBeGreaterThan(5);
  expect(paused.filter(isIn)).toEqual([]);
  const first = paused.findIndex(([atMs]) => atMs >= 265);
  expect(paused[first][0]).toBeCloseTo(265, 3);
  expect(paused[first][1] - paused[first - 1][1]).toBeGreaterThan(10 * MSS);
  expect(paused.slice(0, first)).toEqual(prompt.slice(0, first));
});

test('flight never exceeds what the windows allow', () => {
  const { rows } = download({ bytes: 2_000_000, link: { rateKbps: 20_000, queueBytes: 60_000, loss: 0.005 } });
  for (const { ev, in_flight_pkts, snd_cwnd_pkts, snd_nxt, snd_una, snd_wnd, retx } of rows.filter(({ conn }) =>
    conn.startsWith('198.'),
  )) {
    if (ev === 'out' && retx !== 'tlp' && retx !== 'rto') {
      expect(Number(in_flight_pkts)).toBeLessThanOrEqual(Number(snd_cwnd_pkts) + 1);
    }
    if (ev === 'out') {
      expect((Number(snd_nxt) - Number(snd_una) + 2 ** 32) % 2 ** 32).toBeLessThanOrEqual(Number(snd_wnd) + MSS);
    }
  }
});
