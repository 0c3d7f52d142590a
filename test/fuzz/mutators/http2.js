/** Frames of HTTP/2 (RFC 9113). */
import { concatBytes } from '../../support/packets/frames.js';
import { mutateBytes, mutateList } from './bytes.js';
import { mutateHeaderBlock, newHeaderBlock } from './hpack.js';

/** @typedef {import('../random.js').Random} Random */
/**
 * @typedef {{ type: number, flags: number, stream: number, payload: Uint8Array, length?: number }} Frame  length: the
 *   one that it says instead of its own
 */

const PREFACE = new TextEncoder().encode('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n');
const FRAME_HEADER = 9;
const DATA = 0;
const HEADERS = 1;
const PRIORITY = 2;
const RST_STREAM = 3;
const SETTINGS = 4;
const PUSH_PROMISE = 5;
const PING = 6;
const GOAWAY = 7;
const WINDOW_UPDATE = 8;
const CONTINUATION = 9;
const TYPES = [
  DATA,
  HEADERS,
  HEADERS,
  PRIORITY,
  RST_STREAM,
  SETTINGS,
  PUSH_PROMISE,
  PING,
  GOAWAY,
  WINDOW_UPDATE,
  CONTINUATION,
  10,
  12,
  16,
  255,
];
const END_HEADERS = 4;
const PADDED = 8;
const PRIORITISED = 32;

/** @param {number} value */
const u16 = (value) => [(value >>> 8) & 255, value & 255];
/** @param {number} value */
const u32 = (value) => [...u16(value >>> 16), ...u16(value)];

/** @param {Uint8Array} bytes @returns {boolean} */
export const hasPreface = (bytes) => bytes.length >= PREFACE.length && PREFACE.every((byte, i) => bytes[i] === byte);

/**
 * @param {Uint8Array} bytes frames from their beginning
 * @returns {{ frames: Frame[], rest: Uint8Array }} rest: what is behind the last whole one
 */
export function framesIn(bytes) {
  const frames = [];
  let at = 0;
  for (; at + FRAME_HEADER <= bytes.length;) {
    const length = (bytes[at] << 16) | (bytes[at + 1] << 8) | bytes[at + 2];
    if (at + FRAME_HEADER + length > bytes.length) break;
    const payload = bytes.subarray(at + FRAME_HEADER, at + FRAME_HEADER + length);
    const view = new DataView(bytes.buffer, bytes.byteOffset + at, FRAME_HEADER);
    frames.push({ type: bytes[at + 3], flags: bytes[at + 4], stream: view.getUint32(5), payload });
    at += FRAME_HEADER + length;
  }
  return { frames, rest: bytes.subarray(at) };
}

/** @param {Frame} frame @returns {Uint8Array} */
function frameBytes({ type, flags, stream, payload, length = payload.length }) {
  return concatBytes(Uint8Array.of((length >>> 16) & 255, ...u16(length), type, flags, ...u32(stream)), payload);
}

/** @param {Random} random @param {number} type @returns {Uint8Array} what may be in such a frame */
function newPayload(random, type) {
  switch (type) {
    case HEADERS:
    case CONTINUATION:
      return newHeaderBlock(random);
    case PUSH_PROMISE:
      return concatBytes(Uint8Array.from(u32(random.pick([2, 4, random.field(31)]))), newHeaderBlock(random));
    case SETTINGS:
      return Uint8Array.from(
        Array.from({ length: random.few(8) }, () => [
          ...u16(random.pick([1, 2, 3, 4, 5, 6, 8, 9, 0xffff])),
          ...u32(random.field(32)),
        ]).flat(),
      );
    case PRIORITY:
      return random.bytes(5);
    case PING:
      return random.bytes(8);
    case GOAWAY:
      return random.bytes(8 + random.below(20));
    case RST_STREAM:
    case WINDOW_UPDATE:
      return Uint8Array.from(u32(random.field(32)));
    default:
      return random.bytes(random.few(200));
  }
}

/** @param {Random} random @param {Frame[]} frames others of the connection @returns {Frame} */
function newFrame(random, frames) {
  const type = random.pick(TYPES);
  const stream =
    random.chance(0.5) && frames.length > 0
      ? random.pick(frames).stream
      : random.pick([0, 1, 2, 3, 5, 7, 101, random.field(32)]);
  const payload = newPayload(random, type);
  const flags = random.chance(0.6) ? random.pick([0, 1, 4, 5]) : random.field(8);
  return { type, flags, stream, payload, length: random.chance(0.03) ? random.field(24) : undefined };
}

/** @param {Frame} frame @param {Random} random @returns {Frame} */
function mutateFrame(frame, random) {
  const { type, flags, stream, payload } = frame;
  const kind = random.below(8);
  if (kind === 0) return { ...frame, type: random.pick(TYPES) };
  if (kind === 1) return { ...frame, flags: flags ^ random.pick([1, 4, PADDED, PRIORITISED, 0x80]) };
  if (kind === 2) return { ...frame, stream: random.field(32, stream) };
  if (kind === 3) return { ...frame, length: random.field(24, payload.length) };
  if (kind === 4) {
    return {
      ...frame,
      flags: flags | PADDED,
      payload: concatBytes(Uint8Array.of(random.field(8)), payload, new Uint8Array(random.below(20))),
    };
  }
  const isBlock = type === HEADERS || type === CONTINUATION || type === PUSH_PROMISE;
  return { ...frame, payload: isBlock ? mutateHeaderBlock(payload, random) : mutateBytes(payload, random) };
}

/** A header block over several frames. @param {Frame} frame @param {Random} random @returns {Frame[]} */
function continued(frame, random) {
  if (frame.type !== HEADERS && frame.type !== PUSH_PROMISE) return [frame];
  const at = random.below(frame.payload.length + 1);
  const { payload, stream, flags } = frame;
  return [
    { ...frame, flags: flags & ~END_HEADERS, payload: payload.slice(0, at) },
    { type: CONTINUATION, flags: random.chance(0.9) ? END_HEADERS : 0, stream, payload: payload.slice(at) },
  ];
}

/**
 * @param {Uint8Array} bytes what one side said from the connection's start on
 * @param {Random} random
 * @returns {Uint8Array}
 */
export function mutateHttp2(bytes, random) {
  const start = hasPreface(bytes) ? PREFACE.length : 0;
  const { frames, rest } = framesIn(bytes.subarray(start));
  const changed = mutateList(
    frames,
    random,
    (frame) => mutateFrame(frame, random),
    () => newFrame(random, frames),
  );
  const split = random.chance(0.2)
    ? changed.flatMap((frame) => (random.chance(0.3) ? continued(frame, random) : [frame]))
    : changed;
  const renumbered = random.chance(0.1)
    ? split.map((frame) => (frame.stream > 0 ? { ...frame, stream: random.field(32) } : frame))
    : split;
  return concatBytes(
    bytes.subarray(0, start),
    ...renumbered.map(frameBytes),
    random.chance(0.9) ? rest : mutateBytes(rest, random),
  );
}

/**
 * Many requests, or answers, for a connection that has none yet.
 * @param {Random} random
 * @param {boolean} isClient
 * @returns {Uint8Array}
 */
export function newHttp2(random, isClient) {
  const frames = Array.from({ length: random.few(20) + 2 }, () => newFrame(random, []));
  return concatBytes(
    ...(isClient ? [PREFACE] : []),
    frameBytes({ type: SETTINGS, flags: 0, stream: 0, payload: newPayload(random, SETTINGS) }),
    ...frames.map(frameBytes),
  );
}
