/** Captures of simulated paths at three points: every packet's way is known. */
import fc from '../../support/properties.js';
import { disguised, fileOf, offloaded, pathOf, sameFrames, simulated } from './support/captures.js';

/** @typedef {import('./support/captures.js').Disguise} Disguise */
/** @typedef {import('./support/captures.js').Scenario} Scenario */

/**
 * @param {number} seed @param {{ loss?: number, reorder?: number, duplicate?: number, backMs?: number,
 *   from?: 'client' | 'server', lossBehind?: number }} [more]
 * @returns {Scenario} a tap at each end and one between the links
 */
function scenario(seed, { loss = 0, reorder = 0, duplicate = 0, backMs = 10, from = 'client', lossBehind = 0 } = {}) {
  const bottleneck = { delayMs: 10, rateKbps: 20_000, queueBytes: 30_000, loss };
  const shuffle = reorder > 0 ? { reorder: { share: reorder, delayMs: 6 } } : {};
  return {
    seed,
    path: [
      { name: 'middle', clientToServer: bottleneck, serverToClient: { ...bottleneck, delayMs: backMs } },
      {
        name: 'far',
        clientToServer: { delayMs: 8, duplicate, loss: lossBehind, ...shuffle },
        serverToClient: { delayMs: 8, ...shuffle },
      },
    ],
    traffic: [{ kind: 'bulk', from, bytes: 300_000 }],
    taps: [{ at: 'client' }, { at: 'middle' }, { at: 'server' }],
  };
}

/** A pseudo-random sequence of misses. @param {number} seed @param {number} share */
const misses = (seed, share) => (/** @type {number} */ index) =>
  ((Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(seed, 0x85ebca6b)) >>> 0) / 2 ** 32 < share;

/** @type {[string, Disguise][]} */
const DISGUISES = [
  ['as it is', {}],
  ['a NAT, with a clock a day ahead that drifts', { nat: true, hops: 3, clock: (ns) => ns * (1 + 80e-6) + 86_400e9 }],
  ['rewritten sequence numbers and timestamps', { sequence: [0x7abcdef1, 0x91234567], stamps: [99_999, 3e9] }],
  ['all rewritten', { nat: true, sequence: [5e8, 3e9], stamps: [77, 4e9], identification: 4711, hops: 1 }],
  ['a clock that steps', { clock: (ns) => ns + (ns > 90e6 ? 120e6 : 0) }],
];

/**
 * The share of packets of the first point that were said to be what they are at another.
 * @param {readonly import('./support/captures.js').PathPacket[]} said @param {(number|null)[]} truth by index at the
 * first point @param {number[]} kept indexes of the other point's packets that its capture has @param {number} place
 */
function rightShare(said, truth, kept, place) {
  const frameOf = new Map(kept.map((index, at) => [index, at + 1]));
  const byFirst = new Map(said.map((packet) => [packet.frames[0], packet]));
  let right = 0;
  truth.forEach((partner, index) => {
    const packet = byFirst.get(index + 1);
    const frame = partner === null ? null : (frameOf.get(partner) ?? null);
    right += Number(packet !== undefined && packet.frames[place] === frame);
  });
  return right / truth.length;
}

test.each(DISGUISES)('packets are found behind losses, duplication and reordering: %s', async (_name, disguise) => {
  await fc.assert(
    fc.asyncProperty(fc.integer({ min: 1, max: 1e6 }), fc.constantFrom('client', 'server'), async (seed, from) => {
      const taps = simulated(scenario(seed, { loss: 0.01, reorder: 0.01, duplicate: 0.01, from }));
      const [one, ...others] = taps;
      const hidden = others.map((frames) => disguised(frames, disguise));
      const path = await pathOf([fileOf(one), ...hidden.map(({ frames }) => fileOf(frames))]);
      const said = [...path.packets()];
      others.forEach((frames, at) => {
        // of a packet and its copy, either may be called the packet
        expect(rightShare(said, sameFrames(one, frames), hidden[at].kept, at + 1)).toBeGreaterThan(0.99);
      });
      expect(path.points().map(({ order }) => order)).toEqual([0, 1, 2]);
    }),
    // in the example many packets were sent again, and the other captures have the retransmissions alone
    { numRuns: 6, examples: [[146_980, 'client']] },
  );
});

test('what a capture missed is told from what was lost', async () => {
  let wrong = 0;
  let asked = 0;
  for (let seed = 1; seed <= 12; seed++) {
    const [one, , last] = simulated(scenario(seed, { loss: 0.01, lossBehind: 0.01 }));
    const hidden = disguised(last, { isMissed: misses(seed, 0.02) });
    const path = await pathOf([fileOf(one), fileOf(hidden.frames)]);
    const truth = sameFrames(one, last);
    const kept = new Set(hidden.kept);
    for (const { frames, fates } of path.packets()) {
      if (frames[0] === null || frames[1] !== null || fates[1] === null) continue;
      const partner = truth[frames[0] - 1];
      expect(partner === null || !kept.has(partner)).toBe(true);
      asked++;
      wrong += Number(fates[1] !== (partner === null ? 'lost' : 'not_captured'));
    }
  }
  expect(asked).toBeGreaterThan(100);
  expect(wrong / asked).toBeLessThan(0.02);
});

