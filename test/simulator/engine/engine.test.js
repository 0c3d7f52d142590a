import { EventQueue, Timer } from '../../../lib/simulator/engine/event-queue.js';
import { Link } from '../../../lib/simulator/engine/link.js';
import { Random } from '../../../lib/simulator/engine/random.js';
import fc from '../../support/properties.js';

test('timers run in order of time, those of one time in the order in which they were set, put off or cancelled ones as told last', () => {
  fc.assert(
    fc.property(
      fc.array(fc.record({ first: fc.nat(50), then: fc.option(fc.nat(50)), isCancelled: fc.boolean() })),
      (plans) => {
        const events = new EventQueue();
        /** @type {number[]} */
        const ran = [];
        for (const { first, then, isCancelled } of plans) {
          const timer = new Timer(events, () => ran.push(events.nowNs));
          timer.set(first);
          if (then !== null) timer.set(then);
          if (isCancelled) timer.cancel();
        }
        events.run(Infinity);
        expect(ran).toEqual(
          plans
            .filter(({ isCancelled }) => !isCancelled)
            .map(({ first, then }) => then ?? first)
            .sort((a, b) => a - b),
        );
      },
    ),
  );
});

test('random numbers are the same everywhere', () => {
  const random = new Random(1);
  expect([random.uint32(), random.uint32(), random.uint32()]).toEqual([441_792_574, 614_447_336, 1_644_328_534]);
  expect(new Random(1, 1).uint32()).not.toBe(new Random(1).uint32());
});

/** @param {import('../../../lib/simulator/engine/link.js').LinkOptions} options */
function linkOf(options) {
  const events = new EventQueue();
  /** @type {{ id: number, atNs: number }[]} */
  const arrivals = [];
  /** @type {Link<{ sizeBytes: number, length: number, id: number }>} */
  const link = new Link(events, new Random(7), options, {
    pass: ({ id }) => arrivals.push({ id, atNs: events.nowNs }),
  });
  const send = (/** @type {number} */ id, sizeBytes = 1250) => link.send({ id, sizeBytes, length: sizeBytes - 40 });
  return { events, link, arrivals, send };
}

test('a link sends one after another at its rate, and delays', () => {
  const { events, arrivals, send } = linkOf({ rateBps: 10e6, delayNs: 5e6 });
  for (let id = 0; id < 3; id++) send(id);
  events.run(Infinity);
  expect(arrivals).toEqual([
    { id: 0, atNs: 6e6 },
    { id: 1, atNs: 7e6 },
    { id: 2, atNs: 8e6 },
  ]);
});

test.each([
  ['bytes', { queueBytes: 2600 }],
  ['packets', { queuePackets: 2 }],
])('a full queue drops what comes last, by %s', (_, queue) => {
  const { events, arrivals, send, link } = linkOf({ rateBps: 10e6, ...queue });
  for (let id = 0; id < 4; id++) send(id);
  events.run(1e6);
  send(4);
  events.run(Infinity);
  expect(arrivals.map(({ id }) => id)).toEqual([0, 1, 4]);
  expect(link.counts.queueDrops).toBe(2);
});

test('listed packets are lost, and no other', () => {
  const { events, arrivals, send } = linkOf({ dropPackets: [2], dropData: [4] });
  for (let id = 1; id <= 5; id++) send(id, id === 1 ? 40 : 100);
  events.run(Infinity);
  expect(arrivals.map(({ id }) => id)).toEqual([1, 3, 4]);
});

test('losses come as often as asked for, one by one or in bursts', () => {
  const COUNT = 100_000;
  const lossesOf = (/** @type {import('../../../lib/simulator/engine/link.js').LinkOptions} */ options) => {
    const { events, link, send, arrivals } = linkOf(options);
    for (let id = 0; id < COUNT; id++) send(id);
    events.run(Infinity);
    const gaps = arrivals.slice(1).filter(({ id }, index) => id !== arrivals[index].id + 1).length;
    return { share: link.counts.lost / COUNT, meanRun: link.counts.lost / gaps };
  };
  const single = lossesOf({ loss: 0.02 });
  const burst = lossesOf({ burstLoss: { enter: 0.005, leave: 0.25 } });
  expect(Math.abs(single.share - 0.02)).toBeLessThan(0.002);
  expect(Math.abs(single.meanRun - 1 / 0.98)).toBeLessThan(0.05);
  expect(Math.abs(burst.share - 0.005 / 0.255)).toBeLessThan(0.003);
  expect(Math.abs(burst.meanRun - 4)).toBeLessThan(0.5);
});
