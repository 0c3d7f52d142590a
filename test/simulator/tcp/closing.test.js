import { Network } from '../../../lib/simulator/network.js';
import { PROFILES } from '../../../lib/simulator/tcp/profiles.js';

const TCP = PROFILES['linux-2026'];
const MS = 1e6;
const SECOND = 1e9;
const LINK = { delayNs: 10 * MS };

/**
 * A connection that its client closes, and then its server.
 * @param {number[]} lostOfClient packets that the network loses
 */
function closed(lostOfClient) {
  const network = new Network({
    seed: 1,
    path: [{ name: 'path', clientToServer: { ...LINK, dropPackets: lostOfClient }, serverToClient: LINK }],
  });
  const { client, server } = network.connection({ client: TCP, server: TCP, port: 80 });
  /** @type {string[]} */
  const told = [];
  client.handlers = { onEstablished: () => client.close(), onClosed: () => told.push('client') };
  server.handlers = { onEnd: () => server.close(), onClosed: () => told.push('server') };
  client.connect();
  network.events.run(Infinity);
  return { network, client, server, told };
}

test('both ends are told once, and the run does not wait for the end of TIME_WAIT', () => {
  const { network, client, server, told } = closed([]);
  expect(told).toEqual(['client', 'server']);
  expect([client.state, server.state]).toEqual(['TIME_WAIT', 'CLOSED']);
  expect(network.events.nowNs).toBeLessThan(SECOND);
});

test('in TIME_WAIT the last acknowledgement is given again', () => {
  const { server, told, network } = closed([3]); // SYN, FIN, then that one
  expect([server.state, told]).toEqual(['CLOSED', ['client', 'server']]);
  expect(network.hops[0].clientToServer.counts.sent).toBe(4);
});

test('TIME_WAIT is over a minute after the last that came', () => {
  const { network, client, server, told } = closed(Array.from({ length: 50 }, (_, index) => 3 + index));
  const answers = network.hops[0].clientToServer.counts.sent - 2;
  const fins = network.hops[0].serverToClient.counts.sent - 2; // but for SYN and FIN; SYN/ACK and RST
  expect([client.state, server.state, told]).toEqual(['CLOSED', 'CLOSED', ['client', 'server']]);
  expect(answers).toBeGreaterThan(5);
  expect(fins).toBeGreaterThan(answers); // those that came too late are not answered
});
