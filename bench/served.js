/** Selfclock's server for a bench, with a library of its own. */
import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

import { SELFCLOCK } from './peers.js';

/**
 * @param {string[]} files captures that it shows @param {string} [program] another checkout's
 * @returns {Promise<{ url: string, pid: number, end: () => Promise<void> }>} a server that listens
 */
export async function serve(files, program = SELFCLOCK) {
  const data = mkdtempSync(join(tmpdir(), 'selfclock-bench-page-'));
  const child = spawn(process.execPath, [program, 'serve', ...files, '--port', '0', '--data', data], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const ended = new Promise((resolve) => {
    child.once('exit', resolve);
  });
  let url = '';
  for await (const line of createInterface({ input: /** @type {import('node:stream').Readable} */ (child.stdout) })) {
    url = /http:\/\/\S+?(?=\/?(\s|$))/.exec(line)?.[0] ?? '';
    if (url) break;
  }
  return {
    url,
    pid: Number(child.pid),
    end: async () => {
      child.kill();
      await ended;
      rmSync(data, { recursive: true, force: true });
    },
  };
}
