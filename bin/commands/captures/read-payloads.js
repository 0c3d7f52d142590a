import { stat } from 'node:fs/promises';

import { readNamed } from '../input/read-named.js';

/**
 * Reads some payloads of a path's captures again, each file as far as the last of them. Of what cannot be read twice,
 * standard input or a pipe, no payload is compared.
 * @param {import('../../../lib/path/path-analysis.js').PathAnalysis} analysis
 * @param {readonly string[]} sources paths, by point
 */
export async function readPayloads(analysis, sources) {
  const payloads = await analysis.payloads();
  for (const [place, source] of sources.entries()) {
    const enough = new AbortController();
    const target = payloads.target(place, () => enough.abort());
    if (target === null || !(await isFile(source))) continue;
    try {
      await readNamed(source, target, { signal: enough.signal });
    } catch (error) {
      if (!enough.signal.aborted) throw error;
    }
  }
}

/** @param {string} source */
const isFile = async (source) => source !== '-' && (await stat(source)).isFile();
