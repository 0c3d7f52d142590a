import { nzixLike } from '../workload/nzix-like.js';
import { scaledRequests } from '../workload/scaled.js';
import { readWorkload } from '../workload/workload-file.js';
import { Curves } from './curves.js';
import { figures } from './figures.js';
import { latencyClaims } from './latency-claims.js';
import { loadClaims } from './load-claims.js';
import {
  CONNECTIONS,
  DRAFT,
  LEVELS,
  levelsOf,
  HIGHEST_PRESENTED_BPS,
  PRESENTED_HEADER_BYTES,
  REPEATED,
  SECONDS,
  secondsOf,
  VERSIONS,
} from './parameters.js';
import { queueClaims } from './queue-claims.js';
import { FEATURES, linkOf, runSetting } from './run.js';
import { towardUsClaims } from './toward-us-claims.js';
import { NZ_US_UNCLAIMED } from './unclaimed.js';

/** @typedef {import('./curves.js').Parameters} Parameters */
/** @typedef {import('./run.js').Measures} Measures */
/** @typedef {import('../workload/workload-file.js').Workload} Workload */

/** Between the seeds of workloads of one study. */
const WORKLOAD_SEEDS = 1000;

/** Those of the study's seed that were read last; its runs have one of a few. @type {Map<number, Workload>} */
const kept = new Map();

/** @param {number} seed @returns {Workload} the file of that seed, read */
export function workloadOf(seed) {
  const known = kept.get(seed);
  if (known) return known;
  if (kept.size > REPEATED.times) kept.clear();
  const workload = readWorkload(nzixLike(seed));
  kept.set(seed, workload);
  return workload;
}

/**
 * @param {Workload} workload
 * @param {number} level
 * @returns {number} copies of days that present that load, in the mean of all days
 */
export function copiesFor({ requests, hosts, days, daySeconds }, level) {
  const bits =
    requests.reduce(
      (sum, { res, host }) => sum + 8 * (res + PRESENTED_HEADER_BYTES * Math.ceil(res / hosts[host].mss)),
      0,
    ) /
    days /
    daySeconds;
  return Math.round(((level / LEVELS) * HIGHEST_PRESENTED_BPS) / bits);
}

/** @param {Parameters} parameters @returns {string} */
function nameOf({ version, connections, level, workload }) {
  return `${version}-${connections}-load-${level}${workload === 0 ? '' : `-again-${workload}`}`;
}

/**
 * Multiplexing HTTP between two proxies over a long link, fibre and satellite (Pearson, McGregor and Cleary;
 * docs/nz-us.md): throughput of the link, page times and queues, for 0 to 70 connections between the proxies and loads
 * up to the link's rate.
 * @type {import('../study.js').Study<Parameters, Measures>}
 */
