/** Ends of connections that are over are used again: nothing of what they were may be left in them. */
import { startHttp } from '../../../lib/simulator/applications/http.js';
import { HttpTextSizes, requestText, responseHead } from '../../../lib/simulator/applications/http-text.js';
import { DirectFetching } from '../../../lib/simulator/applications/proxy/direct.js';
import { Requests } from '../../../lib/simulator/applications/proxy/requests.js';
import { EventQueue, Timer } from '../../../lib/simulator/engine/event-queue.js';
import { Network } from '../../../lib/simulator/network.js';
import { Fingerprint } from '../../../lib/simulator/scenario/fingerprint.js';
import { PROFILES } from '../../../lib/simulator/tcp/profiles.js';
import fc from '../../support/properties.js';

const MS = 1e6;
const REQUESTS = 300;
const ASKED = 100;

/**
 * @param {import('../../../lib/simulator/tcp/profiles.js').TcpFeatures[]} hosts of the servers, in turn
 * @param {object} link
 * @param {boolean} isUsedAgain
 */
function fetched(hosts, link, isUsedAgain) {
  const network = new Network({ seed: 3, path: [{ name: 'path', clientToServer: link, serverToClient: link }] });
  const fingerprint = new Fingerprint();
  const requests = new Requests(
    REQUESTS,
    hosts.map((server) => ({ name: 'h.example', address: '198.18.0.1', delayNs: 0, client: server, server })),
  );
  for (let id = 0; id < REQUESTS; id++) {
    requests.startNs[id] = id * 15 * MS;
    requests.host[id] = id % hosts.length;
    requests.responseBytes[id] = 100 + 997 * (id % 29);
    requests.serverNs[id] = MS * (id % 7);
  }
  let done = 0;
  let retired = 0;
  const reuse = network.reuse.bind(network);
  network.reuse = (ends) => {
    retired++;
    if (isUsedAgain) reuse(ends);
  };
  for (const place of [0, 1]) {
    network.addTap(place, (segment, nowNs) => fingerprint.add(segment, nowNs), { readsContent: false });
  }
  new DirectFetching(network, requests, {}, () => done++);
  network.events.run(600e9);
  return { done, retired, fingerprint: fingerprint.value, packets: network.hops[0].clientToServer.counts.sent };
}

const { 'bsd-1998': bsd, 'linux-2010': linux2010, 'linux-2026': linux2026 } = PROFILES;

test.each([
  ['without loss', {}],
  ['with losses', { loss: 0.03 }],
  ['with short queues', { queuePackets: 12 }],
  [
    'on a rough path',
    { jitterNs: 5 * MS, reorder: { share: 0.05, delayNs: 8 * MS }, duplicate: 0.03, markBytes: 6000 },
  ],
])('a connection on ends that were used before is as one on new ends, %s', (_, more) => {
  const link = { delayNs: 20 * MS, rateBps: 8e6, ...more };
  const hosts = [
    bsd,
    linux2026,
    { ...linux2026, pacing: true, ecn: /** @type {const} */ ('request') },
    linux2010,
    { ...bsd, mss: 536, receiveWindowBytes: 4000, maxReceiveWindowBytes: 4000 },
  ];
  const again = fetched(hosts, link, true);
  const always = fetched(hosts, link, false);
  expect(again).toEqual(always);
  expect(again.done).toBe(REQUESTS);
  expect(again.retired).toBeGreaterThan(0.9 * REQUESTS);
});

/**
 * @param {Partial<import('../../../lib/simulator/applications/http.js').HttpTraffic>} traffic
 * @param {{ isUsedAgain?: boolean, isRead?: boolean }} [options] isRead: a tap looks at the content
 */
