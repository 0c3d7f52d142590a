/** Damage to files of the server's data folder: to their bytes, to their JSON, and to what lies at their paths. */
import { execFileSync } from 'node:child_process';
import { lstatSync, mkdirSync, readFileSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';

import { mutateBytes } from './bytes.js';

/** @typedef {import('../random.js').Random} Random */

const DEEP = 100_000;
/** Stands for `text` of JSON that JSON.stringify does not write. @param {string} text */
const raw = (text) => `\0raw ${text}\0`;
const RAW = /"\\u0000raw (.*?)\\u0000"/g;

/** What may be where something else was, in JSON. @type {((random: Random) => unknown)[]} */
const STRANGERS = [
  () => null,
  () => [],
  () => ({}),
  () => '',
  () => 'x'.repeat(100_000),
  () => '../../etc/passwd',
  () => '\u202e\u0007\n<b>',
  () => true,
  () => [null, 5, {}],
  () => raw('1e999'),
  () => raw('-1e999'),
  () => raw('9007199254740993'),
  () => raw(`${'['.repeat(DEEP)}${']'.repeat(DEEP)}`),
  () => raw(`${'{"a":'.repeat(DEEP)}1${'}'.repeat(DEEP)}`),
  (random) => random.field(32),
  (random) => -random.field(32),
  (random) => random.field(52) + 0.5,
  () => raw('{"__proto__": {"x": 1}, "constructor": 1}'),
];

/** What may lie at the path of a file. @type {Record<string, (path: string, random: Random) => void>} */
const STRANGE_FILES = {
  empty: (path) => writeFileSync(path, ''),
  cut: (path, random) => {
    const bytes = readFileSync(path);
    writeFileSync(path, bytes.subarray(0, random.below(bytes.length + 1)));
  },
  bytes: (path, random) => writeFileSync(path, mutateBytes(readFileSync(path), random)),
  noise: (path, random) => writeFileSync(path, random.bytes(random.few(200))),
  missing: () => undefined,
  folder: (path) => mkdirSync(path),
  'full folder': (path) => {
    mkdirSync(join(path, 'in', 'it'), { recursive: true });
    writeFileSync(join(path, 'file'), 'x');
    symlinkSync('nowhere', join(path, 'link'));
  },
  'dangling link': (path) => symlinkSync('nowhere', path),
  'link to itself': (path) => symlinkSync(basename(path), path),
  'link to a folder': (path) => symlinkSync('/', path),
  pipe: (path) => execFileSync('mkfifo', [path]),
  'other name': (path, random) => {
    const name = basename(path);
    const other = random.pick([name.toUpperCase(), `${name}.77.new`, `x${name}`, name.slice(1), `${name}~`]);
    renameSync(path, join(dirname(path), other));
  },
};
/** Kinds that change what is there; before the others it goes. */
const CHANGES = new Set(['cut', 'bytes', 'other name']);
/** Kinds for what was a folder. */
const INSTEAD_OF_FOLDER = ['empty', 'noise', 'missing', 'folder', 'dangling link', 'link to itself', 'other name'];

/**
 * @param {string} path of a file, or a folder
 * @param {Random} random
 * @returns {string} what was done, in words
 */
export function damageFile(path, random) {
  const found = statusOf(path);
  if (found === null || found.isSymbolicLink() || found.isFIFO()) return 'nothing more';
  if (path.endsWith('.json') && found.isFile() && random.chance(0.6)) return damageJson(path, random);
  const kind = random.pick(found.isFile() ? Object.keys(STRANGE_FILES) : INSTEAD_OF_FOLDER);
  // A pipe in place of packets is a capture whose writer is waited for.
  if (kind === 'pipe' && !path.endsWith('.json')) return damageFile(path, random);
  if (!CHANGES.has(kind)) rmSync(path, { recursive: true });
  STRANGE_FILES[kind](path, random);
  return kind;
}

/** @param {string} path @returns {import('node:fs').Stats|null} null: nothing is there any more */
function statusOf(path) {
  try {
    return lstatSync(path);
  } catch {
    return null;
  }
}

/** @param {string} path @param {Random} random @returns {string} */
function damageJson(path, random) {
  const root = { value: parsed(readFileSync(path, 'utf8')) };
  let where = '';
  for (let places = random.few(3); places > 0; places--) {
    const all = /** @type {{ holder: any, name: string }[]} */ ([]);
    collect(root, all);
    const { holder, name } = random.pick(all);
    where += ` ${name}`;
    if (random.chance(0.2) && holder !== root) delete holder[name];
    else holder[name] = random.pick(STRANGERS)(random);
  }
  const text = JSON.stringify(root.value).replace(RAW, '$1');
  writeFileSync(path, text);
  return `json${where}`;
}

/** @param {string} text that may be damaged already @returns {any} */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return {};
  }
}

/** @param {any} value @param {{ holder: any, name: string }[]} places all below it */
function collect(value, places) {
  if (typeof value !== 'object' || value === null) return;
  for (const name of Object.keys(value)) {
    places.push({ holder: value, name });
    collect(value[name], places);
  }
}

/** Adds what does not belong there. @param {string} folder @param {string} id of no capture @param {Random} random */
export function addStray(folder, id, random) {
  const name = `${id}${random.pick(['.capture', '.json', '.json.77.new', '.notes.json', '.live', '.owner', '', '.'])}`;
  const path = join(folder, name);
  const kind = random.pick(['empty', 'noise', 'folder', 'full folder', 'dangling link', 'link to itself']);
  STRANGE_FILES[kind](path, random);
  return `stray ${name} ${kind}`;
}