export const NZ_US = {
  name: 'nz-us',
  title: 'Multiplexed HTTP between New Zealand and the US',
  summary:
    'Load, latency, queues and connections over an E3 link, fibre and satellite, without a proxy in the US and with 1 to 70 connections to one, for 31 loads; against the claims of two papers.',

  ownLoad: 'own-load',
  sources: [
    {
      text: 'M. Pearson, A. McGregor, J. Cleary: Reducing US/NZ Web Page Latencies (fibre), 1999',
      address: 'https://wand.net.nz/pubs/24/html/index.html',
    },
    {
      text: 'A. McGregor, M. Pearson, J. Cleary: The effect of multiplexing HTTP connections over asymmetric high bandwidth-delay product circuits (satellite), SPIE 3529, 1998',
      address: 'https://wand.net.nz/pubs/25',
    },
  ],

  plan({ draft }) {
    const { version: again, connections: times, times: full } = REPEATED;
    const repeatedLevels = draft ? DRAFT.repeatedLevels : levelsOf(again, times, false);
    /** @type {Parameters[]} */
    const grid = VERSIONS.flatMap((version) =>
      CONNECTIONS.flatMap((connections) =>
        levelsOf(version, connections, draft).map((level) => ({ version, connections, level, workload: 0 })),
      ),
    );
    const repeated = Array.from({ length: draft ? DRAFT.times : full }, (_, index) =>
      repeatedLevels.map((level) => ({ version: again, connections: times, level, workload: index + 1 })),
    ).flat();
    return [...grid, ...repeated].map((parameters) => ({
      name: nameOf(parameters),
      parameters,
      effort: parameters.level * secondsOf(parameters, draft).run,
    }));
  },

  files({ seed }) {
    return [{ name: 'workload.jsonl', text: nzixLike(seed) }];
  },

  execute({ parameters: { version, connections, level, workload: number } }, { seed, draft }) {
    const workload = workloadOf(seed + number * WORKLOAD_SEEDS);
    const { run, warmUp } = secondsOf({ connections, level }, draft);
    const scaled = scaledRequests(workload, { copies: copiesFor(workload, level), seconds: run, features: FEATURES });
    return {
      values: runSetting(
        {
          link: linkOf(version),
          connections,
          seconds: run,
          warmUpSeconds: warmUp,
          sampleCopies: copiesFor(workload, 1),
          sampleSeconds: (draft ? SECONDS.draft : SECONDS.full).run,
          seed,
        },
        scaled,
      ).measures,
    };
  },

  conclude(results, { draft }) {
    const curves = new Curves(results, draft);
    const evidence = { curves, draft };
    const claims = [
      ...loadClaims(evidence),
      ...latencyClaims(evidence),
      ...queueClaims(evidence),
      ...towardUsClaims(evidence),
    ];
    const missed = claims.filter(({ passed }) => !passed);
    return {
      summary: [
        `${results.length} runs of ${draft ? SECONDS.draft.run : SECONDS.full.run} s, the first ${draft ? SECONDS.draft.warmUp : SECONDS.full.warmUp} s of each not measured${draft ? `; ${SECONDS.draftOverload.run} s where the link is overloaded without a proxy` : ''}; ${results.reduce((sum, { values }) => sum + values.packets, 0)} packets carried.`,
        missed.length === 0 ? 'No claim is missed.' : `Missed: ${missed.map(({ id }) => id).join(', ')}.`,
        'Where requests of the sample were unfinished at the end of a run (the table tells), its latency is a lower bound.',
      ],
      claims,
      expectations: [],
      unclaimed: NZ_US_UNCLAIMED,
      figures: figures(curves),
      tables: [runsTable(results, curves)],
    };
  },
};

/**
 * @param {{ run: { parameters: Parameters }, values: Measures }[]} results
 * @param {Curves} curves
 * @returns {import('../study.js').StudyTable}
 */
function runsTable(results, curves) {
  const columns = [
    { name: 'version' },
    { name: 'connections' },
    { name: 'workload' },
    { name: 'presented', unit: 'Mbit/s' },
    { name: 'to New Zealand', unit: 'Mbit/s' },
    { name: 'to the US', unit: 'Mbit/s' },
    { name: 'latency', unit: 's' },
    { name: 'unfinished', unit: '%' },
    { name: 'open connections' },
    { name: 'mean queue to New Zealand', unit: 'bytes' },
    { name: 'peak queue to New Zealand', unit: 'bytes' },
    { name: 'mean queue to the US', unit: 'bytes' },
    { name: 'peak queue to the US', unit: 'bytes' },
  ];
  const rows = results.map(
    ({
      run: {
        parameters: { version, connections, workload, level },
      },
    }) => {
      const point = /** @type {import('./curves.js').Point} */ (
        curves.of(version, connections, workload).find((one) => one.level === level)
      );
      const rounded = (/** @type {number} */ value, /** @type {number} */ digits) => Number(value.toFixed(digits));
      return [
        version,
        connections,
        workload,
        rounded(point.presentedMbps, 4),
        rounded(point.toNzMbps, 4),
        rounded(point.toUsMbps, 4),
        point.latencySeconds === null ? null : rounded(point.latencySeconds, 4),
        point.sampled === 0 ? null : rounded((100 * point.unfinished) / point.sampled, 1),
        rounded(point.open, 1),
        rounded(point.queueToNzMean, 0),
        point.queueToNzPeak,
        rounded(point.queueToUsMean, 1),
        point.queueToUsPeak,
      ];
    },
  );
  return { title: 'Runs', columns, rows };
}
