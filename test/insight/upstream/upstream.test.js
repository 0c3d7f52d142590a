import { numberingOf, numbersTaken } from '../../../lib/insight/upstream/numbering.js';
import { unseenOf } from '../../../lib/insight/upstream/unseen.js';
import { ConnectionPackets } from '../../../lib/tcpflow/connection/connection-packets.js';
import { SenderPasses } from '../../../lib/tcpflow/sender/passes.js';
import { numberingOf as plainNumbering } from '../../support/oracle/sender/numbering.js';
import fc from '../../support/properties.js';

const MSS = 1000;
const MS = 1e6;
const RTT_NS = 40 * MS;
const PSH_ACK = 24;
const SYN_ACK = 18;
/**
 * A packet of the client: its number, what it holds, in segments, and when.
 * @typedef {{ id: number, seq: number, length?: number, atMs?: number, isSynAck?: boolean }} Sent
 */

/** @param {Sent[]} sent */
function packetsOf(sent) {
  const packets = new ConnectionPackets(sent.length, { sackLeft: new Float64Array(0), sackRight: new Float64Array(0) });
  sent.forEach(({ id, seq, length = MSS, atMs = 0, isSynAck = false }, i) => {
    packets.ipId[i] = id;
    packets.seqOffset[i] = 1 + seq * MSS;
    packets.length[i] = length;
    packets.endOffset[i] = packets.seqOffset[i] + length;
    packets.timeNs[i] = atMs * MS;
    packets.flags[i] = isSynAck ? SYN_ACK : PSH_ACK;
    packets.frame[i] = i + 1;
  });
  return packets;
}

/** @param {number} count @param {(k: number) => number} id @param {number} [length] */
const row = (count, id, length = MSS) =>
  Array.from({ length: count }, (_, k) => ({ id: id(k) & 0xffff, seq: (k * length) / MSS, length, atMs: k }));
const swap = (/** @type {number} */ id) => ((id & 255) << 8) | ((id >> 8) & 255);
const numbersOf = (/** @type {Sent[]} */ sent, ipVersion = 4) =>
  numberingOf(new SenderPasses(packetsOf(sent)), 0, { ipVersion, mss: MSS });

test.each(
  /** @type {[string, (k: number) => number, number][]} */ ([
    ['one by one, over the wrap', (k) => 65_530 + k, MSS],
    ['in the other byte order', (k) => swap((250 + k) & 0xffff), MSS],
    ['by two', (k) => 100 + 2 * k, MSS],
    ['one for each segment that the network card makes', (k) => 100 + 3 * k, 3 * MSS],
  ]),
)('numbers are learnt: %s', (_name, id, length) => {
  const numbering = /** @type {import('../../../lib/transport/path.js').Numbering} */ (numbersOf(row(20, id, length)));
  expect(Array.from(numbering.number)).toEqual(row(20, id, length).map((_, k) => (k * length) / MSS));
});

test.each(
  /** @type {[string, (k: number) => number, number][]} */ ([
    ['zero', () => 0, 4],
    ['random', (k) => (k * 40_503 + 12_345) & 0xffff, 4],
    ['ipv6', () => 65_535, 6],
  ]),
)('identifications that are %s are no numbers', (reason, id, ipVersion) => {
  expect(numbersOf(row(20, id), ipVersion)).toBe(reason);
});

test('packets that were overtaken are put where they belong', () => {
  const sent = row(20, (k) => k);
  const late = [...sent.slice(0, 5), ...sent.slice(6, 9), sent[5], ...sent.slice(9)];
  const { packet } = /** @type {import('../../../lib/transport/path.js').Numbering} */ (numbersOf(late));
  expect(Array.from(packet)).toEqual([0, 1, 2, 3, 4, 8, 5, 6, 7, ...Array.from({ length: 11 }, (_, k) => 9 + k)]);
});

