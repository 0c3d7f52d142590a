/**
 * Packets as two taps, a switching loop and clocks that step leave them: copies near and far, out of order, at times
 * that go backwards, and with and without TCP options in turn. Always the same for the same numbers.
 */
import { ACK, FIN, frameBytes, PSH, RST, SYN } from './frames.js';

const FLAGS = [ACK, ACK, ACK, ACK | PSH, ACK | PSH, SYN, SYN | ACK, FIN | ACK, RST | ACK, RST, 0];
const LENGTHS = [0, 0, 0, 1, 40, 40, 100];
const GAPS_NS = [0, 1e3, 1e5, 1e6, 2e6, 2e7, 3e8, -1e4, -2e6, -5e7];
const MAX_FLOWS = 3;
/** How far back a packet that is repeated lies, in packets. */
const BEHIND = [1, 1, 1, 2, 3, 4, 8, 16, 50];

/** @typedef {import('./conversation.js').Packet} Packet */

/** @param {(below: number) => number} random a whole number from 0 on @param {number} count @returns {Packet[]} */
export function repeatedPackets(random, count) {
  const pick = (/** @type {number[]} */ from) => from[random(from.length)];
  const flows = Array.from({ length: 1 + random(MAX_FLOWS) }, (_, number) => newFlow(number, random));
  /** @type {Packet[]} */
  const packets = [];
  let timeNs = 1e9;
  for (let i = 0; i < count; i++) {
    timeNs = Math.max(0, timeNs + pick(GAPS_NS));
    const before = packets[packets.length - pick(BEHIND)];
    const isRepeated = before !== undefined && random(3) === 0;
    packets.push(isRepeated ? { ...before, timeNs } : sent(flows[random(flows.length)], timeNs, random));
  }
  return packets;
}

/** @param {number} number @param {(below: number) => number} random */
const newFlow = (number, random) => ({
  ends: [
    { address: '10.0.0.1', port: 40_000 + number },
    { address: '10.0.0.2', port: 80 },
  ],
  next: [1000, 5000],
  identification: [random(0xffff), random(0xffff)],
  /** Load balancers and some stacks do not number their packets. */
  isNumbered: random(4) > 0,
});

/**
 * @param {ReturnType<typeof newFlow>} flow @param {number} timeNs @param {(below: number) => number} random
 * @returns {Packet}
 */
function sent({ ends, next, identification, isNumbered }, timeNs, random) {
  const pick = (/** @type {number[]} */ from) => from[random(from.length)];
  const side = random(2);
  const flags = pick(FLAGS);
  const payload = new Uint8Array(flags & (SYN | RST) ? 0 : pick(LENGTHS));
  const seq = next[side] - (random(5) === 0 ? pick(LENGTHS) : 0);
  const ack = next[1 - side];
  if (isNumbered) identification[side] = (identification[side] + 1) & 0xffff;
  const bytes = frameBytes({
    ...{ source: ends[side], destination: ends[1 - side], seq, ack, flags, payload },
    identification: isNumbered ? identification[side] : 0,
    window: pick([0, 100, 65_535, 65_535, 65_535]),
    options: {
      timestamps: random(2) === 0 ? [Math.floor(timeNs / 1e6), random(1000)] : undefined,
      sack: random(8) === 0 ? [[ack + 40, ack + 80]] : undefined,
      mss: flags & SYN ? 1460 : undefined,
    },
  });
  next[side] = Math.max(next[side], seq + payload.length + (flags & (SYN | FIN) ? 1 : 0));
  return { timeNs, bytes, originalLength: bytes.length };
}
