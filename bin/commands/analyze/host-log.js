import { nodeDecoder } from '../../../lib/node/content-codings.js';
import { readHostLog } from '../../../lib/node/read-host-log.js';
import { HostLog } from '../../../lib/shared/hostlog/host-log.js';
import { recordBeside } from '../../../lib/shared/hostlog/record-beside.js';

/**
 * What the host recorded beside a capture.
 * @param {string} file the capture @param {readonly string[]} given by the user, instead of the one beside it
 * @returns {Promise<HostLog | null>} null: there is nothing
 * @throws {Error} a log cannot be read, or a given one has nothing
 */
export async function hostLogOf(file, given) {
  const log = new HostLog();
  if (given.length === 0) {
    await read(log, recordBeside(file));
    return hasNothing(log) ? null : log; // no socket may have been open while it was captured
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

/** @param {HostLog} log */
const hasNothing = (log) => log.isEmpty && log.qlogs.length === 0;

/**
 * Gives an analysis what its host recorded.
 * @param {import('../../../lib/analysis/ingest.js').Ingest} ingest @param {HostLog | null} log
 * @returns {Promise<string|null>} why a qlog among it shows nothing, in a sentence
 */
export async function takeHostLog(ingest, log) {
  if (log !== null && !log.isEmpty) ingest.hostLog = log;
  if (log === null || log.qlogs.length === 0) return null;
  const { readEndpointLogs } = await import('../../../lib/analysis/quic/endpoint-logs.js');
  const { logs, refusal } = await readEndpointLogs(ingest.quic, log.qlogs, nodeDecoder);
  ingest.endpointLogs = logs;
  return refusal;
}

/** @param {HostLog} log @param {string} path */
async function read(log, path) {
  try {
    return await readHostLog(log, path);
  } catch (error) {
    throw new Error(`${path} cannot be read: ${/** @type {Error} */ (error).message}`, { cause: error });
  }
}
