/** A capture at the server of a QUIC connection with a loss, and what its ends logged of it. */
import { PcapngWriter } from '../../lib/capture/writer.js';
import { concatBytes } from '../support/packets/packets.js';
import { CLIENT_ID, conversation, dataOf, ODCID } from './conversation.js';
import { frameOf, stream } from './seal.js';

const EPOCH_NS = 1_700_000_000_000_000_000n;
/** Bytes of stream data in a packet of the server. */
export const PIECE = 800;
/** From the server's clock to the capture's. */
export const QLOG_OFFSET_MS = 15;
/** What the server logs of its window. */
export const QLOG_WINDOWS = [12_000, 8400];

/**
 * Packet 3 of the server is lost, and its data sent again in packet 9.
 * @param {import('./seal.js').Secrets} secrets
 * @returns {Uint8Array} pcapng, without keys
 */
export function lossCapture(secrets) {
  const data = dataOf(secrets);
  const piece = (/** @type {number} */ at) => stream(4, at * PIECE, new Array(PIECE).fill(65));
  const acks = [
    [2, 2, 0, 0, 2],
    [2, 4, 0, 1, 0, 0, 2],
    [2, 8, 0, 1, 4, 0, 2],
  ];
  const parts = [
    ...conversation(secrets).map((datagram, i) => ({ ms: 20 * i, datagram })),
    ...Array.from({ length: 8 }, (_, i) => ({ ms: 100 + i, datagram: data('server', i + 1, piece(i)) })),
    ...acks.map((frames, i) => ({ ms: 122 + 3 * i, datagram: data('client', i + 1, frames) })),
    { ms: 131, datagram: data('server', 9, piece(2)) },
    { ms: 151, datagram: data('client', 4, [2, 9, 0, 1, 5, 0, 2]) },
  ];
  const writer = new PcapngWriter();
  return concatBytes(
    writer.header(),
    writer.interface({ linkType: 1 }),
    ...parts.map(({ ms, datagram }) =>
      writer.packet({ epochNs: EPOCH_NS + BigInt(ms) * 1_000_000n, data: frameOf(datagram) }),
    ),
  );
}

/** @param {string} name @param {number} time @param {object} data */
const event = (name, time, data) => ({ name, time, data });

/** @param {string} name @param {number} ms of the capture @param {string} type @param {number} number */
const packetEvent = (name, ms, type, number) =>
  event(`transport:${name}`, ms - QLOG_OFFSET_MS, {
    header: {
      packet_type: type,
      packet_number: number,
      ...(type === 'initial' && { dcid: name === 'packet_received' ? ODCID : CLIENT_ID }),
    },
  });

/** @param {number} ms of the capture @param {object} data */
const metricsEvent = (ms, data) => event('recovery:metrics_updated', ms - QLOG_OFFSET_MS, data);

/**
 * The server's log of that connection, as a sequence.
 * @param {object} [changes]
 * @param {string|null} [changes.id] of the connection @param {string} [changes.vantage]
 * @param {(events: object[]) => object[]} [changes.of]
 * @returns {Uint8Array}
 */
export function serverQlog({ id = ODCID, vantage = 'server', of = (events) => events } = {}) {
  const [before, after] = QLOG_WINDOWS;
  const events = [
    packetEvent('packet_received', 0, 'initial', 0),
    packetEvent('packet_sent', 20, 'initial', 0),
    packetEvent('packet_sent', 20, 'handshake', 0),
    metricsEvent(20, { congestion_window: before, bytes_in_flight: 400, smoothed_rtt: 333 }),
    packetEvent('packet_sent', 60, '1RTT', 0),
    ...Array.from({ length: 8 }, (_, i) => [
      packetEvent('packet_sent', 100 + i, '1RTT', i + 1),
      metricsEvent(100 + i, { congestion_window: before, bytes_in_flight: 1000 * (i + 1) }),
    ]).flat(),
    metricsEvent(122, { bytes_in_flight: 6000, latest_rtt: 21, smoothed_rtt: 21 }),
    packetEvent('packet_lost', 125, '1RTT', 3),
    metricsEvent(125, { congestion_window: after, bytes_in_flight: 3000, ssthresh: after }),
    packetEvent('packet_sent', 131, '1RTT', 9),
    metricsEvent(131, { bytes_in_flight: 4000 }),
    metricsEvent(151, { bytes_in_flight: 0, latest_rtt: 20, smoothed_rtt: 20.9 }),
  ];
  const head = {
    qlog_version: '0.3',
    qlog_format: 'JSON-SEQ',
    trace: {
      vantage_point: { type: vantage, name: 'a library' },
      common_fields: { ...(id !== null && { ODCID: id }), reference_time: 0 },
    },
  };
  const text = [head, ...of(events)].map((record) => `\x1e${JSON.stringify(record)}\n`).join('');
  return new TextEncoder().encode(text);
}
