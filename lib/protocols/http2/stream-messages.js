/** The messages on the streams of a connection: HTTP's semantics, the same over HTTP/2 and over HTTP/3. */
import { scrambled } from '../../shared/scrambled.js';
import { contentOf, openContent } from '../contents/open-content.js';
import { GrpcMessages, trailerFields } from '../grpc/messages.js';
import { contentLengthOf, hasNoContent } from '../http-fields/content-length.js';
import { HeadPacker } from '../http-fields/head-block.js';
import { isInterim, REQUEST, RESPONSE } from '../http1/start-line.js';
import { CARRIERS, MESSAGE_FLAG } from '../model/message-table.js';
import { NOTE, WARNING } from '../model/notes.js';
import { UNKNOWN_GAP_BYTES } from '../stream-parser.js';
import { MAX_MESSAGES_OF_STREAMS, MAX_OPEN_STREAMS, MAX_RESET_STREAMS } from './limits.js';

/** @typedef {import('../stream-parser.js').StreamParser} StreamParser */
/** @typedef {import('../stream-parser.js').Place} Place */
/** @typedef {import('../http-fields/field-list.js').Field} Field */

/**
 * The bytes of one end that carry messages: all it sends, or its direction of one stream.
 * @typedef {object} Sender
 * @property {0|1} endpoint
 * @property {number} losses how often unknown frames of it were missing
 * @property {number} reached offset after the bytes of its current frame so far
 */

/**
 * Where a field section began.
 * @typedef {object} HeadPlace
 * @property {number} stream
 * @property {number} promised stream that a PUSH_PROMISE announces; 0 in HEADERS
 * @property {boolean} endsStream
 * @property {number} bytes of the section, compressed
 * @property {number} offset of the frame that began it
 * @property {number} firstFrame
 * @property {number} startNs
 */

/**
 * What the protocol that has the streams knows and wants to know.
 * @typedef {object} Carrying
 * @property {'http/2'|'http/3'} protocol
 * @property {(stream: number, endpoint: 0|1) => Sender} senderOf
 * @property {(endpoint: 0|1) => void} onRequest
 * @property {(endpoint: 0|1, stream: number) => void} onOver a direction has ended
 */

/** One direction of a stream. */
class StreamHalf {
  /** Row of the current message, −1 without one. */
  row = -1;
  bodyBytes = 0;
  /** What reads its content; null: nothing. @type {import('../contents/open-content.js').Content|null} */
  content = null;
  isMissing = false;
  isOver = false;
  /** Content that went to a tunnel. */
  tunnelled = 0;
  /** The message's content-length; −1: none to check. */
  contentLength = -1;

  /** @param {Sender} sender */
  constructor(sender) {
    this.sender = sender;
    /** How often its sender had lost frames before the current message. */
    this.losses = sender.losses;
    /** Of these, those reported to the tunnel. */
    this.reportedLosses = sender.losses;
  }
}

class Stream {
  id;
  /** By the endpoint that sends. */
  halves;
  request = -1;
  /** The request's method, as far as it affects the response's content; '' before the request. */
  method = '';
  /** Rows of responses read before their request. @type {number[]} */
  early = [];
  /** The end that reset it, the error, and the time. @type {{ endpoint: 0|1, code: number, timeNs: number }|null} */
  reset = null;
  /**
   * Protocol of a CONNECT: null none; RFC 8441: from `:protocol`; RFC 9113 section 8.5: ''.
   * @type {string|null}
   */
  connects = null;
  /** Parser of its content. @type {StreamParser|null} */
  tunnel = null;

  /** @param {number} id @param {(endpoint: 0|1) => Sender} senderOf */
  constructor(id, senderOf) {
    this.id = id;
    this.halves = [new StreamHalf(senderOf(0)), new StreamHalf(senderOf(1))];
  }
}

