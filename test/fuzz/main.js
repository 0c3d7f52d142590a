/**
 * Fuzzes the analysis: captures are damaged and made up for as long as is asked for, and whatever must hold for any
 * input is checked of each.
 *
 *   npm run fuzz -- --minutes N [--seed S] [--only LAYER] [--no-shared]      LAYER: see mutate.js
 *   npm run fuzz -- --minutes N --keep     without ../shared; then writes corpus.json.gz of what was kept
 *   npm run fuzz -- --KIND --minutes N [--seed S]                            something else: see kinds/
 *   npm run fuzz -- --KIND --seed S --at NUMBER                              one input of it again
 *   npm run fuzz -- --file CAPTURE [--seed S]                                one input, with every check
 *
 * The same seed gives the same inputs, as far as one run gets. What fails is made small and put into
 * test/fuzz/failures/. Exit status 1: something failed.
 */
import { fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';

import { checkFile } from './check-file.js';
import { fuzzKind, KINDS } from './kinds/run-kind.js';
import { LAYERS } from './mutate.js';

const CHILD = fileURLToPath(new URL('child.js', import.meta.url));
const FAILURES = fileURLToPath(new URL('failures/', import.meta.url));
/** An input that takes longer has hung; the slowest take a second or two, on a machine that is busy with others. */
const HANG_MS = 60_000;
const HEAP_MEGABYTES = 1500;
const MAX_SEED = 2 ** 31;
/** Processes that may end in one run before there is no point in going on. */
const MAX_RESTARTS = 50;

/** @typedef {{ key: string, message: string, name: string, seed: number, checks: object }} Failure */

class Run {
  /** @type {import('node:child_process').ChildProcess|null} */
  #child = null;
  folder = mkdtempSync(join(tmpdir(), 'selfclock-fuzz-'));
  startMs = Date.now();
  inputs = 0;
  kept = 0;
  seen = { blocks: 0, functions: 0, places: 0 };
  /** @type {Failure[]} */
  failures = [];
  /** Whoever started it has had enough. */
  isStopped = false;

  /** @param {{ minutes: number, seed: number, only?: string, shared: boolean, keep: boolean }} options */
  constructor(options) {
    this.options = options;
    this.endMs = this.startMs + options.minutes * 60_000;
  }

  /** Ends it before its time. */
  stop() {
    this.isStopped = true;
    this.endMs = 0;
    this.#child?.kill();
  }

  async all() {
    for (let restarts = 0; Date.now() < this.endMs && restarts <= MAX_RESTARTS; restarts++) {
      await this.#process(restarts);
    }
    rmSync(this.folder, { recursive: true });
  }

  /** One process, to its end. @param {number} restarts */
  async #process(restarts) {
    const { seed, only, shared, keep } = this.options;
    const task = {
      seed: seed + restarts,
      only,
      shared,
      endMs: this.endMs,
      folder: this.folder,
      keep,
      known: this.failures.map(({ key }) => key),
    };
    const child = (this.#child = fork(CHILD, [JSON.stringify(task)], {
      execArgv: [`--max-old-space-size=${HEAP_MEGABYTES}`, '--no-warnings'],
      stdio: ['ignore', 'inherit', 'pipe', 'ipc'],
    }));
    let heardMs = Date.now();
    let hasHung = false;
    let hasEnded = false;
    let name = '';
    let errors = '';
    child.stderr?.on('data', (data) => {
      errors = `${errors}${data}`.slice(-4000);
    });
    child.on('message', (/** @type {any} */ message) => {
      heardMs = Date.now();
      if (message.kind === 'input') {
        this.inputs++;
        ({ name } = message);
      } else if (message.kind === 'fault') this.#save(message, 'reduced');
      else [this.seen, this.kept, hasEnded] = [message.seen, message.kept, true];
    });
    const watch = setInterval(() => {
      if (hasEnded || Date.now() - heardMs < HANG_MS) return;
      hasHung = true;
      child.kill('SIGKILL');
    }, 1000);
    const [code, signal] = await new Promise((resolve) => {
      child.on('exit', (...how) => resolve(how));
    });
    clearInterval(watch);
    if (hasEnded || this.isStopped) return;
    const crash = `crash: ${code ?? signal} ${/\n\s*at .*/.exec(errors)?.[0].trim() ?? ''}`;
    const key = hasHung ? `hang: ${this.failures.length}` : crash;
    this.#save(
      {
        key,
        message: hasHung ? `nothing for ${HANG_MS / 1000} s` : errors || `ended with ${code ?? signal}`,
        name,
        seed,
        checks: {},
      },
      'current',
    );
  }

  /** @param {Failure} failure @param {string} file with the input */
  #save(failure, file) {
    if (this.failures.some(({ key }) => key === failure.key)) return;
    this.failures.push(failure);
    const { key, message, name, seed, checks } = failure;
    const title = `${this.startMs.toString(36)}-${this.failures.length}-${key.split(':')[0]}`;
    mkdirSync(FAILURES, { recursive: true });
    const bytes = readFileSync(join(this.folder, file));
    const path = `${FAILURES}${title}.pcap`;
    const again = `npm run fuzz -- --file test/fuzz/failures/${title}.pcap --seed ${seed}`;
    writeFileSync(path, bytes);
    writeFileSync(
      `${FAILURES}${title}.txt`,
      `${key}\n\n${message}\n\nfrom ${name}, seed ${this.options.seed}, checks ${JSON.stringify(checks)}\n${again}\n`,
    );
    const start = message.split('\n').slice(0, 6).join('\n  ');
    console.log(`FAILED ${key}\n  ${start}\n  ${bytes.length} bytes, from ${name}\n  again: ${again}`);
  }

  /** @returns {string} */
  get summary() {
    const seconds = (Date.now() - this.startMs) / 1000;
    const { blocks, functions, places } = this.seen;
    const { length } = this.failures;
    return [
      `${this.inputs} inputs in ${Math.round(seconds)} s (${Math.round(this.inputs / seconds)}/s)`,
      `seed ${this.options.seed}`,
      `${blocks} blocks of ${functions} functions and ${places} places of the cores reached`,
      `${this.kept} inputs kept`,
      `${length} ${length === 1 ? 'failure' : 'failures'}`,
    ].join(', ');
  }
}

