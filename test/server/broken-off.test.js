/** Readers that go away, against the program itself: Express prints stacks only outside of tests. */
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';

import { newCapture } from '../../lib/shared/captures/capture-record.js';
import { pcap, script } from '../support/packets/packets.js';
import { startProgram } from './support/process.js';
import { emptyFolder, httpCapture } from './support/server.js';

/** @type {string} */
let dataDirectory;

beforeEach(async () => {
  dataDirectory = await emptyFolder();
});

afterEach(() => rm(dataDirectory, { recursive: true, force: true, maxRetries: 5 }));

const LARGE = pcap(script('client SYN', 'server SYN-ACK', 'client ACK', 'server data 6000x1448'), {
  nanoseconds: false,
});

/** @param {URL} url @returns {Promise<boolean>} whether the client broke off in the middle */
function breakOff(url) {
  return new Promise((resolve, reject) => {
    const asked = request(url, (answer) => {
      let length = 0;
      answer.on('data', (chunk) => {
        length += chunk.length;
        answer.destroy();
      });
      answer.once('close', () => resolve(length > 0 && !answer.complete));
    });
    asked.once('error', reject).end();
  });
}

/** @param {URL} url @param {string} id */
async function ready(url, id) {
  while ((await (await fetch(new URL(`api/captures/${id}`, url))).json()).state !== 'ready') await delay(50);
}

test('a download that is broken off prints nothing, least of all a stack', async () => {
  const program = await startProgram(dataDirectory);
  const {
    capture: { id },
  } = await (
    await fetch(new URL('api/captures?name=x.pcap', program.url), { method: 'POST', body: Buffer.from(LARGE) })
  ).json();
  await ready(program.url, id);
  for (const path of [
    'connections/0/export/packets.pcap',
    'connections/0/export/packets.csv',
    'file',
    'connections/0/packets',
  ]) {
    const base = new URL(`api/captures/${id}/${path}`, program.url);
    for (let i = 0; i < 3; i++) await breakOff(base);
  }
  await delay(500);
  expect((await fetch(new URL('api/captures', program.url))).status).toBe(200);
  expect(await program.end()).toBe('');
}, 60_000);

test('a server that has many captures to read at its start warns of nothing', async () => {
  const folder = join(dataDirectory, 'captures');
  const bytes = httpCapture(1);
  await mkdir(folder, { recursive: true });
  for (let i = 0; i < 14; i++) {
    const id = `c${String(i).padStart(16, '0')}`;
    const capture = newCapture({ id, name: 'x', source: 'upload', state: 'reading', sizeBytes: bytes.length });
    await writeFile(join(folder, `${id}.capture`), bytes);
    await writeFile(join(folder, `${id}.json`), JSON.stringify(capture));
  }
  const program = await startProgram(dataDirectory);
  expect(await program.end()).toBe('');
}, 60_000);
