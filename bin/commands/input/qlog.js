/** A qlog that is given instead of a capture. */
import { open, readFile } from 'node:fs/promises';
import { constants, createGunzip, gunzipSync } from 'node:zlib';

import { CaptureError } from '../../../lib/capture/capture-error.js';
import { QlogAnswers } from '../../../lib/quicflow/qlog/describe.js';
import { MAX_QLOG_BYTES } from '../../../lib/quicflow/qlog/limits.js';
import { readQlog } from '../../../lib/quicflow/qlog/qlog.js';
import { QlogError } from '../../../lib/quicflow/qlog/records.js';
import { isGzip, isQlog } from '../../../lib/shared/hostlog/is-qlog.js';
import { Output } from '../output.js';
import { UsageError } from '../usage-error.js';

const PROBED_BYTES = 8 * 1024;

/**
 * @param {string} path
 * @param {unknown} error why it is no capture
 * @returns {Promise<Uint8Array>} the file, decompressed
 * @throws {unknown} that error, where it is no qlog either
 */
export async function qlogBytes(path, error) {
  if (path === '-' || !(error instanceof CaptureError) || error.code !== 'not_a_capture') throw error;
  const first = await firstBytes(path);
  if (!isQlog(isGzip(first) ? await unpackedStart(first) : first)) throw error;
  const bytes = await readFile(path);
  return isGzip(bytes) ? unpacked(bytes) : bytes;
}

/** A gzip that is cut gives what it has. @param {Uint8Array} bytes @throws {QlogError} it is too large, or damaged */
function unpacked(bytes) {
  try {
    return gunzipSync(bytes, { maxOutputLength: MAX_QLOG_BYTES, finishFlush: constants.Z_SYNC_FLUSH });
  } catch (error) {
    throw new QlogError(`The qlog cannot be decompressed: ${error instanceof Error ? error.message : error}.`);
  }
}

/** @param {string} path */
async function firstBytes(path) {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(new Uint8Array(PROBED_BYTES), 0, PROBED_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/** What the first bytes of a gzip unpack to. @param {Uint8Array} bytes @returns {Promise<Uint8Array>} */
const unpackedStart = (bytes) =>
  new Promise((resolve) => {
    const gunzip = createGunzip();
    gunzip.once('data', (data) => {
      gunzip.destroy();
      resolve(data);
    });
    gunzip.once('error', () => resolve(new Uint8Array()));
    gunzip.write(bytes);
  });

/**
 * Prints a qlog in one of `analyze`'s forms.
 * @param {Uint8Array} bytes of the file @param {import('../analyze/analyze.js').Form} form
 * @param {string|undefined} sender the connection of `--sender`
 */
export async function printQlog(bytes, form, sender) {
  const qlog = readQlog(bytes);
  const answers = new QlogAnswers(qlog);
  const output = new Output();
  for (const line of linesOf(answers, form, sender)) {
    const full = output.write(`${line}\n`);
    if (full) await full;
  }
  await output.flush();
  if (qlog.isCut) process.stderr.write('selfclock: The qlog ends inside a record: what follows is missing.\n');
  if (qlog.skipped > 0) process.stderr.write(`selfclock: ${qlog.skipped} records of the qlog cannot be read.\n`);
  if (qlog.left > 0) process.stderr.write(`selfclock: ${qlog.left} events of the qlog are left out.\n`);
}

/**
 * @param {QlogAnswers} answers @param {import('../analyze/analyze.js').Form} form @param {string|undefined} sender
 * @returns {Iterable<string>}
 */
function* linesOf(answers, form, sender) {
  if (form === 'json') yield JSON.stringify({ capture: { format: 'qlog' }, flows: answers.flows });
  else if (form === 'packets') for (const packet of answers.packets()) yield JSON.stringify(packet);
  else if (form === 'sender') {
    const senders = answers.sender(sender ?? '');
    if (senders === null) throw new UsageError(`there is no connection ${sender} in this qlog`);
    yield JSON.stringify(senders);
  } else if (form === undefined) for (const flow of answers.flows) yield sentenceOf(flow);
  else throw new UsageError(`a qlog has no --${form}: it takes --json, --packets and --sender`);
}

/** @param {QlogAnswers['flows'][number]} flow */
function sentenceOf({ flow, loggedBy, vantage, odcid, end, clientToServer, serverToClient }) {
  const packets = (/** @type {typeof clientToServer} */ sent) =>
    `${sent.packets} packets${sent.lostPackets ? `, ${sent.lostPackets} declared lost` : ''}`;
  const by = [vantage === 'unknown' ? 'one end' : `the ${vantage}`, loggedBy && `(${shown(loggedBy)})`]
    .filter(Boolean)
    .join(' ');
  return `${flow}  ${shown(odcid ?? '-')}  logged by ${by}, ${end.toFixed(6)} s: ${packets(clientToServer)} to the server, ${packets(serverToClient)} to the client`;
}

/** Text of a log, without what a terminal might obey. @param {string} text */
const shown = (text) => text.replace(/[^ -~]/g, '?');
