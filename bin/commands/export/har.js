import { writeFile } from 'node:fs/promises';

import { HarFile } from '../../../lib/analysis/har-file.js';
import { readCapture } from '../../../lib/capture/file/read-capture.js';
import { wholeFile } from '../../../lib/files/whole-files.js';
import { nodeCiphers } from '../../../lib/node/ciphers.js';
import { nodeDecoder } from '../../../lib/node/content-codings.js';
import { print } from '../output.js';
import { writing } from '../output-error.js';
import { VERSION } from '../version.js';

/** @param {import('./export.js').Export & { hasText: boolean }} what a flow's exchanges, or all */
export async function exportHar({ source, analysis, flow, quicFlow, output, hasText }) {
  const flows = flow < 0 ? undefined : [flow];
  const quicFlows = quicFlow < 0 ? undefined : [quicFlow];
  const file = new HarFile(analysis, { flows, quicFlows, hasText, decode: nodeDecoder, inflate: nodeCiphers.inflate });
  await readCapture(source, file.reading);
  await file.reading.finish();
  const text = file.text(VERSION);
  return output === undefined ? print(text) : writing(output, () => wholeFile(output, (part) => writeFile(part, text)));
}
