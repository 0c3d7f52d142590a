import { recover } from '../../../lib/quicflow/recovery/recover.js';
import { script } from './script.js';

/** Packets without keys, so without numbers. @param {string} text */
const spinOf = (text) => recover(script(text), { parameters: [{}, {}] }).directions[1].spinSamples();

/**
 * A client's capture: both directions each 5 ms, the server with what the client sent 40 ms before.
 * @param {(round: number, ms: number) => number} client its bit
 */
function capture(client) {
  const lines = [];
  for (let ms = 0; ms < 300; ms += 5) {
    lines.push(`${ms} c 1rtt - 40 spin:${client(Math.floor(ms / 40), ms)}`);
    if (ms >= 40) lines.push(`${ms + 0.5} s 1rtt - 1200 spin:${client(Math.floor((ms - 40) / 40), ms - 40)}`);
  }
  return lines.join('\n');
}

test('the spin bit gives a round trip a period, without keys', () => {
  const { rttNs } = spinOf(capture((round) => round % 2));
  expect(rttNs.length).toBeGreaterThan(3);
  for (const ns of rttNs) expect(ns).toBe(40e6);
});

test('a bit that never changes gives none', () => {
  expect(spinOf(capture(() => 0)).rttNs).toEqual([]);
});

test('nor do bits at random, which the other end does not echo', () => {
  let state = 7;
  const random = () => (state = (state * 48271) % 2147483647) & 1;
  expect(
    spinOf(capture(random).replaceAll(/s 1rtt - 1200 spin:./g, () => `s 1rtt - 1200 spin:${random()}`)).rttNs,
  ).toEqual([]);
});

test('a packet that was overtaken makes no period', () => {
  const lines = capture((round) => round % 2).split('\n');
  const at = lines.findIndex((line) => line.startsWith('120.5 s'));
  [lines[at], lines[at - 2]] = [lines[at].replace('120.5', '115.5'), lines[at - 2].replace('115.5', '120.5')];
  for (const ns of spinOf(lines.sort((a, b) => parseFloat(a) - parseFloat(b)).join('\n')).rttNs) {
    expect(Math.abs(ns - 40e6)).toBeLessThanOrEqual(5e6);
  }
});
