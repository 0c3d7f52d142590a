/** How a watch is: what it says of itself each few seconds in `TABLES/watch/NAME/health.json`, for whoever looks. */
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Of the times in which nothing was captured: the last ones; the sum has all. */
export const MAX_GAPS = 100;
const FILE = 'health.json';
const FOLDER = 'watch';

/** @typedef {{ from: string, to: string, reason: string }} Gap */
/**
 * @typedef {object} Health counts are of all the time, over restarts
 * @property {string} name
 * @property {string} source interface, folder, or `-`
 * @property {string|null} tool that captures
 * @property {number} pid
 * @property {'running'|'waiting'|'stopped'} state `waiting`: the capture tool ended and is started again
 * @property {string} startedAt
 * @property {string} toldAt
 * @property {number} starts
 * @property {Gap[]} gaps in which nothing was captured, the last ones
 * @property {number} gapSeconds of all
 * @property {number} files read
 * @property {number} unreadableFiles that are no captures, or broke off the reading
 * @property {number} lostFiles that were deleted unread, since reading was slower than capturing
 * @property {number} lostBytes
 * @property {number} packets in the tables
 * @property {number} connections rows of them in the tables
 * @property {number} bytes read
 * @property {number} spans that an OpenTelemetry collector took
 * @property {number} droppedSpans not accepted by it
 * @property {number} waitingSpanFiles whose spans wait for it, since it does not answer
 * @property {number} givenUpSpanFiles that were deleted, or pushed out by further ones, before it answered
 * @property {{ received: number, kernel: number|null, interface: number|null }} capture what the tool says: packets
 *   taken, dropped by the kernel and by the interface; null: it does not say before it ends
 * @property {number} backlogFiles finished and not read yet
 * @property {number} lagSeconds since the oldest of them was finished; 0: none
 * @property {number} keptBytes of captures
 * @property {number} memoryBytes resident, of this process
 * @property {string|null} problem the last one, while it lasts
 */

/** @param {string} tables @param {string} name */
export const folderOf = (tables, name) => join(tables, FOLDER, name);

/** @param {string} folder @returns {Promise<Health|null>} */
export async function readHealth(folder) {
  try {
    return JSON.parse(await readFile(join(folder, FILE), 'utf8'));
  } catch {
    return null;
  }
}

/** @param {string} folder @param {Health} health */
export async function writeHealth(folder, health) {
  const unfinished = join(folder, `${FILE}.part`);
  await writeFile(unfinished, `${JSON.stringify(health)}\n`);
  await rename(unfinished, join(folder, FILE));
}

/** @param {string} tables @returns {Promise<Health[]>} of all that ever wrote into the tables */
export async function healthOfAll(tables) {
  const names = await readdir(join(tables, FOLDER)).catch(() => []);
  const all = await Promise.all(names.sort().map((name) => readHealth(folderOf(tables, name))));
  return all.flatMap((health) => health ?? []);
}

/**
 * What a watch starts with: the counts of before, and the time since then as a gap.
 * @param {Health|null} before
 * @param {{ name: string, source: string, isCapturing: boolean }} watch a folder is filled whether it is watched or not
 * @returns {Health}
 */
export function begun(before, { name, source, isCapturing }) {
  const now = new Date().toISOString();
  const counts = { ...NOTHING, ...before };
  const reason = before?.state === 'stopped' ? 'it was stopped' : 'it ended without being asked to';
  const health = {
    ...counts,
    ...{ name, source, tool: null, pid: process.pid, state: /** @type {const} */ ('running') },
    ...{ startedAt: now, toldAt: now, starts: counts.starts + 1, problem: null },
  };
  return before !== null && isCapturing ? withGap(health, { from: before.toldAt, to: now, reason }) : health;
}

/** @param {Health} health @param {Gap} gap @returns {Health} */
export function withGap(health, gap) {
  const seconds = Math.max(0, (Date.parse(gap.to) - Date.parse(gap.from)) / 1000); // a clock may go backwards
  return { ...health, gaps: [...health.gaps, gap].slice(-MAX_GAPS), gapSeconds: health.gapSeconds + seconds };
}

const NOTHING = {
  starts: 0,
  gaps: /** @type {Gap[]} */ ([]),
  gapSeconds: 0,
  ...{ files: 0, unreadableFiles: 0, lostFiles: 0, lostBytes: 0, packets: 0, connections: 0, bytes: 0 },
  ...{ spans: 0, droppedSpans: 0, waitingSpanFiles: 0, givenUpSpanFiles: 0 },
  capture: { received: 0, kernel: /** @type {number|null} */ (null), interface: /** @type {number|null} */ (null) },
  ...{ backlogFiles: 0, lagSeconds: 0, keptBytes: 0, memoryBytes: 0 },
};
