/** Words by which QUIC's packets are found. */
import { CAUSE, FATE, PROBE } from '../../quicflow/recovery/fates.js';
import { UNKNOWN_TYPE } from '../../quicflow/tables/frame-table.js';
import { PACKET_FLAG } from '../../quicflow/tables/packet-table.js';
import { FRAME, frameName, isStream } from '../../quicflow/wire/frame-types.js';
import { PACKET } from '../../quicflow/wire/versions.js';
import { QUIC_TYPES } from '../../shared/quic-marks.js';
import { CE } from '../../shared/tcp-numbers.js';

/** @typedef {import('../../quicflow/quic-tracker.js').QuicTracker} QuicTracker */
/** @typedef {import('../../quicflow/recovery/recover.js').DirectionRecovery} DirectionRecovery */
/** @typedef {(quic: QuicTracker, row: number) => boolean} Test */
/** @typedef {(sent: DirectionRecovery, send: number) => boolean} FateTest */

/** Spaces, hyphens and underscores are all the same. @param {string} text */
const squashed = (text) => text.replaceAll(/[\s_-]+/g, '');

/** @param {number} bit @returns {Test} */
const flagged = (bit) => (quic, row) => (quic.packets.flags[row] & bit) !== 0;

/** By the bits of version 1's long headers (RFC 9000 section 17.2). @type {readonly number[]} */
const LONG_TYPES = [PACKET.INITIAL, PACKET.ZERO_RTT, PACKET.HANDSHAKE, PACKET.RETRY];

/** What a packet is. @type {Record<string, Test>} */
const PACKETS = {
  ...Object.fromEntries(
    QUIC_TYPES.map((name, type) => [squashed(name.toLowerCase()), (quic, row) => quic.packets.type[row] === type]),
  ),
  ce: ({ packets }, row) => packets.ecn[row] === CE,
  duplicate: flagged(PACKET_FLAG.DUPLICATE),
  capturedtwice: flagged(PACKET_FLAG.DUPLICATE),
  keyupdate: flagged(PACKET_FLAG.KEY_UPDATE),
  notdecrypted: (quic, row) => isProtected(quic.packets.type[row]) && !flagged(PACKET_FLAG.DECRYPTED)(quic, row),
};

/** @param {number} type */
const isProtected = (type) => LONG_TYPES.slice(0, -1).includes(type) || type === PACKET.ONE_RTT;

/** What became of it, or made it leave. @type {Record<string, FateTest>} */
const FATES = {
  lost: ({ walk }, send) => walk.cause[send] !== CAUSE.NONE && walk.fate[send] !== FATE.ACKED,
  spurious: ({ walk }, send) => walk.cause[send] !== CAUSE.NONE && walk.fate[send] === FATE.ACKED,
  retransmission: ({ carried }, send) => carried.again[send] > 0,
  probe: ({ walk }, send) => walk.probe[send] !== PROBE.NONE,
  mtuprobe: ({ sends }, send) => sends.isProbe[send] !== 0,
};
/** @type {Record<string, keyof typeof FATES>} */
const ALSO = { spuriouslylost: 'spurious', retransmitted: 'retransmission', pto: 'probe' };

/** By name, the frames' types. @type {Map<string, number[]>} */
const FRAMES = new Map();
for (const type of Object.values(FRAME)) {
  const name = squashed(frameName(type));
  FRAMES.set(name, [...(FRAMES.get(name) ?? []), type]);
}
/** Types whose first field is a stream. @type {readonly number[]} */
const OF_STREAM = [FRAME.RESET_STREAM, FRAME.STOP_SENDING, FRAME.MAX_STREAM_DATA, FRAME.STREAM_DATA_BLOCKED];

/** @typedef {(frames: QuicTracker['frames'], at: number) => boolean} FrameTest */

/** @param {QuicTracker['frames']} frames @param {number} at */
const typeOf = ({ type, a }, at) => (type[at] === UNKNOWN_TYPE ? a[at] : type[at]);

/** What a frame is. @param {string} text lower case @returns {FrameTest|null} null: it is no word for one */
export function frameTest(text) {
  const [, stream] = /^stream\s*#?(\d{1,16})$/.exec(text) ?? [];
  if (stream !== undefined) {
    return ({ type, a }, at) => a[at] === Number(stream) && (isStream(type[at]) || OF_STREAM.includes(type[at]));
  }
  const [, number] = /^frame type (0x[\da-f]{1,8}|\d{1,9})$/.exec(text) ?? [];
  if (number !== undefined) return (frames, at) => typeOf(frames, at) === Number(number);
  const types = FRAMES.get(squashed(text));
  if (types === undefined) return null;
  return types.includes(FRAME.STREAM)
    ? ({ type }, at) => isStream(type[at])
    : ({ type }, at) => types.includes(type[at]);
}

/** What a packet is. @param {string} text lower case @returns {Test|null} null: it is no word for one */
export function packetTest(text) {
  const [, number] = /^(?:pn|packet(?: number)?)\s*#?(\d{1,16})$/.exec(text) ?? [];
  if (number !== undefined) return ({ packets }, row) => packets.pn[row] === Number(number);
  const [, long] = /^long type ([0-3])$/.exec(text) ?? [];
  if (long !== undefined) return ({ packets }, row) => packets.type[row] === LONG_TYPES[Number(long)];
  const word = squashed(text);
  return Object.hasOwn(PACKETS, word) ? PACKETS[word] : null;
}

/** What became of a packet. @param {string} text lower case @returns {FateTest|null} null: it is no word for that */
export function fateTest(text) {
  const word = squashed(text);
  const name = Object.hasOwn(ALSO, word) ? ALSO[word] : word;
  return Object.hasOwn(FATES, name) ? FATES[name] : null;
}
