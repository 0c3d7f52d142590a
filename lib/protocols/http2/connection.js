import { scrambled } from '../../engine/scrambled.js';
import { isInterim, REQUEST, RESPONSE } from '../http1/start-line.js';
import { CARRIERS, MESSAGE_FLAG, MESSAGE_PROTOCOL } from '../model/message-table.js';
import { NOTE, WARNING } from '../model/notes.js';
import { UNKNOWN_GAP_BYTES } from '../stream-parser.js';
import { Side } from './direction.js';
import { FrameLog } from './frame-log.js';
import { HeadPacker } from './head-block.js';
import { MAX_HTTP2_MESSAGES, MAX_OPEN_STREAMS } from './limits.js';
import { Http2Facts } from './side-facts.js';
import { upgradeSettings } from './upgrade-settings.js';

/** @typedef {import('../stream-parser.js').StreamParser} StreamParser */
/** @typedef {import('../stream-parser.js').Place} Place */
/** @typedef {import('./hpack.js').Field} Field */
/** @typedef {import('./direction.js').OpenBlock} OpenBlock */

/** One direction of a stream. */
class StreamHalf {
  /** Row of the message that is going on, −1 without one. */
  row = -1;
  bodyBytes = 0;
  isMissing = false;
  isOver = false;
  /** Content that a tunnel has taken. */
  tunnelled = 0;

  /** @param {number} losses how often its direction has lost frames so far */
  constructor(losses) {
    this.losses = losses;
    /** Of these, those that the tunnel knows of. */
    this.toldLosses = losses;
  }
}

class Stream {
  id;
  /** By the endpoint that sends. */
  halves;
  request = -1;
  /**
   * What a CONNECT asked for: null none; RFC 8441: what `:protocol` names; RFC 9113 section 8.5: ''.
   * @type {string|null}
   */
  connects = null;
  /** Who reads what goes through it. @type {StreamParser|null} */
  tunnel = null;

  /** @param {number} id @param {Side[]} sides */
  constructor(id, sides) {
    this.id = id;
    this.halves = sides.map(({ losses }) => new StreamHalf(losses));
  }
}

/**
 * HTTP/2 (RFC 9113) on a byte stream: in TLS or in the clear. Messages of all streams, pushed ones too; a request that
 * was upgraded from HTTP/1.1 gets its answer from stream 1.
 * @implements {StreamParser}
 */
export class Http2Connection {
  /** By `scrambled` identifiers. @type {Map<number, Stream>} */
  #streams = new Map();
  #messages = 0;
  #host;
  #table;
  #heads;
  #inside;

  /**
   * @param {import('../registry.js').MessageHost} host
   * @param {import('../model/message-table.js').MessageTable|null} table null to count only
   * @param {import('../stream-parser.js').Inside} inside
   * @param {boolean} isMidConnection whether the first bytes handed in may not be the connection's first
   */
  constructor(host, table, inside, isMidConnection) {
    this.#host = host;
    this.#table = table;
    this.#heads = table === null ? null : new HeadPacker(table, host.headerBudget);
    this.#inside = inside;
    this.facts = new Http2Facts(table === null ? null : new FrameLog(host.http2Frames));
    this.sides = [new Side(this, 0, isMidConnection), new Side(this, 1, isMidConnection)];
    host.addHttp2(inside.flow, this.facts);
    if (inside.upgrade === 'h2c') this.#adoptRequest(inside.request ?? -1);
  }

  /** @type {StreamParser['push']} */
  push(endpoint, streamOffset, bytes, start, end, at) {
    const side = this.sides[endpoint];
    const missed = streamOffset - side.position;
    if (missed > 0) side.reader.gap(missed, at);
    side.position = streamOffset + end - start;
    side.reader.push(bytes, start, end, at);
    return side.position;
  }

  /** @type {StreamParser['gap']} */
  gap(endpoint, streamOffset, length, at) {
    const side = this.sides[endpoint];
    const missed = streamOffset + length - side.position;
    side.position += missed;
    if (missed > 0) side.reader.gap(missed, at);
    return side.position;
  }

