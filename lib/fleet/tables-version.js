/** Of which schema a folder's tables are. */
import { writeFile } from 'node:fs/promises';

import { CaptureError } from '../capture/capture-error.js';
import { placeOf } from './places/place.js';
import { SCHEMA_VERSION } from './schema.js';

/** @typedef {import('./places/place.js').Place} Place */
/** @typedef {import('./places/place.js').OnOutage} OnOutage */

/** File that makes a folder one of tables. */
const MARK = 'selfclock.json';

/**
 * @param {string} path of a folder, or `s3://BUCKET/PREFIX`
 * @param {OnOutage} [onOutage]
 * @returns {Promise<Place>}
 * @throws {CaptureError} there are no tables, or they are of another version
 */
export async function openPlace(path, onOutage) {
  const place = await placeOf(path, onOutage);
  if (await hasTables(place)) return place;
  throw new CaptureError('no_tables', `There are no tables in ${path}: selfclock index FILE… -o ${path}`);
}

/**
 * @param {string} path of a folder, or `s3://BUCKET/PREFIX`; made one of tables where it is empty
 * @param {OnOutage} [onOutage]
 * @returns {Promise<Place>}
 * @throws {CaptureError} it holds something else, or tables of another version
 */
export async function makePlace(path, onOutage) {
  const place = await placeOf(path, onOutage);
  if (await hasTables(place)) return place;
  if (!(await place.isEmpty())) throw new CaptureError('no_tables', `${path} holds something else.`);
  await place.put(MARK, (file) => writeFile(file, `${JSON.stringify({ schema: SCHEMA_VERSION })}\n`));
  return place;
}

/** @param {Place} place @throws {CaptureError} they are of another version than this one reads and writes */
async function hasTables(place) {
  const mark = await place.readText(MARK);
  if (mark === null) return false;
  const version = /"schema":\s*(\d+)/.exec(mark)?.[1];
  if (Number(version) === SCHEMA_VERSION) return true;
  throw new CaptureError(
    'other_schema',
    `The tables in ${place.path} are of schema ${version ?? 'unknown'}, this Selfclock's of ${SCHEMA_VERSION}: index the ` +
      'captures into a new folder.',
  );
}
