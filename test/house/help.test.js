/** Holds what the page says of figures and signs to docs/metrics.md, to the labels, and to the signs that are drawn. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { FIGURES } from '../../client/help/figures.js';
import { MARK_CLASSES } from '../../client/views/connection/data/mark-classes.js';
import { SIGN_GROUPS } from '../../client/views/connection/help/signs.js';
import { SIGNS } from '../../client/views/connection/panes/legend-signs.js';
import { figuresHelp } from '../../scripts/generate-help.js';

test('what the page says of figures is what docs/metrics.md says (npm run build:help)', async () => {
  const file = fileURLToPath(new URL('../../client/help/figures.js', import.meta.url));
  expect(readFileSync(file, 'utf8')).toBe(await figuresHelp());
});

test('each figure has how it comes about and how sure it is, and stands once in its table', () => {
  const rows = FIGURES.trim().split('\n');
  const tables = rows.filter((line) => !line.includes('|'));
  expect(tables.length).toBeGreaterThan(10);
  let table = '';
  const labels = rows.flatMap((line) => {
    const [label, how, , sure] = line.split('|');
    if (how === undefined) table = label;
    else expect([label, how, sure].every((words) => words?.length > 0) || line).toBe(true);
    return how === undefined ? [] : [`${table}: ${label}`];
  });
  expect(labels.filter((label, i) => labels.indexOf(label) !== i)).toEqual([]);
});

test('every sign that is drawn is in the sheet of signs, once, the classes of marks by their names', () => {
  const listed = SIGN_GROUPS.flatMap(([, signs]) => signs);
  expect(listed.map(([sign]) => sign).sort()).toEqual(Object.keys(SIGNS).sort());
  const names = new Map(listed.map(([sign, name]) => [sign, name]));
  for (const { id, words } of MARK_CLASSES) expect(names.get(id)).toBe(words);
});
