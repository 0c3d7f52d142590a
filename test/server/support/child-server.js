import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { TestServer } from './server.js';

const SCRIPT = fileURLToPath(new URL('../../../bin/selfclock.js', import.meta.url));

/** Those that tests have started. @type {import('node:child_process').ChildProcess[]} */
const children = [];

/** A server that is a process of its own, to be killed, or to be put into a control group. */
export class ChildServer extends TestServer {
  /** @param {import('node:child_process').ChildProcess} child @param {string} url @param {string} dataDirectory */
  constructor(child, url, dataDirectory) {
    super({ url, close: () => this.kill('SIGTERM') }, dataDirectory, true);
    this.child = child;
  }

  /** @param {NodeJS.Signals} signal @returns {Promise<void>} when it is gone */
  async kill(signal) {
    if (!this.isAlive) return;
    this.child.kill(signal);
    await once(this.child, 'exit');
  }

  get isAlive() {
    return this.child.exitCode === null && this.child.signalCode === null;
  }

  /** @returns {number} bytes of memory that it had at most, files that it has mapped included */
  get peakBytes() {
    return 1024 * Number(/^VmHWM:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${this.child.pid}/status`, 'utf8'))?.[1]);
  }
}

/**
 * @param {string} dataDirectory
 * @param {string} [processes] of a control group, where its number is written before it begins
 * @param {string[]} [options] of `serve`
 * @returns {Promise<ChildServer>} when it answers
 * @throws {Error} what it said, where it did not start
 */
export async function startChild(dataDirectory, processes = '/dev/null', options = []) {
  const child = spawn(
    'sh',
    [
      '-c',
      'echo $$ > "$0"; exec "$@"',
      processes,
      process.execPath,
      SCRIPT,
      'serve',
      '--port',
      '0',
      '--data',
      dataDirectory,
      ...options,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  );
  children.push(child);
  let said = '';
  child.stderr.on('data', (data) => void (said += data));
  for await (const line of createInterface(child.stdout)) {
    return new ChildServer(child, line.replace('Selfclock is at ', ''), dataDirectory);
  }
  if (child.exitCode === null) await once(child, 'exit');
  throw Object.assign(new Error(said), { exitCode: child.exitCode });
}

/** To be called after each test. */
export async function killChildren() {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue;
    child.kill('SIGKILL');
    await once(child, 'exit');
  }
}
