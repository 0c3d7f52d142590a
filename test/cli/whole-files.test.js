/** Files are there whole, or as they were before, whatever they are and however writing ends. */
import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { wholeFile, wholeFiles } from '../../lib/files/whole-files.js';

const MODULE = new URL('../../lib/files/whole-files.js', import.meta.url).href;
/** @type {string} */
let folder;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'selfclock-files-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

/** @param {string} name @param {string} [text] */
function file(name, text = 'before') {
  const path = join(folder, name);
  writeFileSync(path, text);
  return path;
}

/** @param {string} text */
const writes = (text) => (/** @type {string} */ part) => writeFileSync(part, text);

/** @param {string} code of a module that has `wholeFile`, `folder` */
function program(code) {
  const text = `import { wholeFile } from '${MODULE}'; import { writeFileSync, writeSync, openSync } from 'node:fs';
    const folder = ${JSON.stringify(folder)}; ${code}`;
  return ['--input-type=module', '-e', text];
}

test('what fails leaves all as it was; what succeeds is there whole', async () => {
  const [a, b] = [file('a'), join(folder, 'b')];
  const failing = wholeFiles((place) => {
    writeFileSync(place(a), 'half');
    writeFileSync(place(b), 'half');
    expect(readFileSync(a, 'utf8')).toBe('before');
    throw new Error('no more');
  });
  await expect(failing).rejects.toThrow('no more');
  expect([readdirSync(folder), readFileSync(a, 'utf8')]).toEqual([['a'], 'before']);
  await wholeFile(a, writes('after'));
  await wholeFile(b, writes('new'));
  expect([readdirSync(folder), readFileSync(a, 'utf8'), readFileSync(b, 'utf8')]).toEqual([['a', 'b'], 'after', 'new']);
});

test('permissions stay', async () => {
  const path = file('secret');
  chmodSync(path, 0o640);
  await wholeFile(path, (part) => {
    expect(statSync(part).mode & 0o777 & ~0o640).toBe(0);
    writeFileSync(part, 'after');
  });
  expect([statSync(path).mode & 0o777, readFileSync(path, 'utf8')]).toEqual([0o640, 'after']);
});

test('a symbolic link stays one, also where its target is not there yet', async () => {
  mkdirSync(join(folder, 'else'));
  file('else/there');
  for (const name of ['there', 'missing']) {
    symlinkSync(join('else', name), join(folder, name));
    await wholeFile(join(folder, name), writes('after'));
    expect(lstatSync(join(folder, name)).isSymbolicLink()).toBe(true);
    expect(readFileSync(join(folder, 'else', name), 'utf8')).toBe('after');
  }
  expect(readdirSync(join(folder, 'else'))).toEqual(['missing', 'there']);
});

test('devices and pipes are written directly', async () => {
  await wholeFile('/dev/null', writes('x'));
  expect(statSync('/dev/null').isCharacterDevice()).toBe(true);
  if (existsSync('/dev/full')) await expect(wholeFile('/dev/full', writes('x'))).rejects.toThrow('ENOSPC');
  const pipe = join(folder, 'pipe');
  expect(spawnSync('mkfifo', [pipe]).status).toBe(0);
  const reader = spawn('cat', [pipe]);
  const read = once(reader.stdout, 'data');
  await wholeFile(pipe, writes('through'));
  expect(String(await read)).toBe('through');
  expect(lstatSync(pipe).isFIFO()).toBe(true);
});

test('standard output by its name goes to whoever has it open, a file too', () => {
  const path = file('all', '');
  const [eval_, flag, code] = program("await wholeFile('/dev/stdout', (part) => writeFileSync(part, 'one\\n'));");
  const command = '{ echo zero; "$0" "$1" "$2" "$3"; echo two; } >>"$4"';
  expect(spawnSync('sh', ['-c', command, process.execPath, eval_, flag, code, path]).status).toBe(0);
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  expect(lines.at(-1)).toBe('two');
  expect(readdirSync(folder)).toEqual(['all']);
});

test.each(['SIGINT', 'SIGTERM', 'SIGHUP'])('%s leaves all as it was', async (signal) => {
  const path = file('a');
  const code =
    "await wholeFile(folder + '/a', async (part) => { writeFileSync(part, 'half'); console.log(); await new Promise(() => setInterval(() => {}, 1000)); });";
  const child = spawn(process.execPath, program(code));
  await once(child.stdout, 'data');
  expect(readdirSync(folder)).toHaveLength(2);
  child.kill(/** @type {NodeJS.Signals} */ (signal));
  expect(await once(child, 'close')).toEqual([null, signal]);
  expect([readdirSync(folder), readFileSync(path, 'utf8')]).toEqual([['a'], 'before']);
});

test('a program that handles the signal itself goes on, and the file becomes whole', async () => {
  const code =
    "process.once('SIGINT', () => done()); let done; const asked = new Promise((resolve) => { done = resolve; });" +
    "await wholeFile(folder + '/a', async (part) => { writeFileSync(part, 'after'); console.log(); const keep = setInterval(() => {}, 1000); await asked; clearInterval(keep); });";
  const child = spawn(process.execPath, program(code));
  await once(child.stdout, 'data');
  child.kill('SIGINT');
  expect(await once(child, 'close')).toEqual([0, null]);
  expect([readdirSync(folder), readFileSync(join(folder, 'a'), 'utf8')]).toEqual([['a'], 'after']);
});