/** @param {string|undefined} text @param {number} otherwise @param {string} name */
function numberOf(text, otherwise, name) {
  const value = text === undefined ? otherwise : Number(text);
  if (!(value >= 0)) throw new Error(`--${name} takes a number, not "${text}"`);
  return value;
}

const { values } = parseArgs({
  options: {
    minutes: { type: 'string' },
    seed: { type: 'string' },
    only: { type: 'string' },
    file: { type: 'string' },
    at: { type: 'string' },
    sql: { type: 'boolean', default: false },
    reports: { type: 'boolean', default: false },
    library: { type: 'boolean', default: false },
    qlog: { type: 'boolean', default: false },
    'no-shared': { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
  },
});
if (values.only !== undefined && !LAYERS.has(values.only)) {
  throw new Error(`--only takes one of ${[...LAYERS.keys()].join(', ')}, not "${values.only}"`);
}
const kind = KINDS.find((name) => values[name]);
const seed = numberOf(values.seed, Date.now() % MAX_SEED, 'seed');
if (values.file !== undefined) process.exitCode = await checkFile(values.file, numberOf(values.seed, 1, 'seed'));
else if (kind !== undefined) {
  const at = values.at === undefined ? null : numberOf(values.at, 0, 'at');
  process.exitCode = await fuzzKind(kind, { minutes: numberOf(values.minutes, 1, 'minutes'), seed, at });
} else {
  const run = new Run({
    minutes: numberOf(values.minutes, 1, 'minutes'),
    seed,
    only: values.only,
    keep: values.keep,
    shared: !values['no-shared'] && !values.keep,
  });
  console.log(`Fuzzing for ${numberOf(values.minutes, 1, 'minutes')} min with --seed ${seed}`);
  for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, () => run.stop());
  await run.all();
  console.log(run.summary);
  process.exitCode = run.failures.length > 0 ? 1 : 0;
}
