/**
 * Before all tests (`run.js`): installs Debian's Chromium and the programs that the tests compare with by apt where
 * they are missing and this is root, and otherwise says in a sentence what to do (the tests that need them are then
 * skipped, or fail in CI). Downloads nothing but Debian packages; when all is there it costs a few milliseconds.
 */
import { spawnSync } from 'node:child_process';

import { findBrowser, findProgram, findTestBrowser } from './programs.js';

const PACKAGES = [
  { package: 'chromium', found: () => findBrowser() !== null },
  { package: 'chromium-headless-shell', found: () => findTestBrowser() !== null },
  { package: 'tshark', found: () => findProgram('tshark') !== null },
  { package: 'tcpdump', found: () => findProgram('tcpdump') !== null },
  { package: 'tcptrace', found: () => findProgram('tcptrace') !== null },
  { package: 'openssl', found: () => findProgram('openssl') !== null },
  { package: 'prometheus', found: () => findProgram('promtool') !== null },
];

/** @param {string[]} args @returns {boolean} */
function apt(args) {
  const { status } = spawnSync('apt-get', args, {
    stdio: ['ignore', 2, 2],
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
  });
  return status === 0;
}

/** @param {string[]} names @returns {boolean} */
function install(names) {
  process.stderr.write(`Installing ${names.join(', ')} with apt-get for the tests.\n`);
  return apt(['update', '-qq']) && apt(['install', '-y', '-qq', '--no-install-recommends', ...names]);
}

/** Installs what is missing, or says what to install. */
export function prepare() {
  const missing = PACKAGES.filter(({ found }) => !found());
  if (missing.length === 0) return;
  const mayInstall = process.getuid?.() === 0 && findProgram('apt-get') !== null;
  if (mayInstall) install(missing.map((entry) => entry.package));
  const still = missing.filter(({ found }) => !found());
  if (still.length === 0) return;
  const names = still.map((entry) => entry.package).join(' ');
  process.stderr.write(
    `Not installed: ${names}. Tests that need them are skipped (in CI they fail): install them, on Debian with "sudo apt-get install ${names}", then run npm test again.\n`,
  );
}
