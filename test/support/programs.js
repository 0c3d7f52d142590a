/**
 * Tests that need another program (tshark, tcpdump, chromium …): they fail in CI where it is missing, and elsewhere are
 * skipped with a line on standard error.
 */
import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';

/** @param {string} name @returns {string|null} its path, from PATH and the folders of system programs */
export function findProgram(name) {
  for (const folder of [...String(process.env.PATH ?? '').split(delimiter), '/usr/sbin', '/sbin']) {
    try {
      accessSync(join(folder, name), constants.X_OK);
      return join(folder, name);
    } catch {
      continue;
    }
  }
  return null;
}

/**
 * `describe` for tests that call the programs named.
 * @param {string} title
 * @param {string[]} programs
 * @param {(paths: string[]) => void} tests is given their paths, in that order
 */
export function describeWithPrograms(title, programs, tests) {
  const missing = programs.filter((name) => findProgram(name) === null);
  if (missing.length === 0) {
    describe(title, () => tests(programs.map((name) => String(findProgram(name)))));
    return;
  }
  describeMissing(title, `${missing.join(', ')} not installed`);
}

/**
 * For anything else that a test may need and this machine may lack (the right to sniff, say).
 * @param {string} title @param {string} reason
 */
export function describeMissing(title, reason) {
  if (process.env.CI) {
    describe(title, () => {
      test('has what it needs', () => {
        throw new Error(`${reason}: in CI this must not be missing`);
      });
    });
    return;
  }
  process.stderr.write(`SKIPPED: "${title}": ${reason}\n`);
  describe.skip(title, () => {
    test(reason, () => {});
  });
}

/** @returns {string|null} Chromium (or Chrome); SELFCLOCK_BROWSER names another */
export function findBrowser() {
  if (process.env.SELFCLOCK_BROWSER) return process.env.SELFCLOCK_BROWSER;
  return findProgram('chromium') ?? findProgram('chromium-browser') ?? findProgram('google-chrome');
}

/**
 * For tests: Chromium's headless shell opens a page in half the processor time that Chromium without a window takes.
 * @returns {string|null}
 */
export function findTestBrowser() {
  if (process.env.SELFCLOCK_BROWSER) return process.env.SELFCLOCK_BROWSER;
  return findProgram('chromium-headless-shell') ?? findBrowser();
}