/** Numbers of a host that counts, of which some are overtaken, some missing and some anything. */
const counted = fc
  .record({
    first: fc.nat(65_535),
    stride: fc.constantFrom(1, 1, 2, 16, 17),
    isSwapped: fc.boolean(),
    isCalm: fc.boolean(),
    steps: fc.array(
      fc.record({
        skips: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, fc.nat(3)),
        odd: fc.oneof({ weight: 15, arbitrary: fc.constant(null) }, fc.nat(65_535)),
        late: fc.oneof({ weight: 6, arbitrary: fc.constant(0) }, fc.nat(2)),
        length: fc.constantFrom(0, 1, MSS, MSS, 3 * MSS),
        isSynAck: fc.oneof({ weight: 9, arbitrary: fc.constant(false) }, fc.boolean()),
      }),
      { maxLength: 80, size: 'large' },
    ),
  })
  .map(({ first, stride, isSwapped, isCalm, steps }) => {
    let id = first;
    return steps
      .map(({ skips, odd, late, length, isSynAck }, k) => {
        const own = isCalm ? id & 0xffff : (odd ?? id & 0xffff);
        id += stride * (Math.max(1, Math.ceil(length / MSS)) + (isCalm ? 0 : skips));
        return { id: isSwapped ? swap(own) : own, seq: k, length, atMs: k + late * 1.5, isSynAck: isSynAck && !isCalm };
      })
      .sort((a, b) => a.atMs - b.atMs);
  });

test('numbers are those that plain JavaScript tells', () => {
  const told = { whole: 0, missing: 0, overtaken: 0, reasons: new Set() };
  fc.assert(
    fc.property(counted, (sent) => {
      const packets = packetsOf(sent);
      const known = { ipVersion: 4, mss: MSS };
      const plain = plainNumbering(packets, 0, known);
      const numbering = numberingOf(new SenderPasses(packets), 0, known);
      if (typeof numbering === 'string') {
        told.reasons.add(numbering);
        return void expect(numbering).toBe(plain);
      }
      const { packet, number, isWhole } = numbering;
      const isBehindGap = (/** @type {number} */ own, /** @type {number} */ k) =>
        k > 0 && own - number[k - 1] > numbersTaken(packets, packet[k - 1], MSS);
      const missing = number.filter(isBehindGap);
      told.whole += Number(isWhole);
      told.missing += missing.length;
      told.overtaken += Number(packet.some((i, k) => k > 0 && i < packet[k - 1]));
      expect(isWhole).toBe(missing.length === 0);
      expect({ packet, number }).toEqual(plain);
    }),
    { numRuns: 120 },
  );
  expect([told.whole, told.missing, told.overtaken].every((times) => times > 0)).toBe(true);
  expect([...told.reasons].sort()).toEqual(['few', 'random']);
});

/** @type {import('../../../lib/transport/losses.js').LossEpisode} */
const EPISODE = {
  startNs: 0,
  repairNs: 1,
  endNs: 1e12,
  cause: 'loss',
  trigger: 'fast',
  timeouts: 0,
  recoveryPoint: 0,
  bytesLost: 0,
  bytesResent: 0,
  packetsResent: 0,
  costNs: 0,
  flightBefore: 0,
  flightAfter: 0,
};
/** @param {Sent[]} sent @param {{ episodes?: typeof EPISODE[], largest?: number }} [options] */
function unseenIn(sent, { episodes = [], largest } = {}) {
  const packets = packetsOf(sent);
  const passes = new SenderPasses(packets);
  return unseenOf(packets, 0, { ipVersion: 4, mss: MSS, rttNs: RTT_NS, episodes, largest, passes });
}
const PLAIN = row(20, (k) => k);

test('segments whose absence shows as a hole are no skip', () => {
  expect(unseenIn([...PLAIN, { id: 22, seq: 22, atMs: 20 }, { id: 23, seq: 23, atMs: 21 }])).toEqual({
    skips: [],
    gaps: [{ before: 19, missing: 2 }],
    unclear: [],
    reason: null,
  });
});

