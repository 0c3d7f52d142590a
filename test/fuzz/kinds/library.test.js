import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { damageFile } from '../mutators/data-folder.js';
import { Random } from '../random.js';
import { faultIn } from './library.js';

test.each([
  ['nothing', [], 0, null],
  ['a sentence of each', ['selfclock: a is lost.', 'selfclock: removed 2 unfinished files.'], 1, null],
  ['two sentences of one', ['selfclock: a is lost.', 'selfclock: a is lost.'], 1, '2 sentences'],
  ['a stack in one line', ['selfclock: saving: TypeError: x | at y (z.js:1:1)'], 1, 'a stack'],
  ['a stack', ['TypeError: x', '    at y (z.js:1:1)'], 5, 'a stack'],
])('%s on standard error is judged', (_, lines, damages, fault) => {
  const found = faultIn(lines, damages);
  if (fault === null) expect(found).toBeNull();
  else expect(found).toContain(fault);
});

test('a seed does the same damage, others do others', () => {
  const folder = mkdtempSync(join(tmpdir(), 'selfclock-damage-'));
  const path = join(folder, 'c1.json');
  const of = (/** @type {number} */ seed) => {
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    writeFileSync(path, '{"name":"x","tags":["a"],"live":{"drops":{"kernel":1}}}');
    const done = damageFile(path, new Random(seed));
    const left = readdirSync(folder, { withFileTypes: true });
    return [done, ...left.map((one) => `${one.name} ${one.isFile() && readFileSync(join(folder, one.name))}`)].join();
  };
  expect(of(7)).toBe(of(7));
  expect(new Set(Array.from({ length: 60 }, (_, seed) => of(seed))).size).toBeGreaterThan(25);
  rmSync(folder, { recursive: true });
});
