import { NS_PER_MS } from '../../simulator/units.js';
import { NZ_US } from '../nz-us/nz-us.js';
import { loadOfWorkload } from '../workload/load.js';
import { nzixLike } from '../workload/nzix-like.js';
import { readWorkload } from '../workload/workload-file.js';
import { answerOf, configurationName } from './answer.js';
import { DRAIN_SECONDS, executed, ownLink } from './execute.js';
import { figures } from './figures.js';
import { planOf, timesOf } from './plan.js';
import { ownPoints, pointsOf } from './points.js';
import { OWN_SETTINGS, readOwnSettings } from './settings.js';

/** @typedef {import('./points.js').Point} Point */
/** @typedef {import('./plan.js').Given} Given */
/** @typedef {import('../study.js').StudyOptions & { given: Given }} Options */

/** @param {import('../study.js').StudyOptions} options @returns {Options} */
const taken = (options) => /** @type {Options} */ (options);

/**
 * The question of the NZ/US study, asked of a user's own load and link: aggregate between two proxies, over how many
 * connections, with which protocol?
 * @type {import('../study.js').Study<import('./plan.js').Parameters, import('../nz-us/run.js').Measures>}
 */
export const OWN_LOAD = {
  name: 'own-load',
  title: 'Your own load over your own link',
  summary:
    'Should the traffic of a site go through two proxies, one on each side of a long link, over how many connections between them, and with HTTP/1.1, MUX, HTTP/2 or HTTP/3? Asked of your own log or capture; beside it the published setting of the NZ/US study.',
  sources: NZ_US.sources,
  settings: Object.entries(OWN_SETTINGS).map(([name, { label, value, words }]) => ({ name, label, value, words })),
  given: (seed) => ({ load: loadOfWorkload(readWorkload(nzixLike(seed))), settings: readOwnSettings([]) }),

  plan: (options) => planOf(taken(options)),
  execute: (run, options) => ({ values: executed(run, taken(options)) }),

  conclude(results, options) {
    const { given } = taken(options);
    const points = pointsOf(results, given);
    const { seconds, warmUpSeconds } = timesOf('own', given);
    return {
      summary: [
        ...answerOf(points, given.settings.rateKbps / 1000),
        linkWords(given.settings),
        `${given.load.startSeconds.length.toLocaleString('en')} requests of ${given.load.source}, cut into stretches of ${seconds} s; the busiest is your load, and more load is several of them at once.`,
        ...given.load.notes,
        `${results.length} runs of ${seconds} s, the first ${warmUpSeconds.toFixed(0)} s of each not measured, with ${DRAIN_SECONDS} s more for what is due. Without a second proxy each request has a connection of its own; nothing is encrypted; HTTP/2 and HTTP/3 hold nothing back by flow control; HTTP/3 is TCP's recovery with QUIC's packet sizes, each response on its own.`,
      ],
      claims: [],
      expectations: [],
      unclaimed: [],
      figures: figures(points),
      tables: [ownTable(points), runsTable(points)],
    };
  },
};

/** @param {import('./settings.js').OwnSettings} settings @returns {string} */
function linkWords(settings) {
  const { clientToServer, serverToClient } = ownLink(settings);
  const { profile, windowBytes, loss } = settings;
  /** @param {import('../../simulator/network.js').HopOptions} hop */
  const way = ({ rateBps = 0, delayNs = 0, queueBytes }) =>
    `${rateBps / 1e6} Mbit/s, ${delayNs / NS_PER_MS} ms, ${queueBytes === undefined ? 'a buffer without a bound' : `a buffer of ${Math.round(queueBytes / 1000)} kB`}`;
  return `The link: to clients ${way(serverToClient)}${loss > 0 ? `, ${100 * loss} % lost` : ''}; back ${way(clientToServer)}. TCP as in ${profile}${windowBytes === null ? '' : `, windows of ${windowBytes} bytes at most`}.`;
}

/** @param {number|null} value @param {number} digits */
const fixed = (value, digits) => (value === null ? null : Number(value.toFixed(digits)));
/** @param {Point} point */
const unfinishedPercent = ({ unfinished, sampled }) => (sampled === 0 ? null : fixed((100 * unfinished) / sampled, 1));

/** @param {Point[]} points @returns {import('../study.js').StudyTable} */
function ownTable(points) {
  const own = ownPoints(points);
  const without = own.find(({ carrier }) => carrier === null)?.latencySeconds ?? null;
  return {
    title: 'At your load',
    isAnswer: true,
    columns: [
      { name: 'between the proxies' },
      { name: 'mean latency', unit: 's' },
      { name: 'against no second proxy', unit: '%' },
      { name: '95 % within', unit: 's' },
      { name: 'unanswered', unit: '%' },
      { name: 'link to clients', unit: 'Mbit/s' },
      { name: 'link back', unit: 'Mbit/s' },
      { name: 'mean queue', unit: 'bytes' },
    ],
    rows: own.map((point) => [
      configurationName(point),
      fixed(point.latencySeconds, 4),
      without === null || point.latencySeconds === null ? null : fixed(100 * (point.latencySeconds / without - 1), 1),
      fixed(point.latency95Seconds, 4),
      unfinishedPercent(point),
      fixed(point.toClientsMbps, 4),
      fixed(point.backMbps, 4),
      fixed(point.queueToNzMean, 0),
    ]),
  };
}

/** @param {Point[]} points @returns {import('../study.js').StudyTable} */
function runsTable(points) {
  return {
    title: 'Runs',
    columns: [
      { name: 'setting' },
      { name: 'between the proxies' },
      { name: 'presented', unit: 'Mbit/s' },
      { name: 'requests' },
      { name: 'mean latency', unit: 's' },
      { name: '95 % within', unit: 's' },
      { name: 'unanswered', unit: '%' },
      { name: 'link to clients', unit: 'Mbit/s' },
      { name: 'link back', unit: 'Mbit/s' },
      { name: 'open connections' },
      { name: 'mean queue', unit: 'bytes' },
      { name: 'peak queue', unit: 'bytes' },
    ],
    rows: points.map((point) => [
      point.side === 'own' ? 'yours' : 'published',
      configurationName(point),
      fixed(point.presentedMbps, 4),
      point.requests,
      fixed(point.latencySeconds, 4),
      fixed(point.latency95Seconds, 4),
      unfinishedPercent(point),
      fixed(point.toClientsMbps, 4),
      fixed(point.backMbps, 4),
      fixed(point.open, 1),
      fixed(point.queueToNzMean, 0),
      point.queueToNzPeak,
    ]),
  };
}
