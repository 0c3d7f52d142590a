/**
 * What each file of a watch came to, in lines of JSON by the day: figures of weeks without a look into the tables,
 * whose files are many and small.
 */
import { appendFile, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { rollups } from 'd3';

import { epochOfText, hasDate } from '../../shared/epoch.js';

/** @typedef {import('../figures.js').Figures} Figures */
/** @typedef {import('../database.js').Cell} Cell */
/**
 * @typedef {object} FileFigures
 * @property {string} path
 * @property {string} capture its key
 * @property {number} start of its first packet, seconds since 1970
 * @property {number} seconds that it lasts
 * @property {number} packets
 * @property {number} connections
 * @property {number} dataPackets
 * @property {number} retransmittedPackets
 */
/** @typedef {{ from: number, to: number }} Stretch seconds since 1970 */

const FOLDER = 'series';
/** Points of a plot, at most. */
const MAX_POINTS = 120;
export const DAY_SECONDS = 86_400;
/** What a point may stand for: a file of a minute, or many. */
const STEPS_SECONDS = [60, 300, 900, 3600, 4 * 3600, DAY_SECONDS, 7 * DAY_SECONDS, 30 * DAY_SECONDS];

/** @param {number} seconds since 1970 */
export const dayOf = (seconds) => new Date(seconds * 1000).toISOString().slice(0, 10);

/** @param {string} folder of the watch @param {string} path @param {string} capture @param {Figures} figures */
export async function addToSeries(folder, path, capture, { startEpoch, durationSeconds, services, ...counts }) {
  const startNs = epochOfText(startEpoch);
  if (startNs === null || !hasDate(startNs)) return;
  const sum = (/** @type {'dataPackets'|'retransmittedPackets'} */ key) =>
    services.reduce((total, service) => total + service[key], 0);
  /** @type {FileFigures} */
  const line = {
    ...{ path, capture, start: Number(startEpoch), seconds: durationSeconds },
    ...{ packets: counts.packets, connections: counts.connections },
    ...{ dataPackets: sum('dataPackets'), retransmittedPackets: sum('retransmittedPackets') },
  };
  await mkdir(join(folder, FOLDER), { recursive: true });
  await appendFile(join(folder, FOLDER, `${dayOf(line.start)}.jsonl`), `${JSON.stringify(line)}\n`);
}

/**
 * @param {string} folder of the watch
 * @param {Stretch} stretch
 * @returns {Promise<FileFigures[]>} of files that began in it, in the order of time; of one read again the last
 */
export async function readSeries(folder, { from, to }) {
  const names = (await readdir(join(folder, FOLDER)).catch(() => [])).sort();
  const [first, last] = [from, to].map((seconds) => `${dayOf(seconds)}.jsonl`);
  /** @type {Map<string, FileFigures>} */
  const files = new Map();
  for (const name of names.filter((one) => one >= first && one <= last)) {
    for (const line of (await readFile(join(folder, FOLDER, name), 'utf8').catch(() => '')).split('\n')) {
      const file = parsed(line);
      if (file && file.start >= from && file.start < to) files.set(file.path, file);
    }
  }
  return [...files.values()].sort((a, b) => a.start - b.start);
}

/** @param {string} line that a crash may have cut off @returns {FileFigures|null} */
function parsed(line) {
  try {
    return JSON.parse(line);
  } catch {
    return null;
  }
}

/** @param {string} folder of the watch @param {string} oldest day that stays */
export async function deleteOldSeries(folder, oldest) {
  for (const name of await readdir(join(folder, FOLDER)).catch(() => [])) {
    if (name < oldest) await rm(join(folder, FOLDER, name), { force: true });
  }
}

/** @param {Stretch} stretch @returns {number} */
export const stepSeconds = ({ from, to }) =>
  STEPS_SECONDS.find((step) => (to - from) / step <= MAX_POINTS) ?? STEPS_SECONDS[STEPS_SECONDS.length - 1];

/**
 * @param {FileFigures[]} files in the order of time @param {number} step
 * @returns {{ columns: string[], rows: Cell[][], isCut: boolean }} a row for each step, with its first capture
 */
export function overTime(files, step) {
  const rows = rollups(files, rowOf, ({ start }) => Math.floor(start / step) * step);
  const columns = ['time', 'capture', 'packets', 'packets_per_second', 'connections', 'retransmitted_percent'];
  return { columns, rows: rows.map(([seconds, row]) => [timeText(seconds), ...row]), isCut: false };
}

/** As DuckDB writes it. @param {number} seconds since 1970 */
const timeText = (seconds) => new Date(seconds * 1000).toISOString().replace('T', ' ').slice(0, 19);

/** @param {FileFigures[]} files @returns {Cell[]} */
function rowOf(files) {
  const sum = (/** @type {Exclude<keyof FileFigures, 'path'|'capture'>} */ key) =>
    files.reduce((total, file) => total + file[key], 0);
  const share = (/** @type {number} */ part, /** @type {number} */ of) => (of === 0 ? null : part / of);
  const percent = share(100 * sum('retransmittedPackets'), sum('dataPackets'));
  return [files[0].capture, sum('packets'), share(sum('packets'), sum('seconds')), sum('connections'), percent];
}
