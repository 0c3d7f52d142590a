/** How a segment's connection is found, whatever addresses, ports, VLANs and tunnels a capture is made of. */
import { CaptureReader } from '../../lib/capture/reader.js';
import { createCore, joinCore } from '../../lib/engine/engine.js';
import { PacketDecoder } from '../../lib/packet/decoder.js';
import { ROW_BLOCK_BITS, ROW_BLOCK_MASK } from '../../lib/tcpflow/tables/packet-table.js';
import { TcpTracker } from '../../lib/tcpflow/tracker.js';
import { ACK, frameBytes, SYN } from '../support/packets/frames.js';
import { pcapBytes } from '../support/packets/pcap-bytes.js';
import fc from '../support/properties.js';

/** @typedef {import('../support/packets/frames.js').Segment} Segment */

/**
 * With linear probing and half of the slots free a search looks at one or two in vain, and a packet in VLANs makes up
 * to four searches; a few more are chance.
 */
const MAX_DETOURS_A_PACKET = 8;

const RUNS = 4;

/** @param {Partial<Segment>[]} segments */
function follow(segments) {
  const core = createCore();
  const tcp = new TcpTracker(core);
  const decoder = new PacketDecoder({ batch: tcp.batch, onSegments: () => tcp.track() });
  const reader = new CaptureReader({ onFrames: (batch) => decoder.decode(batch) });
  reader.push(
    pcapBytes(
      segments.map((segment, timeNs) => {
        const bytes = frameBytes({ source: CLIENT, destination: SERVER, seq: 1000, flags: ACK, ...segment });
        return { bytes, timeNs, originalLength: bytes.length };
      }),
    ),
  );
  reader.end();
  tcp.end();
  const { blocks, count } = tcp.packets;
  const flowOf = (/** @type {number} */ row) => blocks[row >> ROW_BLOCK_BITS].flowEnd[row & ROW_BLOCK_MASK] >> 1;
  return { tcp, flowOfRows: Array.from({ length: count }, (_, row) => flowOf(row)), detours: core.searchDetours() };
}

const CLIENT = { address: '10.0.0.1', port: 1000 };
const SERVER = { address: '10.0.0.2', port: 80 };

/** @param {number} vlan 0: none */
const tagsOf = (vlan) => (vlan > 0 ? [vlan] : []);

/** @param {number} word */
const addressOf = (word) => [24, 16, 8, 0].map((shift) => (word >>> shift) & 0xff).join('.');

/**
 * End points that a hash takes for one under every seed, if it multiplies address and port by these factors and adds
 * the seed to what comes out.
 * @param {number} count
 */
function alikeToUnkeyedHash(count) {
  const inverse = Number(BigInt.asUintN(32, inverseOf(0x9e3779b1n)));
  const wordFor = (/** @type {number} */ port) => Math.imul(inverse, 0x12345678 ^ Math.imul(port + 1, 0x85ebca77));
  return Array.from({ length: count }, (_, port) => ({ address: addressOf(wordFor(port)), port }));
}

/** Modulo 2^32, by Newton's iteration. @param {bigint} odd */
function inverseOf(odd) {
  let inverse = odd;
  for (let bits = 3; bits < 32; bits *= 2) inverse = BigInt.asUintN(32, inverse * (2n - odd * inverse));
  return inverse;
}

describe('searches stay short in each run', () => {
  /** @type {[string, Partial<Segment>[]][]} */
  const hostile = [
    [
      'end points that an unkeyed hash takes for one',
      alikeToUnkeyedHash(3000).map((source) => ({ source, flags: SYN })),
    ],
    ['ports in order', Array.from({ length: 3000 }, (_, port) => ({ source: { ...CLIENT, port } }))],
    [
      'IPv6 addresses that differ in the upper bits',
      Array.from({ length: 3000 }, (_, i) => ({
        source: { address: `${(0x2000 + i).toString(16)}::1`, port: 1000 },
        destination: { address: '2001:db8::2', port: 80 },
      })),
    ],
    ['two end points in many VLANs', Array.from({ length: 6000 }, (_, i) => ({ vlan: [1 + (i % 1000), 1 + (i % 3)] }))],
    [
      'two end points in many VLANs, there and back',
      Array.from({ length: 6000 }, (_, i) => ({
        vlan: [1 + ((i >> 1) % 1500)],
        ...(i % 2 ? { source: SERVER, destination: CLIENT } : {}),
      })),
    ],
    [
      'back through other VLANs, the last first',
      Array.from({ length: 6000 }, (_, i) =>
        i < 3000 ? { vlan: [1 + i] } : { vlan: [1 + (5999 - i), 5], source: SERVER, destination: CLIENT },
      ),
    ],
  ];

  it.each(hostile)('%s', (_name, segments) => {
    for (let run = 0; run < RUNS; run++) {
      expect(follow(segments).detours).toBeLessThan(MAX_DETOURS_A_PACKET * segments.length);
    }
  });
});

