/** How much one address may ask in a minute, and who may look into the library. */
import { stat } from 'node:fs/promises';
import { join } from 'node:path';

import { closeAll, emptyFolder, httpCapture, start } from './support/server.js';

afterEach(closeAll);

test('changes are limited by their number, and reading goes on', async () => {
  const server = await start({ limits: { changesPerMinute: 2 } });
  const statuses = [];
  for (let i = 0; i < 4; i++) statuses.push((await server.upload(`${i}.pcap`, httpCapture(1))).status);
  expect(statuses).toEqual([201, 201, 429, 429]);
  expect((await server.captures()).length).toBe(2);
  expect((await server.upload('x.pcap', httpCapture(1))).json.error).toEqual({
    code: 'too_many',
    message: 'More than 2 changes in a minute; wait a minute and try again.',
  });
});

test('questions that cost are limited by their number, and others not', async () => {
  const server = await start({ limits: { costlyPerMinute: 2 } });
  const {
    json: {
      capture: { id },
    },
  } = await server.upload('x.pcap', httpCapture(1));
  await server.settled(id);
  const costly = ['find?text=rst', 'connections/0/messages/0/body', 'connections/0/export/packets.csv', 'whatif'];
  const statuses = [];
  for (const path of costly) statuses.push((await server.ask(`/api/captures/${id}/${path}`)).status);
  expect(statuses).toEqual([200, 200, 429, 429]);
  expect((await server.ask(`/api/compare?of=${id}`)).status).toBe(429);
  expect((await server.ask(`/api/captures/${id}/connections`)).status).toBe(200);
});

test("the library is its owner's alone", async () => {
  const dataDirectory = join(await emptyFolder(), 'library');
  const server = await start({ dataDirectory });
  await server.upload('x.pcap', httpCapture(1));
  expect((await stat(join(dataDirectory, 'captures'))).mode & 0o077).toBe(0);
});
