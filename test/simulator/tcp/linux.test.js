/**
 * Level 5 of the validation: transfers recorded of Linux, done again by the simulator: time from the first data to the
 * last acknowledgement, and data packets. What a link lost by lot is lost again: the same packets, counted as they were
 * sent. Where the machine stood still while it recorded, longer than the link's queue takes to empty or for more than
 * two hundredths of the time, the recording is of another link than its parameters say: it is held to the aim by the
 * median of all only. With the stalls that the recording shows (support/recorded-stalls.js) put on the link and the
 * reader, all count.
 */
import { readdirSync } from 'node:fs';

import { describeShared } from '../../support/shared.js';
import { replayed } from '../support/recorded.js';
import { replayedLimited } from '../support/recorded-limits.js';

const MAX_LATE = 0.02;

/** @param {number[]} values @param {number} share @returns {number} */
function quantile(values, share) {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length * share)];
}

describeShared('against recorded Linux', 'pcaps/truth', (folder) => {
  /** @type {Map<string, ReturnType<typeof replayed>>} */
  const done = new Map();
  const replayedOnce = (/** @type {string} */ name) => {
    const result = done.get(name) ?? replayed(folder, name);
    done.set(name, result);
    return result;
  };
  const names = readdirSync(folder)
    .filter((name) => name.endsWith('.json'))
    .map((name) => name.replace('.json', ''));

  test.each([
    ['without loss', /^(bulk-(cubic|reno)-.*-clean-.*|initcwnd.*)$/, 0.02, 0.06],
    ['with a short queue', /^bulk-(cubic|reno)-.*-q\d+bdp-.*$/, 0.05, 0.12],
    ['with one packet dropped', /^bulk-(cubic|reno)-.*-drop1-.*$/, 0.05, 0.12],
    ['with packets lost by lot', /^bulk-(cubic|reno)-.*-rand1-.*$/, 0.08, 0.15],
  ])(
    '%s',
    (_, pattern, median, p90) => {
      const all = names.filter((name) => pattern.test(name)).map(replayedOnce);
      const still = all.filter(
        ({ late, stallSeconds, queueSeconds }) => late <= MAX_LATE && stallSeconds <= queueSeconds,
      );
      expect(still.length).toBeGreaterThanOrEqual(all.length / 2);
      for (const values of [
        still.map(({ error }) => Math.abs(error)),
        still.map(({ packetError }) => Math.abs(packetError)),
      ]) {
        expect(quantile(values, 0.5)).toBeLessThanOrEqual(median);
        expect(quantile(values, 0.9)).toBeLessThanOrEqual(p90);
      }
      expect(
        quantile(
          all.map(({ error }) => Math.abs(error)),
          0.5,
        ),
      ).toBeLessThanOrEqual(median);
    },
    120_000,
  );

  test('with a short queue, and the stalls that each recording shows: median 5 %, nine of ten 12 %', () => {
    const stalled = names
      .filter((name) => /^bulk-(cubic|reno)-.*-q\d+bdp-.*$/.test(name))
      .map((name) => replayedOnce(name).stalled());
    for (const values of [
      stalled.map(({ error }) => Math.abs(error)),
      stalled.map(({ packetError }) => Math.abs(packetError)),
    ]) {
      expect(quantile(values, 0.5)).toBeLessThanOrEqual(0.05);
      expect(quantile(values, 0.9)).toBeLessThanOrEqual(0.12);
    }
  }, 120_000);

  test.each([
    ['reorder2-cubic-60ms', {}],
    ['reorder2-reno-60ms', {}],
    ['reorder-far-60ms', {}],
    ['dup1-cubic-60ms', {}],
    ['ecn-cubic-40ms', { ecn: 'request' }],
    ['ecn-reno-40ms', { ecn: 'request' }],
  ])(
    '%s: time within 2 %%, packets within 1 %%',
    (name, tcp) => {
      const { error, packetError } = replayed(folder, name, tcp);
      expect(Math.abs(error)).toBeLessThanOrEqual(0.02);
      expect(Math.abs(packetError)).toBeLessThanOrEqual(0.01);
    },
    60_000,
  );

  test.each(
    /** @type {const} */ ([
      ['idle-short-100ms', {}],
      ['idle-ssai0-cubic-100ms', { tcp: { idleRestart: 'off' } }],
      ['idle-ssai0-reno-100ms', { tcp: { idleRestart: 'off' } }],
      ['idle-ssai1-cubic-100ms', {}],
      ['idle-ssai1-reno-100ms', {}],
      ['rwnd-rcvbuf32768-60ms', {}],
      ['rwnd-rcvbuf8192-60ms', {}],
    ]),
  )(
    '%s, held back by the application or the receive window: time and packets within 2 %%, each burst within 15 %%',
    (name, options) => {
      const { error, packetError, burstErrors } = replayedLimited(folder, name, options);
      for (const burst of burstErrors.slice(0, Math.max(1, burstErrors.length - 1))) {
        expect(Math.abs(burst)).toBeLessThanOrEqual(0.15);
      } // the last of several ends with the connection
      expect(Math.abs(error)).toBeLessThanOrEqual(0.02);
      expect(Math.abs(packetError)).toBeLessThanOrEqual(0.02);
    },
  );

  test('a reader that sleeps twice, and zero windows: time within 6 %, acknowledgements within 20 %', () => {
    const { error, packetError, ackError } = replayedLimited(folder, 'rwnd-zerowindow-60ms', { sleeps: true });
    expect(Math.abs(error)).toBeLessThanOrEqual(0.06);
    expect(packetError).toBe(0);
    expect(Math.abs(ackError)).toBeLessThanOrEqual(0.2);
  });

  test.each([
    ['rwnd-slowreader-60ms', 8192, 40],
    ['rwnd-tinyreads-60ms', 700, 15],
  ])(
    '%s, held back by what reads %i bytes every %i ms: time within 6 %%, acknowledgements within 20 %%',
    (name, bytes, everyMs) => {
      const { error, packetError, ackError } = replayedLimited(folder, name, { reader: { bytes, everyMs } });
      expect(Math.abs(error)).toBeLessThanOrEqual(0.06);
      expect(packetError).toBe(0);
      expect(Math.abs(ackError)).toBeLessThanOrEqual(0.2);
    },
  );
});
