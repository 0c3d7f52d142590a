import { PRESENTED } from '../nz-us/figures.js';
import { configurationName } from './answer.js';
import { bestOfProtocols, curveOf, isAnswered, ownPoints } from './points.js';

/** @typedef {import('./points.js').Point} Point */
/** @typedef {import('../study.js').Figure} Figure */
/** @typedef {import('../study.js').Series} Series */

const COLORS = { 'http/1.1': 'ooo', mux: 'c2s', 'http/2': 's2c', 'http/3': 'cwnd' };
const PUBLISHED_COLORS = ['net', 'ooo', 'c2s'];

/** @typedef {'latencySeconds'|'latency95Seconds'|'toClientsMbps'|'queueToNzMean'} Quantity */
/**
 * Quantities over the load, each drawn of both settings.
 * @type {{ id: string, y: Quantity, title: string, yLabel: string }[]}
 */
const OVER_LOAD = [
  { id: 'latency', y: 'latencySeconds', title: 'Mean latency', yLabel: 'mean latency, s' },
  { id: 'latency95', y: 'latency95Seconds', title: 'Latency that 95 % do not exceed', yLabel: 'latency, s' },
  { id: 'load', y: 'toClientsMbps', title: 'Load of the link', yLabel: 'load to clients, Mbit/s' },
  { id: 'queue', y: 'queueToNzMean', title: 'Mean queue before the link', yLabel: 'queued, bytes' },
];

/** @param {Point[]} points @param {Quantity} y @returns {[number, number|null][]} */
const pointsOver = (points, y) =>
  points.map((point) => [point.presentedMbps, y.startsWith('latency') && !isAnswered(point) ? null : point[y]]);

/** @param {Point[]} points @param {Quantity} y @returns {Series[]} of one's own link */
function ownSeries(points, y) {
  const without = { side: /** @type {const} */ ('own'), carrier: null, connections: 0 };
  return [without, ...bestOfProtocols(points)].map((one) => ({
    name: configurationName(one),
    style: { color: one.carrier === null ? 'net' : COLORS[one.carrier] },
    points: pointsOver(curveOf(points, one), y),
  }));
}

/** @param {Point[]} points @param {Quantity} y @returns {Series[]} of the published setting */
function publishedSeries(points, y) {
  const published = points.filter(({ side }) => side === 'published');
  return [...new Set(published.map(({ connections }) => connections))].map((connections, index) => {
    const curve = published.filter((point) => point.connections === connections);
    return {
      name: configurationName(curve[0]),
      style: { color: PUBLISHED_COLORS[index] },
      points: pointsOver(curve, y),
    };
  });
}

/** @param {Point[]} points @returns {Figure} latency at one's own load over the number of connections */
function overConnections(points) {
  const own = ownPoints(points);
  const carriers = [...new Set(own.map(({ carrier }) => carrier))].filter((carrier) => carrier !== null);
  const counts = own.map(({ connections }) => connections).filter((count) => count > 0);
  const without = own.find(({ carrier }) => carrier === null)?.latencySeconds ?? null;
  return {
    id: 'own-connections',
    title: 'Your load: mean latency by connections between the proxies',
    xLabel: 'connections',
    yLabel: 'mean latency, s',
    series: [
      {
        name: 'no second proxy',
        style: { color: 'net', dashed: true },
        points: [
          [Math.min(...counts), without],
          [Math.max(...counts), without],
        ],
      },
      ...carriers.map((carrier) => ({
        name: configurationName({ carrier, connections: 0 }).split(',')[0],
        style: { color: COLORS[carrier] },
        points: own
          .filter((point) => point.carrier === carrier)
          .map(
            (point) =>
              /** @type {[number, number|null]} */ ([
                point.connections,
                isAnswered(point) ? point.latencySeconds : null,
              ]),
          ),
      })),
    ],
  };
}

/** @param {Point[]} points @returns {Figure[]} of one's own and the published setting in turn, so side by side */
export function figures(points) {
  const pairs = OVER_LOAD.flatMap(({ id, y, title, yLabel }) => [
    { id: `own-${id}`, title: `${title}: yours`, xLabel: PRESENTED, yLabel, series: ownSeries(points, y) },
    {
      id: `published-${id}`,
      title: `${title}: the published setting`,
      xLabel: PRESENTED,
      yLabel,
      series: publishedSeries(points, y),
    },
  ]);
  return [...pairs, overConnections(points)];
}
