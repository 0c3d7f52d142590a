/** The records of a qlog file: a sequence (RFC 7464), one JSON document, or a document a line. */
import { SEPARATOR } from '../../shared/hostlog/is-qlog.js';
import { LF } from '../../shared/text/ascii.js';
import { MAX_QLOG_BYTES, MAX_QLOG_RECORD_BYTES } from './limits.js';
import { fieldsOf } from './values.js';

/** @typedef {import('./values.js').Fields} Fields */

/** What cannot be read as a qlog; its message says why, in a sentence. */
export class QlogError extends Error {}

const BLANK = new Set([0x20, 0x09, 0x0d, LF]);

/**
 * Hands on each record of a file. Its form shows in its bytes: what its head says of it is often wrong.
 * @param {Uint8Array} bytes
 * @param {(record: Fields) => void} onRecord
 * @returns {{ isCut: boolean, skipped: number }} isCut: it ends inside a record; skipped: records that cannot be read
 * @throws {QlogError}
 */
export function readRecords(bytes, onRecord) {
  if (bytes.length > MAX_QLOG_BYTES) {
    throw new QlogError(`The qlog is larger than ${MAX_QLOG_BYTES / 2 ** 20} MiB, the most that is read.`);
  }
  if (bytes.includes(SEPARATOR)) return readParts(bytes, SEPARATOR, onRecord);
  const whole = bytes.length <= MAX_QLOG_RECORD_BYTES || !hasLines(bytes) ? parsed(bytes) : null;
  if (whole === null) {
    const read = readParts(bytes, LF, onRecord);
    if (read.count > 0) return read;
    throw new QlogError('The qlog is no whole JSON document: some libraries write it only when the connection ends.');
  }
  onRecord(whole);
  return { isCut: false, skipped: 0 };
}

/** Whether its first line is a record by itself. @param {Uint8Array} bytes */
function hasLines(bytes) {
  const end = bytes.indexOf(LF);
  return end > 0 && end < MAX_QLOG_RECORD_BYTES && parsed(bytes.subarray(0, end)) !== null;
}

/**
 * @param {Uint8Array} bytes @param {number} separator @param {(record: Fields) => void} onRecord
 * @returns {{ isCut: boolean, skipped: number, count: number }}
 */
function readParts(bytes, separator, onRecord) {
  let skipped = 0;
  let count = 0;
  let isLastRead = true;
  for (let start = 0; start < bytes.length;) {
    const next = bytes.indexOf(separator, start);
    const end = next < 0 ? bytes.length : next;
    const part = bytes.subarray(start, end);
    start = end + 1;
    if (isBlank(part)) continue;
    const record = part.length <= MAX_QLOG_RECORD_BYTES ? parsed(part) : null;
    isLastRead = record !== null;
    if (record === null) skipped++;
    else {
      count++;
      onRecord(record);
    }
  }
  return { isCut: !isLastRead, skipped: skipped - Number(!isLastRead), count };
}

/** @param {Uint8Array} bytes */
const isBlank = (bytes) => bytes.every((byte) => BLANK.has(byte));

const decoder = new TextDecoder();

/** @param {Uint8Array} bytes @returns {Fields|null} null: no JSON object */
function parsed(bytes) {
  try {
    const value = JSON.parse(decoder.decode(bytes));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? fieldsOf(value) : null;
  } catch {
    return null;
  }
}
