import { Gauge } from '../../../lib/simulator/applications/proxy/gauge.js';
import { MarkQueue } from '../../../lib/simulator/applications/proxy/mark-queue.js';
import { frameHead, requestText, responseHead } from '../../../lib/simulator/applications/proxy/proxy-text.js';
import { Selection } from '../../../lib/simulator/applications/proxy/selection.js';
import { Random } from '../../../lib/simulator/engine/random.js';
import { runScenario } from '../../../lib/simulator/scenario/run.js';
import { checkScenario } from '../../../lib/simulator/scenario/schema.js';
import fc from '../../support/properties.js';
import { analysed, run } from '../support/run.js';

test('texts are of exactly the bytes that are asked for', () => {
  fc.assert(
    fc.property(
      fc.nat(1e6),
      fc.integer({ min: 60, max: 1400 }),
      fc.integer({ min: 100, max: 5e6 }),
      (id, request, response) => {
        expect(requestText(id, 'h399.example', request).length).toBe(request);
        const head = responseHead(response);
        const length = Number(/Content-Length: (\d+)/.exec(head)?.[1]);
        expect(head.length + length).toBe(response);
        expect(frameHead('RES', id, request).length).toBe(20);
      },
    ),
  );
});

test('marks come out in the order in which they went in', () => {
  fc.assert(
    fc.property(fc.array(fc.boolean(), { maxLength: 200 }), (pushes) => {
      const marks = new MarkQueue();
      const expected = [];
      let next = 0;
      for (const isPush of pushes) {
        if (isPush) {
          marks.push(10 * next, next);
          expected.push(next++);
        } else if (expected.length > 0) {
          expect([marks.isReached(10 * expected[0] - 1), marks.isReached(10 * expected[0])]).toEqual([false, true]);
          expect(marks.shift()).toBe(expected.shift());
        }
        expect(marks.count).toBe(expected.length);
      }
    }),
  );
});

test('a gauge has the mean over time', () => {
  const gauge = new Gauge();
  gauge.change(0, 2);
  gauge.change(1e9, 2);
  gauge.change(3e9, -3);
  expect([gauge.mean(4e9), gauge.peak, gauge.value]).toEqual([(2 + 4 + 4 + 1) / 4, 4, 1]);
  gauge.restart(4e9);
  expect([gauge.mean(6e9), gauge.peak]).toEqual([1, 1]);
});

test('each rule chooses as it says', () => {
  const ends = /** @type {any[]} */ ([
    { unacknowledgedBytes: 7 },
    { unacknowledgedBytes: 3 },
    { unacknowledgedBytes: 3 },
    { unacknowledgedBytes: 9 },
  ]);
  const chosen = (
    /** @type {import('../../../lib/simulator/applications/proxy/selection.js').SelectionRule} */ rule,
  ) => {
    const selection = new Selection(rule, new Random(1));
    return [0, 5, 6, 7, 8].map((own) => selection.choose(ends, own));
  };
  expect(chosen('least-loaded')).toEqual([1, 1, 1, 1, 1]);
  expect(chosen('round-robin')).toEqual([1, 2, 3, 0, 1]);
  expect(chosen('sticky')).toEqual([0, 1, 2, 3, 0]);
  expect(new Set(Array.from({ length: 50 }, (_, index) => chosen('random')[index % 5])).size).toBeGreaterThan(1);
  ends[0].unacknowledgedBytes = 0;
  expect(chosen('least-loaded')[0]).toBe(0);
});

const LINK = { delayMs: 20, rateKbps: 10_000 };
/** @param {object} proxy @param {number} count */
function scenario(proxy, count = 12) {
  const requests = Array.from({ length: count }, (_, index) => ({
    atMs: 30 * index,
    requestBytes: 100 + 41 * index,
    responseBytes: 100 + 1777 * index,
    serverMs: 20 * index,
  }));
  return {
    path: [
      { name: 'link', clientToServer: LINK, serverToClient: LINK },
      { name: 'us', clientToServer: { delayMs: 2 }, serverToClient: { delayMs: 2 } },
    ],
    hosts: { client: { profile: 'bsd-1998', tcp: { nagle: false } }, server: { profile: 'bsd-1998' } },
    traffic: [{ kind: 'proxy', requests, ...proxy }],
    taps: [{ at: 'client' }, { at: 'server' }],
  };
}

test.each(['least-loaded', 'round-robin', 'sticky', 'random'])(
  'by %s, every byte gets there, with 20 more for each piece',
  (selection) => {
    const { network, summary } = run(scenario({ connections: 3, selection }));
    const [link, us] = network.hops;
    expect(summary.complete).toBe(true);
    expect(summary.transfers.map(({ bytes }) => bytes).sort((a, b) => a - b)).toEqual(
      Array.from({ length: 12 }, (_, index) => 100 + 1777 * index),
    );
    expect(link.serverToClient.counts.dataBytes).toBe(
      us.serverToClient.counts.dataBytes + 20 * us.serverToClient.counts.dataPackets,
    );
    expect(link.clientToServer.counts.dataBytes).toBe(us.clientToServer.counts.dataBytes);
  },
);

test('with requests that take more between the proxies, or without a second one', () => {
  const more = run(scenario({ connections: 1, requestOverheadBytes: 20 })).network.hops;
  const none = run(scenario({ connections: 0 })).network.hops;
  expect(more[0].clientToServer.counts.dataBytes).toBe(more[1].clientToServer.counts.dataBytes + 12 * 20);
  expect(none[0].serverToClient.counts.dataBytes).toBe(none[1].serverToClient.counts.dataBytes);
});

test('servers release a response evenly over their time, and it takes no more than that and the path', () => {
  const slow = scenario({ connections: 1, requests: [{ requestBytes: 100, responseBytes: 14_600, serverMs: 2000 }] });
  /** @type {number[]} */
  const atMs = [];
  const see = (
    /** @type {import('../../../lib/simulator/network.js').Packet} */ { from, length },
    /** @type {number} */ nowNs,
  ) => {
    if (length > 0 && !from.isClient) atMs.push(nowNs / 1e6);
  };
  const hosts = { ...slow.hosts, server: { profile: 'bsd-1998', tcp: { initialWindowSegments: 10 } } };
  const {
    summary: {
      transfers: [{ seconds }],
    },
  } = runScenario(checkScenario({ ...slow, hosts }), { watch: { place: 2, see } });
  expect(atMs.map((time) => Math.round(time - atMs[0]))).toEqual(Array.from({ length: 10 }, (_, index) => 200 * index));
  // One and a half round trips before the proxy and the last byte's way back, and two behind it.
  expect(seconds).toBeGreaterThan(2 + 0.08 + 0.008);
  expect(seconds).toBeLessThan(2 + 0.08 + 0.008 + 0.015);
});

test('what is between the proxies is what it says, and what is behind is HTTP', () => {
  const { captures } = run(scenario({ connections: 2 }));
  const [near, far] = captures.map(({ bytes }) => Buffer.from(bytes).toString('latin1'));
  expect(near.match(/(REQ|RES|END) [0-9a-f]{8} \d{6}\n/g)?.filter((head) => head.startsWith('END')).length).toBe(12);
  const analysis = analysed(captures[1].bytes);
  const { messages } = analysis.ingest;
  expect(far.match(/GET \/\d+\S* HTTP\/1\.0/g)?.length).toBe(12);
  expect(
    Array.from({ length: analysis.ingest.tcp.flows.count }, (_, flow) => messages.counts(flow)).map(
      ({ requests, responses }) => [requests, responses],
    ),
  ).toEqual(Array.from({ length: 12 }, () => [1, 1]));
});
