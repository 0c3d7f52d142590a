import { readdirSync, readFileSync } from 'node:fs';

import { KINDS } from '../../../lib/insight/findings/kinds.js';

const FOLDERS = ['findings', 'summary'].map((name) => new URL(`../../../lib/insight/${name}/`, import.meta.url));
const sources = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js') && name !== 'kinds.js')
    .map((name) => readFileSync(new URL(name, folder), 'utf8')),
).join('\n');

test('every kind of finding is found somewhere, has a title, and is explained in docs/metrics.md; nothing else is found', () => {
  const explained = readFileSync(new URL('../../../docs/metrics.md', import.meta.url), 'utf8');
  for (const [code, { title }] of Object.entries(KINDS)) {
    expect([code, sources.includes(`'${code}'`), explained.includes(`\`${code}\``)]).toEqual([code, true, true]);
    expect(title).toMatch(/^[A-Z].{3,40}[^.]$/);
  }
  const found = [...sources.matchAll(/code: '([a-z0-9_]+)'/g)].map(([, code]) => code);
  expect(found.filter((code) => !Object.hasOwn(KINDS, code))).toEqual([]);
});
