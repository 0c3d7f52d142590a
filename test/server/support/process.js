/** The program itself, as users start it: what it says on standard error counts. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const PROGRAM = fileURLToPath(new URL('../../../bin/selfclock.js', import.meta.url));

/**
 * @param {string} dataDirectory
 * @returns {Promise<{ url: URL, end: () => Promise<string> }>} `end`: ends it and gives what it wrote to standard error
 */
export async function startProgram(dataDirectory) {
  const env = { ...process.env, NODE_OPTIONS: '', NODE_ENV: '' };
  const child = spawn(process.execPath, [PROGRAM, 'serve', '--port', '0', '--data', dataDirectory], {
    env,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const exited = once(child, 'exit');
  let complaints = '';
  child.stderr.setEncoding('utf8').on('data', (text) => {
    complaints += text;
  });
  const [line] = await once(child.stdout.setEncoding('utf8'), 'data');
  return {
    url: new URL(/http:\S+/.exec(line)?.[0] ?? ''),
    async end() {
      child.kill('SIGTERM');
      await exited;
      return complaints;
    },
  };
}