function asked(traffic, { isUsedAgain = true, isRead = false } = {}) {
  const link = { delayNs: 20 * MS, rateBps: 20e6, queuePackets: 20 };
  const network = new Network({ seed: 5, path: [{ name: 'path', clientToServer: link, serverToClient: link }] });
  const fingerprint = new Fingerprint();
  const requests = Array.from({ length: ASKED }, (_, id) => ({
    requestBytes: 60 * (id % 9),
    responseBytes: 10 ** (id % 5),
    serverMs: id % 5,
  }));
  const { reuse } = network;
  let retired = 0;
  let done = 0;
  network.reuse = (ends) => {
    retired++;
    if (isUsedAgain) reuse.call(network, ends);
  };
  for (const place of [0, 1]) {
    network.addTap(place, (segment, nowNs) => fingerprint.add(segment, nowNs), { readsContent: isRead });
  }
  startHttp(
    network,
    { kind: 'http', requests, connections: 6, ...traffic },
    { client: linux2026, server: linux2026 },
    () => done++,
  );
  network.events.run(600e9);
  return { fingerprint: fingerprint.value, done, retired };
}

test.each([
  ['HTTP/1.0', ASKED, { version: /** @type {const} */ ('1.0') }],
  ['a connection for each request', ASKED, { keepAlive: false }],
  ['keep-alive', 6, {}],
  ['pipelining', 6, { pipelining: 4 }],
])('%s: used again or not, read or not, all packets are the same', (_, retired, traffic) => {
  const usual = asked(traffic);
  expect([usual.done, usual.retired]).toEqual([ASKED, retired]);
  expect(asked(traffic, { isUsedAgain: false })).toEqual(usual);
  expect(asked(traffic, { isRead: true })).toEqual(usual);
});

test('texts that nobody reads have their size', () => {
  const numbers = fc.oneof(fc.nat(120), fc.nat(), fc.constantFrom(0, 9, 10, 99, 100, 999, 1000));
  fc.assert(
    fc.property(
      numbers,
      numbers,
      fc.nat(600),
      fc.boolean(),
      fc.constantFrom(/** @type {const} */ ('1.0'), /** @type {const} */ ('1.1')),
      (id, responseBytes, requestBytes, isLast, version) => {
        const sizes = new HttpTextSizes({ version, isLast });
        expect(sizes.request(id, requestBytes)).toBe(requestText(id, { requestBytes, version, isLast }).length);
        expect(sizes.request(id)).toBe(requestText(id, { version, isLast }).length);
        expect(sizes.responseHead(id, responseBytes)).toBe(responseHead(id, { responseBytes, version, isLast }).length);
      },
    ),
  );
});

test('a timer that was taken out of the heap has its turn by when it is set anew', () => {
  const events = new EventQueue();
  /** @type {string[]} */
  const ran = [];
  const timers = Array.from({ length: 40 }, (_, index) => new Timer(events, () => ran.push(`${index}`)));
  timers.forEach((timer, index) => timer.set(100 + ((index * 7) % 11)));
  for (let index = 0; index < 40; index += 3) timers[index].remove();
  timers[3].set(104);
  events.run(Infinity);
  const left = timers.map((_, index) => index).filter((index) => index % 3 !== 0);
  const byTime = left.sort((a, b) => ((a * 7) % 11) - ((b * 7) % 11) || a - b);
  const at = byTime.findIndex((index) => (index * 7) % 11 > 4);
  expect(ran).toEqual([...byTime.slice(0, at), 3, ...byTime.slice(at)].map(String));
});

test('a timer may be taken out while it runs, and others by it', () => {
  const events = new EventQueue();
  /** @type {number[]} */
  const ran = [];
  const others = [5, 6, 7].map((timeNs) => new Timer(events, () => ran.push(timeNs)));
  others.forEach((timer, index) => timer.set(5 + index));
  const first = new Timer(events, () => {
    first.set(9);
    first.remove();
    others[1].remove();
  });
  first.set(1);
  events.run(Infinity);
  expect([ran, first.isSet]).toEqual([[5, 7], false]);
});
