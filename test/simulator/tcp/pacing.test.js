/** Level 2 of the validation: a sender that spreads its segments over the round trip. */
import { download } from '../support/run.js';

const MSS = 1448;
const PLAIN = { congestionControl: 'reno', hystart: false, quickAcks: 1000 };

/**
 * Gaps between segments sent, in ms, from one to another.
 * @param {{ ms: number }[]} data
 * @param {number} from
 * @param {number} to
 */
const gaps = (data, from, to) => data.slice(from + 1, to).map(({ ms }, index) => ms - data[from + index].ms);

test('the first ten segments go at once; in slow start the window takes half a round trip, beyond it five sixths', () => {
  const { data } = download({ bytes: 600 * MSS, tcp: { ...PLAIN, pacing: true } });
  expect(Math.max(...gaps(data, 0, 10))).toBe(0);
  const second = gaps(data, 11, 29);
  const srttMs = 100;
  for (const gap of second) {
    expect(gap).toBeGreaterThan((0.99 * srttMs) / (2 * 21));
    expect(gap).toBeLessThan((1.01 * srttMs) / (2 * 10));
  }
  const avoiding = download({ bytes: 600 * MSS, link: { dropData: [40] }, tcp: { ...PLAIN, pacing: true } })
    .data.filter(({ snd_cwnd_pkts, ssthresh, retx }) => retx === '' && Number(snd_cwnd_pkts) >= Number(ssthresh))
    .slice(60);
  const shares = avoiding
    .slice(1)
    .map(({ ms, snd_cwnd_pkts }, index) => ((ms - avoiding[index].ms) * Number(snd_cwnd_pkts)) / srttMs)
    .sort((a, b) => a - b);
  expect(Math.abs(shares[Math.floor(shares.length / 2)] - 1 / 1.2)).toBeLessThan(0.05);
});

test('a paced window grows further before a short queue overflows', () => {
  const link = { rateKbps: 20_000, queuePackets: 12 };
  const [bursts, paced] = [false, true].map((pacing) =>
    download({ bytes: 300 * MSS, link, tcp: { ...PLAIN, pacing } }),
  );
  const flightAtLoss = (/** @type {typeof paced} */ { data, again }) =>
    data.findIndex(({ seq }) => seq === again[0].seq);
  expect(flightAtLoss(paced)).toBeGreaterThan(2 * flightAtLoss(bursts));
  expect(paced.summary.complete).toBe(true);
});

test('what holds the next byte back is told', () => {
  const { rows } = download({ bytes: 200 * MSS, tcp: { ...PLAIN, pacing: true } });
  expect(rows.some(({ limit }) => limit === 'pacing')).toBe(true);
});