test('connections and their order do not depend on the secrets', () => {
  const ends = alikeToUnkeyedHash(40);
  const one = fc
    .record({
      end: fc.nat(39),
      isBack: fc.boolean(),
      vlan: fc.nat(3),
      flags: fc.constantFrom(SYN, ACK),
      seq: fc.nat(2),
    })
    .map(({ end, isBack, vlan, ...rest }) => ({
      ...rest,
      vlan: tagsOf(vlan),
      source: isBack ? SERVER : ends[end],
      destination: isBack ? ends[end] : SERVER,
    }));
  const segments = fc.array(one, { maxLength: 200 });
  fc.assert(
    fc.property(segments, (all) => {
      expect(follow(all).flowOfRows).toEqual(follow(all).flowOfRows);
    }),
    { numRuns: 30 },
  );
});

/**
 * Plainly: which of the connections between two end points a segment is of. It is the first on which its sender has
 * been seen in that scope, or has not been seen while the other end has; else the first on which the sender has not
 * been seen; else a new one.
 */
class PlainStream {
  /** Per connection the scope of each end's segments; null: none has been seen. @type {[string|null, string|null][]} */
  connections = [];

  /** @param {0|1} end @param {string} scope */
  find(end, scope) {
    const known = this.connections.findIndex(
      (scopes) => scopes[end] === scope || (scopes[end] === null && scopes[1 - end] === scope),
    );
    const unseen = this.connections.findIndex((scopes) => scopes[end] === null);
    const found = [known, unseen].find((index) => index >= 0) ?? this.connections.push([null, null]) - 1;
    this.connections[found][end] = scope;
    return found;
  }
}

test('VLANs tell connections apart as a search through all of them would', () => {
  const one = fc.tuple(fc.constantFrom(/** @type {const} */ (0), /** @type {const} */ (1)), fc.nat(8));
  fc.assert(
    fc.property(fc.array(one, { minLength: 1, maxLength: 80 }), (sent) => {
      const plain = new PlainStream();
      const { tcp, flowOfRows } = follow(
        sent.map(([end, vlan]) => ({
          vlan: tagsOf(vlan),
          source: end ? SERVER : CLIENT,
          destination: end ? CLIENT : SERVER,
        })),
      );
      expect(flowOfRows).toEqual(sent.map(([end, vlan]) => plain.find(end, String(vlan))));
      expect(tcp.flows.count).toBe(plain.connections.length);
    }),
    { numRuns: 200 },
  );
});

describe('the hash', () => {
  const MASK = 2n ** 64n - 1n;
  const word = fc.integer({ min: 0, max: 2 ** 32 - 1 });
  const halves = fc.bigInt(0n, MASK);
  const secrets = fc.array(halves, { minLength: 11, maxLength: 11 });

  /** @param {bigint[]} secret @param {number[]} words @param {number[]} factors which secret is each word's */
  function plainHash(secret, words, factors) {
    const sum = words.reduce((before, one, i) => before + BigInt(one) * secret[factors[i]], secret[0]) & MASK;
    return Number(BigInt.asIntN(32, ((sum ^ (sum >> 32n)) * (secret[10] | 1n)) >> 32n));
  }

  it('is a sum of words times secrets, folded', () => {
    fc.assert(
      fc.property(secrets, fc.array(word, { minLength: 9, maxLength: 9 }), (secret, words) => {
        const core = createCore(() => BigUint64Array.from(secret));
        const at = core.allocate(32);
        const three = words.slice(0, 3);
        new Uint32Array(core.memory.buffer, at, 8).set(words.slice(0, 8));
        expect(core.hashOfThree(three[0], three[1], three[2])).toBe(plainHash(secret, three, [1, 2, 3]));
        expect(core.hashOfNine(at, at + 16, words[8])).toBe(plainHash(secret, words, [1, 2, 3, 4, 5, 6, 7, 8, 9]));
      }),
      { numRuns: 30 },
    );
  });

  it('has other secrets in each capture', () => {
    const hashes = Array.from({ length: 20 }, () => createCore().hashOfThree(1, 2, 3));
    expect(new Set(hashes).size).toBe(20);
  });

  it('is the same in a second instance on the memory', () => {
    const core = createCore();
    const other = joinCore(core.module, core.memory);
    expect(other.hashOfThree(1, 2, 3)).toBe(core.hashOfThree(1, 2, 3));
  });
});
