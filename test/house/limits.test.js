/** Holds docs/limits.md to the code: every limit is listed, with its value. */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { LIMITS } from '../../server/limits.js';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const UNITS = new Map(Object.entries({ KiB: 2 ** 10, MiB: 2 ** 20, GiB: 2 ** 30 }));

/** @typedef {{ name: string, value: string, file: string|undefined }} Row */

/** @type {Row[]} */
const rows = [
  ...readFileSync(`${ROOT}docs/limits.md`, 'utf8').matchAll(/^\| `(\w+)` \| ([^|]+) \| [^|]+ \|(?: `([^`]+)` \|)?$/gm),
].map(([, name, value, file]) => ({ name, value, file }));
const ofServer = rows.filter(({ file }) => file === undefined);

/** @param {Row} row @returns {number} in the unit that the constant's name tells */
function numberOf({ name, value }) {
  const [, digits, unit] = /** @type {RegExpExecArray} */ (/^([\d. ]*\d)(?: (\w+))?$/.exec(value));
  const number = Number(digits.replaceAll(' ', ''));
  if (unit !== 's') return number * (UNITS.get(unit) ?? 1);
  return number * (name.endsWith('NS') ? 1e9 : 1e3);
}

test('every limit that lib/ exports is listed', () => {
  const files = readdirSync(`${ROOT}lib`, { recursive: true, encoding: 'utf8' }).filter((name) =>
    /\.(js|ts)$/.test(name),
  );
  const exported = files.flatMap((file) =>
    [...readFileSync(`${ROOT}lib/${file}`, 'utf8').matchAll(/^export const (MAX_\w+)/gm)].map(([, name]) => name),
  );
  const listed = rows
    .filter(({ name, file }) => file?.startsWith('lib/') && name.startsWith('MAX_'))
    .map(({ name }) => name);
  expect(listed.sort()).toEqual([...new Set(exported)].sort());
});

/**
 * @param {Row} row
 * @returns {Promise<unknown>} its value in the code; what is not exported, or not JavaScript, is read from the source
 */
async function actual({ name, file }) {
  const [, type, product] =
    new RegExp(`^(?:export )?const ${name}(: \\w+)? = ([^;]+);`, 'm').exec(readFileSync(`${ROOT}${file}`, 'utf8')) ??
    [];
  if (file?.startsWith('lib/') && !type) return (await import(`../../${file}`))[name];
  return String(product)
    .split(' * ')
    .map((factor) => Number(factor.replaceAll('_', '')))
    .reduce((a, b) => a * b);
}

test.each(rows.filter(({ file }) => file))('$name is $value', async (row) => {
  expect(await actual(row)).toBe(numberOf(row));
});

test('every limit of the server is listed with its value', () => {
  expect(ofServer.map(({ name }) => name)).toEqual(Object.keys(LIMITS));
  for (const row of ofServer.filter(({ value }) => /^\d/.test(value))) {
    expect([row.name, LIMITS[/** @type {keyof typeof LIMITS} */ (row.name)]]).toEqual([row.name, numberOf(row)]);
  }
});
