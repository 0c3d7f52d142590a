/** One direction of an HTTP/2 connection: its frames, its header compression, its flow control. */
import { concatBytes } from '../model/concat-bytes.js';
import { latin1 } from '../model/latin1.js';
import { FRAME, INITIAL_FRAME_BYTES, LIKELY_FRAME_BYTES } from './frame-shape.js';
import { number31, number32, valueOf } from './frame-value.js';
import { FRAME_FLAG, FrameReader } from './frames.js';
import { HpackDecoder } from './hpack.js';
import { MAX_GOAWAY_TEXT_BYTES, MAX_HEADER_BLOCK_BYTES, MAX_SETTINGS_KEPT } from './limits.js';

/** @typedef {import('../stream-parser.js').Place} Place */
/** @typedef {import('./frames.js').FrameHeader} FrameHeader */

/**
 * A header block being reassembled.
 * @typedef {object} OpenBlock
 * @property {number} stream of the frame that began it
 * @property {number} promised stream that a PUSH_PROMISE announces; 0 in HEADERS
 * @property {boolean} endsStream
 * @property {Uint8Array[]} parts
 * @property {number} bytes
 * @property {number} offset of the frame that began it
 * @property {number} firstFrame
 * @property {number} startNs
 */

const SETTING = Object.freeze({ INITIAL_WINDOW_SIZE: 4, MAX_FRAME_SIZE: 5 });

export class Side {
  #hpack = new HpackDecoder();
  /** @type {OpenBlock|null} */
  #block = null;
  position = 0;
  /** How often unknown frames were missing. */
  losses = 0;

  /**
   * @param {import('./connection.js').Http2Connection} connection
   * @param {0|1} endpoint that sends
   * @param {boolean} isMidConnection
   */
  constructor(connection, endpoint, isMidConnection) {
    this.connection = connection;
    this.endpoint = endpoint;
    this.facts = connection.facts.sides[endpoint];
    this.reader = new FrameReader(this, isMidConnection);
    /** Longest payload where the other end has not set it. */
    this.frameBytesAtFirst = isMidConnection ? LIKELY_FRAME_BYTES : INITIAL_FRAME_BYTES;
    if (isMidConnection) this.#hpack.forget();
  }

  /** @type {import('./frames.js').FrameSink['onData']} */
  onData({ stream }, length, at, bytes, start, end) {
    this.connection.messages.onContent(this, stream, length, at);
    this.connection.messages.passBody(this, stream, bytes, start, end, at);
  }

  /** @type {import('./frames.js').FrameSink['onDataEnd']} */
  onDataEnd(header, padding, at) {
    const { stream, flags, length, startNs } = header;
    this.flow.send(stream, length, startNs, at.deliveredNs);
    this.#log(header, at, padding, -1, this.flow);
    if (padding > 0) this.connection.messages.onContent(this, stream, -padding, at);
    if (flags & FRAME_FLAG.END_STREAM) this.connection.messages.endStream(this, stream, true, at);
  }

  /** @type {import('./frames.js').FrameSink['onBroken']} */
  onBroken(header, at) {
    const { type, stream } = header;
    if (type !== FRAME.DATA) this.#log(header, at);
    if (type === FRAME.DATA) this.connection.messages.onMissing(this, stream, at);
    else if (type === FRAME.HEADERS || type === FRAME.CONTINUATION || type === FRAME.PUSH_PROMISE) this.#loseBlock();
    this.connection.noteGap();
  }

  /** @type {import('./frames.js').FrameSink['onLost']} */
  onLost() {
    this.#loseBlock();
    this.losses++; // any message under way may lack some
    this.connection.noteGap();
  }

  /** @type {import('./frames.js').FrameSink['onFrame']} */
  onFrame(header, payload, at) {
    const { flow } = this.#other();
    const value = valueOf(header, payload);
    if (header.type === FRAME.WINDOW_UPDATE && payload.length === 4) flow.update(header.stream, value, at.deliveredNs);
    this.#log(header, at, 0, value, header.type === FRAME.WINDOW_UPDATE ? flow : null);
    switch (header.type) {
      case FRAME.HEADERS:
      case FRAME.PUSH_PROMISE:
        this.#beginBlock(header, payload, at);
        return;
      case FRAME.CONTINUATION:
        this.#addToBlock(header, payload, at);
        return;
      case FRAME.RST_STREAM:
        this.facts.resets++;
        this.connection.messages.resetStream(this, header.stream, number32(payload, 0), at);
        return;
      case FRAME.SETTINGS:
        if ((header.flags & FRAME_FLAG.ACK) === 0) this.takeSettings(payload, at.deliveredNs);
        return;
      case FRAME.PRIORITY:
        this.facts.priorities++;
        return;
      case FRAME.PRIORITY_UPDATE:
        this.facts.priorityUpdates++;
        return;
      case FRAME.GOAWAY:
        if (payload.length >= 8) {
          const text = latin1(payload, 8, Math.min(payload.length, 8 + MAX_GOAWAY_TEXT_BYTES));
          this.facts.goAway = { lastStream: value, error: number32(payload, 4), frame: at.deliveredFrame, text };
        }
        return;
      default: // pings and unknown frames change nothing that is shown
    }
  }

