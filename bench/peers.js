/** The programs that the bench compares with, and the machine it runs on. */
import { execFileSync, spawnSync } from 'node:child_process';
import { accessSync, constants } from 'node:fs';
import { availableParallelism, cpus, loadavg, totalmem } from 'node:os';
import { fileURLToPath } from 'node:url';

export const SELFCLOCK = fileURLToPath(new URL('../bin/selfclock.js', import.meta.url));
const NEEDED = [
  ['/usr/bin/time', 'time'],
  ['/usr/bin/tcptrace', 'tcptrace'],
  ['/usr/bin/tshark', 'tshark'],
];

/** @param {string} path */
function installed(path) {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}

/** Installs what is missing by apt, as root; throws one sentence where that is not possible. */
export function installPeers() {
  const missing = NEEDED.filter(([path]) => !installed(path)).map(([, name]) => name);
  if (missing.length === 0) return;
  const environment = { ...process.env, DEBIAN_FRONTEND: 'noninteractive' };
  const apt = (/** @type {string[]} */ args) =>
    process.getuid?.() === 0 && spawnSync('apt-get', args, { stdio: ['ignore', 2, 2], env: environment }).status === 0;
  if (apt(['update', '-qq']) && apt(['install', '-y', '-qq', '--no-install-recommends', ...missing])) return;
  throw new Error(`bench: ${missing.join(', ')} missing; install with "sudo apt-get install ${missing.join(' ')}"`);
}

/** @param {string} command @param {string[]} args @param {RegExp} pattern @returns {string} */
function versionOf(command, args, pattern) {
  const { stdout, stderr } = spawnSync(command, args, { encoding: 'utf8' });
  return pattern.exec(`${stdout}${stderr}`)?.[1] ?? 'unknown';
}

/** @returns {string} one line */
export function machine() {
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], {
    cwd: fileURLToPath(new URL('..', import.meta.url)),
    encoding: 'utf8',
  }).trim();
  return [
    `${availableParallelism()} cores (${cpus()[0]?.model.trim() ?? 'unknown'})`,
    `${Math.round(totalmem() / 2 ** 30)} GiB`,
    `load ${loadavg()[0].toFixed(1)}`,
    `Node ${process.versions.node}`,
    `tshark ${versionOf('tshark', ['--version'], /TShark[^\d]*([\d.]+\d)/)}`,
    `tcptrace ${versionOf('tcptrace', ['-version'], /[Vv]ersion:?\s+([\d.]+\d)/)}`,
    `Selfclock ${commit}`,
  ].join(', ');
}

/** @param {string} file @param {string} [program] another checkout's */
export const analyze = (file, program = SELFCLOCK) => [process.execPath, program, 'analyze', file, '--json'];
/** @param {string} file */
export const tcptrace = (file) => ['tcptrace', '-n', '-l', '-r', file];
/** @param {string} file */
export const tshark = (file) => ['tshark', '-n', '-q', '-z', 'conv,tcp', '-r', file];
/** @param {string} file */
export const cat = (file) => ['cat', file];
