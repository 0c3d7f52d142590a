/** Holds what the page says of figures and signs to docs/metrics.md, to the labels, and to the signs that are drawn. */
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

import { FIGURES } from '../../client/help/figures.js';
import { MARK_CLASSES } from '../../client/views/connection/data/mark-classes.js';
import { SIGN_GROUPS } from '../../client/views/connection/help/signs.js';
import { SIGNS } from '../../client/views/connection/panes/legend-signs.js';
import { selectionLines as framesSelected } from '../../client/views/streams/selected-frames.js';
import { linesOf } from '../../client/views/timeline/selection/selected-connections.js';
import { selectionLines as requestsSelected } from '../../client/views/waterfall/selected-requests.js';
import { PHASES } from '../../client/views/waterfall/waterfall-rows.js';
import { PLOTTED } from '../../lib/shared/filter/plotted.js';
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

test('figures of selections, phases and plots have a row each (labels on the page: test/browser/every-view.test.js)', () => {
  const span = { startNs: 0, endNs: 1 };
  const streams = (/** @type {string} */ protocol) =>
    /** @type {any} */ ({ protocol, lanes: [], count: 0, columns: {} });
  const frames = [0, 1].flatMap((direction) =>
    framesSelected({ streams: streams(direction === 0 ? 'webmux' : 'http/2'), direction }, span),
  );
  const sums = { connections: 1, requests: 0, rtt: null, ...pairs(['packets', 'bytes', 'retransmissions']) };
  const shown = /** @type {[string, string[]][]} */ ([
    ['Selection', requestsSelected([], span).map(([label]) => label)],
    ['Selection', frames.map(([label]) => label)],
    ['Selection', linesOf(/** @type {any} */ (sums)).map(([label]) => label)],
    ['Requests', PHASES.map(([, words]) => words)],
    ['Plots', PLOTTED.map(({ words }) => words)],
  ]);
  for (const [table, labels] of shown) {
    const [, rows] = FIGURES.split(`\n${table}\n`);
    const known = rows.split(/\n(?=[^|\n]*\n)/)[0].split('\n');
    expect(labels.filter((label) => !known.some((row) => row.startsWith(`${label}|`)))).toEqual([]);
  }
});

/** @param {string[]} names */
const pairs = (names) => Object.fromEntries(names.map((name) => [name, [0, 0]]));

test('every sign that is drawn is in the sheet of signs, once, the classes of marks by their names', () => {
  const listed = SIGN_GROUPS.flatMap(([, signs]) => signs);
  expect(listed.map(([sign]) => sign).sort()).toEqual(Object.keys(SIGNS).sort());
  const names = new Map(listed.map(([sign, name]) => [sign, name]));
  for (const { id, words } of MARK_CLASSES) expect(names.get(id)).toBe(words);
});