  get flow() {
    return this.facts.flow;
  }

  /** See `Sender`. */
  get reached() {
    return this.reader.reached;
  }

  /** See `FrameSink`. */
  get mostFrameBytes() {
    return this.#other().facts.settings.get(SETTING.MAX_FRAME_SIZE) ?? this.frameBytesAtFirst;
  }

  #other() {
    return this.connection.sides[1 - this.endpoint];
  }

  /**
   * @param {FrameHeader} header @param {Place} at @param {number} [padding] @param {number} [value] as of `valueOf`
   * @param {import('./flow-control.js').FlowControl|null} [flow] whose windows the frame changed
   */
  #log(header, at, padding = 0, value = -1, flow = null) {
    const log = this.connection.facts.frames;
    const row = log?.append() ?? -1;
    if (log === null || row < 0) return;
    const { table } = log;
    table.endpoint[row] = this.endpoint;
    table.type[row] = header.type;
    table.flags[row] = header.flags;
    table.stream[row] = header.stream;
    table.length[row] = header.length;
    table.padding[row] = padding;
    table.value[row] = value;
    table.offset[row] = header.offset;
    table.firstFrame[row] = header.firstFrame;
    table.startNs[row] = header.startNs;
    table.lastFrame[row] = at.deliveredFrame;
    table.endNs[row] = at.deliveredNs;
    table.streamWindow[row] = flow === null || header.stream === 0 ? NaN : flow.available(header.stream);
    table.connectionWindow[row] = flow?.available(0) ?? NaN;
  }

  /** @param {Uint8Array} payload of SETTINGS that this end sent @param {number} timeNs */
  takeSettings(payload, timeNs) {
    for (let at = 0; at + 6 <= payload.length; at += 6) {
      const id = (payload[at] << 8) | payload[at + 1];
      const value = number32(payload, at + 2);
      const { settings } = this.facts;
      if (settings.size < MAX_SETTINGS_KEPT || settings.has(id)) settings.set(id, value);
      if (id === SETTING.INITIAL_WINDOW_SIZE) this.#other().flow.setInitial(value, timeNs);
    }
  }

  /** @param {FrameHeader} header @param {Uint8Array} payload @param {Place} at */
  #beginBlock(header, payload, at) {
    if (this.#block !== null) this.#loseBlock();
    const isPadded = (header.flags & FRAME_FLAG.PADDED) !== 0;
    const isPush = header.type === FRAME.PUSH_PROMISE;
    let start = isPadded ? 1 : 0;
    const promised = isPush ? number31(payload, start) : 0;
    if (isPush) start += 4;
    else if (header.flags & FRAME_FLAG.PRIORITY) start += 5;
    const end = payload.length - (isPadded ? payload[0] : 0);
    if (!isPush && header.flags & FRAME_FLAG.PRIORITY) this.facts.priorities++;
    const { stream, offset, firstFrame, startNs } = header;
    const endsStream = !isPush && (header.flags & FRAME_FLAG.END_STREAM) !== 0;
    this.#block = { stream, promised, endsStream, parts: [], bytes: 0, offset, firstFrame, startNs };
    this.#addPart(payload.subarray(start, Math.max(start, end)), (header.flags & FRAME_FLAG.END_HEADERS) !== 0, at);
  }

  /** @param {FrameHeader} header @param {Uint8Array} payload @param {Place} at */
  #addToBlock(header, payload, at) {
    if (this.#block?.stream === header.stream) {
      this.#addPart(payload, (header.flags & FRAME_FLAG.END_HEADERS) !== 0, at);
    } else this.#loseBlock();
  }

  /** @param {Uint8Array} part @param {boolean} isLast @param {Place} at */
  #addPart(part, isLast, at) {
    const block = this.#block;
    if (block === null) return;
    block.bytes += part.length;
    if (block.bytes > MAX_HEADER_BLOCK_BYTES) {
      this.#loseBlock();
      return;
    }
    if (isLast && block.parts.length === 0) block.parts.push(part);
    else block.parts.push(part.slice());
    if (!isLast) return;
    this.#block = null;
    this.connection.messages.onHeaders(
      this,
      block,
      this.#hpack.decode(block.parts.length === 1 ? block.parts[0] : concatBytes(block.parts)),
      at,
    );
  }

  /** A header block will stay incomplete: its additions to the table are unknown. */
  #loseBlock() {
    this.#block = null;
    this.#hpack.forget();
  }
}
