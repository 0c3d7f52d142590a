import { createHash } from 'node:crypto';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** @typedef {import('../study.js').Run} Run */
/** @typedef {import('../study.js').RunResult} RunResult */
/** @typedef {import('../study.js').StudyOptions} StudyOptions */

const SAFE_NAME = /^[\w-][\w.-]*$/;

/** Of the latest argument. @type {WeakMap<import('../study.js').Given, string>} */
const hashes = new WeakMap();

/** @param {import('../study.js').Given} given @returns {string} SHA-256 */
function hashOf(given) {
  const { hosts, startSeconds, requestBytes, responseBytes, serverSeconds, host } = given.load;
  const known = hashes.get(given);
  if (known !== undefined) return known;
  const hash = createHash('sha256').update(JSON.stringify([given.settings, hosts]));
  for (const column of [startSeconds, requestBytes, responseBytes, serverSeconds, host]) hash.update(column);
  const text = hash.digest('hex');
  hashes.set(given, text);
  return text;
}

/**
 * Results of runs in a folder, a JSON file each with its captures beside it: a stopped study resumes from there. A
 * result counts only for the same parameters, seed and draft, and the same program.
 */
export class RunStore {
  #folder;
  #program;

  /**
   * @param {string} folder created when needed
   * @param {string} program its hash, from program-hash.js
   */
  constructor(folder, program) {
    this.#folder = folder;
    this.#program = program;
  }

  /**
   * @param {Run} run
   * @param {StudyOptions} options
   * @returns {Promise<RunResult|null>} null: missing, or of another program or parameters
   */
  async read(run, options) {
    try {
      const { key, values, captures } = JSON.parse(await readFile(this.#path(run.name, 'json'), 'utf8'));
      if (key !== this.#keyOf(run, options)) return null;
      return {
        values,
        captures: await Promise.all(
          captures.map(async (/** @type {string} */ name) => ({
            name,
            bytes: await readFile(this.#path(name, 'pcap')),
          })),
        ),
      };
    } catch (error) {
      if (error instanceof SyntaxError || /** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') return null;
      throw error;
    }
  }

  /** @param {Run} run @param {StudyOptions} options @param {RunResult} result */
  async write(run, options, { values, captures = [] }) {
    await mkdir(this.#folder, { recursive: true });
    for (const { name, bytes } of captures) await writeFile(this.#path(name, 'pcap'), bytes);
    const path = this.#path(run.name, 'json');
    await writeFile(
      `${path}.part`,
      JSON.stringify({ key: this.#keyOf(run, options), values, captures: captures.map(({ name }) => name) }),
    );
    await rename(`${path}.part`, path);
  }

  /** @param {Run} run @param {StudyOptions} options */
  #keyOf({ parameters }, { seed, draft, given }) {
    const key = { program: this.#program, seed, draft, parameters };
    return JSON.stringify(given === undefined ? key : { ...key, given: hashOf(given) });
  }

  /** @param {string} name @param {string} ending */
  #path(name, ending) {
    if (!SAFE_NAME.test(name)) throw new Error(`"${name}" is not a name for a file`);
    return join(this.#folder, `${name}.${ending}`);
  }
}