test('clocks are set by the packets alone: offset, drift and step', async () => {
  const [one, middle, last] = simulated(scenario(7));
  const clock = (/** @type {number} */ ns) => ns * (1 - 50e-6) - 43_200e9 + (ns > 80e6 ? 250e6 : 0);
  const files = [one, disguised(middle, { clock: (ns) => ns + 5e6 }).frames, disguised(last, { clock }).frames].map(
    fileOf,
  );
  const path = await pathOf(files);
  const points = path.points();
  expect(points[1].clock.offset).toBeCloseTo(0.005, 3);
  expect(points[2].clock.offset).toBeCloseTo(-43_200, 3);
  expect(points[2].clock.steps).toHaveLength(1);
  expect(points[2].clock.steps[0].by).toBeCloseTo(0.25, 3);
  for (const { frames, times } of path.packets()) {
    const [first, , there] = times;
    if (frames[0] === null || first === null || there === null) continue;
    const truth = (last[/** @type {number} */ (frames[2]) - 1].ns - one[frames[0] - 1].ns) / 1e9;
    expect(Math.abs(there - first - truth)).toBeLessThan(300e-6);
  }
});

test('delays that differ by way are told only where the clocks are known to agree', async () => {
  const [one, , last] = simulated(scenario(3, { backMs: 30 }));
  const files = [fileOf(one), fileOf(last)];
  const leastOf = (/** @type {Awaited<ReturnType<typeof pathOf>>} */ path) =>
    path.segments().map(({ delay }) => Math.round((delay?.min ?? NaN) * 1e3));
  expect(leastOf(await pathOf(files))).toEqual([28, 28]);
  expect(leastOf(await pathOf(files, { aheadNs: [0, 0] }))).toEqual([18, 38]);
});

test('segments count what they lost, copied and reordered', async () => {
  const taps = simulated(scenario(11, { loss: 0.02, lossBehind: 0.02, duplicate: 0.02, reorder: 0.02 }));
  const path = await pathOf(taps.map(fileOf));
  const [first, second] = path.segments();
  const [one, middle, last] = taps;
  const fromClient = (/** @type {import('./support/captures.js').Frame[]} */ frames) =>
    frames.filter(({ bytes }) => new DataView(bytes.buffer).getUint16(34) > new DataView(bytes.buffer).getUint16(36));
  const [sent, between, arrived] = [one, middle, last].map(fromClient);
  expect(first).toMatchObject({ between: [0, 1], sent: sent.length, arrived: between.length, duplicated: 0 });
  expect(first.lost).toBe(sent.length - between.length);
  const distinct = sameFrames(between, arrived).filter((partner) => partner !== null).length;
  expect(second).toMatchObject({ between: [1, 2], sent: between.length, arrived: distinct });
  expect(second.lost).toBe(between.length - distinct);
  expect(second.duplicated).toBe(arrived.length - distinct);
  expect(second.reordered).toBeGreaterThan(0);
  expect(second.reorderingExtent).toBeGreaterThan(0);
  expect(path.verdict().sentence).toMatch(
    /^\d+ packets were lost from a to b, \d+ from b to c[^;]*; packets queue from a to b, /,
  );
});

test.each([
  ['cut behind the capture', 0, 0],
  ['joined before the capture', 2, 2e6],
  ['both', 0, 2e6],
])('long segments are laid over their parts: %s', async (_name, from, joinedNs) => {
  for (let seed = 1; seed <= 4; seed++) {
    const [one, , last] = simulated(scenario(seed, { loss: 0.01 }));
    const sender = from === 0 ? offloaded(one, 100e3) : { frames: one, of: one.map((_, index) => index) };
    const receiver = joinedNs > 0 ? offloaded(last, joinedNs) : { frames: last, of: last.map((_, index) => index) };
    const hidden = disguised(receiver.frames, { nat: true, clock: (ns) => ns + 3e9 });
    const path = await pathOf([fileOf(sender.frames), fileOf(hidden.frames)]);
    const said = [...path.packets()];
    const pairs = new Set(said.map(({ frames }) => frames.join()));
    const truth = sameFrames(one, last);
    const wanted = new Set();
    let lost = 0;
    truth.forEach((partner, index) => {
      if (partner === null) lost++;
      else wanted.add(`${sender.of[index] + 1},${receiver.of[partner] + 1}`);
    });
    const missed = [...wanted].filter((pair) => !pairs.has(pair));
    expect(missed.length / wanted.size).toBeLessThan(0.01);
    // neighbours that were lost look like one where both captures have long segments
    const found = said.filter(({ fates }) => fates[1] === 'lost').length;
    expect(Math.abs(found - lost)).toBeLessThanOrEqual(from === 0 && joinedNs > 0 ? 2 : 0);
  }
});
