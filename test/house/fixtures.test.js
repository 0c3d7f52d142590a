import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { readme } from '../../fixtures/make.js';
import { RECORDED_ACROSS } from '../../fixtures/path/record.js';
import { RECORDED } from '../../fixtures/recordings.js';
import { SCRIPTED } from '../../fixtures/scripted.js';

const FOLDER = fileURLToPath(new URL('../../fixtures/pcaps/', import.meta.url));
const MAX_BYTES = 100_000;

test('the scripted captures are what their scripts make', () => {
  const changed = Object.entries(SCRIPTED)
    .filter(([name, { make }]) => !readFileSync(FOLDER + name).equals(make()))
    .map(([name]) => name);
  expect(changed).toEqual([]);
});

test('every capture is listed, none is missing, and none is large', () => {
  const files = readdirSync(FOLDER)
    .filter((name) => name !== 'README.md')
    .sort();
  expect(files).toEqual([...Object.keys(SCRIPTED), ...Object.keys(RECORDED), ...Object.keys(RECORDED_ACROSS)].sort());
  expect(readFileSync(`${FOLDER}README.md`, 'utf8')).toBe(readme());
  expect(files.filter((name) => readFileSync(FOLDER + name).length > MAX_BYTES)).toEqual([]);
});
