/** A comment that sends its reader to another file names one that there is. */
import { readdirSync, readFileSync } from 'node:fs';
import { relative } from 'node:path';
import { fileURLToPath } from 'node:url';

import { engineModules } from '../../scripts/generate-layout.js';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const ROOMS = ['bench', 'bin', 'client', 'fixtures', 'lib', 'scripts', 'server', 'test'];
/** A file name, or a path to one; not within a longer name, an address or a pattern. */
const FILE = /(?<![\w./:*{}@-])((?:\.{1,2}\/)*(?:[\w-]+\/)*[\w-]+(?:\.test)?\.[jt]s)\b(?![\w-])/g;
/** Names of others' files, and of none. */
const OTHERS = new Set(['d3.js', 'no.js']);

const files = ROOMS.flatMap((room) =>
  readdirSync(ROOT + room, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.[jt]s$/.test(name))
    .map((name) => `${room}/${name}`),
);

/** @param {string} text @returns {string[]} */
const commentsOf = (text) => text.match(/\/\*[\s\S]*?\*\/|(?<=^|\s)\/\/[^\n]*/g) ?? [];

test('every file that a comment names is there', () => {
  expect(files.length).toBeGreaterThan(1000);
  const inMemory = [...engineModules().keys()].map((path) => relative(ROOT, path));
  const paths = [...files, ...inMemory].map((file) => `/${file}`);
  const isThere = (/** @type {string} */ name) => paths.some((path) => path.endsWith(`/${name}`));
  const missing = files.flatMap((file) =>
    commentsOf(readFileSync(ROOT + file, 'utf8'))
      .flatMap((comment) => [...comment.matchAll(FILE)])
      .map(([, name]) => name.replace(/^(\.{1,2}\/)+/, ''))
      .filter((name) => !OTHERS.has(name) && !isThere(name))
      .map((name) => `${file}: ${name}`),
  );
  expect([...new Set(missing)]).toEqual([]);
});
