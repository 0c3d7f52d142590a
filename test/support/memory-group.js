import { mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

const MAX_TRIES = 50;

/** A memory control group below the test's own, as a container has one. cgroup v1 and v2 name its files differently. */
export class MemoryGroup {
  static #made = 0;
  #folder;
  #names;

  /**
   * @param {number} limitBytes
   * @throws {Error} there can be none here
   */
  constructor(limitBytes) {
    const { folder, names } = ownGroup();
    this.#names = names;
    this.#folder = join(folder, `selfclock-test-${process.pid}-${MemoryGroup.#made++}`);
    mkdirSync(this.#folder);
    try {
      writeFileSync(join(this.#folder, names.limit), String(limitBytes));
    } catch (error) {
      rmdirSync(this.#folder);
      throw error;
    }
  }

  /** Where a process writes its number to come into the group. */
  get processes() {
    return join(this.#folder, 'cgroup.procs');
  }

  /** @returns {number} bytes that it had at most, the cache of files included */
  get peakBytes() {
    return Number(readFileSync(join(this.#folder, this.#names.peak), 'utf8'));
  }

  /** When its processes have ended: the system may take a moment to see that they have. */
  async remove() {
    for (let tries = 1; ; tries++) {
      try {
        return rmdirSync(this.#folder);
      } catch (error) {
        if (/** @type {NodeJS.ErrnoException} */ (error).code !== 'EBUSY' || tries > MAX_TRIES) throw error;
        await delay(100);
      }
    }
  }
}

/** @returns {{ folder: string, names: { limit: string, peak: string } }} */
function ownGroup() {
  const lines = readFileSync('/proc/self/cgroup', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const v1 = lines.find(([, controllers]) => controllers?.split(',').includes('memory'));
  if (v1) {
    return {
      folder: join('/sys/fs/cgroup/memory', v1[2]),
      names: { limit: 'memory.limit_in_bytes', peak: 'memory.max_usage_in_bytes' },
    };
  }
  const v2 = lines.find(([number]) => number === '0');
  return { folder: join('/sys/fs/cgroup', v2?.[2] ?? ''), names: { limit: 'memory.max', peak: 'memory.peak' } };
}

/** @returns {Promise<string|null>} why there are no such groups here; null: there are */
export async function whyNoMemoryGroup() {
  try {
    await new MemoryGroup(2 ** 29).remove();
    return null;
  } catch (error) {
    return /** @type {Error} */ (error).message;
  }
}
