/** What must hold for any input whatever. Each check throws a `Fault`. */
import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';

import { readWithLateSecrets } from '../../lib/analysis/late-secrets.js';
import { OpenedAnalysis } from '../../lib/analysis/opened-analysis.js';
import { CaptureError } from '../../lib/capture/capture-error.js';
import { nodeCiphers } from '../../lib/node/ciphers.js';
import { POLICY_NAMES } from '../../lib/tcpflow/reassembly/policy.js';
import { ParallelReader } from '../../lib/threads/parallel-reader.js';
import { startReading } from '../../lib/threads/start-reader.js';
import { RequestError } from '../../server/errors.js';
import { tellAnswers, tellFiles, tellForms } from './questions.js';

/** @typedef {import('./random.js').Random} Random */
/** @typedef {import('../../lib/protocols/tls/key-log.js').KeyLog} KeyLog */
/** @typedef {Map<string, string>} Told  what was said, as digests by name; or why the input cannot be used */
/**
 * @typedef {{ tables: number, heap: number }} Memory  bytes: what the core's memory takes, and what else was allocated
 */

/**
 * Calls and turns of loops that a capture may cost, whatever is in it, and for each of its bytes: a ping of WebSocket
 * has two, and is a message of which all is asked.
 */
export const MAX_WORK = 600_000;
export const MAX_WORK_PER_BYTE = 350;
/** Bytes that analysing and asking may allocate beyond what is collected, and for each byte of the capture. */
export const MAX_GROWTH_BYTES = 128e6;
export const MAX_GROWTH_PER_BYTE = 2000;
/** The same of the core's memory. */
export const MAX_TABLE_BYTES = 32e6;
export const MAX_TABLE_PER_BYTE = 500;

/**
 * What may be checked besides the analysis itself: in pieces, all of it through the reassembler, by two threads,
 * exports.
 */
const CHECKS = /** @type {const} */ (['chunked', 'reassembled', 'threads', 'files']);
/** A policy by which the same bytes count as by the default, but with which the reassembler delivers all bytes. */
const LIKE_FIRST = 'bsd-right';

/** @typedef {typeof CHECKS[number]} CheckName */
/** @typedef {Record<CheckName, boolean>} Checks */
/**
 * @typedef {object} Case
 * @property {Uint8Array} bytes
 * @property {Random} random
 * @property {any} settings
 * @property {OpenedAnalysis|null} analysis
 * @property {Told} told
 * @property {{ during: string }} at what is being done, for whoever reads a report
 */

/** Something that must not be. */
export class Fault extends Error {
  /**
   * @param {string} kind of `throws`, `differs`, `work`, `memory`, `hang`, `crash`
   * @param {string} about what tells it from other faults of its kind
   * @param {string} message
   */
  constructor(kind, about, message) {
    super(message);
    this.name = 'Fault';
    this.kind = kind;
    this.key = `${kind}: ${about}`;
  }
}

/** The places in the project that an error came from, nearest first. @param {any} error */
function placesOf(error) {
  const places = [...String(error?.stack).matchAll(/\/((?:lib|server)\/[^\s:)]+):(\d+)/g)].map(
    ([, file, line]) => `${file}:${line}`,
  );
  return places.slice(0, 3).join(' < ');
}

/** @param {any} error @param {string} during */
function faultOf(error, during) {
  if (error instanceof Fault) return error;
  return new Fault('throws', `${error?.name} ${placesOf(error)}`, `${during}: ${error?.stack ?? error}`);
}

/**
 * Collects what is said; what is said twice must be the same.
 * @param {Told} told
 * @returns {import('./questions.js').Tell}
 */
function teller(told) {
  return (name, answer) => {
    const isPlain = answer instanceof Uint8Array || typeof answer === 'string';
    const bytes = isPlain ? answer : (JSON.stringify(answer) ?? 'undefined');
    const digest = createHash('sha1').update(bytes).digest('base64');
    const before = told.get(name);
    if (before !== undefined && before !== digest && name.includes('--json')) {
      throw new Fault('differs', name, `${name} is written in two ways`);
    }
    told.set(name, digest);
  };
}

/** @param {Random} random @returns {any} settings of an analysis */
const newSettings = (random) => ({
  keepMessages: true,
  ciphers: nodeCiphers,
  reassembly: random.chance(0.7) ? 'first' : random.pick(POLICY_NAMES),
  muxCredit: random.chance(0.1) ? random.field(16) : undefined,
});

/**
 * @param {(keyLog?: KeyLog) => Promise<OpenedAnalysis>} read the whole input, once
 * @returns {Promise<{ analysis: OpenedAnalysis|null, told: Told }>} null: the input cannot be used
 */
async function analysed(read) {
  /** @type {Told} */
  const told = new Map();
  const analysis = await readWithLateSecrets(read).catch((error) => {
    if (!(error instanceof CaptureError)) throw error;
    told.set('refused', `${error.code} ${error.message}`);
    return null;
  });
  if (analysis === null) return { analysis, told };
  tellForms(analysis, teller(told));
  tellAnswers(analysis, teller(told));
  return { analysis, told };
}

/** @param {any} settings @param {Uint8Array[]} pieces */
const analysedPieces = (settings, pieces) =>
  analysed(async (keyLog) => {
    const analysis = new OpenedAnalysis({ ...settings, keyLog });
    for (const piece of pieces) {
      analysis.ingest.push(piece);
      await analysis.ingest.ready();
    }
    analysis.ingest.end();
    return analysis;
  });

/** @param {any} settings @param {Uint8Array[]} pieces @returns {Promise<Told>} */
const toldOf = async (settings, pieces) => (await analysedPieces(settings, pieces)).told;

