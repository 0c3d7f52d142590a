/** WebSocket frames (RFC 6455), behind the upgrade or anywhere. */
import { concatBytes } from '../../support/packets/frames.js';
import { mutateBytes, mutateList } from './bytes.js';

/** @typedef {import('../random.js').Random} Random */

const OPCODES = [0, 1, 2, 8, 9, 10, 3, 11, 15];
const BLANK_LINE = [13, 10, 13, 10];

/** @param {Random} random @param {boolean} isMasked @returns {Uint8Array} */
export function newWebSocketFrame(random, isMasked) {
  const payload = random.bytes(random.pick([0, 2, 5, 125, 126, 300]));
  const { length } = payload;
  const claims = random.chance(0.05) ? random.field(32) : length;
  const first =
    (random.chance(0.8) ? 0x80 : 0) |
    (random.chance(0.2) ? 0x40 : 0) |
    (random.chance(0.03) ? 0x30 : 0) |
    random.pick(OPCODES);
  const mask = isMasked !== random.chance(0.05) ? 0x80 : 0;
  const isLong = claims > 0xffff || random.chance(0.05);
  const high = random.chance(0.02) ? random.field(32) : 0;
  const bytes = [24, 16, 8, 0].map((shift) => (claims >>> shift) & 255);
  const size = claims < 126 && !isLong ? [mask | claims] : [mask | 126, ...bytes.slice(2)];
  const long = [mask | 127, ...[24, 16, 8, 0].map((shift) => (high >>> shift) & 255), ...bytes];
  return concatBytes(Uint8Array.of(first, ...(isLong ? long : size), ...(mask ? random.bytes(4) : [])), payload);
}

/** @param {Uint8Array} bytes @returns {Uint8Array[]} frames; what is behind the last whole one is the last */
export function webSocketFramesIn(bytes) {
  const frames = [];
  for (let at = 0; at < bytes.length;) {
    const code = bytes[at + 1] & 127;
    const extra = code === 126 ? 2 : 8 * Number(code === 127);
    const mask = bytes[at + 1] & 128 ? 4 : 0;
    const length =
      extra === 0 ? code : bytes.subarray(at + 2, at + 2 + extra).reduce((sum, byte) => sum * 256 + byte, 0);
    const end = Math.min(bytes.length, at + 2 + extra + mask + length);
    frames.push(bytes.subarray(at, end));
    at = end;
  }
  return frames;
}

/** @param {Uint8Array} bytes @returns {number} where what follows an HTTP head begins; 0: there is no head */
function behindHead(bytes) {
  for (let at = 0; at + 4 <= bytes.length; at++) {
    if (BLANK_LINE.every((byte, i) => bytes[at + i] === byte)) return at + 4;
  }
  return 0;
}

/**
 * @param {Uint8Array} bytes what one side said in a turn, an upgrade's head or not
 * @param {Random} random
 * @param {boolean} isClient
 * @returns {Uint8Array}
 */
export function mutateWebSocket(bytes, random, isClient) {
  const start = bytes[0] >= 0x41 && bytes[0] <= 0x5a ? behindHead(bytes) : 0;
  const frames = mutateList(
    webSocketFramesIn(bytes.subarray(start)),
    random,
    (frame) => mutateBytes(frame, random),
    () => newWebSocketFrame(random, isClient),
  );
  return concatBytes(bytes.subarray(0, start), ...frames);
}
