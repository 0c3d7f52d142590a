/** Offers of protocols that the server does not speak (RFC 9110 section 7.8). */
import { connect } from 'node:net';

import { closeAll, httpCapture, start } from './support/server.js';

afterEach(closeAll);

const OFFER = 'Connection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAAQAoAAAAAIAAAAA\r\n';

/**
 * @param {import('./support/server.js').TestServer} server
 * @param {(string|Uint8Array)[]} pieces sent one after the other
 * @returns {Promise<string>} all that comes
 */
async function sent(server, pieces) {
  const socket = connect(Number(server.url.port), '127.0.0.1');
  for (const piece of pieces) {
    socket.write(piece);
    await new Promise((resolve) => {
      setTimeout(resolve, 30);
    });
  }
  const chunks = [];
  for await (const chunk of socket) chunks.push(chunk);
  return Buffer.concat(chunks).toString('latin1');
}

test('an offer of h2c is answered in HTTP/1.1, on a connection that goes on', async () => {
  const server = await start();
  const host = `Host: ${server.url.host}\r\n`;
  const answers = await sent(server, [
    `GET /api/captures HTTP/1.1\r\n${host}${OFFER}\r\n`,
    `GET /api/studies HTTP/1.1\r\n${host}Connection: close\r\n\r\n`,
  ]);
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 200', 'HTTP/1.1 200']);
  expect(answers).toContain('"captures":[]');
  expect(answers).toContain('"studies":[');
});

test('what comes behind the offer in one piece is the body, and the next request', async () => {
  const server = await start();
  const host = `Host: ${server.url.host}\r\n`;
  const body = httpCapture(1);
  const answers = await sent(server, [
    Buffer.concat([
      Buffer.from(
        `POST /api/captures?name=%C3%BC.pcap HTTP/1.1\r\n${host}${OFFER}Content-Length: ${body.length}\r\n\r\n`,
      ),
      body,
      Buffer.from(`GET /api/studies HTTP/1.1\r\n${host}Connection: close\r\n\r\n`),
    ]),
  ]);
  expect(answers.match(/HTTP\/1\.1 \d+/g)).toEqual(['HTTP/1.1 201', 'HTTP/1.1 200']);
  const [{ name, sizeBytes }] = await server.captures();
  expect([name, sizeBytes]).toEqual(['\u00fc.pcap', body.length]);
});

test.each(['h2c', 'websocket', 'TLS/1.0'])(
  'an offer of %s elsewhere is held to the same rules as any request',
  async (protocol) => {
    const server = await start();
    const offer = `Connection: Upgrade, close\r\nUpgrade: ${protocol}\r\n\r\n`;
    expect(await sent(server, [`GET /api/captures HTTP/1.1\r\nHost: evil.example\r\n${offer}`])).toMatch(
      /^HTTP\/1\.1 403 [^]*unknown_host/,
    );
    expect(await sent(server, [`GET /api/nothing HTTP/1.1\r\nHost: ${server.url.host}\r\n${offer}`])).toMatch(
      /^HTTP\/1\.1 404 [^]*not_found/,
    );
  },
);

test("the page's socket goes on working beside it", async () => {
  const server = await start();
  await expect(server.connect()).resolves.toMatchObject({ connected: true });
});
