/** The page loads without a build and without the network beyond its server, so what it loads is to stay small. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { brotliCompressSync } from 'node:zlib';

import { brotliOptions, compiledOnLoad, withoutComments } from '../../server/page-files.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const MOST = 335_000;
const VIEWS = readdirSync(`${root}client/views`).filter((name) => existsSync(`${root}client/views/${name}/index.js`));

/** Modules that come with these. @param {string[]} files from the root @returns {Set<string>} */
function withImports(files) {
  const found = new Set(files);
  for (const file of found) {
    const text = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
    for (const [, from] of text.matchAll(/\b(?:import|export)\b[^'";()]*?['"](\.[^'"]+)['"]/g)) {
      found.add(relative(root, join(root, dirname(file), from)));
    }
  }
  return found;
}

/** As the server sends it. @param {string} file */
const bytesOf = (file) => {
  const bytes = Buffer.from(compiledOnLoad(withoutComments(readFileSync(join(root, file), 'utf8'))));
  return brotliCompressSync(bytes, brotliOptions(bytes)).length;
};

/** The table of connections, and the diagrams that are opened from it one after the other. */
const DIAGRAMS = ['capture', 'connection', 'messages', 'streams', 'lanes', 'waterfall'];

test('the JavaScript of the table and of all diagrams is at most 335 KB compressed', () => {
  const files = withImports(['client/main.js', ...DIAGRAMS.map((view) => `client/views/${view}/index.js`)]);
  expect([...files].reduce((sum, file) => sum + bytesOf(file), 0)).toBeLessThan(MOST);
});

test.each(VIEWS)('the JavaScript of the page with the view %s is at most 335 KB compressed', (view) => {
  const files = withImports(['client/main.js', `client/views/${view}/index.js`]);
  expect(files.size).toBeGreaterThan(50);
  expect([...files].reduce((sum, file) => sum + bytesOf(file), 0)).toBeLessThan(MOST);
});

test('nothing is fetched from elsewhere', () => {
  const page = readFileSync(`${root}client/index.html`, 'utf8');
  expect(
    [...page.matchAll(/(?:src|href)="([^"]*)"/g)]
      .map(([, address]) => address)
      .filter((address) => !/^\/(client|vendor)\//.test(address)),
  ).toEqual([]);
});
