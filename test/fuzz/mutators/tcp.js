/** TCP headers and options, and the order, times and lengths of frames. */
import { concatBytes } from '../../support/packets/frames.js';
import { fixChecksums, tcpIn } from '../frame-places.js';
import { mutateBytes, mutateList } from './bytes.js';

/** @typedef {import('../random.js').Random} Random */
/** @typedef {import('../capture-form.js').Frame} Frame */

const FLAGS = [0x02, 0x12, 0x10, 0x18, 0x11, 0x04, 0x14, 0x01, 0x00, 0x3f, 0x29, 0xc2, 0x52, 0x30];
const MAX_OPTION_BYTES = 40;
/** How far a sequence number may be off. */
const STEPS = [-1, 1, -1460, 1460, 65535, -65536, 2 ** 30, 2 ** 31];
const OPTION_KINDS = [0, 1, 2, 3, 4, 5, 8, 19, 28, 29, 30, 34, 69, 172, 173, 253, 254, 255];
/** Of the IANA registry, where the kind has just one. @type {Map<number, number>} */
const OPTION_LENGTHS = new Map([
  [2, 4],
  [3, 3],
  [4, 2],
  [8, 10],
  [19, 18],
  [28, 4],
  [29, 16],
  [34, 10],
  [172, 11],
]);

/** @param {Random} random @returns {Uint8Array} */
function option(random) {
  const kind = random.pick(OPTION_KINDS);
  if (kind < 2) return Uint8Array.of(kind);
  const length = random.chance(0.8) ? (OPTION_LENGTHS.get(kind) ?? 2 + 8 * random.between(0, 4)) : random.field(8);
  return Uint8Array.of(kind, length, ...random.bytes(Math.min(MAX_OPTION_BYTES, Math.max(0, length - 2))));
}

/** Other options in a frame. @param {Frame} frame @param {Random} random @returns {Frame} */
function withOptions(frame, random) {
  const tcp = tcpIn(frame);
  if (tcp === null) return frame;
  const { bytes } = frame;
  const { ip, version, transport, payload, end } = tcp;
  const had = bytes.slice(transport + 20, payload);
  const drawn = random.chance(0.3)
    ? mutateBytes(had, random)
    : concatBytes(...Array.from({ length: random.few(5) }, () => option(random)));
  const options = new Uint8Array(Math.min(MAX_OPTION_BYTES, (drawn.length + 3) & ~3));
  options.set(drawn.subarray(0, options.length));
  const result = concatBytes(bytes.subarray(0, transport + 20), options, bytes.subarray(payload, end));
  const view = new DataView(result.buffer);
  result[transport + 12] = ((20 + options.length) << 2) | (result[transport + 12] & 15);
  view.setUint16(ip + (version === 4 ? 2 : 4), result.length - ip - (version === 4 ? 0 : 40));
  return { ...frame, bytes: result, originalLength: result.length };
}

/** Another value in a field of the TCP header. @param {Frame} frame @param {Random} random @returns {Frame} */
function withField(frame, random) {
  const tcp = tcpIn(frame);
  const bytes = frame.bytes.slice();
  if (tcp === null) return frame;
  const { transport } = tcp;
  const view = new DataView(bytes.buffer);
  const kind = random.below(7);
  if (kind < 2) view.setUint32(transport + 4 + 4 * kind, random.field(32, view.getUint32(transport + 4 + 4 * kind)));
  else if (kind === 2) bytes[transport + 13] = random.pick(FLAGS);
  else if (kind === 3) view.setUint16(transport + 14, random.field(16, view.getUint16(transport + 14)));
  else if (kind === 4) bytes[transport + 12] = random.field(8, bytes[transport + 12]);
  else if (kind === 5) view.setUint16(transport + 18, random.field(16));
  else view.setUint32(transport + 4, view.getUint32(transport + 4) + random.pick(STEPS));
  return { ...frame, bytes };
}

/** @param {Frame} frame @param {Random} random @returns {Frame} */
function mutateHeader(frame, random) {
  const changed = random.chance(0.4) ? withOptions(frame, random) : withField(frame, random);
  if (random.chance(0.7)) fixChecksums(changed);
  return changed;
}

/**
 * @param {Frame} frame
 * @param {Random} random
 * @returns {Frame} cut, or later or earlier, or longer than it was captured
 */
function mutateRecord(frame, random) {
  const kind = random.below(3);
  const { bytes, timeNs } = frame;
  if (kind === 0) {
    return {
      ...frame,
      bytes: bytes.slice(0, random.chance(0.5) ? random.below(bytes.length + 1) : random.pick([54, 66, 96, 128])),
    };
  }
  if (kind === 1) return { ...frame, timeNs: Math.max(0, timeNs + random.pick([-1, 1]) * 10 ** random.below(14)) };
  return { ...frame, originalLength: random.field(24, bytes.length) };
}

/** @param {Frame[]} frames @param {Random} random @returns {Frame[]} */
export function mutateTcp(frames, random) {
  if (frames.length === 0) return frames;
  if (random.chance(0.2)) return frames.map((frame) => (random.chance(0.2) ? mutateRecord(frame, random) : frame));
  if (random.chance(0.3)) {
    const share = random.pick([0.1, 0.5, 1]);
    return frames.map((frame) => (random.chance(share) ? mutateHeader(frame, random) : frame));
  }
  return mutateList(
    frames,
    random,
    (frame) => (random.chance(0.8) ? mutateHeader(frame, random) : mutateRecord(frame, random)),
    () => random.pick(frames),
  );
}
