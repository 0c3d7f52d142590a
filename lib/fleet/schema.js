/**
 * The tables of a fleet: their columns, and what of a capture stands in each. Names are SQL's, with units; times are
 * absolute, in microseconds of UTC; what the capture cannot give is null. docs/fleet.md describes them.
 */

import { connectionNumber } from './connection-rows.js';

/** In `selfclock.json` of the folder, and in every file's metadata. */
export const SCHEMA_VERSION = 1;

/** @typedef {import('./connection-rows.js').ConnectionRow} Connection */
/** @typedef {import('../library/capture.js').Message} Message */
/** @typedef {import('../insight/findings/finding.js').Finding & { connection: number|string }} FoundIn */

/**
 * @typedef {'STRING'|'INT64'|'DOUBLE'|'BOOLEAN'|'TIMESTAMP'} ColumnType
 * @typedef {string|number|boolean|null|undefined} Value a TIMESTAMP's: microseconds since 1970
 */

/**
 * @template Row
 * @typedef {object} Column
 * @property {string} name
 * @property {ColumnType} type
 * @property {(row: Row, capture: OfCapture) => Value} of
 */

/**
 * What all rows of a capture have in common.
 * @typedef {object} OfCapture
 * @property {string} capture key: SHA-256 of the file, the first 32 hexadecimal digits
 * @property {number|null} startMicroseconds of the first packet
 */

/**
 * A second of a connection in one direction.
 * @typedef {{ connection: number|string, second: number, direction: string, samples: number,
 *   min: number, median: number, p90: number, max: number }} RoundTrips
 */

/** @param {number|null|undefined} seconds since the capture's first packet @param {OfCapture} capture */
const at = (seconds, { startMicroseconds }) =>
  seconds === null || seconds === undefined || startMicroseconds === null
    ? null
    : startMicroseconds + Math.round(seconds * 1e6);

/** Without what subtraction leaves below a nanosecond. @param {number} difference of times in seconds */
const seconds = (difference) => Math.round(difference * 1e9) / 1e9;

/**
 * @template Row
 * @param {ColumnType} type
 * @returns {(name: string, of: Column<Row>['of']) => Column<Row>}
 */
const ofType = (type) => (name, of) => ({ name, type, of });

/** @type {(name: string, of: Column<any>['of']) => Column<any>} */
const text = ofType('STRING');
/** @type {typeof text} */
const integer = ofType('INT64');
/** @type {typeof text} */
const double = ofType('DOUBLE');
/** @type {typeof text} */
const boolean = ofType('BOOLEAN');
/** @type {typeof text} */
const time = ofType('TIMESTAMP');

const KEY = text('capture', (_, { capture }) => capture);

/** Statistics of what one end sent. @param {'client'|'server'} end @returns {Column<Connection>[]} */
function directionColumns(end) {
  const key = end === 'client' ? 'clientToServer' : 'serverToClient';
  /** @param {string} name @param {(direction: Connection['clientToServer']) => Value} of */
  const count = (name, of) => integer(`${end}_${name}`, (/** @type {Connection} */ flow) => of(flow[key]));
  /** @type {typeof count} */
  const real = (name, of) => double(`${end}_${name}`, (/** @type {Connection} */ flow) => of(flow[key]));
  return [
    count('packets', ({ packets }) => packets),
    count('data_packets', ({ dataPackets }) => dataPackets),
    count('bytes', ({ bytes }) => bytes),
    count('unique_bytes', ({ uniqueBytes }) => uniqueBytes),
    count('retransmitted_packets', ({ retransmittedPackets }) => retransmittedPackets),
    count('retransmitted_bytes', ({ retransmittedBytes }) => retransmittedBytes),
    count('out_of_order_packets', ({ outOfOrderPackets }) => outOfOrderPackets),
    count('duplicate_acks', ({ duplicateAcks }) => duplicateAcks),
    count('mss', ({ mss }) => mss),
    count('window_scale', ({ windowScale }) => windowScale),
    boolean(`${end}_sack_permitted`, (flow) => flow[key].sackPermitted),
    boolean(`${end}_timestamps`, (flow) => flow[key].timestamps),
    count('max_in_flight_bytes', ({ maxInFlightBytes }) => maxInFlightBytes),
    count('rtt_samples', ({ rtt }) => rtt.samples),
    real('rtt_min_seconds', ({ rtt }) => rtt.min),
    real('rtt_mean_seconds', ({ rtt }) => rtt.mean),
    real('rtt_max_seconds', ({ rtt }) => rtt.max),
    real('rtt_stdev_seconds', ({ rtt }) => rtt.stdev),
    count('initial_window_bytes', ({ initialWindowBytes }) => initialWindowBytes),
    count('initial_window_segments', ({ initialWindowSegments }) => initialWindowSegments),
    real('throughput_bytes_per_second', ({ throughput }) => throughput),
    text(`${end}_flags`, (flow) => JSON.stringify(flow[key].flags)),
  ];
}

