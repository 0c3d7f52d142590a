/** MQTT 3.1.1 and 5 (OASIS): packets of a type, a length and a body; acknowledged ones have a packet identifier. */
import { byteAt, has } from '../detect/first-bytes.js';
import { MAX_TOPIC_ALIASES } from './limits.js';
import { ofCommands } from './of-commands.js';
import { WANT } from './piece-reader.js';
import { shownText } from './shown-text.js';

/** @typedef {import('./connection.js').CommandConnection} CommandConnection */
/** @typedef {import('./connection.js').Grammar} Grammar */
/** @typedef {import('./connection.js').Outcome} Outcome */

const TYPES = [
  '', 'CONNECT', 'CONNACK', 'PUBLISH', 'PUBACK', 'PUBREC', 'PUBREL', 'PUBCOMP', 'SUBSCRIBE', 'SUBACK', 'UNSUBSCRIBE',
  'UNSUBACK', 'PINGREQ', 'PINGRESP', 'DISCONNECT', 'AUTH',
]; // prettier-ignore
const TYPE = Object.freeze({
  CONNECT: 1, CONNACK: 2, PUBLISH: 3, PUBACK: 4, PUBREC: 5, PUBREL: 6, PUBCOMP: 7, SUBSCRIBE: 8, SUBACK: 9,
  UNSUBSCRIBE: 10, UNSUBACK: 11, PINGREQ: 12, PINGRESP: 13, DISCONNECT: 14, AUTH: 15,
}); // prettier-ignore
const MAX_LENGTH_BYTES = 4;
const VERSION_5 = 5;
/** Numbers for packets without an identifier. */
const OF_CONNECT = -1;
const OF_PING = -2;
/** PUBREL is answered under the identifier of its PUBLISH. */
const RELEASES = 0x10000;
/** Reason codes from here on are failures (MQTT 5, section 2.4); those of CONNACK before version 5 all but 0. */
const FIRST_FAILURE = 0x80;

/** @type {Readonly<Record<number, string>>} */
const REASONS = {
  0x00: 'success', 0x01: 'granted QoS 1', 0x02: 'granted QoS 2', 0x04: 'disconnect with will message',
  0x10: 'no matching subscribers', 0x11: 'no subscription existed', 0x18: 'continue authentication',
  0x80: 'unspecified error', 0x81: 'malformed packet', 0x82: 'protocol error', 0x83: 'implementation specific error',
  0x84: 'unsupported protocol version', 0x85: 'client identifier not valid', 0x86: 'bad user name or password',
  0x87: 'not authorized', 0x88: 'server unavailable', 0x89: 'server busy', 0x8a: 'banned',
  0x8b: 'server shutting down', 0x8d: 'keep alive timeout', 0x8e: 'session taken over', 0x8f: 'topic filter invalid',
  0x90: 'topic name invalid', 0x91: 'packet identifier in use', 0x93: 'receive maximum exceeded',
  0x95: 'packet too large', 0x97: 'quota exceeded', 0x99: 'payload format invalid', 0x9b: 'QoS not supported',
}; // prettier-ignore
const OLD_CONNACK = [
  'accepted', 'unacceptable protocol version', 'identifier rejected', 'server unavailable',
  'bad user name or password', 'not authorized',
]; // prettier-ignore

/** @param {Uint8Array} bytes @param {number} at */
const uint16 = (bytes, at) => (bytes[at] << 8) | bytes[at + 1];

/** A string after two bytes with its length. @param {Uint8Array} bytes @param {number} at @param {number} end */
const textAt = (bytes, at, end) =>
  at + 2 > end ? '' : shownText(bytes, at + 2, Math.min(end, at + 2 + uint16(bytes, at)));

/**
 * The end of version 5's properties at an offset.
 * @param {Uint8Array} bytes @param {number} start @param {number} end
 */
function behindProperties(bytes, start, end) {
  let [length, at] = [0, start];
  for (let shift = 0; shift < 28 && at < end; shift += 7) {
    const byte = bytes[at++];
    length |= (byte & 0x7f) << shift;
    if (byte < 0x80) break;
  }
  return Math.min(end, at + length);
}

/** Lengths of the values of PUBLISH's properties (MQTT 5, section 3.3.2.3); strings and binary data carry theirs. */
const FIXED_PROPERTIES = new Map([
  [0x01, 1],
  [0x02, 4],
  [0x23, 2],
]);
const TOPIC_ALIAS = 0x23;
const SUBSCRIPTION = 0x0b;
const USER_PROPERTY = 0x26;

