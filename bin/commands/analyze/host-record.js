import { createReadStream } from 'node:fs';
import { access } from 'node:fs/promises';
import { createInterface } from 'node:readline';

import { SocketRecord } from '../../../lib/capture/live/socket-record.js';
import { describeKernel } from '../../../lib/insight/kernel/describe-kernel.js';

/** @typedef {import('../../../lib/analysis/opened-analysis.js').OpenedAnalysis} OpenedAnalysis */
/** @typedef {import('../../../lib/analysis/opened-connections.js').OpenedConnections} OpenedConnections */
/** @typedef {ReturnType<OpenedConnections['describeSenders']>[number]} Sender */

/** What `capture --with-sockets` writes beside a capture. @param {string} file */
export const recordBeside = (file) => `${file}.sockets`;

/**
 * The host's record of its sockets that belongs to a capture.
 * @param {string} file the capture @param {string | undefined} given by the user, instead of the one beside it
 * @returns {Promise<SocketRecord | null>} null: there is none
 * @throws {Error} the given one cannot be read, or has no sample
 */
export async function readHostRecord(file, given) {
  const path = given ?? recordBeside(file);
  if (given === undefined && !(await isThere(path))) return null;
  const record = new SocketRecord();
  try {
    for await (const line of createInterface({ input: createReadStream(path, 'latin1'), crlfDelay: Infinity })) {
      record.addLine(line);
    }
  } catch (error) {
    throw new Error(`${path} cannot be read: ${/** @type {Error} */ (error).message}`, { cause: error });
  }
  record.end();
  if (record.samples > 0) return record;
  if (given === undefined) return null; // no socket was open while it was captured
  throw new Error(
    `${path} has no sample of a socket: it needs output of "ss -tin", each behind its time ("@ 1795171656.5").`,
  );
}

/** @param {string} path */
const isThere = (path) =>
  access(path).then(
    () => true,
    () => false,
  );

/**
 * Senders with what their host's kernel recorded of them.
 * @param {Pick<OpenedAnalysis, 'ingest'|'connections'>} analysis
 * @param {OpenedConnections} opened
 * @param {number} index of the connection @param {SocketRecord} record
 * @returns {(Sender & { kernel?: ReturnType<typeof describeKernel> })[]}
 */
export function sendersWithKernel({ ingest, connections }, opened, index, record) {
  const { client, server } = connections.row(index);
  const startEpochNs = epochNsOf(ingest.describe().startEpoch ?? '0');
  return opened.describeSenders(index).map((sender) => {
    const isClient = sender.direction === 'clientToServer';
    const [local, peer] = (isClient ? [client, server] : [server, client]).map(endText);
    const socket = record.of(local, peer);
    if (socket === null) return sender;
    const acks = acksOf(opened.packets(index, { measured: false }), isClient ? 1 : 0);
    return { ...sender, kernel: describeKernel(socket, { startEpochNs, acks, sender }) };
  });
}

/** @param {string} epoch seconds, with nanoseconds as decimals */
function epochNsOf(epoch) {
  const [whole, fraction = ''] = epoch.split('.');
  return BigInt(whole) * 1_000_000_000n + BigInt(fraction.padEnd(9, '0').slice(0, 9));
}

/** @param {{ address: string, port: number }} end */
const endText = ({ address, port }) => (address.includes(':') ? `[${address}]:${port}` : `${address}:${port}`);

/**
 * What was acknowledged of the other direction's data, as it rose.
 * @param {import('../../../lib/shared/columns/column-frame.js').ColumnFrame} frame packets
 * @param {number} direction that the acknowledgements go
 */
function acksOf({ rows, columns }, direction) {
  const { time, ack, direction: directions } = /** @type {Record<string, ArrayLike<number>>} */ (columns);
  const [timeNs, acked] = [new Float64Array(rows), new Float64Array(rows)];
  let count = 0;
  for (let row = 0; row < rows; row++) {
    const bytes = ack[row] - 1;
    if (directions[row] !== direction || !(bytes > (count === 0 ? 0 : acked[count - 1]))) continue;
    timeNs[count] = time[row];
    acked[count++] = bytes;
  }
  return { timeNs, acked, count };
}
