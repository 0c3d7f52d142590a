/**
 * Sentences about findings as somebody has read them, all in one file by the tests that show them: a change of words is
 * a change there alone. To write them anew, and then to read what changed:
 * `UPDATE_SENTENCES=1 npm test -- test/insight --runInBand`
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';

const FILE = fileURLToPath(new URL('./findings.tsv', import.meta.url));
const isUpdating = process.env.UPDATE_SENTENCES === '1';

const read = () =>
  new Map(
    readFileSync(FILE, 'utf8')
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => /** @type {[string, string]} */ (line.split('\t'))),
  );

const sentences = read();
/** Asked for so far, by test. @type {Map<string, number>} */
const asked = new Map();

/** @returns {any} the next sentence of the test that runs, for `toEqual` or a property of what is matched */
export function keptSentence() {
  const { testPath = '', currentTestName = '' } = expect.getState();
  const test = `${basename(testPath, '.test.js')}: ${currentTestName}`;
  const number = (asked.get(test) ?? 0) + 1;
  asked.set(test, number);
  const key = number === 1 ? test : `${test} (${number})`;
  if (isUpdating) return { asymmetricMatch: (/** @type {string} */ sentence) => write(key, sentence) };
  if (!sentences.has(key)) throw new Error(`${FILE} has no sentence of "${key}"`);
  return sentences.get(key);
}

/** @param {string} key @param {string} sentence */
function write(key, sentence) {
  const all = [...read().set(key, sentence)].sort(([a], [b]) => (a < b ? -1 : 1));
  writeFileSync(FILE, all.map(([name, words]) => `${name}\t${words}\n`).join(''));
  return true;
}