/** The value's end. @param {Uint8Array} bytes @param {number} property @param {number} at its value */
function behindValue(bytes, property, at) {
  const fixed = FIXED_PROPERTIES.get(property);
  if (fixed !== undefined) return at + fixed;
  if (property === SUBSCRIPTION) {
    let end = at;
    while (bytes[end] >= 0x80) end++;
    return end + 1;
  }
  const behindText = at + 2 + uint16(bytes, at);
  return property === USER_PROPERTY ? behindText + 2 + uint16(bytes, behindText) : behindText;
}

/**
 * The topic's number; 0: none.
 * @param {Uint8Array} bytes @param {number} start of the properties @param {number} end
 */
function topicAlias(bytes, start, end) {
  const behind = behindProperties(bytes, start, end);
  let at = start;
  while (at < behind && bytes[at] >= 0x80) at++;
  at++;
  while (at + 3 <= behind) {
    const property = bytes[at++];
    if (property === TOPIC_ALIAS) return uint16(bytes, at);
    at = behindValue(bytes, property, at);
  }
  return 0;
}

/** @implements {Grammar} */
class MqttGrammar {
  first = /** @type {const} */ ([1, 1]);
  #talk;
  /** By side: the packet's first byte, −1 before it; its length so far, and how many bytes that took. */
  #types = [-1, -1];
  #lengths = [0, 0];
  #lengthBytes = [0, 0];
  #isBody = [false, false];
  #version = 4;
  /** By side: the names of numbered topics. */
  #topics = [new Map(), new Map()];

  /** @param {CommandConnection} talk */
  constructor(talk) {
    this.#talk = talk;
  }

  /** @type {Grammar['take']} */
  take(isClient, bytes, start, end) {
    const side = isClient ? 0 : 1;
    if (this.#isBody[side]) {
      const first = this.#types[side];
      this.#begin(side);
      if (isClient) this.#takeClients(first, bytes, start, end);
      else this.#takeServers(first, bytes, start, end);
      return 1;
    }
    if (end === start) return WANT.LOST;
    if (this.#types[side] < 0) {
      this.#types[side] = bytes[start];
      return bytes[start] >> 4 === 0 ? WANT.LOST : 1;
    }
    this.#lengths[side] += (bytes[start] & 0x7f) * 128 ** this.#lengthBytes[side];
    this.#lengthBytes[side]++;
    if (bytes[start] >= 0x80) return this.#lengthBytes[side] === MAX_LENGTH_BYTES ? WANT.LOST : 1;
    this.#isBody[side] = true;
    return this.#lengths[side];
  }

  /** A packet that is all of the available bytes. @type {NonNullable<Grammar['resume']>} */
  resume(isClient, bytes, start, end) {
    this.#begin(isClient ? 0 : 1);
    const [length, headerEnd] = [end - start, behindProperties(bytes, start + 1, end)];
    return length >= 2 && bytes[start] >> 4 > 0 && bytes[start + 1] === length - 2 && headerEnd === end ? 1 : WANT.LOST;
  }