/** @param {Told} one @param {Told} two @param {string} how the second came about */
function compare(one, two, how) {
  for (const name of new Set([...one.keys(), ...two.keys()])) {
    if (one.get(name) === two.get(name)) continue;
    throw new Fault('differs', `${how.replace(/\d+/g, 'N')}, ${name.replace(/\d+/g, 'N')}`, `${name} differs ${how}`);
  }
}

/**
 * @param {Uint8Array} bytes
 * @param {Random} random
 * @returns {Uint8Array[]} pieces; of a small capture each may be a byte
 */
function chunks(bytes, random) {
  const longest = random.pick(bytes.length < 3000 ? [1, 16, 400] : [50, 700, 5000]);
  const pieces = [];
  for (let at = 0; at < bytes.length;) {
    const length = random.between(1, longest);
    pieces.push(bytes.slice(at, at + length));
    at += length;
  }
  return pieces;
}

export class Oracles {
  #coverage;
  #path;
  /** Something ran that is not to be counted. */
  #isStale = true;

  /**
   * @param {import('./coverage.js').Coverage|null} coverage that was started
   * @param {string} path of a file to write inputs to
   */
  constructor(coverage, path) {
    this.#coverage = coverage;
    this.#path = path;
  }

  /** What ran until now is not part of what the next input costs. */
  forget() {
    this.#isStale = true;
  }

  /**
   * @param {Uint8Array} bytes an input
   * @param {Random} random
   * @param {Checks} checks what is checked besides
   * @returns {Promise<{ added: number, work: number }>}
   * @throws {Fault}
   */
  async check(bytes, random, checks) {
    const at = { during: 'analysis' };
    try {
      const settings = newSettings(random);
      const { analysis, told, taken } = await this.#measured(settings, bytes);
      const wanted = CHECKS.filter((name) => checks[name]);
      for (const name of wanted) await this.#besides(name, { bytes, random, settings, analysis, told, at });
      this.#isStale = wanted.length > 0;
      return taken;
    } catch (error) {
      throw faultOf(error, at.during);
    }
  }

  /** @param {CheckName} name @param {Case} one */
  async #besides(name, { bytes, random, settings, analysis, told, at }) {
    at.during = name;
    switch (name) {
      case 'chunked':
        return compare(told, await toldOf(settings, chunks(bytes, random)), 'when it comes in pieces');
      case 'reassembled': {
        if (settings.reassembly !== 'first') return undefined;
        const again = await toldOf({ ...settings, reassembly: LIKE_FIRST }, [bytes]);
        return compare(told, again, 'when the reassembler delivers every byte');
      }
      case 'threads':
        writeFileSync(this.#path, bytes);
        return compare(told, await byTwo(this.#path, settings, random), 'when two threads read it');
      default:
        writeFileSync(this.#path, bytes);
        return analysis === null
          ? undefined
          : tellFiles(analysis, this.#path, teller(new Map())).catch((error) => {
              if (!(error instanceof RequestError)) throw error;
            });
    }
  }

  /** The analysis in one piece, with what it costs. @param {any} settings @param {Uint8Array} bytes */
  async #measured(settings, bytes) {
    if (this.#isStale) this.#coverage?.skip();
    this.#isStale = true;
    const before = usedBytes();
    const { analysis, told } = await analysedPieces(settings, [bytes]);
    const grown = usedBytes() - before;
    const taken = this.#coverage?.take() ?? { added: 0, work: 0, hottest: '' };
    const { length } = bytes;
    if (taken.work > MAX_WORK + MAX_WORK_PER_BYTE * length) {
      throw new Fault(
        'work',
        taken.hottest,
        `${taken.work} calls and turns for ${length} bytes, most in ${taken.hottest}`,
      );
    }
    if (grown > MAX_GROWTH_BYTES + MAX_GROWTH_PER_BYTE * length) {
      throw new Fault('memory', 'growth', `${grown} bytes were allocated for ${length}`);
    }
    const tables = analysis?.ingest.tableBytes ?? 0;
    if (tables > MAX_TABLE_BYTES + MAX_TABLE_PER_BYTE * length) {
      throw new Fault('memory', 'tables', `tables take ${tables} bytes for ${length}`);
    }
    return { analysis, told, taken };
  }
}

/** @returns {number} bytes that this process has allocated, with those that wait to be collected */
function usedBytes() {
  const { heapUsed, external } = process.memoryUsage();
  return heapUsed + external;
}

/** @param {string} path @param {any} settings @param {Random} random @returns {Promise<Told>} */
async function byTwo(path, settings, random) {
  const chunkBytes = random.pick([256, 700, 8192]);
  return (await analysed((keyLog) => readAhead(path, { ...settings, keyLog }, chunkBytes))).told;
}

/** @param {string} path @param {any} settings @param {number} chunkBytes */
async function readAhead(path, settings, chunkBytes) {
  const thread = await startReading(path, { leastBytes: 0 });
  if (thread === null) return readHere(path, new OpenedAnalysis(settings));
  try {
    const ahead = new ParallelReader(thread, { chunkBytes });
    const { core, decoder } = ahead;
    const analysis = new OpenedAnalysis({ ...settings, core, decoder });
    await ahead.bring(analysis);
    return analysis;
  } finally {
    await thread.terminate();
  }
}

/** What two threads do not read, one reads from the file. @param {string} path @param {OpenedAnalysis} analysis */
async function readHere(path, analysis) {
  const { readCapture } = await import('../../lib/capture/file/read-capture.js');
  await readCapture(path, analysis.ingest);
  return analysis;
}
