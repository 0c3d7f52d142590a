import { PACKET_BYTES } from '../../simulator/applications/parcels/sender.js';
import { PERIOD_MS } from './runs.js';

/** @typedef {import('./xudp.js').Parameters & import('./xudp.js').Values} Row */
/** @typedef {import('./measures.js').Measures} Measures */
/** @typedef {import('../study.js').Expectation} Expectation */

const GOODPUT_TOLERANCE = 0.02;
const RTT_TOLERANCE_MS = 1;
const GAIN = 20;
const UNTIMED_MS = 5;
const WINDOW_TOLERANCE = 0.05;
/**
 * Of the time of an after-first acknowledgement: a packet's way there and the acknowledgement's way back, beyond the
 * period.
 */
const AFTER_FIRST_MS = 1.5;
/** Averages of the published table (3.9 packets) and of Little's law for its other rows (1.93). */
const BIAS = 2;

/** @param {Row} row @returns {Measures} */
function measuresOf({ measures }) {
  if (!measures) throw new Error('a run over UDP has measures');
  return measures;
}

/** @param {number} value @param {number} [digits] */
const rounded = (value, digits = 4) => Number(value.toPrecision(digits));

/** Goodput is the window in bytes over the mean round trip. @param {Row} row @returns {Expectation} */
function goodput(row) {
  const { goodputBps, meanRttMs } = measuresOf(row);
  const expected = (row.packets * PACKET_BYTES) / (meanRttMs / 1e3);
  return {
    id: `goodput-${row.timer}-${row.packets}`,
    expectation: `goodput with a window of ${row.packets}, timer ${row.timer}, kB/s: window over mean round trip`,
    expected: rounded(expected / 1e3),
    measured: rounded(goodputBps / 1e3),
    tolerance: '± 2 %',
    passed: Math.abs(goodputBps / expected - 1) <= GOODPUT_TOLERANCE,
  };
}

/** @param {Row[]} rows @param {'grid'|'after-first'} timer @returns {Expectation} */
function meanRtt(rows, timer) {
  const expected = timer === 'grid' ? PERIOD_MS : PERIOD_MS + AFTER_FIRST_MS;
  const all = rows.filter((row) => row.timer === timer).map((row) => measuresOf(row).meanRttMs);
  const worst = all.reduce((most, rtt) => (Math.abs(rtt - expected) > Math.abs(most - expected) ? rtt : most));
  return {
    id: `rtt-${timer}`,
    expectation: `mean round trip with the timer ${timer}, ms`,
    expected,
    measured: rounded(worst),
    tolerance: `± ${RTT_TOLERANCE_MS} ms`,
    passed: Math.abs(worst - expected) <= RTT_TOLERANCE_MS,
    note: 'the run that is furthest off',
  };
}

/** @param {number|null} ms */
const timerText = (ms) => (ms === null ? 'no timer' : `${ms} ms`);

/** @param {Row[]} rows of one transport and timer @returns {Expectation} */
function diagnosis(rows) {
  const [{ timer, transport }] = rows;
  const expected = timer === 'none' ? null : PERIOD_MS;
  const found = [...new Set(rows.map(({ foundTimerMs }) => foundTimerMs))];
  return {
    id: `timer-${timer}-${transport}`,
    expectation: `acknowledgment timer that Selfclock finds in the captures, ${transport === 'udp' ? 'datagrams' : 'the same over TCP'}, timer ${timer}`,
    expected: timerText(expected),
    measured: found.map(timerText).join(', '),
    tolerance: 'exact',
    passed: found.length === 1 && found[0] === expected,
  };
}

/** Cost of the timer. @param {Row[]} constant @returns {Expectation[]} */
function withoutTimer(constant) {
  const untimed = constant.filter(({ timer }) => timer === 'none');
  const slowest = Math.max(...untimed.map((row) => measuresOf(row).meanRttMs));
  const gains = untimed.map(
    (row) =>
      measuresOf(row).goodputBps /
      measuresOf(
        /** @type {Row} */ (constant.find(({ timer, packets }) => timer === 'grid' && packets === row.packets)),
      ).goodputBps,
  );
  const least = Math.min(...gains);
  return [
    {
      id: 'untimed-rtt',
      expectation: 'mean round trip without the timer, ms',
      expected: `below ${UNTIMED_MS}`,
      measured: rounded(slowest),
      tolerance: '',
      passed: slowest < UNTIMED_MS,
      note: 'the slowest run',
    },
    {
      id: 'untimed-goodput',
      expectation: 'goodput without the timer over that with it',
      expected: `above ${GAIN}`,
      measured: rounded(least),
      tolerance: '',
      passed: least > GAIN,
      note: 'the least gain',
    },
  ];
}

/**
 * @param {Row[]} rows timer runs @param {string} id @param {string} expectation @param {number} expected
 * @returns {Expectation}
 */
function windows(rows, id, expectation, expected) {
  const ratios = rows.map((row) => measuresOf(row).windowByPacket / measuresOf(row).windowByTime);
  const worst = ratios.reduce((most, ratio) => (Math.abs(ratio - expected) > Math.abs(most - expected) ? ratio : most));
  return {
    id,
    expectation,
    expected,
    measured: rounded(worst),
    tolerance: '± 5 %',
    passed: Math.abs(worst / expected - 1) <= WINDOW_TOLERANCE,
  };
}

/** The capture alone gives the sender's state. @param {Row[]} rows @returns {Expectation} */
function captured(rows) {
  const same = rows.filter(
    ({ measures, captured: known }) => JSON.stringify(measures) === JSON.stringify(known),
  ).length;
  return {
    id: 'captures',
    expectation: 'runs whose capture gives exactly the measures that the sender knows',
    expected: rows.length,
    measured: same,
    tolerance: 'exact',
    passed: same === rows.length,
  };
}

/** These were not published. @param {Row[]} rows @returns {Expectation[]} */
export function xudpExpectations(rows) {
  const udp = rows.filter(({ transport }) => transport === 'udp');
  const tcp = rows.filter(({ transport }) => transport === 'tcp');
  const constant = udp.filter(({ isBursty }) => !isBursty);
  const timed = constant.filter(({ timer }) => timer !== 'none');
  const of = (/** @type {Row[]} */ some, /** @type {string} */ name) => some.filter(({ timer }) => timer === name);
  return [
    ...timed.map(goodput),
    meanRtt(constant, 'grid'),
    meanRtt(constant, 'after-first'),
    ...['grid', 'after-first', 'none'].flatMap((timer) => [diagnosis(of(constant, timer)), diagnosis(of(tcp, timer))]),
    ...withoutTimer(constant),
    windows(timed, 'window-constant', 'mean window over packets to that over time, windows that stay the same', 1),
    windows(
      of(udp, 'grid').filter(({ isBursty }) => isBursty),
      'window-bursts',
      'the same with bursts of 6 between single packets',
      BIAS,
    ),
    captured(udp),
  ];
}