  /** @param {number} side */
  #begin(side) {
    this.#types[side] = -1;
    this.#lengths[side] = this.#lengthBytes[side] = 0;
    this.#isBody[side] = false;
  }

  /** @param {number} first byte @param {Uint8Array} bytes @param {number} start @param {number} end */
  #takeClients(first, bytes, start, end) {
    const type = first >> 4;
    const method = TYPES[type];
    switch (type) {
      case TYPE.CONNECT:
        this.#takeConnect(bytes, start, end);
        break;
      case TYPE.PUBLISH: {
        const quality = (first >> 1) & 3;
        const idAt = start + 2 + (end - start < 2 ? 0 : uint16(bytes, start));
        const number = quality === 0 || idAt + 2 > end ? null : uint16(bytes, idAt);
        const target = this.#topic(0, first, bytes, start, end);
        this.#talk.command(true, { method, target, number, isOneWay: number === null });
        break;
      }
      case TYPE.SUBSCRIBE:
      case TYPE.UNSUBSCRIBE: {
        const topicAt = this.#version >= VERSION_5 ? behindProperties(bytes, start + 2, end) : start + 2;
        this.#talk.command(true, { method, target: textAt(bytes, topicAt, end), number: uint16(bytes, start) });
        break;
      }
      case TYPE.PUBREL:
        this.#talk.command(true, { method, number: RELEASES + uint16(bytes, start) });
        break;
      case TYPE.PINGREQ:
        this.#talk.command(true, { method, number: OF_PING });
        break;
      case TYPE.DISCONNECT:
        this.#talk.command(true, { method, isOneWay: true });
        break;
      case TYPE.AUTH:
        this.#talk.command(true, { method, number: OF_CONNECT });
        break;
      default: // it acknowledges a PUBLISH of the server
        this.#talk.drop(true);
        return;
    }
    this.#talk.finish(true);
  }

  /**
   * Topic of a PUBLISH: a later one of the same end may give only the number that an earlier one gave it.
   * @param {0|1} side @param {number} first byte @param {Uint8Array} bytes @param {number} start @param {number} end
   */
  #topic(side, first, bytes, start, end) {
    const topic = textAt(bytes, start, end);
    if (this.#version < VERSION_5 || end - start < 2) return topic;
    const alias = topicAlias(bytes, start + 2 + uint16(bytes, start) + (first & 6 ? 2 : 0), end);
    const known = this.#topics[side];
    if (topic === '') return known.get(alias) ?? topic;
    if (alias > 0 && (known.size < MAX_TOPIC_ALIASES || known.has(alias))) known.set(alias, topic);
    return topic;
  }

  /** @param {Uint8Array} bytes @param {number} start @param {number} end */
  #takeConnect(bytes, start, end) {
    const versionAt = start + 2 + (end - start < 2 ? 0 : uint16(bytes, start));
    this.#version = versionAt < end ? bytes[versionAt] : this.#version;
    const idAt = this.#version >= VERSION_5 ? behindProperties(bytes, versionAt + 4, end) : versionAt + 4;
    this.#talk.command(true, { method: 'CONNECT', target: textAt(bytes, idAt, end), number: OF_CONNECT });
  }

  /** @param {number} first byte @param {Uint8Array} bytes @param {number} start @param {number} end */
  #takeServers(first, bytes, start, end) {
    const type = first >> 4;
    const number = end - start < 2 ? null : uint16(bytes, start);
    switch (type) {
      case TYPE.CONNACK:
        this.#answer(OF_CONNECT, start + 1 < end ? bytes[start + 1] : null);
        return;
      case TYPE.AUTH:
        this.#answer(OF_CONNECT, start < end ? bytes[start] : 0);
        return;
      case TYPE.PINGRESP:
        this.#answer(OF_PING, 0);
        return;
      case TYPE.PUBACK:
      case TYPE.PUBREC:
        this.#answer(number, start + 2 < end ? bytes[start + 2] : 0);
        return;
      case TYPE.PUBCOMP:
        this.#answer(number === null ? null : RELEASES + number, start + 2 < end ? bytes[start + 2] : 0);
        return;
      case TYPE.SUBACK:
      case TYPE.UNSUBACK:
        this.#answer(number, this.#worstReason(type, bytes, start, end));
        return;
      case TYPE.PUBLISH:
        this.#talk.tell(false);
        this.#talk.finish(false, { outcome: 'PUBLISH', text: this.#topic(1, first, bytes, start, end) });
        return;
      case TYPE.DISCONNECT: {
        const reason = start < end ? bytes[start] : 0;
        this.#talk.tell(false);
        this.#talk.finish(false, { ...this.#outcomeOf(reason), outcome: 'DISCONNECT', text: reasonText(reason) });
        return;
      }
      default:
        this.#talk.drop(false);
    }
  }

  /**
   * The highest of a list of reason codes.
   * @param {number} type @param {Uint8Array} bytes @param {number} start @param {number} end
   */
  #worstReason(type, bytes, start, end) {
    if (type === TYPE.UNSUBACK && this.#version < VERSION_5) return 0;
    let at = this.#version >= VERSION_5 ? behindProperties(bytes, start + 2, end) : start + 2;
    let worst = 0;
    for (; at < end; at++) worst = Math.max(worst, bytes[at]);
    return worst;
  }

  /** @param {number|null} number @param {number|null} reason null: missing */
  #answer(number, reason) {
    this.#talk.answer(false, { number });
    const isOldConnack = number === OF_CONNECT && this.#version < VERSION_5;
    if (reason === null) this.#talk.finish(false, {});
    else if (isOldConnack) {
      const outcome = OLD_CONNACK[reason] ?? `code ${reason}`;
      this.#talk.finish(false, { status: reason, outcome, isFailed: reason !== 0 });
    } else this.#talk.finish(false, this.#outcomeOf(reason));
  }

  /** @param {number} reason @returns {Outcome} */
  #outcomeOf(reason) {
    return { status: reason, outcome: reasonText(reason), isFailed: reason >= FIRST_FAILURE };
  }
}

/** @param {number} reason */
const reasonText = (reason) => REASONS[reason] ?? `reason ${reason}`;

/** @type {import('../protocol.js').Protocol} */
export const MQTT = {
  names: ['mqtt'],
  signature: (first) =>
    byteAt(first, 0) === 0x10 &&
    (has(first, '\0\x04MQTT', 2) || has(first, '\0\x06MQIsdp', 2) || has(first, '\0\x04MQTT', 3)),
  isMultiplexed: true,
  hasOwnWords: true,
  ...ofCommands('mqtt', (talk) => new MqttGrammar(talk)),
};
