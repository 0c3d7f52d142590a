import { open } from 'node:fs/promises';
import { RequestError } from '../errors.js';

/** Between two looks at the disk's free space while bytes come in. */
const DISK_CHECK_BYTES = 16 * 1024 * 1024;

/**
 * @typedef {object} SpoolLimits
 * @property {number} maxBytes
 * @property {number} reserveBytes what must stay free on the disk
 * @property {() => Promise<number>} freeBytes
 */

/**
 * Writes what comes to a new file.
 * @param {AsyncIterable<Uint8Array>} source
 * @param {string} path
 * @param {SpoolLimits} limits
 * @param {{ onCreated: () => void, onBytes: (count: number) => void }} listener
 * @returns {Promise<void>}
 * @throws {RequestError} 413 or 507, or what the source throws; what was written stays
 */
export async function spool(source, path, limits, { onCreated, onBytes }) {
  const file = await open(path, 'wx', 0o600);
  try {
    onCreated();
    let written = 0;
    let checkAt = DISK_CHECK_BYTES;
    for await (const chunk of source) {
      if (written + chunk.length > limits.maxBytes) throw tooLarge(limits.maxBytes);
      await file.writeFile(chunk);
      written += chunk.length;
      onBytes(chunk.length);
      if (written < checkAt) continue;
      checkAt = written + DISK_CHECK_BYTES;
      await checkDisk(limits, 0);
    }
  } finally {
    await file.close();
  }
}

/**
 * @param {Pick<SpoolLimits, 'reserveBytes'|'freeBytes'>} limits
 * @param {number} neededBytes
 * @throws {RequestError} 507
 */
export async function checkDisk({ reserveBytes, freeBytes }, neededBytes) {
  const free = await freeBytes();
  if (free - reserveBytes >= neededBytes) return;
  throw new RequestError(507, 'disk_full',
    `The disk of the capture library has ${formatBytes(Math.max(0, free - reserveBytes))} left for captures, too little; delete captures or other files.`);
}

/** @param {number} maxBytes @returns {RequestError} */
export function tooLarge(maxBytes) {
  return new RequestError(413, 'too_large',
    `The file is over this server's limit of ${formatBytes(maxBytes)} for uploads; start Selfclock with the file's path instead, or cut the file into parts (editcap -c).`);
}

/** @param {number} bytes @returns {string} to be read by people */
function formatBytes(bytes) {
  const units = ['bytes', 'KB', 'MB', 'GB', 'TB'];
  let value = bytes;
  let unit = 0;
  while (value >= 1024 && unit < units.length - 1) {
    value /= 1024;
    unit += 1;
  }
  return `${Number(value.toFixed(1))} ${units[unit]}`;
}
