import { sentCapture } from '../../support/packets/sent-capture.js';
import { closeAll, start } from '../support/server.js';

afterEach(closeAll);

const REQUEST = new TextEncoder().encode('GET /a?b=c HTTP/1.1\r\nHost: a.example\r\n\r\n');

/** @returns a server with a capture, and how it is asked for a report on it */
async function withCapture() {
  const server = await start();
  const { json } = await server.upload('a.pcap', sentCapture([{ endpoint: 0, bytes: REQUEST }]));
  await server.settled(json.capture.id);
  const report = (/** @type {object} */ body) =>
    server.ask(`/api/captures/${json.capture.id}/report`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
  return { server, report };
}

test('a report is redacted unless that is not wanted, and goes into the page of one file', async () => {
  const { server, report } = await withCapture();
  const { status, json } = await report({});
  expect(status).toBe(200);
  expect(json.head).toMatchObject({ name: 'capture', connections: 1, chosen: null, isRedacted: true, notes: [] });
  expect(json.data).toMatch(/^H4sI/);
  expect((await report({ flows: [0], isRedacted: false })).json.head).toMatchObject({ name: 'a.pcap', chosen: 1 });
  const page = await server.ask('/report-page.html');
  expect([page.status, page.bytes.toString().slice(-8)]).toEqual([200, '</html>\n']);
});

test.each([
  [{ flows: 'all' }, 400],
  [{ flows: [1.5] }, 400],
  [{ isRedacted: 'no' }, 400],
  [{ keepsPaths: 'no' }, 400],
  [{ place: 7 }, 400],
  [{ notes: ['x'] }, 400],
  [{ flows: [7] }, 404],
])('%j is refused', async (body, status) => {
  const { report } = await withCapture();
  const answer = await report(body);
  expect(answer.status).toBe(status);
  expect(answer.json.error.message).toMatch(/\.$/);
});
