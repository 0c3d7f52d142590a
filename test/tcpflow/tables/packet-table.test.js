/**
 * What of a row is kept as a difference only: frame, wire numbers and confidence are those of the packets, whatever
 * these were.
 */
import { ethernet, ipv4, tcp, udp } from '../../packet/bytes.js';
import { random } from '../../protocols/support/streams.js';
import { pcapBytes } from '../../support/packets/pcap-bytes.js';
import { track } from '../../support/track.js';

const ROUNDS = 20;
const FRAMES = 300;
const OTHERS = 0.2;
const SYN = 2;
const RST = 4;
const ACK = 16;
const FLAGS = [SYN, SYN | ACK, ACK, ACK, ACK, ACK, RST, RST | ACK, ACK | 1, 0];
const PORTS = /** @type {const} */ ([
  [1000, 80],
  [80, 1000],
  [1001, 80],
  [80, 1001],
]);

/** Segments of two connections that keep to no rule, other packets between them. @param {() => number} next */
function anyFrames(next) {
  const whole = (/** @type {number} */ below) => Math.floor(next() * below);
  const one = (/** @type {readonly any[]} */ of) => of[whole(of.length)];
  const numbers = [0, 1, 2 ** 31, 2 ** 32 - 1, ...Array.from({ length: 4 }, () => whole(2 ** 32))];
  const number = () => (one(numbers) + whole(3000)) % 2 ** 32;
  return Array.from({ length: FRAMES }, () => {
    if (next() < OTHERS) return { bytes: ethernet(ipv4(udp([1]), { protocol: 17 })), told: null };
    const told = { seq: number(), ack: number() };
    return {
      bytes: ethernet(
        ipv4(tcp({ ...told, ports: one(PORTS), flags: one(FLAGS), payload: new Array(whole(3)).fill(65) }), {
          host: 2,
        }),
      ),
      told,
    };
  });
}

test.each(Array.from({ length: ROUNDS }, (_, round) => round))(
  'numbers of any segments, as they were on the wire: %i',
  (round) => {
    const frames = anyFrames(random(round + 1));
    const { flows, packets } = track(
      pcapBytes(frames.map(({ bytes }, i) => ({ bytes, timeNs: i * 1e6, originalLength: bytes.length }))),
    );
    const [block] = packets.blocks;
    const told = Array.from({ length: packets.count }, (_, at) => ({
      frame: block.frame(at),
      seq: block.seq(at, flows) >>> 0,
      ack: block.ack(at, flows) >>> 0,
    }));
    expect(told).toEqual(frames.flatMap(({ told: wire }, i) => (wire === null ? [] : [{ frame: i + 1, ...wire }])));
    expect(told.map(({ frame }) => packets.timeOfFrame(frame))).toEqual(told.map((_, row) => packets.timeNs(row)));
  },
);

test('a first verdict is certain of what is plainly new, and half certain of the rest', () => {
  const segment = (/** @type {number} */ seq, /** @type {number} */ timeNs) => {
    const bytes = ethernet(ipv4(tcp({ seq, payload: [1, 2, 3, 4] }), { host: 2 }));
    return { bytes, timeNs, originalLength: bytes.length };
  };
  const {
    packets: {
      blocks: [block],
    },
  } = track(pcapBytes([segment(1, 0), segment(5, 1e6), segment(1, 2e9)]));
  expect([0, 1, 2].map((at) => [block.verdict[at], block.confidence(at)])).toEqual([
    [1, 255],
    [1, 255],
    [2, 128],
  ]);
});
