import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { importsOf, preloadHints, withImports } from '../../server/module-graph.js';
import { closeAll, start } from './support/server.js';

afterEach(closeAll);

test('what a module imports at once, over several lines and passed on, but not what it imports later or only names', () => {
  expect(
    importsOf(`/** @import { a } from './named.js' */
import './bare.js';
import { a,
  b } from '../two/lines.js';
import d3 from '/vendor/absolute.js';
export { c } from './passed-on.js';
export const later = () => import('./later.js');
const words = "import { x } from './words.js'";
`),
  ).toEqual(['./bare.js', '../two/lines.js', './passed-on.js']);
});

test('modules that import each other, and one that is not there, are named once each, the nearest first', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'selfclock-modules-'));
  writeFileSync(join(folder, 'a.js'), "import './b.js';\nimport './c.js';\n");
  writeFileSync(join(folder, 'b.js'), "import './d.js';\nimport './a.js';\n");
  writeFileSync(join(folder, 'c.js'), "import './missing.js';\n");
  expect(await withImports(folder, ['a.js'])).toEqual(['a.js', 'b.js', 'c.js', 'd.js', 'missing.js']);
  rmSync(folder, { recursive: true });
});

test('hints are absolute, and without haste', () => {
  expect(preloadHints(['client/a.js', 'lib/b.js'])).toBe(
    '<link rel="modulepreload" href="/client/a.js" fetchpriority="low">\n    <link rel="modulepreload" href="/lib/b.js" fetchpriority="low">',
  );
});

test('each hint of a page names a script that is served, and only pages of connections name their view', async () => {
  const server = await start();
  const hintsOf = async (/** @type {string} */ path) =>
    [
      ...(await server.ask(path)).bytes
        .toString()
        .matchAll(/<link rel="modulepreload" href="([^"]+)" fetchpriority="low">/g),
    ].map(([, address]) => address);
  const [list, table, connection] = await Promise.all(['/', '/captures/c0', '/captures/c0/connections/3'].map(hintsOf));
  expect(list[0]).toBe('/client/main.js');
  expect(list).toContain('/client/views/capture/index.js');
  expect(list).not.toContain('/client/views/connection/index.js');
  expect(table).toEqual(
    expect.arrayContaining([
      ...list,
      '/client/views/connection/index.js',
      '/client/plot/renderer.js',
      '/lib/shared/columns/column-frame.js',
    ]),
  );
  expect(connection).toEqual(table);
  for (const address of new Set(table)) {
    expect((await server.ask(address)).headers['content-type']).toBe('text/javascript; charset=utf-8');
  }
  expect(new Set(table).size).toBe(table.length);
});
