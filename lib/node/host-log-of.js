import { existsSync } from 'node:fs';

import { recordBeside } from '../shared/hostlog/record-beside.js';

/** @typedef {import('../shared/hostlog/host-log.js').HostLog} HostLog */

/**
 * What the host recorded beside a capture. Only where there is something are the modules that read it loaded.
 * @param {string} file the capture @param {readonly string[]} [given] by the user, instead of the one beside it
 * @returns {Promise<HostLog | null>} null: there is nothing
 * @throws {Error} a log cannot be read, or a given one has nothing
 */
export async function hostLogOf(file, given = []) {
  if (given.length === 0 && !existsSync(recordBeside(file))) return null;
  const { HostLog } = await import('../shared/hostlog/host-log.js');
  const log = new HostLog();
  if (given.length === 0) {
    await read(log, recordBeside(file));
    return log.hasNothing ? null : log; // no socket may have been open while it was captured
  }
  for (const path of given) {
    const before = log.entries + log.qlogs.length;
    if (!(await read(log, path))) throw new Error(`${path} does not exist.`);
    if (log.entries + log.qlogs.length > before) continue;
    throw new Error(
      `${path} is no log that is known: docs/host-record.md names them. Output of "ss -tin" needs its time before each sample ("@ 1795171656.5").`,
    );
  }
  return log;
}

/** @param {HostLog} log @param {string} path */
async function read(log, path) {
  const { readHostLog } = await import('./read-host-log.js');
  try {
    return await readHostLog(log, path);
  } catch (error) {
    throw new Error(`${path} cannot be read: ${/** @type {Error} */ (error).message}`, { cause: error });
  }
}
