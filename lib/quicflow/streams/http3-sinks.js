import { PACKET } from '../wire/versions.js';

/** @typedef {import('../../transport/streams.js').StreamSink} StreamSink */
/** @typedef {import('../../transport/streams.js').Place} Place */
/** @typedef {import('../../protocols/http3/connection.js').Http3Connection} Http3Connection */
/** @typedef {import('../quic-tracker.js').QuicTracker} QuicTracker */

/** Hands the streams of connections that agreed on HTTP/3 to its parser. */
export class Http3Sinks {
  #tracker;
  #reader;

  /** @param {QuicTracker} tracker @param {import('../../protocols/http3/quic-streams.js').QuicStreams} reader */
  constructor(tracker, reader) {
    this.#tracker = tracker;
    this.#reader = reader;
  }

  /** @type {import('./quic-streams.js').OpenStream} */
  open = (connection, stream) => {
    const parser = this.#parserOf(connection);
    return parser === null ? null : new Http3Sink(parser, stream, this.#tracker.connections[connection]);
  };

  /** @type {QuicTracker['onDatagram']} */
  onDatagram = (connection, direction, bytes) => this.#parserOf(connection)?.datagram(direction === 0 ? 0 : 1, bytes);

  /** @param {number} connection index */
  #parserOf(connection) {
    const { handshake, odcid } = this.#tracker.connections[connection];
    // Without its beginning a connection is looked for only at the port of HTTP/3.
    const alpn = handshake.alpn ?? handshake.offeredAlpn[0] ?? (odcid < 0 ? 'h3' : null);
    return this.#reader.of(connection, 0, alpn, odcid < 0);
  }

  /** No more packets will come. */
  end() {
    const { connections, packets } = this.#tracker;
    for (const { index, lastRow, endNs } of connections) {
      const frame = lastRow < 0 ? 0 : packets.frame[lastRow];
      this.#reader.close(index, { frame, timeNs: endNs, deliveredFrame: frame, deliveredNs: endNs });
    }
  }
}

/** One stream, both directions. @implements {StreamSink} */
class Http3Sink {
  #parser;
  #stream;
  #connection;

  /**
   * @param {Http3Connection} parser @param {number} stream
   * @param {import('../connections/connection.js').Connection} connection
   */
  constructor(parser, stream, connection) {
    this.#parser = parser;
    this.#stream = stream;
    this.#connection = connection;
  }

  /** @type {StreamSink['onData']} */
  onData(_flow, endpoint, streamOffset, bytes, start, end, at) {
    if (endpoint === 1 && streamOffset === 0) this.#noteEarlyData();
    this.#parser.push(this.#stream, endpoint, streamOffset, bytes, start, end, at, at.isEarly === true);
    return streamOffset + end - start;
  }

  /** A request may have been in 0-RTT packets that no key opens. */
  #noteEarlyData() {
    const { packetsOf, openedOf } = this.#connection.sent[0];
    if (packetsOf[PACKET.ZERO_RTT] > openedOf[PACKET.ZERO_RTT]) this.#parser.missEarlyData();
  }

  /** @type {StreamSink['onGap']} */
  onGap(_flow, endpoint, streamOffset, length, at) {
    this.#parser.gap(this.#stream, endpoint, streamOffset, length, at);
    return streamOffset + length;
  }

  /** @type {StreamSink['onEnd']} */
  onEnd(_flow, endpoint, how, at, code = 0) {
    if (how === 'rst') this.#parser.reset(this.#stream, endpoint, code, at);
    else this.#parser.end(this.#stream, endpoint, how === 'fin', at);
  }

  /** @type {NonNullable<StreamSink['onStop']>} */
  onStop(_flow, endpoint, code, at) {
    this.#parser.stopSending(this.#stream, endpoint, code, at);
  }
}

/**
 * What parsers ask about QUIC's connections.
 * @param {QuicTracker} tracker
 * @returns {import('../../protocols/stream-router.js').FlowRoles}
 */
export const quicRoles = (tracker) => ({
  wasRoleGuessed: () => false,
  clientEndpoint: () => 0,
  setClient: () => {},
  wake: () => {},
  skim: () => {},
  reportGaps: () => {},
  progress: () => ({ streamOffset: 0, frame: 0, timeNs: 0 }),
  timeOfFrame: (frame) => tracker.packets.timeOfFrame(frame),
  endpoint: (connection, end) => tracker.connections[connection].endpoint(end),
});
