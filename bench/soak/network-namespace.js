import { spawnSync } from 'node:child_process';

/**
 * @param {string} program path of the script that is run
 * @param {string} [loopback] further settings of it, as `ip link set` takes them
 * @returns {number|null} its status in a network namespace of its own, with `--inside`; null: not permitted here
 */
export function runInNamespace(program, loopback = '') {
  const up = `ip link set lo up ${loopback}`;
  if (spawnSync('unshare', ['-n', 'sh', '-c', up], { stdio: 'ignore' }).status !== 0) return null;
  const own = [process.execPath, program, ...process.argv.slice(2), '--inside'];
  const args = ['-n', 'sh', '-c', `${up} && exec "$@"`, 'sh', ...own];
  return spawnSync('unshare', args, { stdio: 'inherit' }).status ?? 1;
}
