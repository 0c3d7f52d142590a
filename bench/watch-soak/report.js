/** What a soak of `watch` came to. */
import { ask } from '../../lib/fleet/database.js';

/** A connection's first packet, as the tables have it, and as its client knew it. */
const SAME_MS = 1000;
/** A watch that was killed did not tell what happened since it told last, and files end a while after packets came. */
const EDGE_MS = 3000;
const MAX_GAP_SECONDS = 60;
/** Of later minutes over earlier ones, that still counts as flat. */
const FLAT_SHARE = 0.15;
/** Of all packets: those of the moments around a kill that nobody can have counted. */
const UNTOLD_SHARE = 0.01;

/**
 * @typedef {object} Minute
 * @property {number} packetsPerSecond on the interface
 * @property {number} watchMb resident, at most
 * @property {number} readingMb
 * @property {number} toolMb
 * @property {number} capturesMb on the disk
 * @property {number} tablesMb
 * @property {number} kernelDropped so far
 * @property {number} rows packets in the tables so far
 * @property {number} connections
 * @property {number} lagSeconds
 *
 * @typedef {object} Run
 * @property {string} tables
 * @property {number} port of the load's server
 * @property {import('./load.js').Talk[]} talks
 * @property {Minute[]} minutes
 * @property {{ ms: number, packets: number }[]} counts of the interface, by Date.now
 * @property {import('../../lib/fleet/watch/health.js').Health} health at the end
 * @property {number|null} status of the watch's last run
 */

/** @typedef {{ isMet: boolean, words: string }} Check */

/** @param {Minute[]} minutes */
export function table(minutes) {
  /** @type {[string, (minute: Minute) => number][]} */
  const columns = [
    ['packets/s', (m) => m.packetsPerSecond],
    ['watch MB', (m) => m.watchMb],
    ['reading MB', (m) => m.readingMb],
    ['tool MB', (m) => m.toolMb],
    ['captures MB', (m) => m.capturesMb],
    ['tables MB', (m) => m.tablesMb],
    ['kernel dropped', (m) => m.kernelDropped],
    ['packets read', (m) => m.rows],
    ['connections', (m) => m.connections],
    ['lag s', (m) => m.lagSeconds],
  ];
  const heads = ['minute', ...columns.map(([head]) => head)];
  const rows = minutes.map((minute, i) => [String(i + 1), ...columns.map(([, of]) => of(minute).toFixed(0))]);
  return [heads, ...rows].map((row) => row.map((cell, i) => cell.padStart(heads[i].length)).join('  ')).join('\n');
}

/** @param {Run} run @returns {Promise<Check[]>} */
export async function checksOf({ tables, port, talks, minutes, counts, health, status }) {
  const [[rows]] = await answer(tables, 'SELECT sum(packets) FROM captures');
  const gaps = health.gaps.map(({ from, to }) => ({ from: Date.parse(from), to: Date.parse(to) }));
  const { found, inGaps, missing } = lookedFor(talks, gaps, await startsByPort(tables, port));
  const total = counts[counts.length - 1].packets - counts[0].packets;
  const at = (/** @type {number} */ ms) => counts.find((count) => count.ms >= ms)?.packets ?? counts[0].packets + total;
  const inGap = gaps.reduce((sum, { from, to }) => sum + at(to) - at(from), 0);
  const dropped = health.capture.kernel ?? 0;
  const untold = total - Number(rows) - inGap - dropped;
  const longest = Math.max(0, ...gaps.map(({ from, to }) => (to - from) / 1000));
  return [
    { isMet: status === 0 && health.state === 'stopped', words: `watch ended in order (status ${status})` },
    {
      isMet: Number(rows) === health.packets,
      words: `${rows} packets in the tables, ${health.packets} told; ${health.lostFiles} files lost unread`,
    },
    {
      isMet: untold <= UNTOLD_SHARE * total,
      words: `${total} packets on the interface: ${dropped} told as dropped by the kernel, ${inGap} while nothing was captured, ${untold} not told`,
    },
    {
      isMet: gaps.length > 0 && longest <= MAX_GAP_SECONDS,
      words: `${health.starts} starts, ${gaps.length} gaps told, the longest ${longest.toFixed(1)} s`,
    },
    {
      isMet: found > 0 && (missing === 0 || dropped > 0 || health.lostFiles > 0),
      words: `${talks.length} short connections: ${found} in the tables, ${inGaps} in gaps that are told, ${missing} missing besides`,
    },
    flat('watch', minutes, ({ watchMb }) => watchMb),
    flat('reading', minutes, ({ readingMb }) => readingMb),
  ];
}

/** @param {string} name @param {Minute[]} minutes @param {(minute: Minute) => number} of @returns {Check} */
function flat(name, minutes, of) {
  const warm = minutes.slice(1).map(of);
  const [early, late] = [warm.slice(0, warm.length / 2), warm.slice(warm.length / 2)].map(
    (part) => part.reduce((sum, mb) => sum + mb, 0) / part.length,
  );
  const most = Math.max(...minutes.map(of)).toFixed(0);
  const isKnown = warm.length >= 4; // else a minute weighs too much
  return {
    isMet: !isKnown || late <= early * (1 + FLAT_SHARE),
    words: `memory of ${name}: at most ${most} MB${isKnown ? `, mean ${early.toFixed(0)} MB in the first half, ${late.toFixed(0)} MB in the second` : ''}`,
  };
}

/**
 * @param {import('./load.js').Talk[]} talks
 * @param {{ from: number, to: number }[]} gaps
 * @param {Map<number, number[]>} starts
 */
function lookedFor(talks, gaps, starts) {
  const count = { found: 0, inGaps: 0, missing: 0 };
  for (const { port, beganMs, endedMs } of talks) {
    const isFound = starts.get(port)?.some((ms) => Math.abs(ms - beganMs) <= SAME_MS);
    const isInGap = gaps.some(({ from, to }) => beganMs <= to + EDGE_MS && (endedMs ?? beganMs) >= from - EDGE_MS);
    if (isFound) count.found++;
    else if (isInGap) count.inGaps++;
    else count.missing++;
  }
  return count;
}

/** @param {string} tables @param {number} port of the server @returns {Promise<Map<number, number[]>>} by client */
async function startsByPort(tables, port) {
  const client = `CASE WHEN server_port = ${port} THEN client_port ELSE server_port END`;
  const rows = await answer(tables, `SELECT ${client}, epoch_ms("start") FROM connections`);
  /** @type {Map<number, number[]>} */
  const starts = new Map();
  for (const [key, ms] of rows.map(([one, other]) => [Number(one), Number(other)])) {
    starts.set(key, [...(starts.get(key) ?? []), ms]);
  }
  return starts;
}

/** @param {string} tables @param {string} sql */
async function answer(tables, sql) {
  const rows = [];
  for await (const row of (await ask(tables, sql)).rows) rows.push(row);
  return rows;
}
