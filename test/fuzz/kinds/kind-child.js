/** The process that has the inputs of a kind: whatever they do to it, run-kind.js sees it end. */
import { Random } from '../random.js';

/** Makes seeds of consecutive inputs differ in all bits (Knuth's multiplicative hash). */
const SPREAD = 2_654_435_761;

const { kind, seed, from, endMs } = /** @type {import('./run-kind.js').Task} */ (JSON.parse(process.argv[2]));
const say = (/** @type {object} */ message) => process.send?.(message);
const { prepare } = await import(`./${kind}.js`);
const { check, close } = /** @type {import('./run-kind.js').Kind} */ (await prepare());
let number = from;
do {
  say({ kind: 'input', number });
  const fault = await check(new Random((Math.imul(seed, SPREAD) ^ Math.imul(number + 1, SPREAD)) >>> 0));
  if (fault !== null) say({ kind: 'fault', fault });
  number++;
} while (Date.now() < endMs);
await close();
say({ kind: 'end' });
process.disconnect();
// A thread may still be reading.
process.exit(0);
