/**
 * What an input made the program do: blocks of JavaScript as V8 counts them (through node:inspector), and places in the
 * cores.
 */
import { Session } from 'node:inspector';

import { CoreCounts } from './cores.js';

/**
 * @typedef {{ added: number, work: number, hottest: string }} Taken  added: blocks, or how often they ran, that no
 *   input had before; hottest: the function called most
 */

const COUNTED = /^file:.*\/(lib|server)\//;
const SCRIPT = 2 ** 40;
const START = 2 ** 20;

/**
 * A class of counts, as a bit: 1, 2 … 7, 8 … 31, 32 … 127 and so on; what differs within a class is no news.
 * @param {number} count
 */
const bucket = (count) => 1 << (count === 1 ? 0 : 1 + (Math.floor(Math.log2(count) - 1) >> 1));

export class Coverage {
  #session = new Session();
  #cores = new CoreCounts();
  /** Buckets seen, by block. @type {Map<number, number>} */
  #blocks = new Map();
  #places = new Map();
  #functions = new Set();
  /** Whether how often a block ran may be news. */
  #areCountsNews = true;

  /** Begins to count; whatever is to be counted is imported behind this. */
  start() {
    this.#cores.install();
    this.#session.connect();
    this.#post('Profiler.enable');
    this.#post('Profiler.startPreciseCoverage', { callCount: true, detailed: true });
  }

  /** @param {string} method @param {object} [parameters] @returns {any} */
  #post(method, parameters) {
    let answer;
    this.#session.post(method, parameters, (error, result) => {
      if (error) throw error;
      answer = result;
    });
    return answer;
  }

  /** Forgets all that was ever reached; from now on only what no input had reached is news. */
  restart() {
    for (const known of [this.#blocks, this.#places, this.#functions]) known.clear();
    this.#areCountsNews = false;
  }

  /** Forgets what ran until now. */
  skip() {
    this.#post('Profiler.takePreciseCoverage');
    this.#cores.clear();
  }

  /** Takes up what ran since then, or since the last `take`. @returns {Taken} */
  take() {
    const { result } = this.#post('Profiler.takePreciseCoverage');
    let added = 0;
    let work = this.#cores.work;
    let most = 0;
    let hottest = '';
    for (const { scriptId, url, functions } of result) {
      if (!COUNTED.test(url)) continue;
      for (const { functionName, ranges } of functions) {
        const start = Number(scriptId) * SCRIPT + ranges[0].startOffset * START;
        if (ranges[0].count > 0) this.#functions.add(start);
        let own = 0;
        for (const { startOffset, endOffset, count } of ranges) {
          if (count === 0) continue;
          own += count;
          added += this.#note(this.#blocks, Number(scriptId) * SCRIPT + startOffset * START + endOffset, count);
        }
        work += own;
        if (own > most) {
          [most, hottest] = [own, `${functionName || 'anonymous'} in ${url.replace(/.*?\/(?=(lib|server)\/)/, '')}`];
        }
      }
    }
    this.#cores.counts.forEach((count, place) => {
      if (count > 0) added += this.#note(this.#places, place, count);
    });
    this.#cores.clear();
    return { added, work, hottest };
  }

  /**
   * @param {Map<number, number>} known
   * @param {number} key
   * @param {number} count
   * @returns {number} 1: it is news
   */
  #note(known, key, count) {
    const bit = this.#areCountsNews ? bucket(count) : 1;
    const bits = known.get(key) ?? 0;
    if (bits & bit) return 0;
    known.set(key, bits | bit);
    return 1;
  }

  /** How much of the program any input reached. */
  get seen() {
    return { blocks: this.#blocks.size, functions: this.#functions.size, places: this.#places.size };
  }
}
