/** The process that reads the inputs: whatever they do to it, main.js sees it end, and has the input that it was at. */
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

import { Coverage } from './coverage.js';

/**
 * @typedef {object} Task
 * @property {number} seed
 * @property {string} [only] a layer
 * @property {boolean} shared with captures from beside the checkout
 * @property {number} endMs
 * @property {string} folder for what is kept, and the input under way
 * @property {string[]} known keys of faults that were reported already
 * @property {boolean} keep whether the corpus in the repository is written anew
 */

const { seed, only, shared, endMs, folder, known, keep } = /** @type {Task} */ (JSON.parse(process.argv[2]));
const kept = join(folder, 'kept');
const say = (/** @type {object} */ message) => process.send?.(message);
const coverage = new Coverage();
coverage.start();
// What is counted is loaded only now.
const { Oracles } = await import('./oracles.js');
const { Loop } = await import('./loop.js');
const { Random } = await import('./random.js');
const { writeKeptInputs } = await import('./kept-corpus.js');
const chance = new Random(seed);
Math.random = () => chance.next();
mkdirSync(kept, { recursive: true });
const readKept = () =>
  readdirSync(kept)
    .sort()
    .map((name) => Uint8Array.from(readFileSync(join(kept, name))));
const restored = readKept().map((bytes) => ({ bytes, name: 'kept' }));
let count = restored.length;

const oracles = new Oracles(coverage, join(folder, 'input'));
const loop = new Loop(
  oracles,
  {
    onInput: ({ bytes, name }, number) => {
      writeFileSync(join(folder, 'current'), bytes);
      say({ kind: 'input', number, name });
    },
    onKept: ({ bytes, name }) => {
      if (name !== 'kept') writeFileSync(join(kept, String(count++).padStart(6, '0')), bytes);
    },
    onFault: (fault, { input, reduced, seed: checkSeed, checks }) => {
      writeFileSync(join(folder, 'reduced'), reduced);
      say({ kind: 'fault', key: fault.key, message: fault.message, name: input.name, seed: checkSeed, checks });
    },
  },
  { seed, only, shared, known },
);

await loop.run(restored, () => Date.now() >= endMs);
say({ kind: 'end', seen: coverage.seen, kept: count });
if (keep) console.log(`${await writeKeptInputs(readKept(), coverage, oracles)} inputs are in test/fuzz/corpus.json.gz`);
process.disconnect();
// A thread may still be reading.
process.exit(0);