  /** @type {StreamParser['end']} */
  end(endpoint, _how, at) {
    for (const { id } of this.#streams.values()) this.endStream(this.sides[endpoint], id, false, at);
  }

  /**
   * @param {Side} side
   * @param {OpenBlock} block
   * @param {{ fields: Field[], isWhole: boolean }} head
   * @param {Place} at
   */
  onHeaders(side, block, { fields, isWhole }, at) {
    const stream = this.#streamOf(block.promised || block.stream);
    const half = stream.halves[side.endpoint];
    const status = fields.find(([name]) => name === ':status')?.[1];
    const isRequest = fields.some(([name]) => name === ':method');
    if (status === undefined && !isRequest && half.row >= 0) {
      this.#touch(side, half, at);
    } // trailers
    else this.#addMessage(side, stream, block, { fields, isWhole, isRequest, status: Number(status) || 0 }, at);
    if (isRequest) stream.connects = connectsTo(fields);
    if (stream.connects !== null && isSuccess(status)) this.#openTunnel(side, stream, block.stream);
    if (block.endsStream) this.endStream(side, block.stream, true, at);
  }

  /**
   * @param {Side} side
   * @param {number} id
   * @param {number} bytes content, negative: padding that was counted
   * @param {Place} at
   */
  onContent(side, id, bytes, at) {
    const half = this.#streams.get(scrambled(id))?.halves[side.endpoint];
    if (half === undefined) return;
    half.bodyBytes += bytes;
    this.#touch(side, half, at);
  }

  /**
   * @param {Side} side
   * @param {number} id
   * @param {Uint8Array} bytes content
   * @param {number} start
   * @param {number} end
   * @param {Place} at
   */
  passBody(side, id, bytes, start, end, at) {
    const stream = this.#streams.get(scrambled(id));
    const half = stream?.halves[side.endpoint];
    const row = half?.row ?? -1;
    if (stream?.tunnel && half !== undefined) {
      if (side.losses > half.toldLosses) stream.tunnel.gap(side.endpoint, half.tunnelled++, UNKNOWN_GAP_BYTES, at);
      half.toldLosses = side.losses;
      stream.tunnel.push(side.endpoint, half.tunnelled, bytes, start, end, at);
      half.tunnelled += end - start;
    }
    if (this.#host.body !== null && this.#table !== null && row >= 0) {
      this.#host.body.take(this.#table, row, bytes, start, end);
    }
  }

  /** @param {Side} side @param {number} id whose content lacks bytes @param {Place} at */
  onMissing(side, id, at) {
    const stream = this.#streams.get(scrambled(id));
    const half = stream?.halves[side.endpoint];
    if (half === undefined) return;
    half.isMissing = true;
    stream?.tunnel?.gap(side.endpoint, half.tunnelled++, UNKNOWN_GAP_BYTES, at);
  }

  /** Frames of this direction are missing: any message under way may lack some. @param {Side} side */
  onLost(side) {
    side.losses++;
  }

  noteGap() {
    this.#host.warn(this.#inside.flow, WARNING.BYTES_MISSING);
  }

  /** @param {Side} side @param {number} id @param {boolean} isWhole whether END_STREAM said so @param {Place} at */
  endStream(side, id, isWhole, at) {
    const stream = this.#streams.get(scrambled(id));
    const half = stream?.halves[side.endpoint];
    if (stream === undefined || half === undefined || half.isOver) return;
    half.isOver = true;
    if (half.row >= 0) this.#endMessage(side, half, isWhole, at);
    stream.tunnel?.end(side.endpoint, isWhole ? 'fin' : 'rst', at);
    side.flow.forget(id);
    if (stream.halves.every(({ isOver }) => isOver)) this.#streams.delete(scrambled(id));
  }

  /** @param {Side} side @param {number} id @param {Place} at */
  resetStream(side, id, at) {
    this.endStream(side, id, false, at);
    this.endStream(this.sides[1 - side.endpoint], id, false, at);
  }

  /** The HTTP/1.1 request before an upgrade is stream 1 (RFC 7540 section 3.2). @param {number} row */
  #adoptRequest(row) {
    this.#streamOf(1).request = row;
    const table = this.#table;
    const { client } = this.#inside;
    if (row < 0 || table === null) return;
    table.stream[row] = 1;
    const settings =
      table.headAt[row] < 0 || client === undefined
        ? null
        : upgradeSettings(table.heads.read(table.headAt[row], table.headBytes[row]));
    if (settings !== null && client !== undefined) this.sides[client].takeSettings(settings, table.startNs[row]);
  }

