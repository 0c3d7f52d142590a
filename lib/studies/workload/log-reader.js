import { LoadBuilder, LoadError } from './load.js';
import { LOG_FORMATS } from './log-lines.js';

/** After so many unreadable lines the file has none of the formats. */
const LINES_LOOKED_AT = 1000;

/** Takes a log line by line, in whichever format its first readable line has, and makes a load of it. */
export class LogReader {
  #builder = new LoadBuilder();
  #serverSeconds;
  /** @type {import('./log-lines.js').LogFormat|null} */
  #format = null;
  #lines = 0;
  #fromCache = 0;
  #broken = 0;
  #firstBroken = 0;
  #untimed = 0;

  /** @param {number} serverSeconds of a request whose log does not tell how long it took */
  constructor(serverSeconds) {
    this.#serverSeconds = serverSeconds;
  }

  /** @param {string} line without its end @throws {LoadError} */
  push(line) {
    this.#lines++;
    if (line.trim() === '' || line.startsWith('#')) return;
    const read = this.#read(line);
    if (read === null) {
      if (this.#broken++ === 0) this.#firstBroken = this.#lines;
      if (this.#format === null && this.#broken >= LINES_LOOKED_AT) throw this.#unknown();
      return;
    }
    if (read.isFromCache) {
      this.#fromCache++;
      return;
    }
    if (read.serverSeconds === null) this.#untimed++;
    this.#builder.add({ ...read, serverSeconds: read.serverSeconds ?? this.#serverSeconds });
  }

  /** @param {string} line */
  #read(line) {
    if (this.#format !== null) return this.#format.read(line);
    for (const format of LOG_FORMATS) {
      const read = format.read(line);
      if (read === null) continue;
      this.#format = format;
      return read;
    }
    return null;
  }

  #unknown() {
    return new LoadError(
      `Line ${this.#firstBroken} is in no known log format, nor is any after it: give squid's native log, ` +
        'combined log format, a HAR, a workload file or a capture.',
    );
  }

  /** @returns {import('./load.js').Load} @throws {LoadError} */
  end() {
    if (this.#format === null) {
      if (this.#broken > 0) throw this.#unknown();
      throw new LoadError('It has no line with a request: give a log with requests.');
    }
    const requests = this.#builder.count;
    if (requests === 0) {
      throw new LoadError('All its requests were answered from the cache, or refused: nothing crossed the link.');
    }
    if (this.#broken > requests) {
      throw new LoadError(
        `Most of it cannot be read as ${this.#format.name}, first line ${this.#firstBroken}: ` +
          'give lines of one format alone.',
      );
    }
    const { name, isInWholeSeconds } = this.#format;
    return this.#builder.load(name, this.#notes(), { isInWholeSeconds });
  }

  #notes() {
    const count = (/** @type {number} */ value, /** @type {string} */ what) =>
      `${value.toLocaleString('en')} ${what}${value === 1 ? '' : 's'}`;
    return [
      ...(this.#fromCache > 0
        ? [`${count(this.#fromCache, 'request')} answered from the cache or refused did not cross the link: left out.`]
        : []),
      ...(this.#broken > 0
        ? [`${count(this.#broken, 'line')} could not be read, first line ${this.#firstBroken}: left out.`]
        : []),
      ...(this.#untimed > 0
        ? [`The log does not say how long servers took: ${this.#serverSeconds} s is assumed (setting "server").`]
        : []),
    ];
  }
}
