/** `watch` as a process that is killed and started again on the same tables, and what it and its children take. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { constants, setPriority } from 'node:os';
import { createInterface } from 'node:readline';

import { SELFCLOCK } from '../peers.js';

const FACTS = /^PPid:\s+(\d+)[^]*^VmRSS:\s+(\d+) kB$/m;

export class WatchProcess {
  /** What it wrote to standard error. @type {string[]} */
  complaints = [];
  #args;
  /** @type {import('node:child_process').ChildProcess|null} */
  #child = null;

  /** @param {string[]} args of `watch` */
  constructor(args) {
    this.#args = args;
  }

  /** @returns {Promise<void>} when it captures */
  async start() {
    const child = spawn(process.execPath, [SELFCLOCK, 'watch', ...this.#args], { stdio: ['ignore', 'pipe', 'pipe'] });
    this.#child = child;
    createInterface({ input: child.stderr }).on('line', (line) => this.complaints.push(line));
    for await (const line of createInterface({ input: child.stdout })) if (line.startsWith('Watching')) return;
    throw new Error(`soak: watch ended: ${this.complaints.join(' ')}`);
  }

  /** It and what it starts give way to others that want the processor. */
  yieldToOthers() {
    const pid = this.#child?.pid;
    if (pid !== undefined) setPriority(pid, constants.priority.PRIORITY_BELOW_NORMAL);
  }

  /** @param {'SIGKILL'|'SIGTERM'} signal @returns {Promise<number|null>} its status when it has ended */
  async end(signal) {
    const child = this.#child;
    this.#child = null;
    if (child === null || child.exitCode !== null) return child?.exitCode ?? null;
    child.stdout?.resume();
    child.kill(signal);
    const [status] = await once(child, 'exit');
    return status;
  }

  /** @returns {{ watchMb: number, readingMb: number, toolMb: number }} resident now */
  memory() {
    const own = { watchMb: 0, readingMb: 0, toolMb: 0 };
    for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name))) {
      const { parent, mb, command } = processFacts(pid);
      if (Number(pid) === this.#child?.pid) own.watchMb = mb;
      else if (parent !== this.#child?.pid) continue;
      else if (command.includes('\0index\0')) own.readingMb += mb;
      else own.toolMb += mb;
    }
    return own;
  }
}

/** @param {string} pid of a process that may be gone by now */
function processFacts(pid) {
  try {
    const [, parent, kilobytes] = FACTS.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? [];
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8');
    return { parent: Number(parent), mb: Number(kilobytes) / 1000, command };
  } catch {
    return { parent: NaN, mb: 0, command: '' };
  }
}
