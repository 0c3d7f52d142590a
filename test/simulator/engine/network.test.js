import { Network } from '../../../lib/simulator/network.js';
import { PROFILES } from '../../../lib/simulator/tcp/profiles.js';

const TCP = PROFILES['linux-2026'];
const MS = 1e6;
const LINK = { delayNs: 10 * MS };

/**
 * @param {Network} network
 * @param {{ client: import('../../../lib/simulator/tcp/endpoint.js').Endpoint, server:
 *   import('../../../lib/simulator/tcp/endpoint.js').Endpoint
 *   }} ends
 * @returns {() => number} when the connection stood at the client
 */
function opened(network, { client }) {
  let standsNs = 0;
  client.handlers.onEstablished = () => {
    standsNs = network.events.nowNs;
  };
  client.connect();
  return () => standsNs;
}

test('connections begin and end at their places, and servers have delays of their own', () => {
  const network = new Network({
    seed: 1,
    path: ['a', 'b'].map((name) => ({ name, clientToServer: LINK, serverToClient: LINK })),
  });
  const first = opened(network, network.connection({ client: TCP, server: TCP, port: 80, to: 1 }));
  const second = opened(
    network,
    network.connection({
      client: TCP,
      server: TCP,
      port: 80,
      from: 1,
      clientAddress: '203.0.113.1',
      serverDelayNs: 7 * MS,
    }),
  );
  const whole = opened(
    network,
    network.connection({ client: TCP, server: TCP, port: 80, serverAddress: '198.51.100.9', serverDelayNs: 3 * MS }),
  );
  /** @type {string[]} */
  const seen = [];
  network.addTap(1, ({ from, flags }) => seen.push(`${from.local.address} ${flags}`));
  network.events.run(1000 * MS);
  expect([first(), second(), whole()]).toEqual([20 * MS, 34 * MS, 46 * MS]);
  expect(seen.filter((line) => line.startsWith('203.0.113.1')).length).toBeGreaterThan(0);
  expect(network.hops[1].clientToServer.counts.sent).toBeLessThan(seen.length);
});

test('a link tells what bears data and how much waits in the mean', () => {
  const network = new Network({
    seed: 1,
    path: [{ name: 'link', clientToServer: { ...LINK, rateBps: 1e6 }, serverToClient: LINK }],
  });
  const { client } = network.connection({ client: { ...TCP, initialWindowSegments: 10 }, server: TCP, port: 80 });
  client.handlers.onEstablished = () => client.write(5 * 1448);
  client.connect();
  network.events.run(Infinity);
  const { dataPackets, dataBytes, queueByteSeconds } = network.hops[0].clientToServer.counts;
  const sendingSeconds = (1500 * 8) / 1e6;
  expect([dataPackets, dataBytes]).toEqual([5, 5 * 1448]);
  const ofData = 1500 * sendingSeconds * (1 + 2 + 3 + 4 + 5);
  expect(queueByteSeconds).toBeGreaterThan(ofData);
  expect(queueByteSeconds).toBeLessThan(ofData * 1.1);
});
