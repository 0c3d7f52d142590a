/** What the ends of a connection said, taken out of frames; and frames with sound TCP made of it again. */
import { Conversation } from '../support/packets/conversation.js';
import { concatBytes } from '../support/packets/frames.js';
import { placesIn, tcpIn } from './frame-places.js';

/** @typedef {import('./random.js').Random} Random */
/** @typedef {import('./capture-form.js').Frame} Frame */
/** @typedef {{ side: 0|1, bytes: Uint8Array }} Turn  side 0: who is seen first */
/** @typedef {{ port: number, turns: Turn[] }} Talk  port: of side 1 */
/** @typedef {ReturnType<typeof mannerOf>} Manner */

const SYN = 2;
const ACK = 16;
const PSH = 8;
const FIN = 1;
const RST = 4;
const MAX_SEGMENTS = 150;
/** Bytes that are beyond what was sent before count as the next: whatever is between was not captured. */
const NEAR = 2 ** 20;

/** @param {Frame} frame @returns {string|null} its two ends, the lower first */
function pairOf(frame) {
  const tcp = tcpIn(frame);
  if (tcp === null) return null;
  const { bytes } = frame;
  const [at, width] = tcp.version === 4 ? [tcp.ip + 12, 4] : [tcp.ip + 8, 16];
  const part = (/** @type {number} */ from, /** @type {number} */ length) => bytes.slice(from, from + length);
  const ends = [0, 1].map((end) => `${part(at + end * width, width)}:${part(tcp.transport + 2 * end, 2)}`);
  return `${ends.sort()}`;
}

/** @param {Frame[]} frames @returns {Map<string, Frame[]>} by connection */
export function connectionsIn(frames) {
  /** @type {Map<string, Frame[]>} */
  const found = new Map();
  for (const frame of frames) {
    const pair = pairOf(frame);
    if (pair !== null) found.set(pair, [...(found.get(pair) ?? []), frame]);
  }
  return found;
}

/** @param {Frame[]} frames of one connection @returns {Talk} */
export function talkOf(frames) {
  /** @type {{ port: number, next: number|null }[]} */
  const ends = [];
  /** @type {Turn[]} */
  const turns = [];
  for (const frame of frames) {
    const tcp = tcpIn(frame);
    if (tcp === null) continue;
    const { bytes } = frame;
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const port = view.getUint16(tcp.transport);
    let side = ends.findIndex((end) => end.port === port);
    if (side < 0) side = ends.push({ port, next: null }) - 1;
    const end = ends[side];
    const seq = view.getUint32(tcp.transport + 4) + ((bytes[tcp.transport + 13] & SYN) >> 1);
    const isNew = end.next === null || (seq - end.next) >>> 0 < NEAR;
    const payload = bytes.subarray(tcp.payload, tcp.end);
    if (side > 1 || !isNew) continue;
    end.next = (seq + payload.length) >>> 0;
    if (payload.length > 0) add(turns, { side: /** @type {0|1} */ (side), bytes: payload });
  }
  return { port: ends[1]?.port ?? 80, turns };
}

/** @param {Turn[]} turns @param {Turn} turn */
function add(turns, turn) {
  const last = turns.at(-1);
  if (last?.side === turn.side) last.bytes = concatBytes(last.bytes, turn.bytes);
  else turns.push({ ...turn });
}

/** How a talk is put into segments. @param {Random} random */
function mannerOf(random) {
  return {
    segment: random.pick([1460, 1460, 1460, 536, 100, 9, 1]),
    lost: random.chance(0.2) ? random.pick([0.02, 0.2]) : 0,
    uncaptured: random.chance(0.2) ? random.pick([0.02, 0.1, 0.3]) : 0,
    late: random.chance(0.2) ? random.pick([0.05, 0.5]) : 0,
    twice: random.chance(0.1) ? 0.1 : 0,
    again: random.chance(0.2) ? 0.1 : 0,
    gapNs: 10 ** random.between(4, 9),
    isOneWay: random.chance(0.05),
    snapLength: random.chance(0.05) ? random.between(54, 200) : undefined,
  };
}