/** @type {Column<Connection>[]} */
const CONNECTION_COLUMNS = [
  KEY,
  integer('connection', ({ flow }) => connectionNumber(flow)),
  text('client_address', ({ client }) => client.address),
  integer('client_port', ({ client }) => client.port),
  text('server_address', ({ server }) => server.address),
  integer('server_port', ({ server }) => server.port),
  text('client_name', ({ names }) => names?.client?.name),
  text('server_name', ({ names }) => names?.server?.name),
  boolean('role_guessed', ({ roleGuessed }) => roleGuessed),
  time('start', ({ start }, capture) => at(start, capture)),
  time('end', ({ end }, capture) => at(end, capture)),
  double('duration_seconds', ({ start, end }) => seconds(end - start)),
  text('state', ({ state }) => state),
  boolean('complete', ({ complete }) => complete),
  double('handshake_rtt_seconds', ({ handshakeRtt }) => handshakeRtt),
  ...directionColumns('client'),
  ...directionColumns('server'),
  text('protocol', ({ protocol }) => protocol),
  integer('requests', ({ http }) => http.requests),
  integer('responses', ({ http }) => http.responses),
  text('tls_version', ({ tls }) => tls?.version),
  text('tls_cipher', ({ tls }) => tls?.cipher),
  text('tls_sni', ({ tls }) => tls?.sni),
  text('tls_alpn', ({ tls }) => tls?.alpn),
  text('tls_ja4', ({ tls }) => tls?.ja4),
  boolean('tls_resumed', ({ tls }) => tls?.resumed),
  double('tls_handshake_seconds', ({ tls }) => tls?.handshakeSeconds),
  text('client_stack', ({ stack }) => stack?.client?.names.join(', ')),
  text('server_stack', ({ stack }) => stack?.server?.names.join(', ')),
  text('summary', ({ summary }) => summary),
  text('verdict', ({ verdict }) => verdict?.code),
  text('severity', ({ verdict }) => verdict?.severity),
  double('cost_seconds', ({ verdict }) => verdict?.costSeconds),
  text('limit_cause', ({ verdict }) => verdict?.limit?.cause),
  double('limit_seconds', ({ verdict }) => verdict?.limit?.seconds),
  double('limit_share', ({ verdict }) => verdict?.limit?.share),
  double('limit_bytes_per_second', ({ verdict }) => verdict?.limit?.rate),
  integer('findings', ({ findings }) => findings?.length),
  text('transport', ({ transport }) => transport),
  text('flow', ({ flow }) => String(flow)),
];

/** @type {Column<FoundIn>[]} */
const FINDING_COLUMNS = [
  KEY,
  integer('connection', ({ connection }) => connectionNumber(connection)),
  text('code', ({ code }) => code),
  text('title', ({ title }) => title),
  text('cause', ({ cause }) => cause),
  text('severity', ({ severity }) => severity),
  text('direction', ({ direction }) => direction),
  time('start', ({ start }, capture) => at(start, capture)),
  time('end', ({ end }, capture) => at(end, capture)),
  double('cost_seconds', ({ costSeconds }) => costSeconds),
  text('message', ({ message }) => message),
  text('evidence', ({ evidence }) => JSON.stringify(evidence)),
  text('advice', ({ advice }) => advice),
];

