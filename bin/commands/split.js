import { closeSync, openSync, writeSync } from 'node:fs';
import { basename, join } from 'node:path';

import { readCapture } from '../../lib/capture/file/read-capture.js';
import { MAX_PARTS, Splitter } from '../../lib/export/split/splitter.js';
import { wholeFiles } from '../../lib/files/whole-files.js';
import { nodeCiphers } from '../../lib/node/ciphers.js';
import { pathOf } from './input/paths.js';
import { print } from './output.js';
import { makeFolder, OutputError, writing } from './output-error.js';
import { progressLine } from './progress.js';
import { UsageError } from './usage-error.js';

/** @param {import('./options/parse.js').Given<'split'>} given @returns {Promise<number>} exit status */
export async function split({ values, positionals }) {
  if (positionals.length !== 1) throw new UsageError('split takes one FILE');
  if (values.by !== 'connection') throw new UsageError(`--by takes connection, not "${values.by}"`);
  const count = partsOf(values.parts);
  const [file, folder] = [pathOf(positionals[0]), pathOf(values.output)];
  await makeFolder(folder);
  const paths = pathsOf(file, folder, count);
  await writing(folder, () => wholeFiles((place) => writeParts(file, paths, place)));
  await print(`${paths.join('\n')}\n`);
  return 0;
}

/** @param {string|undefined} text */
function partsOf(text) {
  const count = text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : 0;
  if (count >= 1 && count <= MAX_PARTS) return count;
  throw new UsageError(`--parts takes a number from 1 to ${MAX_PARTS}`);
}

/** @param {string} source @param {string} folder @param {number} count */
function pathsOf(source, folder, count) {
  const [, name, ending] = /** @type {RegExpExecArray} */ (
    /^(.*?)(\.[a-z]\w*)?$/s.exec(source === '-' ? 'stdin' : basename(source).replace(/\.gz$/, ''))
  );
  const digits = String(count).length;
  return Array.from({ length: count }, (_, i) =>
    join(folder, `${name}-${String(i + 1).padStart(digits, '0')}-of-${count}${ending ?? ''}`),
  );
}

/** @param {string} source @param {string[]} paths @param {import('../../lib/files/whole-files.js').Place} place */
async function writeParts(source, paths, place) {
  /** @type {number[]} */
  const files = [];
  const progress = progressLine();
  try {
    for (const path of paths) files.push(await writing(path, () => openSync(place(path), 'w')));
    const splitter = new Splitter(
      paths.length,
      (part, bytes) => writeAll(files[part], bytes, paths[part]),
      nodeCiphers.inflate,
    );
    await readCapture(source, splitter, { onProgress: progress.show });
    progress.clear();
    for (const { message } of splitter.warnings) process.stderr.write(`selfclock: ${message}\n`);
  } finally {
    progress.clear();
    files.forEach(closeSync);
  }
}

/** @param {number} file @param {Uint8Array} bytes @param {string} path */
function writeAll(file, bytes, path) {
  try {
    for (let at = 0; at < bytes.length;) at += writeSync(file, bytes, at);
  } catch (error) {
    throw new OutputError(path, error);
  }
}
