/**
 * One run of a command, measured from process start to end: wall clock, processor time, largest resident set
 * (`/usr/bin/time`).
 */
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** @typedef {{ wallSeconds: number, cpuSeconds: number, peakBytes: number, ok: boolean }} Run */

/**
 * Node 20 reads a file of further certificate authorities at its start, whether or not it asks anybody (40 to 75 ms):
 * not what is measured.
 */
const ENVIRONMENT = { ...process.env };
delete ENVIRONMENT.NODE_EXTRA_CA_CERTS;

/** @param {string[]} command its output goes to /dev/null @returns {Promise<Run>} */
export async function measure(command) {
  const folder = mkdtempSync(join(tmpdir(), 'selfclock-bench-'));
  const report = join(folder, 'time');
  const began = process.hrtime.bigint();
  const child = spawn('/usr/bin/time', ['-q', '-o', report, '-f', '%U %S %M', ...command], {
    stdio: 'ignore',
    env: ENVIRONMENT,
  });
  const status = await new Promise((resolve, reject) => child.once('exit', resolve).once('error', reject));
  const wallSeconds = Number(process.hrtime.bigint() - began) / 1e9;
  const [user, system, kibibytes] = readFileSync(report, 'utf8').trim().split(' ').map(Number);
  rmSync(folder, { recursive: true });
  return { wallSeconds, cpuSeconds: user + system, peakBytes: kibibytes * 1024, ok: status === 0 };
}

/** @param {number[]} values @returns {number} NaN for none */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}

/**
 * Runs the commands in turn, so many times round, so that whatever else the machine does hits all of them alike.
 * @param {Map<string, string[]>} commands @param {number} rounds @returns {Promise<Map<string, Run[]>>}
 */
export async function interleave(commands, rounds) {
  const runs = new Map([...commands.keys()].map((name) => [name, /** @type {Run[]} */ ([])]));
  for (let round = 0; round < rounds; round++) {
    for (const [name, command] of commands) runs.get(name)?.push(await measure(command));
  }
  return runs;
}
