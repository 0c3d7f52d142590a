import { readFile } from 'node:fs/promises';

import { generated } from '../../scripts/generate-layout.js';

test('what is generated from layout.js is checked in', async () => {
  const files = await generated();
  const texts = await Promise.all(files.map(([file]) => readFile(file, 'utf8')));
  expect(files.filter(([, text], i) => text !== texts[i]).map(([file]) => file)).toEqual([]);
  expect(files.length).toBeGreaterThan(0);
}, 120_000);
