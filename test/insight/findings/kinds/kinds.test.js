import { readdirSync, readFileSync } from 'node:fs';

import { KINDS } from '../../../../lib/insight/findings/all-kinds.js';

const FOLDERS = ['findings', 'verdict'].map((name) => new URL(`../../../../lib/insight/${name}/`, import.meta.url));
const sources = FOLDERS.flatMap((folder) =>
  readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.js'))
    .map((name) => readFileSync(new URL(name, folder), 'utf8')),
).join('\n');

test('every kind of finding that is defined is found somewhere, has a title, and is explained in docs/metrics.md', () => {
  const explained = readFileSync(new URL('../../../../docs/metrics.md', import.meta.url), 'utf8');
  for (const [code, { title }] of Object.entries(KINDS)) {
    expect([code, explained.includes(`\`${code}\``)]).toEqual([code, true]);
    expect(title).toMatch(/^[A-Z].{3,40}[^.]$/);
  }
  const defined = [...sources.matchAll(/defineKind\(\s*'([a-z0-9_]+)'/g)].map(([, code]) => code);
  expect(defined.sort()).toEqual(Object.keys(KINDS).sort());
});
