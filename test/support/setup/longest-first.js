/**
 * The order of test files. Where jest has not measured them before, as in CI, it begins with the largest; but tests
 * that start other programs take longer than their text is long, and at the end one would keep a single core busy.
 */
import { createRequire } from 'node:module';

/** @typedef {import('@jest/test-result').Test} Test */

const require = createRequire(import.meta.url);
/** Its types are those of a CommonJS module. */
const { default: Sequencer } = /** @type {typeof import('@jest/test-sequencer')} */ (require('@jest/test-sequencer'));

const STARTS_PROGRAMS = /\/test\/(browser\/|fleet\/spark|server\/(container|library\/))/;

export default class LongestFirst extends Sequencer {
  /** @override @param {Test[]} tests @returns {Promise<Test[]>} */
  async sort(tests) {
    const sorted = await super.sort(tests);
    /** @param {Test} test */
    const isLong = ({ duration, path }) => duration === undefined && STARTS_PROGRAMS.test(path);
    return [...sorted.filter(isLong), ...sorted.filter((test) => !isLong(test))];
  }
}