export class StreamMessages {
  /** By `scrambled` identifiers. @type {Map<number, Stream>} */
  #streams = new Map();
  /**
   * Streams reset by one end, while frames of the other may still be in flight (RFC 9113 section 5.1); the oldest is
   * dropped first.
   * @type {Map<number, Stream>}
   */
  #resetStreams = new Map();
  #messages = 0;
  #isClientKnown = false;
  #host;
  #table;
  #heads;
  #inside;
  #carrying;

  /**
   * @param {import('../host.js').MessageHost} host
   * @param {import('../model/message-table.js').MessageTable|null} table null to count only
   * @param {import('../stream-parser.js').Inside} inside
   * @param {Carrying} carrying
   */
  constructor(host, table, inside, carrying) {
    this.#host = host;
    this.#table = table;
    this.#heads = table === null ? null : new HeadPacker(table, host.headerBudget);
    this.#inside = inside;
    this.#carrying = carrying;
  }

  /** One end sends nothing more. @param {0|1} endpoint @param {Place} at */
  endAll(endpoint, at) {
    for (const { id, halves } of this.#streams.values()) this.endStream(halves[endpoint].sender, id, false, at);
  }

  /**
   * @param {Sender} side
   * @param {HeadPlace} block
   * @param {{ fields: Field[], isWhole: boolean }} head
   * @param {Place} at
   * @param {boolean} [opensRequest] whether it is a request's, though its method may not have been read
   */
  onHeaders(side, block, { fields, isWhole }, at, opensRequest = false) {
    const stream = this.#streamOf(block.promised || block.stream);
    const half = stream.halves[side.endpoint];
    const status = fields.find(([name]) => name === ':status')?.[1];
    const isRequest = opensRequest || fields.some(([name]) => name === ':method');
    if (status === undefined && !isRequest && half.row >= 0) {
      this.#heads?.keepTrailers(half.row, fields);
      this.#touch(side, half, at);
    } else this.#addMessage(side, stream, block, { fields, isWhole, isRequest, status: Number(status) || 0 }, at);
    if (isRequest) stream.connects = connectsTo(fields);
    if (isRequest) stream.method = valueOf(fields, ':method') ?? '';
    this.#expect(stream, half, fields, Number(status) || 0);
    if (isTunnel(stream.connects) && isSuccess(status)) this.#openTunnel(side, stream, block.stream);
    if (block.endsStream) this.endStream(side, block.stream, true, at);
  }

  /**
   * @param {Sender} side
   * @param {number} id
   * @param {number} bytes content, negative: padding that was counted
   * @param {Place} at
   */
  onContent(side, id, bytes, at) {
    const half = this.#find(id)?.halves[side.endpoint];
    if (half === undefined) return;
    half.bodyBytes += bytes;
    this.#touch(side, half, at);
  }

  /**
   * @param {Sender} side
   * @param {number} id
   * @param {Uint8Array} bytes content
   * @param {number} start
   * @param {number} end
   * @param {Place} at
   */
  passBody(side, id, bytes, start, end, at) {
    const stream = this.#find(id);
    const half = stream?.halves[side.endpoint];
    const row = half?.row ?? -1;
    if (stream?.tunnel && half !== undefined) {
      if (side.losses > half.reportedLosses) stream.tunnel.gap(side.endpoint, half.tunnelled++, UNKNOWN_GAP_BYTES, at);
      half.reportedLosses = side.losses;
      stream.tunnel.push(side.endpoint, half.tunnelled, bytes, start, end, at);
      half.tunnelled += end - start;
    }
    if (half !== undefined && half.content !== null) this.#readContent(side, half, half.content, bytes, start, end, at);
    if (this.#host.body !== null && this.#table !== null && row >= 0) {
      this.#host.body.take(this.#table, row, bytes, start, end);
    }
  }

  /**
   * @param {Sender} side @param {StreamHalf} half @param {import('../contents/open-content.js').Content} content
   * @param {Uint8Array} bytes @param {number} start @param {number} end @param {Place} at
   */
  #readContent(side, half, content, bytes, start, end, at) {
    if (half.isMissing || side.losses > half.losses) content.lose();
    content.push(bytes, start, end, at);
    if (content.isOver) half.content = null;
    if (!(content instanceof GrpcMessages) || content.trailers === null) return;
    if (this.#table === null || this.#table.trailersAt[half.row] >= 0) return;
    this.#heads?.keepTrailers(half.row, trailerFields(content.trailers));
  }

  /** @param {Sender} side @param {number} id whose content lacks bytes @param {Place} at */
  onMissing(side, id, at) {
    const stream = this.#find(id);
    const half = stream?.halves[side.endpoint];
    if (half === undefined) return;
    half.isMissing = true;
    stream?.tunnel?.gap(side.endpoint, half.tunnelled++, UNKNOWN_GAP_BYTES, at);
  }

  /** @param {Sender} side @param {number} id @param {boolean} isWhole whether END_STREAM said so @param {Place} at */
  endStream(side, id, isWhole, at) {
    const stream = this.#find(id);
    const half = stream?.halves[side.endpoint];
    if (stream === undefined || half === undefined || half.isOver) return;
    half.isOver = true;
    if (half.row >= 0) this.#endMessage(side, half, isWhole, at);
    stream.tunnel?.end(side.endpoint, isWhole ? 'fin' : 'rst', at);
    this.#carrying.onOver(side.endpoint, id);
    if (stream.halves.some(({ isOver }) => !isOver)) return;
    this.#streams.delete(scrambled(id));
    this.#resetStreams.delete(scrambled(id));
  }

  /**
   * Its sender's message ends, in HTTP/2 also the other end's, of which frames may still be in flight.
   * @param {Sender} side @param {number} id @param {number} code @param {Place} at @param {boolean} [endsBoth]
   */
  resetStream(side, id, code, at, endsBoth = true) {
    this.refuse(side.endpoint, id, code, at);
    const stream = this.#find(id);
    if (stream === undefined) return;
    const other = stream.halves[1 - side.endpoint];
    if (endsBoth && !other.isOver) {
      if (other.row >= 0) this.#endMessage(other.sender, other, false, at);
      stream.tunnel?.end(/** @type {0|1} */ (1 - side.endpoint), 'rst', at);
      this.#keepReset(stream);
    }
    this.endStream(side, id, false, at);
  }

  /**
   * An end wants no more of a stream.
   * @param {0|1} endpoint @param {number} id @param {number} code @param {Place} at
   */
  refuse(endpoint, id, code, at) {
    const stream = this.#find(id);
    if (stream === undefined) return;
    stream.reset ??= { endpoint, code, timeNs: at.deliveredNs };
    for (const { row } of stream.halves) this.#markReset(stream, row);
    this.#markReset(stream, stream.request);
  }

  /** Row of the message that an end sends on a stream, −1 without one. @param {number} id @param {0|1} endpoint */
  rowOf(id, endpoint) {
    return this.#find(id)?.halves[endpoint].row ?? -1;
  }

  /** @param {Stream} stream @param {number} row of a message of it, −1 none */
  #markReset(stream, row) {
    if (stream.reset === null || row < 0 || this.#table === null) return;
    this.#table.flags[row] |= MESSAGE_FLAG.RESET | (stream.reset.endpoint === 1 ? MESSAGE_FLAG.RESET_BY_1 : 0);
    this.#table.resetCode[row] = stream.reset.code;
    this.#table.resetNs[row] = stream.reset.timeNs;
  }

  /** @param {Stream} stream */
  #keepReset(stream) {
    const key = scrambled(stream.id);
    this.#streams.delete(key);
    this.#resetStreams.set(key, stream);
    if (this.#resetStreams.size <= MAX_RESET_STREAMS) return;
    this.#resetStreams.delete(/** @type {number} */ (this.#resetStreams.keys().next().value));
  }

  /** @param {number} id */
  #find(id) {
    const key = scrambled(id);
    return this.#streams.get(key) ?? this.#resetStreams.get(key);
  }

