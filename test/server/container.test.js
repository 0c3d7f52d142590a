/**
 * Servers in control groups of little memory, as in containers: what fits is read, what does not fails alone, and
 * nothing is ended by the system.
 */
import { readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';

import { jest } from '@jest/globals';

import { binaryBytesText } from '../../lib/shared/text/quantities.js';
import { MemoryGroup, whyNoMemoryGroup } from '../support/memory-group.js';
import { describeMissing } from '../support/programs.js';
import { synFlood } from '../support/syn-flood.js';
import { killChildren, startChild } from './support/child-server.js';
import { emptyFolder, httpCapture } from './support/server.js';

jest.setTimeout(600_000);

const MiB = 2 ** 20;
const reason = await whyNoMemoryGroup();
if (reason) describeMissing('in a container', `no memory control group can be made: ${reason}`);
else describe('in a container', inContainer);

function inContainer() {
  test.each([
    { limitMb: 512, fitting: 250_000, tooMany: 600_000 },
    { limitMb: 2048, fitting: 1_000_000, tooMany: 2_000_000 },
  ])(
    'of $limitMb MB $fitting SYNs are read, of $tooMany the first ones, and everything else goes on',
    async ({ limitMb, fitting, tooMany }) => {
      const group = new MemoryGroup(limitMb * MiB);
      const data = await emptyFolder();
      try {
        const first = await startChild(data, group.processes);
        const innocent = await settled(first, httpCapture(3));
        const small = await settled(first, synFlood(fitting));
        const large = await settled(first, synFlood(tooMany));
        expect(small).toMatchObject({ state: 'ready', connections: fitting });
        expect(large).toMatchObject({
          state: 'failed',
          error: {
            code: 'memory_limit',
            message: expect.stringContaining(`of the ${binaryBytesText(limitMb * MiB)} available`),
          },
        });
        expect(large.packets).toBeGreaterThan(fitting);
        await opens(first, innocent.id);
        expect(first.peakBytes).toBeLessThan(0.95 * limitMb * MiB);
        process.stderr.write(
          `container of ${limitMb} MB: at most ${Math.round(first.peakBytes / MiB)} MB, ${large.packets} of ${tooMany} SYNs read\n`,
        );
        await first.kill('SIGKILL');

        const second = await startChild(data, group.processes);
        const states = Object.fromEntries((await second.captures()).map(({ id, state }) => [id, state]));
        expect(states).toEqual({ [innocent.id]: 'ready', [small.id]: 'ready', [large.id]: 'failed' });
        await opens(second, innocent.id);
      } finally {
        await killChildren();
        await group.remove();
        await rm(data, { recursive: true, maxRetries: 9 });
      }
    },
  );

  test('of 512 MB many captures that fit one by one, but not together, are all read', async () => {
    const group = new MemoryGroup(512 * MiB);
    const data = await emptyFolder();
    const bytes = synFlood(100_000);
    try {
      const server = await startChild(data, group.processes);
      const answers = await Promise.all(Array.from({ length: 8 }, (_, i) => server.upload(`${i}.pcap`, bytes)));
      for (const { json } of answers) {
        expect(await server.settled(json.capture.id)).toMatchObject({ state: 'ready', connections: 100_000 });
      }
      expect(server.peakBytes).toBeLessThan(0.95 * 512 * MiB);
      process.stderr.write(
        `container of 512 MB: 8 captures at once, at most ${Math.round(server.peakBytes / MiB)} MB\n`,
      );
    } finally {
      await killChildren();
      await group.remove();
      await rm(data, { recursive: true, maxRetries: 9 });
    }
  });
}

/**
 * Has the innocent capture read again, and waits until its record says that it was.
 * @param {import('./support/server.js').TestServer} server @param {string} id
 */
async function opens(server, id) {
  const record = join(server.dataDirectory, 'captures', `${id}.json`);
  const path = `/api/captures/${id}/connections`;
  while ((await server.ask(path)).json.total !== 3);
  while (JSON.parse(await readFile(record, 'utf8')).state !== 'ready') await server.ask(path);
}

/**
 * @param {import('./support/server.js').TestServer} server
 * @param {Uint8Array} bytes
 * @returns what became of the capture
 */
async function settled(server, bytes) {
  const { json } = await server.upload('x.pcap', bytes);
  return server.settled(json.capture.id);
}
