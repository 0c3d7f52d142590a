/**
 * Seeded mutation of streams for a parser: nothing is thrown, nothing hangs, memory stays bounded, and how the bytes
 * are cut changes nothing. Always the same inputs for the same seed.
 */
import { cutBytes, mutatedBytes } from '../protocols/support/mutate.js';
import { random } from '../protocols/support/streams.js';

export const FUZZ_INPUTS = 2000;
/** Of so many inputs one is read in two ways. */
const COMPARED = 20;
/** Milliseconds that one input may take; it is a kilobyte or so. */
const MAX_INPUT_MS = 2000;
/** What may be added to the heap in the end, with everything that waits to be collected. */
const MAX_HEAP_BYTES = 1e9;

/** @typedef {Uint8Array[]} Streams one for each direction */

/**
 * @param {object} fuzzed
 * @param {number} fuzzed.seed
 * @param {Streams[]} fuzzed.corpus sound streams, taken in turn
 * @param {(streams: Streams, next: () => number) => Streams} [fuzzed.mutate]
 * @param {(pieces: Uint8Array[][], input: number) => string|undefined} fuzzed.read what a parser makes of the pieces of
 *   each direction;
 *   compared where it is given
 * @param {(input: number) => boolean} [fuzzed.isCompared] whether an input is read in two ways
 * @param {number} [fuzzed.inputs]
 */
export function fuzz({
  seed,
  corpus,
  mutate = mutateAll,
  read,
  isCompared = (input) => input % COMPARED === 0,
  inputs = FUZZ_INPUTS,
}) {
  const next = random(seed);
  const heap = process.memoryUsage().heapUsed;
  for (let input = 0; input < inputs; input++) {
    const streams = mutate(corpus[input % corpus.length], next);
    const isTwice = isCompared(input);
    const started = performance.now();
    const cut = read(
      streams.map((stream) => cutBytes(stream, next, isTwice ? 3 : 400)),
      input,
    );
    const whole = isTwice
      ? read(
          streams.map((stream) => [stream]),
          input,
        )
      : cut;
    if (cut !== whole) throw new Error(`input ${input} is read in two ways:\n${cut}\n${whole}`);
    if (performance.now() - started > MAX_INPUT_MS) throw new Error(`input ${input} takes too long`);
  }
  const grown = process.memoryUsage().heapUsed - heap;
  if (grown > MAX_HEAP_BYTES) throw new Error(`${grown} bytes more than before`);
}

/** @param {Streams} streams @param {() => number} next */
const mutateAll = (streams, next) => streams.map((stream) => mutatedBytes(stream, next));
