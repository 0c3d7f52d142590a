import { FRAME } from '../../../lib/quicflow/wire/frame-types.js';

/** @type {Record<string, number>} */
const SPACES = { initial: 0, '0rtt': 2, handshake: 1, retry: 3, '1rtt': 2 };
/** @type {Record<string, number>} */
const KINDS = { initial: 0, '0rtt': 1, handshake: 2, retry: 3, '1rtt': 5 };
/** @type {Record<string, number>} */
const PLAIN = {
  ping: FRAME.PING,
  padding: FRAME.PADDING,
  immediate_ack: FRAME.IMMEDIATE_ACK,
  handshake_done: FRAME.HANDSHAKE_DONE,
  close: FRAME.CONNECTION_CLOSE,
};
const NOT_ELICITING = new Set(/** @type {number[]} */ ([FRAME.PADDING, FRAME.ACK, FRAME.CONNECTION_CLOSE]));
const MS = 1e6;

/**
 * Packets as columns, from lines like `12.5 c 1rtt 7 1200 stream:0:0:1160 ack:0-3+5-6:25 path:1`: ms, end, kind, number
 * (− none), bytes, frames; of an ACK the ranges, lowest first, and its delay in µs.
 * @param {string} text
 */
export function script(text) {
  const lines = text
    .trim()
    .split('\n')
    .map((line) => line.trim().split(/\s+/));
  const count = lines.length;
  const frames = new FrameColumns();
  const packets = {
    count,
    frame: Int32Array.from(lines, (_, at) => at + 1),
    timeNs: Float64Array.from(lines, ([ms]) => Number(ms) * MS),
    direction: Uint8Array.from(lines, ([, end]) => (end === 'c' ? 0 : 1)),
    type: Uint8Array.from(lines, ([, , kind]) => KINDS[kind]),
    space: Uint8Array.from(lines, ([, , kind]) => SPACES[kind]),
    pn: Float64Array.from(lines, ([, , , pn]) => (pn === '-' ? -1 : Number(pn))),
    bytes: Uint16Array.from(lines, ([, , , , bytes]) => Number(bytes)),
    index: new Uint8Array(count),
    datagramBytes: Uint16Array.from(lines, ([, , , , bytes]) => Number(bytes)),
    ackEliciting: new Uint8Array(count),
    inFlight: new Uint8Array(count),
    spin: new Uint8Array(count).fill(2),
    path: new Uint8Array(count),
    frameStart: new Int32Array(count),
    frameCount: new Uint16Array(count),
    delayNs: /** @type {[number, number]} */ ([1000, 1000]),
  };
  lines.forEach((line, at) => {
    packets.frameStart[at] = frames.type.length;
    for (const word of line.slice(5)) {
      if (word.startsWith('path:')) packets.path[at] = Number(word.slice(5));
      else if (word.startsWith('spin:')) packets.spin[at] = Number(word.slice(5));
      else frames.add(word);
    }
    packets.frameCount[at] = frames.type.length - packets.frameStart[at];
    const types = frames.type.slice(packets.frameStart[at]);
    const isEliciting = types.some((type) => !NOT_ELICITING.has(type));
    packets.ackEliciting[at] = Number(isEliciting);
    packets.inFlight[at] = Number(isEliciting || types.includes(FRAME.PADDING));
  });
  return { ...packets, frames: frames.columns };
}

class FrameColumns {
  /** @type {number[]} */
  type = [];
  /** @type {number[]} */
  a = [];
  /** @type {number[]} */
  b = [];
  /** @type {number[]} */
  c = [];
  /** @type {number[]} */
  low = [];
  /** @type {number[]} */
  high = [];

  /** @param {string} word */
  add(word) {
    const [name, ...rest] = word.split(':');
    const numbers = rest.map(Number);
    if (name === 'ack') this.#ack(rest);
    else if (name === 'stream') this.#row(FRAME.STREAM + Number(rest[3] === 'fin'), numbers[0], numbers[1], numbers[2]);
    else if (name === 'crypto') this.#row(FRAME.CRYPTO, 0, numbers[0], numbers[1]);
    else if (name === 'max_data') this.#row(FRAME.MAX_DATA, numbers[0]);
    else if (name === 'max_stream_data') this.#row(FRAME.MAX_STREAM_DATA, numbers[0], numbers[1]);
    else if (name === 'max_streams') this.#row(FRAME.MAX_STREAMS, numbers[0]);
    else this.#row(PLAIN[name]);
  }

  /** @param {string[]} words */
  #ack([ranges, delay = '0']) {
    const list = ranges.split('+').map((range) => range.split('-').map(Number));
    this.#row(FRAME.ACK, this.low.length, list.length, Number(delay));
    for (const [low, high = low] of list.reverse()) {
      this.low.push(low);
      this.high.push(high);
    }
  }

  /** @param {number} type @param {number} [a] @param {number} [b] @param {number} [c] */
  #row(type, a = 0, b = 0, c = 0) {
    this.type.push(type);
    this.a.push(a);
    this.b.push(b);
    this.c.push(c);
  }

  get columns() {
    return {
      type: Uint16Array.from(this.type),
      a: Float64Array.from(this.a),
      b: Float64Array.from(this.b),
      c: Float64Array.from(this.c),
      ranges: { count: this.low.length, low: Float64Array.from(this.low), high: Float64Array.from(this.high) },
    };
  }
}