  /**
   * What follows in the stream's DATA is a stream of its own.
   * @param {Side} side that accepted it
   * @param {Stream} stream
   * @param {number} id
   */
  #openTunnel(side, stream, id) {
    const { flow, carrier, depth } = this.#inside;
    const client = /** @type {0|1} */ (1 - side.endpoint);
    stream.tunnel ??= this.#host.openStream({
      flow,
      carrier,
      stream: id,
      depth: depth + 1,
      client,
      upgrade: stream.connects || null,
    });
  }

  /** @param {number} id */
  #streamOf(id) {
    const key = scrambled(id);
    let stream = this.#streams.get(key);
    if (stream !== undefined) return stream;
    if (this.#streams.size >= MAX_OPEN_STREAMS) {
      this.#host.warn(this.#inside.flow, WARNING.TOO_MANY_OUTSTANDING);
      this.#streams.delete(/** @type {number} */ (this.#streams.keys().next().value));
    }
    this.#streams.set(key, (stream = new Stream(id, this.sides)));
    return stream;
  }

  /**
   * @param {Side} side @param {Stream} stream @param {OpenBlock} block
   * @param {{ fields: Field[], isWhole: boolean, isRequest: boolean, status: number }} head @param {Place} at
   */
  #addMessage(side, stream, block, { fields, isWhole, isRequest, status }, at) {
    const { flow } = this.#inside;
    const half = stream.halves[side.endpoint];
    const isFinal = !isInterim(status);
    if (isRequest) side.facts.streams++;
    if (isRequest) this.#host.countRequest(flow, 1, false);
    else if (isFinal) this.#host.countResponse(flow);
    this.#host.setProtocol(flow, 'http/2');
    if (half.row >= 0) this.#endMessage(side, half, true, at);
    half.row = -1;
    half.bodyBytes = 0;
    if (this.#table === null) return;
    if (++this.#messages > MAX_HTTP2_MESSAGES) {
      this.#host.warn(flow, WARNING.TOO_MANY_MESSAGES);
      return;
    }
    half.row = this.#addRow(this.#table, side, block, { fields, isWhole, isRequest, status }, at);
    if (isRequest) stream.request = half.row;
    else this.#pair(this.#table, stream.request, half.row, isFinal);
    if (isRequest && block.promised) stream.halves[1 - side.endpoint].isOver = true;
    if (isRequest && block.promised) this.#endMessage(side, half, true, at);
  }

  /**
   * @param {import('../model/message-table.js').MessageTable} table @param {Side} side @param {OpenBlock} block
   * @param {{ fields: Field[], isWhole: boolean, isRequest: boolean, status: number }} head @param {Place} at
   */
  #addRow(table, side, block, { fields, isWhole, isRequest, status }, at) {
    const row = table.append(this.#inside.flow);
    table.endpoint[row] = side.endpoint;
    table.kind[row] = isRequest ? REQUEST : RESPONSE;
    table.protocol[row] = MESSAGE_PROTOCOL.HTTP_2;
    table.carrier[row] = CARRIERS.indexOf(this.#inside.carrier);
    table.stream[row] = block.promised || block.stream;
    table.status[row] = isRequest ? 0 : status;
    table.startOffset[row] = block.offset;
    this.#heads?.keep(row, fields, block.bytes);
    if (this.#heads?.isOverLimit) this.#host.warn(this.#inside.flow, WARNING.HEADERS_TOO_LONG);
    table.notes[row] = (isWhole ? 0 : NOTE.HEAD_CUT) | (table.headAt[row] < 0 ? NOTE.HEAD_NOT_KEPT : 0);
    table.firstFrame[row] = block.firstFrame;
    table.startNs[row] = block.startNs;
    table.endOffset[row] = side.reader.reached;
    table.lastFrame[row] = at.deliveredFrame;
    table.endNs[row] = at.deliveredNs;
    return row;
  }

  /**
   * @param {import('../model/message-table.js').MessageTable} table
   * @param {number} request
   * @param {number} response
   * @param {boolean} isFinal
   */
  #pair(table, request, response, isFinal) {
    if (request < 0) return;
    table.pair[response] = request;
    if (isFinal) table.pair[request] = response;
  }

  /** @param {Side} side @param {StreamHalf} half @param {Place} at */
  #touch(side, half, at) {
    if (half.row < 0 || this.#table === null) return;
    this.#table.bodyBytes[half.row] = half.bodyBytes;
    this.#table.endOffset[half.row] = Math.max(this.#table.endOffset[half.row], side.reader.reached);
    this.#table.lastFrame[half.row] = at.deliveredFrame;
    this.#table.endNs[half.row] = at.deliveredNs;
  }

  /** @param {Side} side @param {StreamHalf} half @param {boolean} isComplete @param {Place} at */
  #endMessage(side, half, isComplete, at) {
    const table = this.#table;
    if (table === null || half.row < 0) return;
    const isMissing = half.isMissing || side.losses > half.losses;
    const isWhole = isComplete && !isMissing;
    if (isWhole) this.#touch(side, half, at);
    if (isMissing) table.notes[half.row] |= NOTE.BYTES_MISSING;
    table.flags[half.row] |= MESSAGE_FLAG.ENDED | (isWhole ? MESSAGE_FLAG.COMPLETE : 0);
  }
}

/**
 * @param {Field[]} fields of a request
 * @returns {string|null} what its CONNECT asks for: null no CONNECT, '' what the authority names
 */
function connectsTo(fields) {
  const valueOf = (/** @type {string} */ name) => fields.find(([field]) => field === name)?.[1];
  return valueOf(':method') === 'CONNECT' ? (valueOf(':protocol')?.toLowerCase() ?? '') : null;
}

/** @param {string|undefined} status */
const isSuccess = (status) => status !== undefined && /^2\d\d$/.test(status);
