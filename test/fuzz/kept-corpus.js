/** The inputs that are in the repository: the fewest bytes that reach what a long run has reached. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { gunzipSync, gzipSync } from 'node:zlib';

import { Random } from './random.js';

const FILE = fileURLToPath(new URL('corpus.json.gz', import.meta.url));
const MAX_BYTES = 250_000;
const NOTHING_ELSE = { chunked: false, reassembled: false, threads: false, files: false };

/** @returns {Uint8Array[]} */
export function keptInputs() {
  if (!existsSync(FILE)) return [];
  const texts = /** @type {string[]} */ (JSON.parse(gunzipSync(readFileSync(FILE)).toString()));
  return texts.map((text) => Uint8Array.from(Buffer.from(text, 'base64')));
}

/**
 * Writes them anew.
 * @param {Uint8Array[]} inputs from fixtures and from what the fuzzer makes itself: other captures are not ours to keep
 * @param {import('./coverage.js').Coverage} coverage
 * @param {import('./oracles.js').Oracles} oracles
 * @returns {Promise<number>} how many there are now
 */
export async function writeKeptInputs(inputs, coverage, oracles) {
  const chosen = [];
  let bytes = 0;
  coverage.restart();
  for (const input of [...inputs].sort((a, b) => a.length - b.length)) {
    const added = await oracles.check(input, new Random(1), NOTHING_ELSE).then(
      (taken) => taken.added,
      () => 0,
    );
    bytes += added > 0 ? gzipSync(input).length * 1.1 : 0;
    if (bytes > MAX_BYTES) break;
    if (added > 0) chosen.push(Buffer.from(input).toString('base64'));
  }
  writeFileSync(FILE, gzipSync(JSON.stringify(chosen), { level: 9 }));
  return chosen.length;
}
