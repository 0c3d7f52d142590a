/**
 * Reference captures beside the checkout (../shared), which are not part of the project. Tests that use them say so
 * loudly where they are missing; there they are skipped, in CI too, because a clone has none.
 */
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/**
 * @param {string} path below ../shared, "pcaps/public"
 * @returns {string|null} absolute path, or null where it is not there
 */
function sharedPath(path) {
  const absolute = fileURLToPath(new URL(`../../../shared/${path}`, import.meta.url));
  return existsSync(absolute) ? absolute : null;
}

/**
 * `describe` with the folder's path, or a skipped `describe` and a line on standard error where it is missing.
 * @param {string} title @param {string} path below ../shared @param {(absolute: string) => void} tests
 */
export function describeShared(title, path, tests) {
  const absolute = sharedPath(path);
  if (absolute) {
    describe(title, () => tests(absolute));
    return;
  }
  process.stderr.write(`SKIPPED: "${title}": ../shared/${path} is not there\n`);
  describe.skip(title, () => {
    test(`needs ../shared/${path}`, () => {});
  });
}
