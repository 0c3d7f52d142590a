/**
 * What `npm test` runs. Without arguments: installs the programs that tests compare with where they are missing and it
 * may (`prepare.js`), then runs everything. With files or folders: runs those alone and installs nothing. Options go to
 * jest (`npm test -- --watch test/packet`); `--quick` leaves out browser and live tests.
 */
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';

import { prepare } from './prepare.js';

const JEST = createRequire(import.meta.url).resolve('jest/bin/jest');
/** Two browsers and their servers fill two cores. Jest adds what is given twice together, so it is given once. */
const WORKERS = '--maxWorkers=2';
const OF_WORKERS = /^(-w|-i|--runInBand|--maxWorkers)\b/;

const given = process.argv.slice(2);
const isQuick = given.includes('--quick');
const forJest = given.filter((arg) => arg !== '--quick');
if (!isQuick && forJest.every((arg) => arg.startsWith('-'))) prepare();

// `--selectProjects=unit` comes last: jest takes whatever follows it for further projects.
const args = [
  '--experimental-vm-modules',
  '--no-warnings',
  JEST,
  ...(forJest.some((arg) => OF_WORKERS.test(arg)) ? [] : [WORKERS]),
  ...forJest,
  ...(isQuick ? ['--selectProjects', 'unit'] : []),
];
const child = spawn(process.execPath, args, { stdio: 'inherit' });
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM'])) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => {
  process.exitCode = signal === null ? (code ?? 1) : 1;
});
