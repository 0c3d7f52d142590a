/** A QUIC connection as tables: what `analyze --packets` and `--sender` say of it. */

/** @typedef {import('../csv.js').CsvTable} CsvTable */
/** @typedef {import('./connection.js').QuicConnectionData} QuicConnectionData */
/** @typedef {import('./connection.js').Packet} Packet */
/** @typedef {import('./connection.js').Frame} Frame */

const DIRECTIONS = /** @type {const} */ (['clientToServer', 'serverToClient']);
/** Those of a frame that are columns of their own; the rest of its fields is one. */
const FRAME_FIELDS = new Set(['type', 'stream', 'offset', 'length', 'fin', 'ranges', 'delay', 'limit', 'code']);

/**
 * Packets, frames and streams, and the senders' series. Lists are one field, separated by spaces; ranges `low-high`.
 * @param {QuicConnectionData} data
 * @returns {CsvTable[]}
 */
export const quicTables = (data) => [
  {
    name: 'packets',
    columns: [
      ...['frame', 'index', 'time_s', 'direction', 'type', 'space', 'pn', 'len_bytes', 'datagram_bytes', 'decrypted'],
      ...['version', 'dcid', 'scid', 'spin', 'key_phase', 'ecn', 'ack_eliciting', 'in_flight', 'frames', 'verdict'],
      ...['probe', 'loss_cause', 'resends_packets', 'bytes_in_flight', 'rtt_s', 'confidence'],
    ],
    rows: mapped(data.packets(), packetRow),
  },
  {
    name: 'frames',
    columns: [
      ...['frame', 'index', 'time_s', 'direction', 'space', 'pn', 'type', 'stream', 'offset', 'length_bytes', 'fin'],
      ...['ranges', 'delay_s', 'limit', 'code', 'more'],
    ],
    rows: frameRows(data.packets()),
  },
  {
    name: 'streams',
    columns: [
      ...['stream', 'opened_by', 'bidirectional', 'direction', 'start_s', 'end_s', 'bytes', 'unique_bytes'],
      ...['final_size_bytes', 'reset_code', 'stop_code'],
    ],
    rows: streamRows(data.streams()),
  },
  ...seriesTables(data.senders()),
];

/** @template T @template U @param {Iterable<T>} all @param {(one: T) => U} of */
function* mapped(all, of) {
  for (const one of all) yield of(one);
}

/** @param {number} seconds */
const time = (seconds) => seconds.toFixed(9);

/** @param {Packet} packet @returns {CsvTable['rows'] extends Iterable<infer Row> ? Row : never} */
const packetRow = (packet) => [
  ...[packet.frame, packet.index, time(packet.time), packet.direction, packet.type, packet.space, packet.pn],
  ...[packet.len, packet.datagramLen, packet.decrypted, packet.version, packet.dcid, packet.scid, packet.spin],
  ...[packet.keyPhase, packet.ecn, packet.ackEliciting, packet.inFlight],
  packet.frames.map(({ type }) => type).join(' '),
  ...[packet.verdict, packet.probe, packet.lossCause],
  [...new Set(packet.resends.map(({ ofPacket }) => ofPacket))].join(' '),
  packet.bytesInFlight,
  packet.rtt === null ? null : time(packet.rtt),
  packet.confidence,
];

/** @param {Iterable<Packet>} packets */
function* frameRows(packets) {
  for (const { frame, index, time: at, direction, space, pn, frames } of packets) {
    for (const one of frames) yield [frame, index, time(at), direction, space, pn, ...frameCells(one)];
  }
}

/** @param {Frame} frame */
function frameCells(frame) {
  const { type, stream, offset, length, fin, ranges, delay, limit, code } = frame;
  const more = Object.entries(frame).filter(([name, value]) => !FRAME_FIELDS.has(name) && value !== null);
  return [
    type,
    ...[stream, offset, length, fin].map((value) => value ?? null),
    ranges === undefined ? null : ranges.map(([low, high]) => `${low}-${high}`).join(' '),
    delay ?? null,
    limit ?? null,
    code ?? null,
    more.length === 0 ? null : JSON.stringify(Object.fromEntries(more)),
  ];
}

/** @param {ReturnType<QuicConnectionData['streams']>} streams */
function* streamRows(streams) {
  for (const one of streams) {
    for (const direction of DIRECTIONS) {
      const side = one[direction];
      if (side === null) continue;
      const { start, end, bytes, uniqueBytes, finalSize, resetCode, stopCode } = side;
      yield [
        ...[one.stream, one.openedBy, one.bidirectional, direction, time(start), time(end), bytes, uniqueBytes],
        ...[finalSize, resetCode, stopCode],
      ];
    }
  }
}

/**
 * As the senders of TCP have them: `direction` is the data's, times are at the sender, as far as known.
 * @param {ReturnType<QuicConnectionData['senders']>} senders
 * @returns {CsvTable[]}
 */
const seriesTables = (senders) => [
  {
    name: 'sender-rtt',
    columns: ['time_s', 'direction', 'rtt_s', 'srtt_s', 'ack_delay_s'],
    rows: senders.flatMap(({ direction, rtt, srtt }) =>
      rtt.time.map((at, i) => [time(at), direction, ...[rtt.seconds[i], srtt.seconds[i], rtt.ackDelay[i]].map(time)]),
    ),
  },
  {
    name: 'spin-rtt',
    columns: ['time_s', 'direction', 'rtt_s'],
    rows: senders.flatMap(({ direction, spinRtt }) =>
      spinRtt.time.map((at, i) => [time(at), direction, time(spinRtt.seconds[i])]),
    ),
  },
  {
    name: 'flight',
    columns: ['time_s', 'direction', 'flight_bytes'],
    rows: senders.flatMap(({ direction, inFlight }) =>
      inFlight.time.map((at, i) => [time(at), direction, inFlight.bytes[i]]),
    ),
  },
  {
    name: 'congestion-window',
    columns: ['time_s', 'direction', 'window_bytes', 'confidence'],
    rows: senders.flatMap(({ direction, cwnd }) =>
      cwnd.time.map((at, i) => [time(at), direction, cwnd.bytes[i], cwnd.confidence[i]]),
    ),
  },
];
