import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { sentCapture } from '../../support/packets/sent-capture.js';
import { closeAll, start } from '../support/server.js';

afterEach(closeAll);

/** A HEADERS frame of HTTP/2 with `:method GET` and `:path /`, on stream 1: too little to be told by. */
const HEADERS = Uint8Array.of(0, 0, 2, 1, 5, 0, 0, 0, 1, 0x82, 0x84);

test('what connections are said to carry is read so, and kept over a restart', async () => {
  const dataDirectory = await mkdtemp(join(tmpdir(), 'selfclock-decode-as-'));
  const first = await start({ dataDirectory });
  const { json } = await first.upload('h2.pcap', sentCapture([{ endpoint: 0, bytes: HEADERS }]));
  const { id } = json.capture;
  expect(await first.settled(id)).toMatchObject({ requests: 0, decodeAs: [] });
  const { status } = await first.ask(`/api/captures/${id}/decode-as`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ rules: ['tcp.stream == 0,http2'] }),
  });
  expect(status).toBe(200);
  expect(await first.settled(id)).toMatchObject({ requests: 1, decodeAs: ['tcp.stream == 0,http2'] });
  await first.close();
  const second = await start({ dataDirectory });
  const { json: kept } = await second.ask(`/api/captures/${id}/decode-as`);
  expect(kept).toMatchObject({ rules: ['tcp.stream == 0,http2'], protocols: expect.arrayContaining(['http2', 'tls']) });
  const { json: asked } = await second.ask(`/api/captures/${id}/connections/0/messages`);
  expect(asked.messages.map((/** @type {{ target: string }} */ { target }) => target)).toEqual(['/']);
  await second.close();
});

test.each([{ rules: 'x' }, { rules: ['tcp.port == 1'] }, {}])('%j is refused', async (body) => {
  const server = await start();
  const { json } = await server.upload('h2.pcap', sentCapture([{ endpoint: 0, bytes: HEADERS }]));
  await server.settled(json.capture.id);
  const { status } = await server.ask(`/api/captures/${json.capture.id}/decode-as`, {
    method: 'PUT',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  });
  expect(status).toBe(400);
});
