/**
 * The same connection at both ends, and without its payload: what is inferred of its sender and path stays the same.
 */
import { readdirSync, readFileSync } from 'node:fs';

import { analysed, run } from '../../simulator/support/run.js';

const FOLDER = new URL('../../../fixtures/scenarios/', import.meta.url);
/**
 * What is no one connection at both ends, or not the same: with a proxy between; of datagrams; and, without timestamps,
 * where the path pauses, which at the receiver looks like the application.
 */
const OTHERS = ['forward-proxy.json', 'parcels-ack-timer.json', 'spurious-timeout.json'];
const FILES = readdirSync(FOLDER).filter((name) => name.endsWith('.json') && !OTHERS.includes(name));
/**
 * Bounds: of a rate or delay that both places are sure of, of seconds by limit as a share of all (and a round trip), of
 * the mean window.
 */
const SAME_SHARE = 0.05;
const TIME_SHARE = 0.1;
const WINDOW_SHARE = 0.1;
const SURE = 0.7;
const SHOWS = 0.5;
const MIN_SHOWN = 0.25;

/**
 * @typedef {import('../../../lib/analysis/opened-connections.js').OpenedConnections} OpenedConnections
 * @typedef {ReturnType<OpenedConnections['describeSenders']>[number]} Sender
 */

/**
 * By place, what is told of the senders of the first connection.
 * @param {string} file
 * @param {number} snapLength
 * @returns {Map<string, Sender[]>}
 */
function sendersAt(file, snapLength) {
  const scenario = JSON.parse(readFileSync(new URL(file, FOLDER), 'utf8'));
  const { captures } = run({
    ...scenario,
    taps: [
      { at: 'client', snapLength },
      { at: 'server', snapLength },
    ],
  });
  return new Map(
    captures.map(({ at, bytes }) => {
      const analysis = analysed(bytes);
      analysis.ingest.verdicts.refresh(0);
      return [at, analysis.opened.describeSenders(0)];
    }),
  );
}

/** Seconds of each limit. @param {Sender} sender */
function secondsOf({ limits }) {
  /** @type {Record<string, number>} */
  const seconds = {};
  for (const { start, end, limit } of limits) seconds[limit] = (seconds[limit] ?? 0) + end - start;
  return seconds;
}

/** Mean over time where it shows; NaN where it hardly ever does. @param {Sender} sender */
function meanWindow({ cwnd: { time, segments, confidence } }) {
  let sum = 0;
  let seconds = 0;
  for (let k = 0; k + 1 < time.length; k++) {
    if (confidence[k] < SHOWS) continue;
    sum += segments[k] * (time[k + 1] - time[k]);
    seconds += time[k + 1] - time[k];
  }
  return seconds < (time[time.length - 1] - time[0]) * MIN_SHOWN ? NaN : sum / seconds;
}

/** @param {number} a @param {number} b @param {number} share */
const near = (a, b, share) => Math.abs(a - b) <= share * Math.max(Math.abs(a), Math.abs(b));

/** What differs between two places. @param {Sender} one @param {Sender} other @returns {string[]} */
function differences(one, other) {
  const differ = [];
  const [here, there] = [secondsOf(one), secondsOf(other)];
  const all = Object.values(here).reduce((sum, seconds) => sum + seconds, 0);
  const rtt = one.path.baseRtt.value ?? 0;
  const said = (/** @type {unknown} */ a, /** @type {unknown} */ b, /** @type {string} */ what) => {
    if (a != null && b != null && a !== b) {
      differ.push(`${what}: ${a}, ${b}`);
    }
  };
  said(one.initialCwndSegments, other.initialCwndSegments, 'initial window');
  said(one.congestionControl?.name, other.congestionControl?.name, 'congestion control');
  said(one.slowStartExit?.cause, other.slowStartExit?.cause, 'end of slow start');
  for (const limit of new Set([...Object.keys(here), ...Object.keys(there)])) {
    if (
      limit !== 'handshake' &&
      limit !== 'idle' &&
      Math.abs((here[limit] ?? 0) - (there[limit] ?? 0)) > all * TIME_SHARE + 2 * rtt
    ) {
      differ.push(`${limit}: ${here[limit]} s, ${there[limit]} s`);
    }
  }
  const [a, b] = [meanWindow(one), meanWindow(other)];
  if (!Number.isNaN(a) && !Number.isNaN(b) && !near(a, b, WINDOW_SHARE)) differ.push(`window: ${a}, ${b}`);
  const [rate, rateThere] = [one.path.bottleneckRate, other.path.bottleneckRate];
  const isSure = Math.min(rate.confidence, rateThere.confidence) >= SURE;
  if (isSure && rate.value !== null && rateThere.value !== null && !near(rate.value, rateThere.value, SAME_SHARE)) {
    differ.push(`rate: ${rate.value}, ${rateThere.value}`);
  }
  const [baseRtt, baseRttThere] = [one.path.baseRtt.value, other.path.baseRtt.value];
  if (baseRtt !== null && baseRttThere !== null && !near(baseRtt, baseRttThere, SAME_SHARE)) {
    differ.push(`base RTT: ${baseRtt}, ${baseRttThere}`);
  }
  return differ;
}

test.each(FILES)('%s: the same at both ends', (file) => {
  const [here, there] = [...sendersAt(file, 262_144).values()];
  for (const one of here) {
    const other = there.find(({ direction }) => direction === one.direction);
    if (other !== undefined) expect([one.direction, differences(one, other)]).toEqual([one.direction, []]);
  }
});

/**
 * Waits for credit are read off the payload: where there are any, what time was spent on is not compared.
 * @param {Sender} sender
 */
function comparable(sender) {
  return 'credit' in sender.lost ? { ...sender, causes: expect.any(Array), lost: expect.any(Object) } : sender;
}

test.each(FILES)('%s: the same without payload', (file) => {
  const whole = sendersAt(file, 262_144);
  const cut = sendersAt(file, 96);
  for (const [at, senders] of whole) expect(cut.get(at)).toMatchObject(senders.map(comparable));
});
