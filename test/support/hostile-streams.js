/**
 * Streams in which everything that Wireshark's rules look at happens, and that no TCP would send: numbers about the
 * next ones, windows that close, SYNs and resets in the middle, times that run backwards. Always the same for the same
 * seed.
 */
import { ACK, FIN, frameBytes, PSH, RST, SYN } from './packets/frames.js';

const ISNS = [0, 1, 5, 1000, 2 ** 32 - 6];
const GAPS_NS = [0, 1e3, 1e5, 1e6, 2e6, 3e6, 1e7, 25e6];
const LENGTHS = [0, 0, 0, 1, 1, 2, 10, 10, 50];
const OFF = [1, 1, 2, 10, 20, 11];
const WINDOWS = [0, 0, 100, 10, 20, 65535];
const PLAIN = ACK;
const STRANGE = [FIN | ACK, FIN | ACK, FIN, RST | ACK, RST, SYN, SYN | ACK, SYN, SYN | ACK, SYN | FIN, 0];

/** A pseudorandom sequence (mulberry32). @param {number} seed */
function randomFrom(seed) {
  return () => {
    seed = (seed + 0x6d2b79f5) | 0;
    let t = Math.imul(seed ^ (seed >>> 15), seed | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
}

/**
 * @param {{ seed: number, streams: number, backwards?: boolean, oneWay?: boolean }} options
 * @returns {import('./packets/conversation.js').Packet[]} stream by stream
 */
export function hostileStreams({ seed, streams, backwards = false, oneWay = false }) {
  const random = randomFrom(seed);
  const packets = [];
  for (let stream = 0; stream < streams; stream++) packets.push(...hostileStream(random, stream, backwards, oneWay));
  return packets;
}

/** @param {() => number} random @param {number} stream @param {boolean} backwards @param {boolean} oneWay */
function hostileStream(random, stream, backwards, oneWay) {
  const pick = (/** @type {number[]} */ from) => from[Math.floor(random() * from.length)];
  const chance = (/** @type {number} */ p) => random() < p;
  const aside = (/** @type {number} */ behind) => (chance(behind) ? -pick(OFF) : Number(chance(0.1)) * pick(OFF));
  const address = `${10 + Math.floor(random() * 100)}.0.${stream >> 8}.${stream & 255}`;
  const ends = [
    { address, port: 40000 },
    { address: `60.0.${stream >> 8}.${stream & 255}`, port: 7777 },
  ];
  const isn = [pick(ISNS), pick(ISNS)];
  const next = [...isn];
  const window = [100, 100];
  /** @type {import('./packets/conversation.js').Packet[]} */
  const packets = [];
  let timeNs = 1e9 + Math.floor(random() * 1e6) * 1000;
  /** @typedef {{ seq: number, ack: number, flags: number, length: number }} Header */
  /** @typedef {Header & { windowScale?: number, sack?: [number, number][] }} Added */
  const add = (/** @type {number} */ side, /** @type {Added} */ one) => {
    const { seq, ack, flags, length, windowScale, sack } = one;
    const bytes = frameBytes({
      source: ends[side],
      destination: ends[1 - side],
      seq: seq >>> 0,
      ack: ack >>> 0,
      flags,
      window: window[side],
      payload: new Uint8Array(length),
      options: { windowScale, sack },
    });
    if (!oneWay || side === 0) packets.push({ timeNs, bytes, originalLength: bytes.length });
    const end = seq + length + (flags & (SYN | FIN) ? 1 : 0);
    if ((end - next[side]) >>> 0 < 4096) next[side] = end;
    timeNs += pick(GAPS_NS) - (backwards && chance(0.03) ? 5e6 : 0);
  };
  if (chance(0.7)) {
    [SYN, SYN | ACK].forEach((flags, side) =>
      add(side, {
        seq: isn[side],
        ack: side ? next[0] : 0,
        flags,
        length: 0,
        windowScale: chance(0.5) ? pick([0, 1, 3, 14]) : undefined,
      }),
    );
  }
  for (let count = 5 + Math.floor(random() * 55); count > 0; count--) {
    const side = chance(0.5) ? 1 : 0;
    const strange = chance(0.15);
    const flags = strange ? pick(STRANGE) : PLAIN | (chance(0.2) ? PSH : 0);
    if (chance(0.15)) window[side] = pick(WINDOWS);
    const offset = aside(0.25);
    const ahead = aside(0.3);
    const ack = next[1 - side] + ahead;
    const left = ack + pick([5, 10]);
    const one = {
      seq: flags & SYN && chance(0.6) ? isn[side] : next[side] + offset,
      ack: flags & ACK ? ack : 0,
      flags,
      length: pick(LENGTHS),
      windowScale: flags & SYN && chance(0.5) ? 2 : undefined,
      sack: chance(0.1)
        ? /** @type {[number, number][]} */ ([[left >>> 0, (left + pick([5, 10, 20])) >>> 0]])
        : undefined,
    };
    add(side, one);
    if (chance(0.1)) add(side, one);
  }
  return packets;
}
