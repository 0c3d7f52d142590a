/** The real server as a process that is killed and started again on the same folder and port. */
import { spawn } from 'node:child_process';
import { EventEmitter, once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { setTimeout as wait } from 'node:timers/promises';

import { SELFCLOCK } from '../peers.js';

const POLL_MS = 10;
const RSS = /^VmRSS:\s+(\d+) kB$/m;

/** Events: `up`, when it answers. */
export class ServerProcess extends EventEmitter {
  #data;
  /** @type {import('node:child_process').ChildProcess|null} */
  #child = null;
  address = '';
  isUp = false;
  /** How often it was started. */
  starts = 0;
  /** When it was killed last, by `performance.now`. */
  killedMs = -Infinity;
  /** Whether it is being killed by us, so that its end is no surprise. */
  isEnding = false;
  /**
   * Each start's seconds to the printed address, and to the first answer.
   * @type {{ printedSeconds: number, answerSeconds: number }[]}
   */
  startTimes = [];
  /** What it wrote to standard error. @type {string[]} */
  complaints = [];
  /** Ends that nobody asked for. @type {string[]} */
  deaths = [];

  /** @param {string} data folder */
  constructor(data) {
    super();
    this.setMaxListeners(0);
    this.#data = data;
  }

  async start() {
    const beganMs = performance.now();
    const port = this.address === '' ? '0' : new URL(this.address).port;
    const child = spawn(process.execPath, [SELFCLOCK, 'serve', '--port', port, '--data', this.#data], {
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    this.#child = child;
    this.isEnding = false;
    this.starts++;
    createInterface({ input: child.stderr }).on('line', (line) => this.complaints.push(line));
    child.once('exit', (code, signal) => {
      this.isUp = false;
      if (!this.isEnding) this.deaths.push(`start ${this.starts} ended by itself: ${signal ?? code}`);
    });
    this.address = await printedAddress(child);
    const printedSeconds = (performance.now() - beganMs) / 1000;
    while ((await fetch(new URL('api/captures', this.address)).catch(() => null))?.status !== 200) await wait(POLL_MS);
    this.startTimes.push({ printedSeconds, answerSeconds: (performance.now() - beganMs) / 1000 });
  }

  /** Lets clients ask. */
  open() {
    this.isUp = true;
    this.emit('up');
  }

  /** Ends it as a power cut would. */
  async kill() {
    const child = this.#child;
    if (child === null || child.exitCode !== null || child.signalCode !== null) return;
    this.isEnding = true;
    this.isUp = false;
    this.killedMs = performance.now();
    child.kill('SIGKILL');
    await once(child, 'exit');
  }

  /** @returns {Promise<void>} when it answers */
  async whenUp() {
    if (!this.isUp) await once(this, 'up');
  }

  /** @returns {number} MB of memory that it has, 0 where it does not run */
  rssMb() {
    try {
      const [, kilobytes = '0'] = RSS.exec(readFileSync(`/proc/${this.#child?.pid}/status`, 'utf8')) ?? [];
      return Number(kilobytes) / 1000;
    } catch {
      return 0;
    }
  }
}

/** @param {import('node:child_process').ChildProcess} child @returns {Promise<string>} */
async function printedAddress({ stdout }) {
  if (!stdout) throw new Error('soak: the server has no standard output');
  for await (const line of createInterface({ input: stdout })) {
    const match = /http:\/\/\S+/.exec(line);
    if (match) return match[0];
  }
  throw new Error('soak: the server ended without printing its address');
}
