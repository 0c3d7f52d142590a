/** The file of a capture is taken away under the server. */
import { rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

import { closeAll, emptyFolder, httpCapture, start } from './support/server.js';

afterEach(closeAll);

const GONE = {
  status: 410,
  json: {
    error: {
      code: 'file_gone',
      message: expect.stringMatching(/^The file of this capture is no longer where it was; .*\.$/),
    },
  },
};

/** @param {string} dataDirectory @param {string} id */
const fileOf = (dataDirectory, id) => join(dataDirectory, 'captures', `${id}.capture`);

test('a capture whose file is gone says so, without a path, and keeps what is known of it; put back, it opens', async () => {
  const dataDirectory = await emptyFolder();
  const first = await start({ dataDirectory });
  const {
    json: {
      capture: { id },
    },
  } = await first.upload('x.pcap', httpCapture(2));
  const before = await first.settled(id);
  await closeAll();
  const server = await start({ dataDirectory, limits: { reopenWaitMs: 30_000 } });
  const path = fileOf(dataDirectory, id);
  await rename(path, `${path}.away`);
  for (const what of [
    'connections',
    'connections/0',
    'connections/0/packets',
    'findings',
    'whatif',
    'find?text=rst',
    'connections/0/export/packets.pcap',
    'file',
  ]) {
    const answer = await server.ask(`/api/captures/${id}/${what}`);
    expect([what, answer]).toMatchObject([what, GONE]);
    expect(answer.bytes.toString()).not.toContain(dataDirectory);
  }
  expect(await server.ask(`/api/compare?of=${id}`)).toMatchObject(GONE);
  expect(await server.captures()).toMatchObject([
    { state: 'failed', connections: 2, verdict: before.verdict, error: { code: 'file_gone' } },
  ]);
  await rename(`${path}.away`, path);
  expect((await server.ask(`/api/captures/${id}/connections`)).json).toMatchObject({ total: 2 });
  expect(await server.settled(id)).toMatchObject({ state: 'ready', error: null });
  await closeAll();
  await rm(dataDirectory, { recursive: true, maxRetries: 9 });
});

test('what was read answers on; only what needs the file is refused', async () => {
  const server = await start();
  const {
    json: {
      capture: { id },
    },
  } = await server.upload('x.pcap', httpCapture(2));
  await server.settled(id);
  await rm(fileOf(server.dataDirectory, id));
  expect((await server.ask(`/api/captures/${id}/connections`)).json).toMatchObject({ total: 2 });
  for (const what of ['export/packets.pcap', 'messages/0/body']) {
    const answer = await server.ask(`/api/captures/${id}/connections/0/${what}`);
    expect([what, answer]).toMatchObject([what, GONE]);
    expect(answer.headers['content-disposition']).toBeUndefined();
  }
});

test('a folder in its place is no file either', async () => {
  const folder = await emptyFolder();
  const path = join(folder, 'x.pcap');
  await writeFile(path, httpCapture(1));
  const server = await start({ files: [path] });
  const [{ id }] = await server.until(([capture]) => capture?.state === 'ready');
  await rm(path);
  expect(await server.ask(`/api/captures/${id}/connections/0/export/packets.pcap`)).toMatchObject(GONE);
  await rm(folder, { recursive: true, maxRetries: 9 });
});
