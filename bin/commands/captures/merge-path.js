import { closeSync, openSync, writeSync } from 'node:fs';

import { wholeFile } from '../../../lib/files/whole-files.js';
import { readNamed } from '../input/read-named.js';
import { OutputError } from '../output-error.js';

/**
 * Writes all packets of a path into one pcapng.
 * @param {import('../../../lib/path/path-analysis.js').PathAnalysis} analysis
 * @param {readonly string[]} sources paths, by point
 * @param {string} target
 * @throws {OutputError}
 */
export async function mergePath(analysis, sources, target) {
  const merged = analysis.merged();
  for (const [place, source] of sources.entries()) await readNamed(source, merged.measure(place));
  const head = merged.arrange();
  await wholeFile(target, async (part) => {
    const file = openSync(part, 'w');
    try {
      writeSync(file, head, 0, head.length, 0);
      for (const [place, source] of sources.entries()) {
        const write = (/** @type {Uint8Array} */ bytes, /** @type {number} */ at) => {
          for (let done = 0; done < bytes.length;) done += writeSync(file, bytes, done, bytes.length - done, at + done);
        };
        await readNamed(source, merged.write(place, write));
      }
    } catch (error) {
      throw new OutputError(target, /** @type {Error} */ (error));
    } finally {
      closeSync(file);
    }
  });
}
