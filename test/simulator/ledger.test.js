/** The true ledger of time: whose turn it was, in scenarios where that can be said by hand. */
import { drawn, FAMILIES } from '../../bench/accuracy/causes/draw.js';
import { trueOwners } from '../../bench/accuracy/causes/owners.js';
import { analysed, simulated } from '../../bench/accuracy/causes/run.js';
import { EventLog } from '../../lib/simulator/ledger/event-log.js';
import { trueLedger } from '../../lib/simulator/ledger/walk.js';
import { runScenario } from '../../lib/simulator/scenario/run.js';

/**
 * @param {object[]} requests
 * @param {any} [more] of the service, the link and the hosts
 * @returns {{ sums: Record<string, number>, intervals: import('../../lib/simulator/ledger/walk.js').Interval[] }} ms by
 *   owner and rule
 */
function ledgerOf(requests, more = {}) {
  const { up, down, tcp = {}, box = [], charges = {}, ...service } = more;
  const log = new EventLog();
  runScenario(
    {
      durationSeconds: 100,
      path: [
        { name: 'link', clientToServer: { delayMs: 30, ...up }, serverToClient: { delayMs: 30, ...down } },
        ...box,
      ],
      hosts: { client: { tcp }, server: { tcp } },
      traffic: [{ kind: 'service', requests: /** @type {any} */ (requests), ...service }],
    },
    { observer: log },
  );
  const intervals = trueLedger(log, 0, charges);
  /** @type {Record<string, number>} */
  const sums = {};
  for (const { startNs, endNs, owner, rule } of intervals) {
    sums[`${owner} ${rule}`] = (sums[`${owner} ${rule}`] ?? 0) + (endNs - startNs) / 1e6;
  }
  return { sums, intervals };
}

test('set-up, question, thinking, answer: each its own', () => {
  const { sums } = ledgerOf([
    { responseBytes: 100, serverMs: 250 },
    { responseBytes: 100, gapMs: 400 },
  ]);
  expect(sums['server_app think']).toBe(250);
  expect(sums['client_app idle']).toBe(400);
  // set-up one round trip, two questions and answers, and the end
  expect(sums['path_to_server propagation']).toBeCloseTo(sums['path_to_client propagation'], -2);
});

test('a lost request is the path’s until it is sent again', () => {
  const { sums } = ledgerOf([{ responseBytes: 100 }], { up: { dropData: [1] } });
  expect(sums['path_to_server rto']).toBeGreaterThan(100);
  expect(sums['server_app think'] ?? 0).toBe(0);
});

test('a lost answer is that of the other half', () => {
  const { sums } = ledgerOf([{ responseBytes: 100 }], { down: { dropData: [1] } });
  expect(sums['path_to_client rto']).toBeGreaterThan(100);
  expect(sums['path_to_server rto']).toBeUndefined();
});

test('an answer that never comes is the server’s, from when the question had come', () => {
  const { sums } = ledgerOf([{ responseBytes: 100, outcome: 'silent' }], { clientLimitMs: 2000 });
  expect(sums['server_app unanswered']).toBe(1970);
});

test('a slow reader is the client’s application', () => {
  const tcp = { receiveWindowBytes: 16_384, maxReceiveWindowBytes: 16_384, receiveAutotuning: false };
  const { sums } = ledgerOf([{ responseBytes: 100_000 }], { tcp, reader: { pauses: [{ atMs: 100, forMs: 3000 }] } });
  expect(sums['client_app zero_window']).toBeGreaterThan(2000);
});

test('who is charged for what a host’s own box drops', () => {
  const box = [{ name: 'host', box: { kind: 'filter', which: 'syn', most: 1 } }];
  const { sums } = ledgerOf([{ responseBytes: 100 }], { box, charges: { filter: 'server_tcp' } });
  expect(sums['server_tcp syn_timeout']).toBe(1000);
});

test('intervals follow one another without gap or overlap, from the first packet on', () => {
  for (let seed = 1; seed <= 110; seed++) {
    const { ledgers } = simulated(drawn(seed));
    for (const intervals of ledgers) {
      const gaps = intervals.slice(1).filter(({ startNs }, index) => startNs !== intervals[index].endNs);
      expect([seed, gaps]).toEqual([seed, []]);
    }
  }
});

/** @param {number} seed @param {import('../../bench/accuracy/causes/families/common.js').Tap} at */
function scored(seed, at) {
  const one = drawn(seed);
  const truth = simulated(one);
  const capture = truth.captures.find((tap) => tap.at === at);
  if (capture === undefined) throw new Error('that tap is judged');
  return trueOwners(analysed(capture.bytes), truth, { plan: one.plan, at, seen: capture.seen });
}

test('unknown is right where no packet at the tap could tell who dropped what is not answered', () => {
  const seed = 1 + Object.keys(FAMILIES).indexOf('listen-queue-full');
  const { seconds, right, wrong, said } = scored(seed, 'client');
  expect(said.unknown).toBeGreaterThan(1);
  expect([wrong, right / seconds]).toEqual([0, expect.closeTo(1, 2)]);
});
