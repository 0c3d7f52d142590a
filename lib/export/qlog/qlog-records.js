/**
 * A QUIC connection as qlog 0.3: the records of a JSON text sequence (RFC 7464), for qvis and other readers. The
 * observer is the network; of its two directions the one with more bytes is what its sender "sent".
 */
import { qlogFrame } from './frames.js';

/** @typedef {import('./frames.js').Frame} Frame */

/**
 * A connection as `analyze --json` has it, as far as a qlog tells it.
 * @typedef {object} QuicFlow
 * @property {string|number} flow
 * @property {string|null} odcid
 * @property {{ address: string, port: number }} client
 * @property {{ address: string, port: number }} server
 * @property {number} start
 * @property {string[]} versions
 * @property {string|null} alpn
 * @property {{ by: string, layer: string|null, code: number|null, reason: string|null }|null} closed
 * @property {{ bytes: number, transportParameters: Record<string, unknown>|null }} clientToServer
 * @property {{ bytes: number, transportParameters: Record<string, unknown>|null }} serverToClient
 */

/**
 * A packet as `analyze --packets` has it.
 * @typedef {object} QuicPacket
 * @property {number} frame
 * @property {string} direction
 * @property {number} time
 * @property {string} type
 * @property {number|null} pn
 * @property {number} len
 * @property {string|null} version
 * @property {string|null} dcid
 * @property {string|null} scid
 * @property {0|1|number|null} keyPhase
 * @property {boolean} decrypted
 * @property {Frame[]} frames
 */

/**
 * @typedef {{ time: number, name: string, data: Record<string, unknown> }} Event `time`: s since the capture's first
 *   packet
 */

/** Types of packets, where qlog's name differs. @type {Readonly<Record<string, string>>} */
const TYPES = { '0rtt': '0RTT', '1rtt': '1RTT' };
const SEPARATOR = '\x1e';

/**
 * @param {QuicFlow} flow
 * @param {Iterable<QuicPacket>} packets of it, in the order of the capture
 * @param {object} capture
 * @param {number|null} capture.startEpochMs when its first packet came; null: not known
 * @param {string} capture.version of this program
 * @param {Event[]} [more] what was inferred, in the order of time
 * @returns {Generator<string>} the file's records
 */
export function* qlogRecords(flow, packets, { startEpochMs, version }, more = []) {
  const sender = mainSender(flow);
  yield record(headOf(flow, sender, startEpochMs === null ? null : startEpochMs + flow.start * 1000, version));
  let next = 0;
  for (const event of startOf(flow, sender)) yield eventRecord(event, flow.start);
  for (const packet of packets) {
    for (; next < more.length && more[next].time <= packet.time; next++) yield eventRecord(more[next], flow.start);
    yield eventRecord(packetEvent(packet, sender), flow.start);
  }
  for (; next < more.length; next++) yield eventRecord(more[next], flow.start);
}

/**
 * The end that sent more.
 * @param {Pick<QuicFlow, 'clientToServer'|'serverToClient'>} flow @returns {'client'|'server'}
 */
export const mainSender = ({ clientToServer, serverToClient }) =>
  serverToClient.bytes > clientToServer.bytes ? 'server' : 'client';

/** @param {unknown} value */
const record = (value) => `${SEPARATOR}${JSON.stringify(value)}\n`;

/** @param {Event} event @param {number} start s @returns {string} times in ms since the connection began */
const eventRecord = ({ time, name, data }, start) => record({ time: milliseconds(time - start), name, data });

/** @param {number} seconds */
const milliseconds = (seconds) => Math.round(seconds * 1e9) / 1e6;

/**
 * Both old and new marks of the format: readers look at either.
 * @param {QuicFlow} flow @param {string} sender @param {number|null} startEpochMs @param {string} version
 */
const headOf = ({ flow, odcid }, sender, startEpochMs, version) => ({
  file_schema: 'urn:ietf:params:qlog:file:sequential',
  serialization_format: 'application/qlog+json-seq',
  qlog_version: '0.3',
  qlog_format: 'JSON-SEQ',
  title: `Connection ${flow} of a capture`,
  description: 'Lost packets and metrics are inferred from the capture.',
  code_version: `selfclock ${version}`,
  trace: {
    vantage_point: { name: 'selfclock', type: 'network', flow: sender },
    event_schemas: ['urn:ietf:params:qlog:events:quic', 'urn:ietf:params:qlog:events:http3'],
    common_fields: {
      ...(odcid === null ? {} : { ODCID: odcid, group_id: odcid }),
      protocol_type: ['QUIC'],
      time_format: 'relative',
      reference_time: startEpochMs ?? 0,
    },
  },
});

/** @param {QuicFlow} flow @param {string} sender @returns {Generator<Event>} */
function* startOf({ start, client, server, odcid, versions, alpn, clientToServer, serverToClient }, sender) {
  yield {
    time: start,
    name: 'connectivity:connection_started',
    data: {
      ip_version: client.address.includes(':') ? 'v6' : 'v4',
      src_ip: client.address,
      src_port: client.port,
      dst_ip: server.address,
      dst_port: server.port,
      ...(odcid === null ? {} : { dst_cid: odcid }),
    },
  };
  const chosen = versions.at(-1);
  if (chosen !== undefined) {
    yield { time: start, name: 'transport:version_information', data: { chosen_version: chosen.replace(/^0x0*/, '') } };
  }
  if (alpn !== null) yield { time: start, name: 'transport:alpn_information', data: { chosen_alpn: alpn } };
  for (const [end, { transportParameters }] of /** @type {const} */ ([
    ['client', clientToServer],
    ['server', serverToClient],
  ])) {
    if (transportParameters === null) continue;
    const owner = end === sender ? 'local' : 'remote';
    yield { time: start, name: 'transport:parameters_set', data: { owner, initiator: owner, ...transportParameters } };
  }
}

/** @param {QuicPacket} packet @param {string} sender @returns {Event} */
function packetEvent(packet, sender) {
  const isSent = (packet.direction === 'clientToServer') === (sender === 'client');
  const { pn, version, scid, dcid, keyPhase } = packet;
  const header = {
    packet_type: TYPES[packet.type] ?? packet.type,
    packet_number: pn ?? undefined,
    version: version?.replace(/^0x0*/, ''),
    scid: scid ?? undefined,
    dcid: dcid ?? undefined,
    key_phase_bit: keyPhase ?? undefined,
  };
  return {
    time: packet.time,
    name: isSent ? 'transport:packet_sent' : 'transport:packet_received',
    data: {
      header,
      raw: { length: packet.len },
      datagram_id: packet.frame,
      ...(packet.decrypted ? { frames: packet.frames.map(qlogFrame) } : {}),
    },
  };
}