test('… nor when the hole shows only behind a repair', () => {
  const { skips } = unseenIn([...PLAIN, { id: 21, seq: 5, atMs: 20 }, { id: 22, seq: 21, atMs: 21 }], {
    episodes: [EPISODE],
  });
  expect(skips).toEqual([]);
});

test('a repair that was lost before it came by is missing beside the hole', () => {
  const { skips } = unseenIn([...PLAIN, { id: 21, seq: 21, atMs: 20 }, { id: 23, seq: 20, atMs: 120 }], {
    episodes: [EPISODE],
  });
  expect(skips).toMatchObject([{ packet: 21, missing: 1, isRepair: false }]);
});

test.each(
  /** @type {[string, number, boolean][]} */ ([
    ['behind a pause', 300, true],
    ['without one', 20, false],
  ]),
)('new data %s, with a number missing and no hole', (_name, atMs, isRepair) => {
  const { skips } = unseenIn([{ id: 0, seq: -1, length: 0, isSynAck: true }, ...PLAIN, { id: 21, seq: 20, atMs }], {
    episodes: isRepair ? [] : [EPISODE],
  });
  expect(skips).toMatchObject([{ packet: 21, missing: 1, isRepair }]);
});

test('a host that counts for several connections says nothing: numbers are missing where nothing is problems', () => {
  expect(unseenIn([...row(20, (k) => k + (k >= 10 ? 1 : 0)), { id: 22, seq: 20, atMs: 300 }]).reason).toBe('shared');
});

/** Two pauses, each with a number missing. @param {Partial<Sent>[]} before */
const twice = (...before) =>
  [...before, ...PLAIN, { id: 21, seq: 20, atMs: 300 }, { id: 23, seq: 21, atMs: 600 }].map((one) => ({
    id: 0,
    seq: 0,
    ...one,
  }));

test('… or in its pauses; but for Linux, which numbers SYN-ACKs 0 and counts for each connection', () => {
  expect(unseenIn(twice()).reason).toBe('shared');
  expect(unseenIn(twice({ id: 0, seq: -1, length: 0, isSynAck: true })).reason).toBeNull();
});

test('a number that is missing in a pause longer than any timer was sent elsewhere', () => {
  const linux = { id: 0, seq: -1, length: 0, isSynAck: true };
  const after = (/** @type {number} */ atMs) => unseenIn([linux, ...PLAIN, { id: 21, seq: 20, atMs }]).skips.length;
  expect([after(300), after(2500), after(9000)]).toEqual([1, 1, 0]);
});

test('whatever the numbers, nothing is missing that has come, and nobody is asked twice', () => {
  fc.assert(
    fc.property(
      fc.array(
        fc.record({
          id: fc.nat(65_535),
          seq: fc.nat(50),
          length: fc.constantFrom(0, 1, MSS, 3 * MSS),
          atMs: fc.nat(1000),
          isSynAck: fc.boolean(),
        }),
        { maxLength: 60 },
      ),
      (sent) => {
        const { skips, gaps } = unseenIn(sent.sort((a, b) => a.atMs - b.atMs));
        return [...skips, ...gaps].every(({ missing, before }) => missing > 0 && before < sent.length);
      },
    ),
    { numRuns: 100 },
  );
});

test('one missing packet may have been larger than any that came by, where the path drops large ones', () => {
  const tail = { id: 11, seq: 10, atMs: 1000 };
  const behind = Array.from({ length: 10 }, (_, k) => ({ id: 13 + k, seq: 12.448 + k, atMs: 1001 + k }));
  const sent = [{ id: 0, seq: 0, length: 0, isSynAck: true }, ...row(10, (k) => k), tail, ...behind];
  expect(unseenIn(sent, { largest: 1449 }).skips).toMatchObject([
    { packet: 11, before: 10, missing: 1, isRepair: true },
  ]);
  expect(unseenIn(sent, { largest: 1447 }).skips).toEqual([]);
});
