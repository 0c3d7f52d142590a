import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { finished } from 'node:stream/promises';

/** Between two samples: half of it is the least that a change of the window is late. */
export const SAMPLE_INTERVAL_MS = 100;
/** Bytes of a record; sampling ends there. */
export const MAX_RECORD_BYTES = 1024 * 1024 * 1024;
/** A filter that no connection meets. */
const NO_SOCKET = 'sport = :1 and dport = :1';
/** Bytes of one sample: of some ten thousand sockets. */
export const MAX_SAMPLE_BYTES = 8 * 1024 * 1024;

/**
 * Samples the kernel's TCP sockets into a file, until it is stopped.
 * @param {string | (() => string | null)} where the file, perhaps another one from some time on; null: none as yet
 * @param {{ filter: string | undefined, signal: AbortSignal }} options `filter`: in the language of ss(8)
 * @returns {Promise<{ samples: number, problem: string | null }>} problem: why there are none, or no more
 */
export async function sampleSockets(where, { filter, signal }) {
  const record = new Record(where);
  let [samples, bytes] = [0, 0];
  /** @type {string | null} */
  let problem = null;
  while (!signal.aborted && problem === null) {
    const startedAt = performance.now();
    const epoch = epochText();
    const sample = await sampleOf(filter);
    if (sample.problem !== null) problem = sample.problem;
    else if (sample.text !== '') {
      const text = `@ ${epoch}\n${sample.text}`;
      bytes += text.length;
      if (bytes > MAX_RECORD_BYTES) {
        problem = `The record of sockets has reached ${MAX_RECORD_BYTES} bytes and ends there.`;
      } else await record.write(text);
      samples++;
    }
    await until(startedAt + SAMPLE_INTERVAL_MS, signal);
  }
  await record.end();
  return { samples, problem };
}

/** The file, or one file after the other. */
class Record {
  #where;
  /** @type {string | null} */
  #path = null;
  /** @type {import('node:fs').WriteStream | null} */
  #file = null;

  /** @param {string | (() => string | null)} where as of `sampleSockets` */
  constructor(where) {
    this.#where = where;
    if (typeof where === 'string') this.#open(where);
  }

  /** @param {string} text */
  async write(text) {
    const path = typeof this.#where === 'string' ? this.#where : this.#where();
    if (path === null) return;
    if (path !== this.#path) {
      await this.end();
      this.#open(path);
    }
    if (this.#file?.write(text) === false) await once(this.#file, 'drain');
  }

  /** @param {string} path */
  #open(path) {
    this.#path = path;
    this.#file = createWriteStream(path, { mode: 0o600 });
  }

  async end() {
    const file = this.#file;
    this.#file = null;
    if (file === null) return;
    file.end();
    await finished(file);
  }
}

/** @returns {Promise<string|null>} why sockets cannot be sampled here */
export async function samplingProblem() {
  return (await sampleOf(NO_SOCKET)).problem;
}

/** Seconds since 1970, by the clock that stamps packets. */
function epochText() {
  const ms = performance.timeOrigin + performance.now();
  return `${Math.floor(ms / 1000)}.${String(Math.round((ms % 1000) * 1e6))
    .padStart(9, '0')
    .slice(0, 9)}`;
}

/** @param {string | undefined} filter @returns {Promise<{ text: string, problem: string | null }>} */
function sampleOf(filter) {
  return new Promise((resolve) => {
    const child = spawn('ss', ['-tinHOe', 'state', 'connected', ...(filter ? [filter] : [])], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    /** @type {Buffer[]} */
    const chunks = [];
    let [bytes, complaint] = [0, ''];
    child.stdout.on('data', (chunk) => {
      bytes += chunk.length;
      if (bytes <= MAX_SAMPLE_BYTES) chunks.push(chunk);
    });
    child.stderr.on('data', (chunk) => (complaint = (complaint + chunk).slice(0, 500)));
    child.once('error', () => resolve({ text: '', problem: 'ss is needed to sample sockets: install iproute2.' }));
    child.once('close', (status) => {
      const problem = status === 0 ? null : `ss cannot sample the sockets: ${complaint.trim().replace(/\s+/g, ' ')}.`;
      resolve({ text: Buffer.concat(chunks).toString('latin1'), problem });
    });
  });
}

/** @param {number} ms of performance.now() @param {AbortSignal} signal */
const until = (ms, signal) =>
  new Promise((resolve) => {
    const timer = setTimeout(done, Math.max(0, ms - performance.now()));
    signal.addEventListener('abort', done, { once: true });
    function done() {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve(undefined);
    }
  });
