import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { Coverage } from './coverage.js';
import { Random } from './random.js';

/**
 * Checks one input in every way, in this process.
 * @param {string} path @param {number} seed of what is chosen at random, as how it is cut
 * @returns {Promise<number>} exit status
 */
export async function checkFile(path, seed) {
  const coverage = new Coverage();
  const folder = mkdtempSync(join(tmpdir(), 'selfclock-fuzz-'));
  coverage.start();
  const { Oracles } = await import('./oracles.js');
  const bytes = Uint8Array.from(readFileSync(path));
  try {
    const { work } = await new Oracles(coverage, join(folder, 'input')).check(bytes, new Random(seed), {
      chunked: true,
      reassembled: true,
      threads: true,
      files: true,
    });
    console.log(`${path}: ${bytes.length} bytes, nothing wrong, ${work} calls and turns`);
    return 0;
  } catch (/** @type {any} */ fault) {
    console.log(`${path}: ${fault.key}\n${fault.message}`);
    return 1;
  } finally {
    rmSync(folder, { recursive: true });
  }
}