  /** A request before the first stream, which this stream answers. @param {number} id @param {number} row */
  adopt(id, row) {
    this.#streamOf(id).request = row;
  }

  /**
   * The stream's further DATA is a stream of its own.
   * @param {Sender} side that accepted it
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
      request: stream.request,
      upgrade: stream.connects || null,
    });
  }

  /** @param {number} id */
  #streamOf(id) {
    const key = scrambled(id);
    let stream = this.#find(id);
    if (stream !== undefined) return stream;
    if (this.#streams.size >= MAX_OPEN_STREAMS) {
      this.#host.warn(this.#inside.flow, WARNING.TOO_MANY_OUTSTANDING);
      this.#streams.delete(/** @type {number} */ (this.#streams.keys().next().value));
    }
    this.#streams.set(key, (stream = new Stream(id, (endpoint) => this.#carrying.senderOf(id, endpoint))));
    return stream;
  }

  /**
   * @param {Sender} side @param {Stream} stream @param {HeadPlace} block
   * @param {{ fields: Field[], isWhole: boolean, isRequest: boolean, status: number }} head @param {Place} at
   */
  #addMessage(side, stream, block, { fields, isWhole, isRequest, status }, at) {
    const { flow } = this.#inside;
    const half = stream.halves[side.endpoint];
    const isFinal = !isInterim(status);
    if (isRequest) this.#carrying.onRequest(side.endpoint);
    if (isRequest) this.#host.countRequest(flow, 1, false);
    else if (isFinal) this.#host.countResponse(flow);
    this.#host.setProtocol(flow, this.#carrying.protocol);
    if (half.row >= 0) this.#endMessage(side, half, true, at);
    half.row = -1;
    half.content = null;
    half.bodyBytes = 0;
    half.isMissing = false;
    half.losses = side.losses;
    if (!this.#isClientKnown && !block.promised) this.#learnClient(side, isRequest);
    if (this.#table === null) return;
    if (++this.#messages > MAX_MESSAGES_OF_STREAMS) {
      this.#host.warn(flow, WARNING.TOO_MANY_MESSAGES);
      return;
    }
    half.row = this.#addRow(this.#table, side, block, { fields, isWhole, isRequest, status }, at);
    const kind = contentOf(fields, !isRequest);
    half.content = openContent(this.#table, half.row, kind, () => fields, this.#host.contentBudget);
    this.#markReset(stream, half.row);
    if (isRequest) this.#pairEarly(this.#table, stream, half.row);
    else this.#pair(this.#table, stream, half.row, isFinal);
    if (isRequest && block.promised) stream.halves[1 - side.endpoint].isOver = true;
    if (isRequest && block.promised) this.#endMessage(side, half, true, at);
  }

  /**
   * @param {import('../model/message-table.js').MessageTable} table @param {Sender} side @param {HeadPlace} block
   * @param {{ fields: Field[], isWhole: boolean, isRequest: boolean, status: number }} head @param {Place} at
   */
  #addRow(table, side, block, { fields, isWhole, isRequest, status }, at) {
    const row = table.append(this.#inside.flow);
    table.endpoint[row] = side.endpoint;
    table.kind[row] = isRequest ? REQUEST : RESPONSE;
    table.protocol[row] = table.numberOf(this.#carrying.protocol);
    table.carrier[row] = CARRIERS.indexOf(this.#inside.carrier);
    table.stream[row] = block.promised || block.stream;
    table.status[row] = isRequest ? 0 : status;
    table.startOffset[row] = block.offset;
    this.#heads?.keep(row, fields, block.bytes);
    if (this.#heads?.isOverLimit) this.#host.warn(this.#inside.flow, WARNING.HEADERS_TOO_LONG);
    table.notes[row] = (isWhole ? 0 : NOTE.HEAD_CUT) | (table.headAt[row] < 0 ? NOTE.HEAD_NOT_KEPT : 0);
    table.firstFrame[row] = block.firstFrame;
    table.startNs[row] = block.startNs;
    table.endOffset[row] = side.reached;
    table.lastFrame[row] = at.deliveredFrame;
    table.endNs[row] = at.deliveredNs;
    return row;
  }

  /**
   * The end that sends requests is the client, if no handshake was captured.
   * @param {Sender} side @param {boolean} isRequest
   */
  #learnClient(side, isRequest) {
    this.#isClientKnown = true;
    const { flow } = this.#inside;
    this.#host.setClient(flow, isRequest ? side.endpoint : /** @type {0|1} */ (1 - side.endpoint));
  }

  /**
   * @param {import('../model/message-table.js').MessageTable} table
   * @param {Stream} stream
   * @param {number} response
   * @param {boolean} isFinal
   */
  #pair(table, stream, response, isFinal) {
    const { request } = stream;
    if (request < 0) stream.early.push(response);
    if (request < 0) return;
    table.pair[response] = request;
    if (isFinal) table.pair[request] = response;
  }

  /**
   * Responses may be read before their request, whose direction waited for missing bytes.
   * @param {import('../model/message-table.js').MessageTable} table @param {Stream} stream @param {number} request
   */
  #pairEarly(table, stream, request) {
    stream.request = request;
    const { early } = stream;
    stream.early = [];
    for (const response of early) this.#pair(table, stream, response, !isInterim(table.status[response]));
  }

  /**
   * The content-length to check a message against (RFC 9113 section 8.1.1).
   * @param {Stream} stream @param {StreamHalf} half @param {Field[]} fields @param {number} status 0: of a request
   */
  #expect(stream, half, fields, status) {
    if (status === 0 && valueOf(fields, ':method') === undefined) return; // trailers
    half.contentLength = hasNoContent(stream.method, status) ? -1 : contentLengthOf(fields);
  }

  /** @param {Sender} side @param {StreamHalf} half @param {Place} at */
  #touch(side, half, at) {
    if (half.row < 0 || this.#table === null) return;
    this.#table.bodyBytes[half.row] = half.bodyBytes;
    this.#table.endOffset[half.row] = Math.max(this.#table.endOffset[half.row], side.reached);
    this.#table.lastFrame[half.row] = at.deliveredFrame;
    this.#table.endNs[half.row] = at.deliveredNs;
  }

  /** @param {Sender} side @param {StreamHalf} half @param {boolean} isComplete @param {Place} at */
  #endMessage(side, half, isComplete, at) {
    const table = this.#table;
    half.content?.finish();
    half.content = null;
    if (table === null || half.row < 0) return;
    const isAsLong = half.contentLength === half.bodyBytes;
    const isMissing = half.isMissing || (side.losses > half.losses && !isAsLong);
    const isContradicted = isComplete && !isMissing && half.contentLength >= 0 && !isAsLong;
    const isWhole = isComplete && !isMissing && !isContradicted;
    if (isWhole || isContradicted) this.#touch(side, half, at);
    if (isMissing) table.notes[half.row] |= NOTE.BYTES_MISSING;
    if (isContradicted) table.notes[half.row] |= NOTE.CONTENT_LENGTH_NOT_MET;
    table.flags[half.row] |= MESSAGE_FLAG.ENDED | (isWhole ? MESSAGE_FLAG.COMPLETE : 0);
  }
}

/**
 * @param {Field[]} fields of a request
 * @returns {string|null} protocol of its CONNECT: null no CONNECT, '' a plain tunnel
 */
function connectsTo(fields) {
  return valueOf(fields, ':method') === 'CONNECT' ? (valueOf(fields, ':protocol')?.toLowerCase() ?? '') : null;
}

/** Protocols of an extended CONNECT whose content is capsules (RFC 9297) or nothing: their bytes are counted. */
const WITHOUT_STREAM = new Set(['connect-udp', 'connect-ip', 'connect-ethernet', 'webtransport', 'webtransport-h3']);

/** Whether the content of a CONNECT is a byte stream of its own. @param {string|null} connects null: no CONNECT */
const isTunnel = (connects) => connects !== null && !WITHOUT_STREAM.has(connects);

/** @param {Field[]} fields @param {string} name */
const valueOf = (fields, name) => fields.find(([field]) => field === name)?.[1];

/** @param {string|undefined} status */
const isSuccess = (status) => status !== undefined && /^2\d\d$/.test(status);
