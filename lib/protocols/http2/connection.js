import { WARNING } from '../model/notes.js';
import { Side } from './direction.js';
import { FrameLog } from './frame-log.js';
import { Http2Facts } from './side-facts.js';
import { StreamMessages } from './stream-messages.js';
import { upgradeSettings } from './upgrade-settings.js';

/** @typedef {import('../stream-parser.js').StreamParser} StreamParser */

/**
 * HTTP/2 (RFC 9113) on a byte stream: in TLS or in the clear. Messages of all streams, pushed ones too; a request that
 * was upgraded from HTTP/1.1 gets its answer from stream 1.
 * @implements {StreamParser}
 */
export class Http2Connection {
  #host;
  #table;
  #inside;

  /**
   * @param {import('../host.js').MessageHost} host
   * @param {import('../model/message-table.js').MessageTable|null} table null to count only
   * @param {import('../stream-parser.js').Inside} inside
   * @param {boolean} isMidConnection whether the first bytes passed in may not be the connection's first
   */
  constructor(host, table, inside, isMidConnection) {
    this.#host = host;
    this.#table = table;
    this.#inside = inside;
    this.facts = new Http2Facts(table === null ? null : new FrameLog(host.http2Frames));
    this.sides = [new Side(this, 0, isMidConnection), new Side(this, 1, isMidConnection)];
    this.messages = new StreamMessages(host, table, inside, {
      protocol: 'http/2',
      senderOf: (_stream, endpoint) => this.sides[endpoint],
      onRequest: (endpoint) => this.facts.sides[endpoint].streams++,
      onOver: (endpoint, stream) => this.facts.sides[endpoint].flow.forget(stream),
    });
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
    this.messages.endAll(endpoint, at);
  }

  noteGap() {
    this.#host.warn(this.#inside.flow, WARNING.BYTES_MISSING);
  }

  /** The HTTP/1.1 request before an upgrade is stream 1 (RFC 7540 section 3.2). @param {number} row */
  #adoptRequest(row) {
    this.messages.adopt(1, row);
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
}
