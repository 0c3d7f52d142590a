/** The fuzzing loop of one process: picks an input, changes it, checks it, and keeps what did something new. */
import { seeds } from './corpus.js';
import { keptInputs } from './kept-corpus.js';
import { MAX_INPUT_BYTES, mutate } from './mutate.js';
import { Fault } from './oracles.js';
import { Random } from './random.js';
import { reduce } from './reduce.js';

/** @typedef {{ bytes: Uint8Array, name: string }} Input  name: where it came from, for whoever reads a report */
/** @typedef {import('./oracles.js').Checks} Checks */
/**
 * @typedef {object} Events
 * @property {(input: Input, number: number) => void} onInput before it is read
 * @property {(input: Input) => void} onKept
 * @property {(fault: Fault, found: { input: Input, reduced: Uint8Array, seed: number, checks: Checks }) => void}
 *   onFault the first of its kind
 */

/** Of so many inputs one is read in pieces, by JavaScript alone, by two threads, and exported. */
const CHUNKED = 4;
const SLOW_PATH = 4;
const THREADS = 30;
const EXPORTED = 30;
/** How often a capture that was not read yet is taken, and one of the inputs that were kept last. */
const NEW_SEED = 0.25;
const RECENT = 0.4;
const RECENT_INPUTS = 40;
/** Bytes that may stay allocated over many inputs: the least of each window. */
export const MAX_KEPT_BYTES = 1e9;
const WINDOW = 300;
const REDUCE_MS = 20_000;
/** Makes seeds of consecutive inputs differ in all bits (Knuth's multiplicative hash). */
const SPREAD = 2_654_435_761;

export class Loop {
  #oracles;
  #events;
  #seed;
  #only;
  /** @type {Input[]} */
  #kept = [];
  /** @type {import('./corpus.js').Seed[]} */
  #ahead = [];
  /** Of these the fixtures and what is made here, with which every run begins. */
  #own = 0;
  #faults = new Set();
  #leastBytes = Infinity;
  inputs = 0;

  /**
   * @param {import('./oracles.js').Oracles} oracles @param {Events} events
   * @param {{ seed: number, only?: string, shared: boolean, known: string[] }} options shared: with captures from
   *   beside the checkout; known: keys of
   *   faults that were reported already
   */
  constructor(oracles, events, { seed, only, shared, known }) {
    this.#oracles = oracles;
    this.#events = events;
    this.#seed = seed;
    this.#only = only;
    const random = new Random(seed);
    const { own, shared: beside } = seeds();
    this.#faults = new Set(known);
    const drawn = (shared ? beside : []).map((entry) => ({ entry, at: random.next() }));
    // The last is taken first.
    this.#ahead = [...drawn.sort((a, b) => a.at - b.at).map(({ entry }) => entry), ...own];
    this.#own = own.length;
  }

  /** @param {Input[]} restored that an earlier process kept @param {() => boolean} isOver */
  async run(restored, isOver) {
    const first = [...restored, ...keptInputs().map((bytes) => ({ bytes, name: 'corpus' }))];
    for (let number = 0; !isOver(); number++) {
      const random = new Random((Math.imul(this.#seed, SPREAD) ^ Math.imul(number + 1, SPREAD)) >>> 0);
      const input = first.shift() ?? (await this.#next(random));
      if (input.bytes.length > 0) await this.#take(input, number, random, isOver);
    }
  }

  /** @param {Random} random @returns {Promise<Input>} */
  async #next(random) {
    if (this.#ahead.length > 0 && (this.#own-- > 0 || random.chance(NEW_SEED))) {
      const { name, load } = /** @type {import('./corpus.js').Seed} */ (this.#ahead.pop());
      const bytes = (await load(random)).slice(0, MAX_INPUT_BYTES);
      this.#oracles.forget();
      return { bytes, name };
    }
    const parent = this.#pick(random);
    const { bytes, layers } = mutate(parent.bytes, random, { only: this.#only, other: () => this.#pick(random).bytes });
    return { bytes, name: `${parent.name.split(' + ').slice(0, 1)} + ${layers.join(' + ')}` };
  }

  /** @param {Random} random @returns {Input} */
  #pick(random) {
    return random.pick(random.chance(RECENT) ? this.#kept.slice(-RECENT_INPUTS) : this.#kept);
  }

  /** @param {Input} input @param {number} number @param {Random} random @param {() => boolean} isOver */
  async #take(input, number, random, isOver) {
    const one = (/** @type {number} */ of) => random.below(of) === 0;
    const seed = random.seed();
    const checks = { chunked: one(CHUNKED), reassembled: one(SLOW_PATH), threads: one(THREADS), files: one(EXPORTED) };
    this.#events.onInput(input, number);
    this.inputs++;
    try {
      const { added } = await this.#oracles.check(input.bytes, new Random(seed), checks);
      if (added > 0) this.#keep(input);
      this.#watchMemory(number);
    } catch (error) {
      await this.#report(/** @type {Fault} */ (error), { input, seed, checks }, isOver);
    }
    // Threads that have ended, and memories that wait for it, need a turn of the event loop.
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
  }

  /** @param {Input} input */
  #keep(input) {
    this.#kept.push(input);
    this.#events.onKept(input);
  }

  /** @param {number} number of an input */
  #watchMemory(number) {
    const { heapUsed, external } = process.memoryUsage();
    this.#leastBytes = Math.min(this.#leastBytes, heapUsed + external);
    if (number % WINDOW !== 0) return;
    const least = this.#leastBytes;
    this.#leastBytes = Infinity;
    if (least > MAX_KEPT_BYTES) throw new Fault('memory', 'kept', `${least} bytes are kept over ${WINDOW} inputs`);
  }

  /**
   * @param {Fault} fault
   * @param {{ input: Input, seed: number, checks: Checks }} found
   * @param {() => boolean} isOver
   */
  async #report(fault, found, isOver) {
    if (this.#faults.has(fault.key)) return;
    this.#faults.add(fault.key);
    const untilMs = Date.now() + REDUCE_MS;
    const { seed, checks, input } = found;
    const reduced = await reduce(
      input.bytes,
      async (bytes) => {
        this.#events.onInput({ ...input, bytes }, -1);
        return (await this.#faultOf(bytes, seed, checks)) === fault.key;
      },
      { until: () => isOver() || Date.now() > untilMs },
    );
    this.#events.onFault(fault, { ...found, reduced });
  }

  /** @param {Uint8Array} bytes @param {number} seed @param {Checks} checks @returns {Promise<string|null>} */
  async #faultOf(bytes, seed, checks) {
    try {
      await this.#oracles.check(bytes, new Random(seed), checks);
      return null;
    } catch (error) {
      return /** @type {Fault} */ (error).key;
    }
  }
}
