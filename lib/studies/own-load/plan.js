import { copiesFor, workloadOf } from '../nz-us/nz-us.js';
import { PRESENTED_HEADER_BYTES, SECONDS } from '../nz-us/parameters.js';
import { slicedWorkload } from '../workload/load.js';

/** @typedef {import('../workload/workload-file.js').Workload} Workload */
/** @typedef {import('../workload/load.js').Load} Load */
/** @typedef {import('./settings.js').OwnSettings} OwnSettings */
/** @typedef {import('../../simulator/applications/proxy/carriers.js').CarrierName} CarrierName */
/** @typedef {{ load: Load, settings: OwnSettings }} Given */
/**
 * @typedef {{ side: 'own'|'published', carrier: CarrierName|null, connections: number, copies: number }} Parameters
 *   carrier: null without a second proxy; copies: stretches, or days, at once
 */

/** Approximate size of a run, so that it takes seconds: long periods for slow links, short ones for fast links. */
const BITS_OF_A_RUN = 4e9;
const SHORTEST_SECONDS = 30;
const LONGEST_SECONDS = 600;
const WARM_UP_SHARE = 1 / 6;

/** Loads besides one's own: shares of the link's rate. */
const SHARES = [0.25, 0.5, 0.75, 0.9, 1.03];
const DRAFT_SHARES = [0.5, 0.9];
/** Requests of a run with more than one's own load: heaps of tiny ones would take minutes. */
export const MAX_RUN_REQUESTS = 200_000;
/** Capacity of a column of copies. */
const MAX_COPIES = 60_000;

/** Of the published setting, what stands beside: fibre, by the papers' levels. */
const PUBLISHED = { connections: [0, 20, 50], levels: [2, 9, 17, 25, 30], draftLevels: [9, 25] };

/** @param {Given} given @returns {number} of a run */
export function secondsOf({ load, settings }) {
  if (settings.seconds !== null) return settings.seconds;
  const ofRate = Math.max(SHORTEST_SECONDS, Math.min(LONGEST_SECONDS, BITS_OF_A_RUN / (settings.rateKbps * 1000)));
  const span = load.startSeconds.at(-1) ?? 0;
  return Math.round(Math.min(ofRate, Math.max(SHORTEST_SECONDS, Math.floor(span) + 1)));
}

/** @param {'own'|'published'} side @param {Given} given @returns {{ seconds: number, warmUpSeconds: number }} */
export function timesOf(side, given) {
  if (side === 'published') return { seconds: SECONDS.draft.run, warmUpSeconds: SECONDS.draft.warmUp };
  const seconds = secondsOf(given);
  return { seconds, warmUpSeconds: seconds * WARM_UP_SHARE };
}

/** Of loads that were given last. @type {WeakMap<Load, Map<number, Workload>>} */
const cut = new WeakMap();

/** @param {Given} given @returns {Workload} its stretches, the busiest first */
export function ownWorkload(given) {
  const seconds = secondsOf(given);
  const known = cut.get(given.load) ?? new Map();
  cut.set(given.load, known);
  const workload = known.get(seconds) ?? slicedWorkload(given.load, seconds);
  known.set(seconds, workload);
  return workload;
}

/** @param {Workload} workload @returns {{ bits: number, requests: number }[]} of each day, headers counted */
function daysOf({ requests, hosts, days }) {
  const all = Array.from({ length: days }, () => ({ bits: 0, requests: 0 }));
  for (const { day, res, host } of requests) {
    all[day - 1].bits += 8 * (res + PRESENTED_HEADER_BYTES * Math.ceil(res / hosts[host].mss));
    all[day - 1].requests++;
  }
  return all;
}

/**
 * @param {Given} given
 * @param {boolean} draft
 * @returns {number[]} stretches at once: one, which is one's own load, and as many as make shares of the link's rate
 */
export function copiesOf(given, draft) {
  const workload = ownWorkload(given);
  const days = daysOf(workload);
  const shares = (draft ? DRAFT_SHARES : SHARES).map(
    (share) => share * given.settings.rateKbps * 1000 * workload.daySeconds,
  );
  const found = new Set([1]);
  let bits = 0;
  let requests = 0;
  for (let copies = 1; shares.length > 0 && copies <= MAX_COPIES; copies++) {
    const day = days[(copies - 1) % days.length];
    bits += day.bits;
    requests += day.requests;
    if (copies > 1 && requests > MAX_RUN_REQUESTS) {
      if (copies > 2) found.add(copies - 1);
      break;
    }
    if (bits >= shares[0]) found.add(copies);
    while (shares.length > 0 && bits >= shares[0]) shares.shift();
  }
  return [...found].sort((a, b) => a - b);
}

/** @param {Parameters} parameters @returns {string} */
const nameOf = ({ side, carrier, connections, copies }) =>
  `${side}-${carrier === null ? 'none' : `${carrier.replaceAll(/[/.]/g, '-')}-${connections}`}-load-${copies}`;

/**
 * @param {import('../study.js').StudyOptions & { given: Given }} options
 * @returns {import('../study.js').Run<Parameters>[]}
 */
export function planOf({ seed, draft, given }) {
  const { protocols, connections: counts } = given.settings;
  /** @type {{ carrier: CarrierName|null, connections: number }[]} */
  const own = [
    { carrier: null, connections: 0 },
    ...protocols.flatMap((carrier) => counts.map((connections) => ({ carrier, connections }))),
  ];
  const published = workloadOf(seed);
  /** @type {Parameters[]} */
  const all = [
    ...own.flatMap((setting) =>
      copiesOf(given, draft).map((copies) => ({ side: /** @type {const} */ ('own'), ...setting, copies })),
    ),
    ...PUBLISHED.connections.flatMap((connections) =>
      (draft ? PUBLISHED.draftLevels : PUBLISHED.levels).map((level) => ({
        side: /** @type {const} */ ('published'),
        carrier: connections === 0 ? null : /** @type {const} */ ('mux'),
        connections,
        copies: copiesFor(published, level),
      })),
    ),
  ];
  return all.map((parameters) => ({
    name: nameOf(parameters),
    parameters,
    effort: parameters.side === 'own' ? parameters.copies : 0,
  }));
}