/** @type {Column<Message>[]} */
const MESSAGE_COLUMNS = [
  KEY,
  integer('connection', ({ flow }) => connectionNumber(flow)),
  integer('message', ({ index }) => index),
  text('protocol', ({ protocol }) => protocol),
  text('carrier', ({ carrier }) => carrier),
  integer('stream', ({ stream }) => stream),
  text('kind', ({ kind }) => kind),
  text('direction', ({ direction }) => direction),
  text('method', ({ method }) => method),
  text('target', ({ target }) => target),
  text('host', ({ host }) => host),
  integer('status', ({ status }) => status),
  text('outcome', ({ outcome }) => outcome),
  boolean('failed', ({ failed }) => failed),
  text('content_type', ({ contentType }) => contentType),
  time('start', ({ start }, capture) => at(start, capture)),
  time('end', ({ end }, capture) => at(end, capture)),
  integer('first_frame', ({ firstFrame }) => firstFrame),
  integer('last_frame', ({ lastFrame }) => lastFrame),
  integer('header_bytes', ({ headerBytes }) => headerBytes),
  integer('body_bytes', ({ bodyBytes }) => bodyBytes),
  integer('pair', ({ pair }) => pair),
  boolean('complete', ({ complete }) => complete),
  double('send_seconds', ({ timings }) => timings?.send),
  double('wait_seconds', ({ timings }) => timings?.wait),
  double('think_seconds', ({ timings }) => timings?.think),
  double('receive_seconds', ({ timings }) => timings?.receive),
];

/** @type {Column<import('../analysis/messages/statements.js').Statement>[]} */
const STATEMENT_COLUMNS = [
  KEY,
  text('protocol', ({ protocol }) => protocol),
  text('statement', ({ statement }) => statement),
  integer('requests', ({ count }) => count),
  integer('answered', ({ answered }) => answered),
  integer('failed', ({ failed }) => failed),
  integer('connections', ({ connections }) => connections),
  double('total_seconds', ({ totalSeconds }) => totalSeconds),
  double('p50_seconds', ({ p50Seconds }) => p50Seconds),
  double('p95_seconds', ({ p95Seconds }) => p95Seconds),
  double('max_seconds', ({ maxSeconds }) => maxSeconds),
  integer('rows', ({ rows }) => rows),
  integer('request_bytes', ({ requestBytes }) => requestBytes),
  integer('response_bytes', ({ responseBytes }) => responseBytes),
  boolean('may_wait', ({ mayWait }) => mayWait),
];

/** @type {Column<RoundTrips>[]} */
const RTT_COLUMNS = [
  KEY,
  integer('connection', ({ connection }) => connectionNumber(connection)),
  time('second', ({ second }, capture) => at(second, capture)),
  text('direction', ({ direction }) => direction),
  integer('samples', ({ samples }) => samples),
  double('min_seconds', ({ min }) => min),
  double('median_seconds', ({ median }) => median),
  double('p90_seconds', ({ p90 }) => p90),
  double('max_seconds', ({ max }) => max),
];

/** @typedef {import('./windows.js').WindowsRow} WindowsRow */
/** @type {Column<WindowsRow>[]} */
const WINDOWS_COLUMNS = [
  KEY,
  integer('connection', ({ connection }) => connectionNumber(connection)),
  time('second', ({ second }, capture) => at(second, capture)),
  text('direction', ({ direction }) => direction),
  integer('payload_bytes', ({ payloadBytes }) => payloadBytes),
  integer('in_flight_bytes', ({ inFlightBytes }) => inFlightBytes),
  integer('receive_window_bytes', ({ receiveWindowBytes }) => receiveWindowBytes),
  integer('congestion_window_bytes', ({ congestion }) => congestion?.bytes),
  integer('congestion_window_low_bytes', ({ congestion }) => congestion?.low),
  integer('congestion_window_high_bytes', ({ congestion }) => congestion?.high),
  double('congestion_window_confidence', ({ congestion }) => congestion?.confidence),
  text('limit_cause', ({ limit }) => limit),
];

/** @typedef {import('./kernel-rows.js').KernelRow} KernelRow */
/** @type {Column<KernelRow>[]} */
const KERNEL_COLUMNS = [
  KEY,
  integer('connection', ({ connection }) => connection),
  time('second', ({ second }, capture) => at(second, capture)),
  text('direction', ({ direction }) => direction),
  text('congestion_control', ({ congestionControl }) => congestionControl),
  integer('samples', ({ samples }) => samples),
  integer('app_limited_samples', ({ appLimitedSamples }) => appLimitedSamples),
  integer('congestion_window_bytes', ({ windowBytes }) => windowBytes),
  integer('slow_start_threshold_bytes', ({ thresholdBytes }) => thresholdBytes),
  integer('unacked_bytes', ({ unackedBytes }) => unackedBytes),
  double('srtt_seconds', ({ srttSeconds }) => srttSeconds),
  double('delivery_rate_bytes_per_second', ({ deliveryRate }) => deliveryRate),
  integer('retransmitted_bytes', ({ retransmittedBytes }) => retransmittedBytes),
  double('busy_seconds', ({ busySeconds }) => seconds(busySeconds)),
  double('receive_window_limited_seconds', ({ receiveWindowSeconds }) => seconds(receiveWindowSeconds)),
  double('send_buffer_limited_seconds', ({ sendBufferSeconds }) => seconds(sendBufferSeconds)),
];

