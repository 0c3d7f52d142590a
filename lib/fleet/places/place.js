/** Where tables are: a folder of this machine, or a prefix of S3-compatible storage. */
import { Folder } from './folder.js';

/**
 * Names are relative to it, with slashes.
 * @typedef {object} Place
 * @property {string} path as the user wrote it
 * @property {() => Promise<boolean>} isEmpty
 * @property {(name: string) => Promise<string|null>} readText null: there is no such file
 * @property {(table: string) => Promise<{ day: string, name: string }[]>} files of a table: `TABLE/DAY/NAME`
 * @property {(name: string, write: (path: string) => Promise<void>) => Promise<void>} put writes a file under another
 *   path and moves it to its place, so that what is there is whole
 * @property {() => void} close
 */

/** @param {string} path */
export const isObjectStore = (path) => path.startsWith('s3://');

/** Gets a sentence when storage does not answer and is asked again. @typedef {(sentence: string) => void} OnOutage */

/**
 * @param {string} path of a folder, or `s3://BUCKET/PREFIX`
 * @param {OnOutage} [onOutage] without it, no outage is waited for
 * @returns {Promise<Place>}
 * @throws {import('../../capture/capture-error.js').CaptureError} DuckDB, which reaches S3, is not there
 */
export async function placeOf(path, onOutage) {
  if (!isObjectStore(path)) return new Folder(path);
  const { ObjectStore } = await import('./object-store.js');
  return ObjectStore.open(path, onOutage);
}
