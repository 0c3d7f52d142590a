/** The scenario of the two papers; docs/nz-us.md has the source of each number. */

/** @typedef {'fibre'|'satellite'} Version */
/** @type {Version[]} */
export const VERSIONS = ['fibre', 'satellite'];

/** E3, each way. */
export const LINK_BPS = 34_368_000;
/** One way, towards New Zealand and towards the US. */
export const DELAYS_MS = { fibre: { toNz: 60, toUs: 60 }, satellite: { toNz: 320, toUs: 60 } };
/** @param {Version} version @returns {number} */
export const rttSeconds = (version) => (DELAYS_MS[version].toNz + DELAYS_MS[version].toUs) / 1000;

/** Connections between the proxies; 0: no proxy in the US. */
export const CONNECTIONS = [0, 1, 5, 10, 15, 20, 35, 50, 70];
/** Presented loads, up to a little more than the link carries. */
export const LEVELS = 31;
export const HIGHEST_PRESENTED_BPS = 37e6;
/** Configurations that only repeat one with other workloads: seven, so that there are 25 in all. */
export const REPEATED = { version: /** @type {Version} */ ('fibre'), connections: 20, times: 7 };
/**
 * The part of these in a draft. Where the connections between the proxies carry less than half of the link, curves are
 * straight from the first load that is too much to the last.
 */
export const DRAFT = {
  levels: [1, 4, 12, 19, 24, 27, 29, 31],
  fewConnectionsLevels: [1, 4, 12, 19, 31],
  repeatedLevels: [12, 19],
  times: 2,
};

/** Window of BSD hosts: most bytes of a connection in a round trip. */
const WINDOW_BYTES = 32_767;

/** Below the first: one connection levels off there (figure 4). */
const LOW_LEVELS = [0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.8];

/**
 * @param {Version} version
 * @param {number} connections 0: no proxy
 * @param {boolean} draft
 * @returns {number[]} loads that are simulated
 */
export function levelsOf(version, connections, draft) {
  if (connections === 1) return [...LOW_LEVELS, ...highLevels(version, connections, draft)];
  return highLevels(version, connections, draft);
}

/** @param {Version} version @param {number} connections @param {boolean} draft @returns {number[]} */
function highLevels(version, connections, draft) {
  if (!draft) return Array.from({ length: LEVELS }, (_, index) => index + 1);
  const mostBps = (connections * WINDOW_BYTES * 8) / rttSeconds(version);
  return connections > 0 && mostBps < LINK_BPS / 2 ? DRAFT.fewConnectionsLevels : DRAFT.levels;
}

/**
 * Simulated; the measuring window leaves out the first. A draft's runs of more than the link carries, without a proxy,
 * are longer: connections keep getting more, and the papers' had ten minutes for it.
 */
export const SECONDS = {
  full: { run: 600, warmUp: 60 },
  draft: { run: 75, warmUp: 15 },
  draftOverload: { run: 120, warmUp: 15 },
};

/**
 * @param {{ connections: number, level: number }} parameters
 * @param {boolean} draft
 * @returns {{ run: number, warmUp: number }}
 */
export function secondsOf({ connections, level }, draft) {
  if (!draft) return SECONDS.full;
  return connections === 0 && level === LEVELS ? SECONDS.draftOverload : SECONDS.draft;
}

/** What presented load counts of each packet besides its payload: the headers of IP and TCP. */
export const PRESENTED_HEADER_BYTES = 40;
