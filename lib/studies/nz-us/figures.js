import { CONNECTIONS, VERSIONS } from './parameters.js';

/** @typedef {import('../study.js').Figure} Figure */
/** @typedef {import('./curves.js').Curves} Curves */
/** @typedef {import('./curves.js').Quantity} Quantity */
/** @typedef {import('./parameters.js').Version} Version */

export const PRESENTED = 'presented load, Mbit/s';
const LOW_END_MBPS = 10;

/**
 * @typedef {{ name: string, title: string, y: Quantity, yLabel: string, x?: Quantity, xLabel?: string, xMost?: number,
 *   yScale?:
 *   import('../study.js').Scale, connections?: number[] }} Plan
 */
/** The papers' figures by their numbers. @type {Plan[]} */
const FIGURES = [
  {
    name: '4',
    title: 'Load with one connection between the proxies',
    y: 'toNzMbps',
    yLabel: 'load to New Zealand, Mbit/s',
    connections: [1],
  },
  { name: '5a', title: 'Load', y: 'toNzMbps', yLabel: 'load to New Zealand, Mbit/s' },
  { name: '5b', title: 'Latency', y: 'latencySeconds', yLabel: 'mean latency, s', yScale: 'log' },
  { name: '6a', title: 'Mean queue toward New Zealand', y: 'queueToNzMean', yLabel: 'queued, bytes', yScale: 'log' },
  { name: '6b', title: 'Peak queue toward New Zealand', y: 'queueToNzPeak', yLabel: 'queued, bytes', yScale: 'log' },
  { name: '6c', title: 'Mean queue toward the US', y: 'queueToUsMean', yLabel: 'queued, bytes' },
  { name: '6d', title: 'Peak queue toward the US', y: 'queueToUsPeak', yLabel: 'queued, bytes' },
  { name: '7a', title: 'Open connections to servers', y: 'open', yLabel: 'connections, mean' },
  {
    name: '7b',
    title: 'Latency at low load, where all is answered',
    y: 'latencySeconds',
    yLabel: 'mean latency, s',
    xMost: LOW_END_MBPS,
    connections: CONNECTIONS.filter((connections) => connections !== 1),
  },
  { name: '7c', title: 'Load toward the US', y: 'toUsMbps', yLabel: 'load to the US, Mbit/s' },
  {
    name: '7d',
    title: 'Load in both directions',
    x: 'toUsMbps',
    xLabel: 'load to the US, Mbit/s',
    y: 'toNzMbps',
    yLabel: 'load to New Zealand, Mbit/s',
  },
];

/** A curve has the same colour in each figure. */
const COLORS = ['net', 'retx', 'ooo', 'win', 'ack', 's2c', 'c2s', 'cwnd', 'sack'];

/** @param {number} connections */
const nameOf = (connections) =>
  connections === 0 ? 'no proxy' : `${connections} ${connections === 1 ? 'connection' : 'connections'}`;

/** @param {Plan} plan @param {Curves} curves @param {Version} version @returns {Figure} */
function figure(
  {
    name,
    title,
    y,
    yLabel,
    x = 'presentedMbps',
    xLabel = PRESENTED,
    xMost = Infinity,
    yScale,
    connections = CONNECTIONS,
  },
  curves,
  version,
) {
  const series = connections.map((count) => ({
    name: nameOf(count),
    style: { color: COLORS[CONNECTIONS.indexOf(count)] },
    points: curves
      .of(version, count)
      .filter((point) => Number(point[x]) <= xMost && (xMost === Infinity || point.unfinished === 0))
      .map((point) => /** @type {[number, number|null]} */ ([Number(point[x]), point[y]])),
  }));
  return {
    id: `${version}-${name}`,
    title: `${name}: ${title}, ${version}`,
    xLabel,
    yLabel,
    ...(yScale ? { yScale } : {}),
    series,
  };
}

/** Figures 4 to 7d of both versions. @param {Curves} curves @returns {Figure[]} */
export function figures(curves) {
  return VERSIONS.flatMap((version) => FIGURES.map((plan) => figure(plan, curves, version)));
}
