import { open as openFile, readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';

import { OpenedAnalysis } from '../../lib/analysis/opened-analysis.js';
import { takeHostLog } from '../../lib/analysis/take-host-log.js';
import { readCapture } from '../../lib/capture/file/read-capture.js';
import { wholeFile } from '../../lib/files/whole-files.js';
import { nodeCiphers } from '../../lib/node/ciphers.js';
import { nodeDecoder } from '../../lib/node/content-codings.js';
import { hostLogOf } from '../../lib/node/host-log-of.js';
import { commonStandIns, pointName, reportData } from '../../lib/report/report-data.js';
import { MAX_PATH_POINTS } from '../../lib/shared/path/bounds.js';
import { MAX_REPORT_CAPTURE_BYTES, reportPage } from '../../lib/shared/report/report-page.js';
import { oneFilePage } from '../../server/one-file-page.js';
import { anyFlowIndex, flowNumber, isQuicName } from './input/flow-index.js';
import { withInput } from './input/input.js';
import { outputOf, pathOf } from './input/paths.js';
import { readDecodeAs } from './input/read-decode-as.js';
import { readKeyLog } from './input/read-key-log.js';
import { Output } from './output.js';
import { writing } from './output-error.js';
import { analyzeWithProgress, batchLine } from './progress.js';
import { UsageError } from './usage-error.js';
import { VERSION } from './version.js';

/** @typedef {import('../../lib/shared/report/report-page.js').ReportText} ReportText */
/** @typedef {import('./options/parse.js').Given<'report'>} GivenReport */

/** @param {GivenReport} given @returns {Promise<number>} exit status */
export async function report({ values, positionals }) {
  checkOptions(values, positionals);
  const [files, output] = [positionals.map(pathOf), outputOf(values.output)];
  if (output !== undefined && files.includes(output)) {
    throw new Error(`${output} is the capture itself: give another file.`);
  }
  const keyLog = await readKeyLog(pathOf(values.keylog));
  const decodeAs = await readDecodeAs(values['decode-as']);
  const standIns = values.redact && values.path ? await commonStandIns(values['keep-paths']) : undefined;
  /** @type {ReportText[]} */
  const reports = [];
  const progress = files.length > 1 ? await batchLine(files) : undefined;
  for (const file of files) {
    const made = await reportOf(file, values, { keyLog, decodeAs, standIns, progress });
    progress?.next();
    if (standIns !== undefined) made.head.name = pointName(reports.length);
    reports.push(made);
  }
  const [first, ...others] = reports;
  await write(reportPage(await oneFilePage(), first, others), output);
  return 0;
}

/** @param {GivenReport['values']} values @param {string[]} positionals */
function checkOptions(values, positionals) {
  const { redact: isRedacted, 'keep-paths': keepsPaths, 'with-capture': withCapture } = values;
  if (values.path) {
    if (positionals.length < 2) throw new UsageError('report --path takes two FILEs or more');
    if (positionals.length > MAX_PATH_POINTS) {
      throw new UsageError(`report --path takes ${MAX_PATH_POINTS} FILEs at most`);
    }
    if (values.flow !== undefined) throw new UsageError('--path and --flow cannot be combined');
    if (values.log !== undefined) throw new UsageError('--path and --log cannot be combined');
    if (positionals.filter((file) => file === '-').length > 1) {
      throw new UsageError('only one FILE can be standard input');
    }
  } else if (positionals.length !== 1) throw new UsageError('report takes one FILE');
  if (isRedacted && withCapture) {
    throw new UsageError('--with-capture and --redact cannot be combined: the capture has all that --redact removes');
  }
  if (keepsPaths && !isRedacted) throw new UsageError('--keep-paths needs --redact: without it all paths stay');
  if (outputOf(values.output) === undefined && process.stdout.isTTY) {
    throw new UsageError('a page cannot go to a terminal: give -o FILE');
  }
}

/**
 * @param {string} file @param {GivenReport['values']} values
 * @param {object} how
 * @param {Awaited<ReturnType<typeof readKeyLog>>} how.keyLog
 * @param {Awaited<ReturnType<typeof readDecodeAs>>} how.decodeAs
 * @param {Awaited<ReturnType<typeof commonStandIns>>} [how.standIns]
 * @param {Awaited<ReturnType<typeof batchLine>>} [how.progress]
 * @returns {Promise<ReportText>}
 */
async function reportOf(file, values, { keyLog, decodeAs, standIns, progress }) {
  const chosen = values.flow ?? null;
  for (const text of chosen ?? []) if (!isQuicName(text)) flowNumber(text, '--flow');
  return withInput(
    file,
    async (input) => {
      const open = (/** @type {unknown} */ _, secrets = keyLog) =>
        new OpenedAnalysis({ ciphers: nodeCiphers, keyLog: secrets, decodeAs });
      const analysis = await analyzeWithProgress(input, open, progress);
      if (input.failure !== null) throw input.failure;
      const source = input.again ?? input.source;
      await takeHostLog(analysis.ingest, await hostLogOf(file, values.log?.map(pathOf)), nodeDecoder);
      const { size } = await stat(source);
      const name = file === '-' ? 'standard input' : basename(file);
      const { head, data } = await reportData({
        ingest: analysis.ingest,
        read: (target) => readCapture(source, target),
        flows: chosen && chosen.map((text) => anyFlowIndex(analysis, text, '--flow')),
        head: {
          ...newHead(name, size),
          decodeAs: values['decode-as'] ?? [],
          isRedacted: values.redact,
          keepsPaths: values['keep-paths'],
        },
        standIns,
      });
      const capture = values['with-capture'] ? await captureText(source, size) : null;
      return { head, data: Buffer.from(data).toString('base64'), capture };
    },
    { isReadTwice: true },
  );
}

/** @param {string} name @param {number} sizeBytes */
const newHead = (name, sizeBytes) => ({
  program: VERSION,
  name,
  sizeBytes,
  createdEpoch: Date.now() / 1000,
  notes: [],
  place: '',
});

/** @param {string} path @param {number} size bytes @returns {Promise<string>} in base64 */
async function captureText(path, size) {
  if (size > MAX_REPORT_CAPTURE_BYTES) {
    throw new Error(
      `A report can hold a capture of up to ${MAX_REPORT_CAPTURE_BYTES / 2 ** 20} MiB, and this has ${size} bytes: ` +
        'make it without --with-capture.',
    );
  }
  return readFile(path, 'base64');
}

/** @param {string[]} page pieces @param {string|undefined} output */
async function write(page, output) {
  if (output === undefined) {
    const standard = new Output();
    for (const piece of page) await standard.write(piece);
    await standard.flush();
    return;
  }
  await writing(output, () =>
    wholeFile(output, async (part) => {
      const file = await openFile(part, 'w');
      try {
        for (const piece of page) await file.writeFile(piece);
      } finally {
        await file.close();
      }
    }),
  );
}
