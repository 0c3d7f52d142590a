import { closeAll, httpCapture, start } from '../support/server.js';

afterEach(closeAll);

/** @param {import('../support/server.js').TestServer} server @param {number} connections */
async function added(server, connections) {
  const {
    json: {
      capture: { id },
    },
  } = await server.upload(`${connections}.pcap`, httpCapture(connections));
  await server.settled(id);
  return id;
}

test('captures and connections are compared with the first', async () => {
  const server = await start();
  const one = await added(server, 1);
  const six = await added(server, 6);
  const {
    status,
    json: { compared },
  } = await server.ask(`/api/compare?of=${one}&of=${six}&of=${six}/4`);
  expect(status).toBe(200);
  expect(
    compared.map((/** @type {any} */ { name, flow, summary }) => [name, flow, summary.flows, summary.requests]),
  ).toEqual([
    ['1.pcap', null, 1, 1],
    ['6.pcap', null, 6, 6],
    ['6.pcap', 4, 1, 1],
  ]);
  expect(compared[0].difference).toBe(null);
  expect(compared[1].difference.clientToServer.packets).toBe(5 * compared[0].summary.clientToServer.packets);
  expect(compared[2].difference.serverToClient.packets).toBe(0);
});

test('what was closed is counted when all of it has been read once more', async () => {
  const server = await start({ limits: { openAnalyses: 1, reopenWaitMs: 0 } });
  const many = await added(server, 300);
  const one = await added(server, 1);
  const {
    json: { compared },
  } = await server.ask(`/api/compare?of=${one}&of=${many}`);
  expect(compared.map((/** @type {any} */ { summary }) => summary.flows)).toEqual([1, 300]);
});

test.each([
  ['', 400],
  ['of=', 400],
  ['of=a/b', 400],
  ['of=nothing', 404],
  [Array.from({ length: 13 }, () => 'of=x').join('&'), 400],
])('"%s" is answered with %i', async (query, status) => {
  const server = await start();
  expect((await server.ask(`/api/compare?${query}`)).status).toBe(status);
});

test('a connection that is not there is refused', async () => {
  const server = await start();
  const id = await added(server, 1);
  const { status, json } = await server.ask(`/api/compare?of=${id}/7`);
  expect([status, json.error.code]).toEqual([404, 'not_found']);
});