/**
 * @param {Talk} talk
 * @param {Random} random
 * @returns {Frame[]} the talk over a connection of its own, with losses and the like or without
 */
export function framesOf({ port, turns }, random) {
  const established = random.chance(0.1);
  const isIpv6 = random.chance(0.1);
  const host = random.between(1, 250);
  const clientPort = random.between(1024, 65535);
  const conversation = new Conversation({
    client: isIpv6 ? `[2001:db8::${host}]:${clientPort}` : `10.0.0.${host}:${clientPort}`,
    server: isIpv6 ? `[2001:db8::ffff]:${port}` : `10.9.9.9:${port}`,
    clientIsn: random.field(32),
    serverIsn: random.field(32),
    established,
    startNs: random.below(1e9),
  });
  const manner = mannerOf(random);
  const options = {
    mss: 1460,
    windowScale: random.chance(0.5) ? random.below(15) : undefined,
    sackPermitted: true,
    timestamps: random.chance(0.5),
  };
  if (!established) {
    conversation
      .send('client', { flags: SYN, ...options })
      .send('server', { flags: SYN | ACK, ...options, afterNs: manner.gapNs });
    conversation.send('client', { flags: ACK, afterNs: manner.gapNs });
  }
  say(conversation, turns, manner, random);
  goodbye(conversation, random);
  return conversation.packets
    .filter(
      (packet) => !manner.isOneWay || placesIn({ ...packet, linkType: 1 })?.version !== 4 || packet.bytes[29] === host,
    )
    .map((packet) => ({ ...packet, linkType: 1 }));
}

/**
 * @param {Conversation} conversation
 * @param {Turn[]} turns
 * @param {Manner} manner
 * @param {Random} random
 */
function say(conversation, turns, manner, random) {
  let left = MAX_SEGMENTS;
  const sent = [0, 0];
  for (const { side, bytes } of turns) {
    const who = side === 0 ? 'client' : 'server';
    const least = Math.ceil(bytes.length / Math.max(1, left));
    for (let at = 0; at < bytes.length && left > 0; left--) {
      const end = Math.min(bytes.length, at + Math.max(least, random.between(1, manner.segment)));
      conversation.send(who, {
        ...sendingOf(manner, random),
        payload: bytes.slice(at, end),
        flags: ACK | (end === bytes.length ? PSH : 0),
        afterNs: at === 0 ? manner.gapNs : 1e4,
      });
      sent[side]++;
      at = end;
      if (random.chance(manner.again)) {
        conversation.send(who, { again: random.between(1, sent[side]), afterNs: manner.gapNs });
      }
      if (random.chance(0.3)) acknowledge(conversation, side, random);
    }
  }
}

/** @param {Manner} manner @param {Random} random @returns {import('../support/packets/conversation.js').Sending} */
function sendingOf({ lost, uncaptured, twice, late, gapNs, snapLength }, random) {
  return {
    lost: random.chance(lost),
    uncaptured: random.chance(uncaptured),
    twice: random.chance(twice),
    lateNs: random.chance(late) ? random.below(gapNs * 2) : undefined,
    snapLength,
  };
}

/** @param {Conversation} conversation @param {0|1} side that sent @param {Random} random */
function acknowledge(conversation, side, random) {
  const window = random.chance(0.1) ? random.field(16) : undefined;
  conversation.send(side === 0 ? 'server' : 'client', { flags: ACK, window });
}

/** @param {Conversation} conversation @param {Random} random */
function goodbye(conversation, random) {
  const kind = random.below(4);
  if (kind === 0) conversation.send(random.pick(['client', 'server']), { flags: RST | ACK });
  if (kind > 1) {
    conversation
      .send('client', { flags: FIN | ACK })
      .send('server', { flags: FIN | ACK })
      .send('client', { flags: ACK });
  }
}
