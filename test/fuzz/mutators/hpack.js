/** HPACK (RFC 7541): header blocks that are sound, that are nearly so, and that are not. */
import { concatBytes } from '../../support/packets/frames.js';
import { mutateBytes } from './bytes.js';

/** @typedef {import('../random.js').Random} Random */

const NAMES = [
  ':method',
  ':path',
  ':scheme',
  ':authority',
  ':status',
  'cookie',
  'content-length',
  'content-type',
  'te',
  'connection',
  'x',
  '',
  'Upper',
  ':unknown',
  'grpc-status',
];
const VALUES = ['', 'GET', '/', '200', '100', '5', 'a.example', 'x'.repeat(100), '-1', '\u0000', 'trailers'];
const STATIC_INDEXES = 61;

/** @param {string} text */
const plain = (text) => [text.length, ...Array.from(text, (character) => character.charCodeAt(0))];
/** How heads begin: a request, a response, one for a tunnel, for a WebSocket in a stream (RFC 8441), an interim one. */
const STARTS = [
  [0x82, 0x84, 0x86, 0x41, ...plain('a')],
  [0x88],
  [0x02, ...plain('CONNECT'), 0x01, ...plain('a:1')],
  [0x02, ...plain('CONNECT'), 0x84, 0x86, 0x41, ...plain('a'), 0x00, ...plain(':protocol'), ...plain('websocket')],
  [0x08, ...plain('103')],
];

/**
 * An integer with a prefix of so many bits (section 5.1), seldom longer than need be, or without an end.
 * @param {number} value
 * @param {number} bits
 * @param {number} high
 * @param {Random} random
 */
function integer(value, bits, high, random) {
  const most = 2 ** bits - 1;
  if (value < most && random.chance(0.97)) return [high | value];
  const bytes = [high | most];
  let rest = Math.max(0, value - most);
  while (rest > 127) {
    bytes.push(128 | (rest % 128));
    rest = Math.floor(rest / 128);
  }
  if (random.chance(0.03)) return [...bytes, ...new Array(random.few(12)).fill(128 | rest)];
  return [...bytes, rest];
}

/**
 * @param {string} text
 * @param {Random} random
 * @returns {number[]} a string literal; where it says that it is Huffman code, any bytes
 */
function literal(text, random) {
  const bytes = Array.from(text, (character) => character.charCodeAt(0));
  const isHuffman = random.chance(0.15);
  const content = isHuffman ? [...random.bytes(random.few(20))] : bytes;
  const length = random.chance(0.02) ? random.field(20) : content.length;
  return [...integer(length, 7, isHuffman ? 128 : 0, random), ...content];
}

/** @param {Random} random @returns {number} of the static table, of the dynamic one, or of neither */
const index = (random) =>
  random.pick([
    random.between(1, STATIC_INDEXES),
    random.between(1, STATIC_INDEXES),
    STATIC_INDEXES + random.few(12),
    0,
    random.field(16),
  ]);

/** One instruction (section 6). @param {Random} random @returns {number[]} */
function instruction(random) {
  const kind = random.below(10);
  if (kind < 4) {
    return integer(random.chance(0.9) ? random.between(1, STATIC_INDEXES + 5) : index(random), 7, 128, random);
  }
  if (kind === 4) return integer(random.pick([0, 1, 31, 4096, 4097, random.field(24)]), 5, 32, random);
  const [bits, high] = random.pick([
    [6, 64],
    [6, 64],
    [4, 0],
    [4, 16],
  ]);
  const isNamed = random.chance(0.5);
  const name = isNamed
    ? integer(random.between(1, STATIC_INDEXES + 5), bits, high, random)
    : [high, ...literal(random.pick(NAMES), random)];
  return [...name, ...literal(random.pick(VALUES), random)];
}

/** @param {Random} random @returns {Uint8Array} */
export function newHeaderBlock(random) {
  const isBomb = random.chance(0.03);
  const count = isBomb ? 500 : random.few(12) + 2;
  const request = random.pick(STARTS);
  const large = isBomb ? [0x40, 1, 0x78, ...integer(3000, 7, 0, random), ...new Array(3000).fill(0x79)] : [];
  const rest = Array.from({ length: count }, () =>
    isBomb ? [128 | (STATIC_INDEXES + 1)] : instruction(random),
  ).flat();
  return Uint8Array.from([...(random.chance(0.8) ? request : []), ...large, ...rest]);
}

/** @param {Uint8Array} block @param {Random} random @returns {Uint8Array} */
export function mutateHeaderBlock(block, random) {
  const kind = random.below(4);
  if (kind === 0) return newHeaderBlock(random);
  if (kind === 1) return concatBytes(block, Uint8Array.from(instruction(random)));
  if (kind === 2) return concatBytes(Uint8Array.from(instruction(random)), block);
  return mutateBytes(block, random);
}
