import { writeFile } from 'node:fs/promises';
import { basename, extname } from 'node:path';

import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { takeHostLog } from '../../../lib/analysis/take-host-log.js';
import { wholeFile } from '../../../lib/files/whole-files.js';
import { nodeCiphers } from '../../../lib/node/ciphers.js';
import { nodeDecoder } from '../../../lib/node/content-codings.js';
import { hostLogOf } from '../../../lib/node/host-log-of.js';
import { flowIndex, flowNumber } from '../input/flow-index.js';
import { pathOf } from '../input/paths.js';
import { readDecodeAs } from '../input/read-decode-as.js';
import { readKeyLog } from '../input/read-key-log.js';
import { analyzeNamed } from '../input/read-named.js';
import { writing } from '../output-error.js';
import { progressLine } from '../progress.js';
import { UsageError } from '../usage-error.js';
import { PageBrowser } from './page-browser.js';
import { reportPageOf } from './report-of.js';
import { summaryOf } from './summary.js';

/** The window in which the view is drawn, CSS pixels. */
const WIDTH = 1280;
const HEIGHT = 900;
const FORMS = new Set(['.png', '.svg', '.pdf']);

/** @param {import('../options/parse.js').Given<'picture'>} given @returns {Promise<number>} exit status */
export async function picture({ values, positionals }) {
  if (positionals.length !== 1) throw new UsageError('picture takes one FILE');
  const [source, output] = [pathOf(positionals[0]), pathOf(values.output)];
  const form = extname(output ?? '').toLowerCase();
  if (output === undefined || !FORMS.has(form)) {
    throw new UsageError('picture needs -o NAME.png, NAME.svg or NAME.pdf');
  }
  if (source === '-') throw new UsageError('picture reads FILE twice, which standard input cannot be');
  if (values.dark && form !== '.png') throw new UsageError('--dark is only for a .png: the others are for print');
  const given = await readKeyLog(pathOf(values.keylog));
  const decodeAs = await readDecodeAs(values['decode-as']);
  const progress = progressLine();
  const analysis = await analyzeNamed(
    source,
    (_, keyLog = given) => new OpenedAnalysis({ ciphers: nodeCiphers, keyLog, decodeAs }),
    { onProgress: progress.show },
  );
  progress.clear();
  await takeHostLog(analysis.ingest, await hostLogOf(source), nodeDecoder);
  const flow = values.flow === undefined ? only(analysis) : flowIndex(analysis, flowNumber(values.flow, '--flow'));
  const place = flow === null ? '' : `/connections/${analysis.connections.numberOf(flow)}`;
  const pieces = () => reportPageOf(analysis, { source, name: basename(source), flow });
  const browser = new PageBrowser();
  try {
    const look = { width: WIDTH, height: HEIGHT, isDark: values.dark };
    const bytes = await browser.drawn({ key: null, pieces, place }, look, (shown) =>
      form === '.pdf' ? pdfOf(shown) : summaryOf(shown, form),
    );
    await writing(output, () => wholeFile(output, (part) => writeFile(part, bytes)));
  } finally {
    await browser.close();
  }
  return 0;
}

/**
 * @param {OpenedAnalysis} analysis
 * @returns {number | null} index of the only connection; null: there are several, so all of the capture is drawn
 */
function only({ connections, ingest: { quic } }) {
  const ofQuic = quic?.connections.length ?? 0;
  if (connections.count + ofQuic === 0) throw new Error('There is no connection to draw.');
  return connections.count === 1 && ofQuic === 0 ? 0 : null;
}

/** On one sheet of its own size. @param {import('playwright-core').Page} page @returns {Promise<Buffer>} */
async function pdfOf(page) {
  const svg = (await summaryOf(page, '.svg')).toString();
  const [, width, height] = /<svg[^>]* width="([\d.]+)"[^>]* height="([\d.]+)"/.exec(svg) ?? [];
  await page.setContent(`<style>@page{margin:0}body{margin:0}svg{display:block}</style>${svg}`);
  return page.pdf({ width: `${width}px`, height: `${Math.ceil(Number(height)) + 1}px`, printBackground: true });
}
