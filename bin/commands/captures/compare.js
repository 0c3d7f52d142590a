import { basename } from 'node:path';

import { CaptureAnalysis } from '../../../lib/analysis/capture-analysis.js';
import { decodeHere } from '../../../lib/analysis/capture-decoder.js';
import { summarizeCapture } from '../../../lib/compare/capture-summary.js';
import { differenceOf } from '../../../lib/compare/differences.js';
import { nodeCiphers } from '../../../lib/node/ciphers.js';
import { pathOf } from '../input/paths.js';
import { readNamed } from '../input/read-named.js';
import { print } from '../output.js';
import { progressLine } from '../progress.js';
import { UsageError } from '../usage-error.js';

/** @typedef {import('../../../lib/compare/capture-summary.js').CaptureSummary} CaptureSummary */
/** @typedef {import('../../../lib/compare/capture-summary.js').DirectionSummary} DirectionSummary */
/** @typedef {import('../../../lib/compare/differences.js').Difference} Difference */
/** @typedef {CaptureSummary & { file: string, difference: Difference|null }} Compared */

/** @param {import('../options/parse.js').Given<'compare'>} given @returns {Promise<number>} exit status */
export async function compare({ values, positionals }) {
  if (positionals.length < 2) throw new UsageError('compare takes two FILEs or more');
  if (positionals.filter((source) => source === '-').length > 1) {
    throw new UsageError('only one FILE can be standard input');
  }
  /** @type {Compared[]} */
  const files = [];
  for (const source of positionals.map(pathOf)) {
    const summary = await summarized(source);
    const [first] = files;
    files.push({ file: source, ...summary, difference: first === undefined ? null : differenceOf(first, summary) });
  }
  await print(
    values.json
      ? `${JSON.stringify({ files })}\n`
      : table(files)
          .map((line) => `${line}\n`)
          .join(''),
  );
  return 0;
}

/** @param {string} source @returns {Promise<CaptureSummary>} */
async function summarized(source) {
  const analysis = new CaptureAnalysis({ keepMessages: false, ciphers: nodeCiphers, decoder: decodeHere });
  const progress = progressLine();
  await readNamed(source, analysis.ingest, { onProgress: progress.show });
  progress.clear();
  for (const { message } of analysis.ingest.describe().warnings) {
    process.stderr.write(`selfclock: ${source}: ${message}\n`);
  }
  return summarizeCapture(analysis.ingest, await costsOfQuic(analysis.ingest));
}

/** @param {CaptureAnalysis['ingest']} ingest */
async function costsOfQuic(ingest) {
  if (ingest.quic === null) return [];
  const { QuicRows } = await import('../../../lib/analysis/quic/quic-views.js');
  const rows = new QuicRows(ingest);
  return Array.from({ length: rows.count }, (_, index) => rows.cost(index));
}

/** The rows of the table that have a figure each way. @type {[string, keyof DirectionSummary][]} */
const ROWS = [
  ['packets', 'packets'],
  ['full segments', 'fullSegments'],
  ['partial segments', 'partialSegments'],
  ['MUX credit only', 'creditOnlySegments'],
  ['payload bytes', 'payloadBytes'],
  ['application bytes', 'applicationBytes'],
  ['retransmissions', 'retransmissions'],
  ['flights', 'flights'],
];

/**
 * A column for each capture; two figures are server to client / client to server, as W3C's page on MUX has them.
 * @param {Compared[]} files
 * @returns {string[]}
 */
function table(files) {
  const lines = [
    ['', ...files.map(({ file }) => (file === '-' ? 'standard input' : basename(file)))],
    ...ROWS.map(([title, name]) => [
      title,
      ...files.map(
        ({ clientToServer, serverToClient }) => `${serverToClient[name] ?? '–'} / ${clientToServer[name] ?? '–'}`,
      ),
    ]),
    [
      'first request to last data',
      ...files.map(({ seconds }) => (seconds === null ? '–' : `${(seconds * 1e3).toFixed(1)} ms`)),
    ],
    ['round trips', ...files.map(({ roundTrips }) => (roundTrips === null ? '–' : roundTrips.toFixed(1)))],
    [
      'goodput, bytes/s',
      ...files.map(({ clientToServer, serverToClient }) => `${rate(serverToClient)} / ${rate(clientToServer)}`),
    ],
    [
      'bandwidth lost',
      ...files.map(({ difference }) =>
        difference?.bandwidthLost == null ? '–' : `${(difference.bandwidthLost * 100).toFixed(1)} %`,
      ),
    ],
  ];
  const widths = lines[0].map((_, column) => Math.max(...lines.map((line) => line[column].length)));
  return [
    'server to client / client to server',
    ...lines.map((line) =>
      line.map((cell, column) => (column === 0 ? cell.padEnd(widths[0]) : cell.padStart(widths[column]))).join('  '),
    ),
  ];
}

/** @param {DirectionSummary} direction */
const rate = ({ goodput }) => (goodput === null ? '–' : goodput.toFixed(0));
