import { spawn } from 'node:child_process';
import { once } from 'node:events';

import { endWithUs } from '../../../lib/capture/live/end-with-us.js';

const MODULE = new URL('../../../lib/capture/live/end-with-us.js', import.meta.url).href;

test('a process ends with the one that guards it, though that is killed', async () => {
  const guarded = spawn('sleep', ['60'], { stdio: 'ignore' });
  const ended = once(guarded, 'exit');
  const script = `import { endWithUs } from ${JSON.stringify(MODULE)}; endWithUs(${guarded.pid}); setTimeout(() => process.stdout.write('on guard'), 200); setTimeout(() => 0, 60_000);`;
  const guardian = spawn(process.execPath, ['--input-type=module', '-e', script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(guardian.stdout, 'data');
  expect(guarded.exitCode).toBeNull();
  guardian.kill('SIGKILL');
  expect(await ended).toEqual([null, 'SIGINT']);
});

test('let go, it goes on', async () => {
  const guarded = spawn('sleep', ['60'], { stdio: 'ignore' });
  try {
    endWithUs(/** @type {number} */ (guarded.pid))();
    await new Promise((resolve) => setTimeout(resolve, 300));
    expect([guarded.exitCode, guarded.signalCode]).toEqual([null, null]);
  } finally {
    guarded.kill('SIGKILL');
  }
});