/** @typedef {import('./path-segments.js').PathSegmentRow} PathSegmentRow */
/** @type {Column<PathSegmentRow>[]} */
const PATH_SEGMENT_COLUMNS = [
  KEY,
  integer('connection', ({ connection }) => connection),
  text('direction', ({ direction }) => direction),
  integer('segment', ({ segment }) => segment),
  text('from_capture', ({ fromCapture }) => fromCapture),
  text('to_capture', ({ toCapture }) => toCapture),
  integer('from_connection', ({ fromConnection }) => fromConnection),
  integer('to_connection', ({ toConnection }) => toConnection),
  integer('sent_packets', ({ figures }) => figures.sent),
  integer('arrived_packets', ({ figures }) => figures.arrived),
  integer('lost_packets', ({ figures }) => figures.lost),
  integer('lost_data_packets', ({ figures }) => figures.lostData),
  integer('loss_episodes', ({ figures }) => figures.lossEpisodes),
  integer('not_captured_packets', ({ figures }) => figures.notCaptured),
  integer('duplicated_packets', ({ figures }) => figures.duplicated),
  integer('reordered_packets', ({ figures }) => figures.reordered),
  integer('reordering_extent', ({ figures }) => figures.reorderingExtent),
  double('delay_min_seconds', ({ figures }) => figures.delay?.min),
  double('delay_median_seconds', ({ figures }) => figures.delay?.median),
  double('delay_p95_seconds', ({ figures }) => figures.delay?.p95),
  double('delay_max_seconds', ({ figures }) => figures.delay?.max),
  double('queue_median_seconds', ({ figures }) => figures.queue?.median),
  double('queue_p95_seconds', ({ figures }) => figures.queue?.p95),
  double('queue_max_seconds', ({ figures }) => figures.queue?.max),
  double('rate_bytes_per_second', ({ figures }) => figures.rate),
];

/** @typedef {import('./rows.js').CaptureRow} CaptureRow */
/** @type {Column<CaptureRow>[]} */
const CAPTURE_COLUMNS = [
  KEY,
  text('path', ({ path }) => path),
  integer('size_bytes', ({ sizeBytes }) => sizeBytes),
  text('format', ({ format }) => format),
  integer('packets', ({ packets }) => packets),
  integer('tcp_packets', ({ tcpPackets }) => tcpPackets),
  integer('bytes', ({ bytes }) => bytes),
  integer('connections', ({ flows, quicConnections }) => flows + (quicConnections ?? 0)),
  time('start', (_, { startMicroseconds }) => startMicroseconds),
  double('duration_seconds', ({ duration }) => duration),
  text('summary', ({ summary }) => summary),
  text('warnings', ({ warnings }) => JSON.stringify(warnings)),
  text('not_read', ({ notRead }) => JSON.stringify(notRead)),
  text('selfclock', ({ version }) => version),
  integer('quic_packets', ({ quicPackets }) => quicPackets ?? 0),
];

/** In the order in which they are written: a capture whose row is there is there whole. */
export const TABLES = /** @type {const} */ ([
  'connections',
  'findings',
  'messages',
  'statements',
  'rtt',
  'windows',
  'kernel',
  'path_segments',
  'captures',
]);
/** @typedef {typeof TABLES[number]} TableName */
/** Written where they are asked for, or where a host recorded its sockets beside the capture. */
export const OPTIONAL_TABLES = Object.freeze(
  new Set(/** @type {TableName[]} */ (['windows', 'kernel', 'path_segments'])),
);
/** A capture may have no file of these: nobody asked for it, or an earlier version read it. */
export const MAY_LACK = Object.freeze(new Set(/** @type {TableName[]} */ ([...OPTIONAL_TABLES, 'statements'])));

/** @type {Record<TableName, Column<any>[]>} */
export const COLUMNS = {
  captures: CAPTURE_COLUMNS,
  connections: CONNECTION_COLUMNS,
  findings: FINDING_COLUMNS,
  messages: MESSAGE_COLUMNS,
  statements: STATEMENT_COLUMNS,
  rtt: RTT_COLUMNS,
  windows: WINDOWS_COLUMNS,
  kernel: KERNEL_COLUMNS,
  path_segments: PATH_SEGMENT_COLUMNS,
};
