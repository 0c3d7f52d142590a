import { open, readFile, stat } from 'node:fs/promises';
import { basename } from 'node:path';

import { OpenedAnalysis } from '../../lib/analysis/opened-analysis.js';
import { readCapture } from '../../lib/capture/file/read-capture.js';
import { wholeFile } from '../../lib/files/whole-files.js';
import { nodeCiphers } from '../../lib/node/ciphers.js';
import { reportData } from '../../lib/report/report-data.js';
import { MAX_REPORT_CAPTURE_BYTES, reportPage } from '../../lib/shared/report/report-page.js';
import { oneFilePage } from '../../server/one-file-page.js';
import { flowIndex, flowNumber } from './input/flow-index.js';
import { withInput } from './input/input.js';
import { pathOf } from './input/paths.js';
import { readDecodeAs } from './input/read-decode-as.js';
import { readKeyLog } from './input/read-key-log.js';
import { Output } from './output.js';
import { writing } from './output-error.js';
import { analyzeWithProgress } from './progress.js';
import { UsageError } from './usage-error.js';
import { VERSION } from './version.js';

/** @typedef {import('../../lib/shared/report/report-page.js').ReportHead} ReportHead */

/** @param {import('./options/parse.js').Given<'report'>} given @returns {Promise<number>} exit status */
export async function report({ values, positionals }) {
  const { redact: isRedacted, 'keep-paths': keepsPaths, 'with-capture': withCapture } = values;
  if (positionals.length !== 1) throw new UsageError('report takes one FILE');
  const [file, output] = [pathOf(positionals[0]), pathOf(values.output)];
  if (isRedacted && withCapture) {
    throw new UsageError('--with-capture and --redact cannot be combined: the capture has all that --redact removes');
  }
  if (keepsPaths && !isRedacted) throw new UsageError('--keep-paths needs --redact: without it all paths stay');
  if (output === undefined && process.stdout.isTTY) {
    throw new UsageError('a page cannot go to a terminal: give -o FILE');
  }
  const numbers = values.flow?.map((text) => flowNumber(text, '--flow')) ?? null;
  const keyLog = await readKeyLog(pathOf(values.keylog));
  const decodeAs = await readDecodeAs(values['decode-as']);
  if (output === file) {
    throw new Error(`${output} is the capture itself: give another file.`);
  }
  await withInput(
    file,
    async (input) => {
      const analysis = await analyzeWithProgress(input, (_, secrets = keyLog) => {
        return new OpenedAnalysis({ ciphers: nodeCiphers, keyLog: secrets, decodeAs });
      });
      if (input.failure !== null) throw input.failure;
      const source = input.again ?? input.source;
      const { size } = await stat(source);
      const name = file === '-' ? 'standard input' : basename(file);
      const { head, data } = await reportData({
        ingest: analysis.ingest,
        read: (target) => readCapture(source, target),
        flows: numbers && numbers.map((number) => flowIndex(analysis, number)),
        head: { ...newHead(name, size), decodeAs: values['decode-as'] ?? [], isRedacted, keepsPaths },
      });
      const capture = withCapture ? await captureText(source, size) : null;
      const page = reportPage(await oneFilePage(), { head, data: Buffer.from(data).toString('base64'), capture });
      await write(page, output);
    },
    { isReadTwice: true },
  );
  return 0;
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
      const file = await open(part, 'w');
      try {
        for (const piece of page) await file.writeFile(piece);
      } finally {
        await file.close();
      }
    }),
  );
}
