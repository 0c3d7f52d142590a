import { flightSteps } from './measures.js';

/** @typedef {import('./measures.js').Sample} Sample */
/** @typedef {import('../study.js').Figure} Figure */
/** @typedef {import('../study.js').Series['points']} Points */

const QUANTUM_MS = 20;
/** Of the run with the timer, close enough that each burst shows. */
const CLOSE_MS = 5000;
const TIME = 'time since the session began, ms';
const milliseconds = (/** @type {number} */ ns) => ns / 1e6;

/** Bytes acknowledged so far, a point for each time at which some were. @param {Sample[]} samples @returns {Points} */
function acknowledged(samples) {
  let bytes = 0;
  /** @type {Map<number, number>} */
  const byTime = new Map([[0, 0]]);
  for (const sample of samples) byTime.set(milliseconds(sample.ackedNs), (bytes += sample.bytes) / 1e3);
  return [...byTime];
}

/** Time to the acknowledgement, by its arrival in steps of 20 ms. @param {Sample[]} samples @returns {Points} */
function delays(samples) {
  /** @type {Map<string, [number, number]>} */
  const points = new Map();
  for (const { sentNs, ackedNs } of samples) {
    const x = Math.round(milliseconds(ackedNs) / QUANTUM_MS) * QUANTUM_MS;
    const y = Number(milliseconds(ackedNs - sentNs).toFixed(3));
    points.set(`${x} ${y}`, [x, y]);
  }
  return [...points.values()];
}

/** @param {Sample[]} samples @returns {Points} */
const flight = (samples) => flightSteps(samples).map(({ timeNs, packets }) => [milliseconds(timeNs), packets]);

/** @param {Points} points */
const close = (points) => points.filter(([timeMs]) => timeMs <= CLOSE_MS);

/**
 * The three figures of the study, each at its own scale: with the timer (8.1 also close to and 8.3 only so, as a jag
 * and a burst last less than a second of fifty), and without it.
 * @param {Sample[]} timed @param {Sample[]} untimed @returns {Figure[]}
 */
export function xudpFigures(timed, untimed) {
  const figure = (
    /** @type {string} */ id,
    /** @type {string} */ title,
    /** @type {string} */ yLabel,
    /** @type {Points} */ points,
    /** @type {import('../study.js').SeriesStyle} */ style,
    xLabel = TIME,
  ) => ({ id, title, xLabel, yLabel, series: [{ name: yLabel, points, style }] });
  const [kB, waits, packets] = ['acknowledged, kB', 'time to the acknowledgement, ms', 'packets in the network'];
  const steps = /** @type {const} */ ({ kind: 'steps', color: 's2c' });
  const dots = /** @type {const} */ ({ kind: 'dots', color: 's2c' });
  const stepsWithout = /** @type {const} */ ({ kind: 'steps', color: 'cwnd' });
  const without = 'without the timer';
  return [
    figure('figure-8-1', '8.1  Bytes acknowledged', kB, acknowledged(timed), steps),
    figure('figure-8-1-close', '8.1  Bytes acknowledged, first 5 s', kB, close(acknowledged(timed)), steps),
    figure(
      'figure-8-2',
      '8.2  Time from a packet to its acknowledgement',
      waits,
      delays(timed),
      dots,
      `${TIME}, in steps of ${QUANTUM_MS}`,
    ),
    figure('figure-8-3', '8.3  Packets in the network, first 5 s', packets, close(flight(timed)), steps),
    figure('untimed-8-1', `8.1  Bytes acknowledged, ${without}`, kB, acknowledged(untimed), stepsWithout),
    figure(
      'untimed-8-2',
      `8.2  Time from a packet to its acknowledgement, ${without}`,
      waits,
      untimed.map(({ sentNs, ackedNs }) => [milliseconds(ackedNs), milliseconds(ackedNs - sentNs)]),
      { kind: 'dots', color: 'cwnd' },
    ),
    figure('untimed-8-3', `8.3  Packets in the network, ${without}`, packets, flight(untimed), stepsWithout),
  ];
}
