import { createReadStream } from 'node:fs';
import { access, constants, stat } from 'node:fs/promises';
import { basename } from 'node:path';

import { asRequestError, logUnexpected, RequestError } from '../errors.js';
import { DiskClaim } from './disk-space.js';
import { spool } from './spool.js';

/**
 * @typedef {object} Parts
 * @property {import('../captures.js').Captures} captures
 * @property {import('../limits.js').Limits} limits
 * @property {import('./disk-space.js').DiskSpace} disk
 */

/**
 * Opens the captures given on the command line: files in place; standard input and pipes through a spool file in the
 * library, shown as they arrive.
 * @param {string[]} files absolute paths; `-` is standard input
 * @param {import('node:stream').Readable} standardInput
 * @param {Parts} parts
 * @throws {Error} where one cannot be read, with a sentence that names it
 */
export async function openGiven(files, standardInput, parts) {
  for (const file of files) {
    if (file === '-') spoolInput(standardInput, 'standard input', parts);
    else await openPath(file, parts);
  }
}

/**
 * @param {string} file
 * @param {Parts} parts
 */
async function openPath(file, parts) {
  const found = await lookAt(file);
  if (found.isFile()) await parts.captures.openFile(file, found);
  else spoolInput(createReadStream(file), basename(file), parts);
}

/** @param {string} file */
async function lookAt(file) {
  try {
    const found = await stat(file);
    await access(file, constants.R_OK);
    if (!found.isDirectory()) return found;
  } catch (cause) {
    const { code, message } = /** @type {NodeJS.ErrnoException} */ (cause);
    if (code === 'ENOENT') throw new Error(`There is no file ${file}.`, { cause });
    if (code === 'EACCES') throw new Error(`You have no permission to read ${file}.`, { cause });
    throw new Error(`${file} cannot be read: ${message}.`, { cause });
  }
  throw new Error(`${file} is a folder; name a capture file.`);
}

/**
 * @param {import('node:stream').Readable} input
 * @param {string} name
 * @param {Parts} parts
 */
function spoolInput(input, name, { captures, disk }) {
  const entry = captures.begin({ name, source: 'stdin' });
  let given = true;
  const onCreated = () => {
    captures.follow(entry);
    captures.save(entry).catch((error) => logUnexpected('saving the capture of standard input', error));
  };
  const claim = new DiskClaim(disk);
  const done = spool(
    input,
    entry.path,
    { maxBytes: Infinity, claim },
    { onCreated, onBytes: (count) => captures.grew(entry, count) },
  )
    .catch((error) => given && captures.endedEarly(entry, `The input ended here: ${sentenceOf(error)}`))
    .then(() => captures.received(entry))
    .catch((error) => logUnexpected('reading standard input', error));
  entry.cancel = async () => {
    given = false;
    input.destroy();
    await done;
  };
}

/** @param {any} error @returns {string} */
function sentenceOf(error) {
  return error instanceof RequestError || error.code === 'ENOSPC' ? asRequestError(error).message : `${error.message}.`;
}
