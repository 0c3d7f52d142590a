import { qlogRecords } from '../../../lib/export/qlog/qlog-records.js';
import { senderEvents } from '../../../lib/export/qlog/sender-events.js';
import { readQlog } from '../../../lib/quicflow/qlog/qlog.js';
import { PACKET_EVENT, PACKET_TYPES } from '../../../lib/quicflow/qlog/tables.js';

const FRAMES = [
  { type: 'stream', stream: 4, offset: 7, length: 9, fin: true },
  {
    type: 'ack',
    ranges: [
      [5, 9],
      [0, 2],
    ],
    delay: 0.0005,
    ecn: [3, 0, 1],
  },
  { type: 'ack', ranges: [[5, 5]], delay: 0, ecn: null },
  { type: 'crypto', offset: 0, length: 300 },
  { type: 'max_data', limit: 10 },
  { type: 'max_stream_data', stream: 0, limit: 11 },
  { type: 'stream_data_blocked', stream: 0, limit: 11 },
  { type: 'max_streams', limit: 3, bidirectional: false },
  { type: 'streams_blocked', limit: 3, bidirectional: true },
  { type: 'reset_stream', stream: 4, code: 0x10c },
  { type: 'stop_sending', stream: 4, code: 0x100 },
  { type: 'new_connection_id', sequence: 1, retirePriorTo: 0, id: 'abcd' },
  { type: 'retire_connection_id', sequence: 0 },
  { type: 'path_challenge', data: '0011223344556677' },
  { type: 'connection_close', layer: 'application', code: 256, reason: 'done' },
  { type: 'datagram', length: 5 },
  { type: 'padding', length: 6 },
  { type: 'ping' },
];

const FLOW = {
  flow: 'q0',
  odcid: 'cc0a',
  client: { address: '192.0.2.1', port: 4000 },
  server: { address: '192.0.2.2', port: 443 },
  start: 1,
  versions: ['0x00000001', '0x6b3343cf'],
  alpn: 'h3',
  closed: null,
  clientToServer: { bytes: 10, transportParameters: { initial_max_data: 5 } },
  serverToClient: { bytes: 20, transportParameters: null },
};
const packet = (/** @type {object} */ more) => ({
  frame: 1,
  direction: 'serverToClient',
  time: 1,
  type: '1rtt',
  pn: 7,
  len: 1200,
  version: null,
  dcid: 'ab',
  scid: null,
  keyPhase: 0,
  decrypted: true,
  frames: [],
  ...more,
});
const CAPTURE = { startEpochMs: 1795618293225, version: '1' };

/** @param {Parameters<typeof qlogRecords>} what */
const written = (...what) => [...qlogRecords(...what)].join('');

test('a connection that was written is read as it was', () => {
  const packets = [
    packet({ direction: 'clientToServer', type: 'initial', pn: 0, version: '0x00000001', scid: '' }),
    packet({ time: 1.0005, frames: FRAMES }),
    packet({ time: 1.25, type: 'stateless_reset', pn: null, decrypted: false }),
  ];
  const more = [
    { time: 1.1, name: 'recovery:packet_lost', data: { header: { packet_type: '1RTT', packet_number: 7 } } },
  ];
  const { packets: read, groups, ...rest } = readQlog(new TextEncoder().encode(written(FLOW, packets, CAPTURE, more)));
  const { columns, count } = read;
  expect(
    Array.from({ length: count }, (_, row) => [
      columns.timeNs[row] / 1e6,
      columns.event[row],
      PACKET_TYPES[columns.type[row]],
      columns.pn[row],
      columns.length[row],
    ]),
  ).toEqual([
    [0, PACKET_EVENT.RECEIVED, 'initial', 0, 1200],
    [0.5, PACKET_EVENT.SENT, '1rtt', 7, 1200],
    [100, PACKET_EVENT.LOST, '1rtt', 7, -1],
    [250, PACKET_EVENT.SENT, 'stateless_reset', -1, 1200],
  ]);
  expect(read.frames[1]).toEqual(FRAMES);
  expect(read.frames[3]).toBeNull();
  expect(groups).toMatchObject([
    { id: 'cc0a', versions: ['0x6b3343cf'], alpn: 'h3', parameters: { remote: { initial_max_data: 5 } } },
  ]);
  expect([groups[0].trace.vantage, groups[0].trace.clock.startEpochMs]).toEqual([
    'network',
    CAPTURE.startEpochMs + 1000,
  ]);
  expect(rest).toMatchObject({ isCut: false, skipped: 0, left: 0 });
});

test('the head has the marks of old and new readers; a frame without a name its number', () => {
  const records = written(FLOW, [packet({ frames: [{ type: '0x2f' }] })], { ...CAPTURE, startEpochMs: null }).split(
    '\x1e',
  );
  const parsed = records.slice(1).map((record) => JSON.parse(record));
  expect(records[0]).toBe('');
  expect(records.slice(1).every((record) => record.endsWith('\n'))).toBe(true);
  expect(parsed[0]).toMatchObject({
    qlog_version: '0.3',
    qlog_format: 'JSON-SEQ',
    file_schema: 'urn:ietf:params:qlog:file:sequential',
    trace: {
      vantage_point: { type: 'network', flow: 'server' },
      common_fields: { time_format: 'relative', reference_time: 0, ODCID: 'cc0a' },
    },
  });
  expect(parsed.at(-1)).toEqual({
    time: 0,
    name: 'transport:packet_sent',
    data: {
      header: { packet_type: '1RTT', packet_number: 7, dcid: 'ab', key_phase_bit: 0 },
      raw: { length: 1200 },
      datagram_id: 1,
      frames: [{ frame_type: 'unknown', raw_frame_type: 0x2f }],
    },
  });
});

test('what is inferred at the sender goes among the packets, by time', () => {
  const sender = {
    direction: 'serverToClient',
    vantage: 'sender',
    cwnd: { time: [1, 1.2], bytes: [12000, 24000] },
    inFlight: { time: [1.1], bytes: [1200] },
    rtt: { time: [1.2], seconds: [0.05] },
    losses: [{ space: 'app', pn: 7, time: 1.15, cause: 'packet_threshold' }],
  };
  const events = senderEvents(sender);
  expect(events.map(({ time, data }) => [time, data])).toEqual([
    [1, { congestion_window: 12000 }],
    [1.1, { bytes_in_flight: 1200 }],
    [1.15, { header: { packet_type: '1RTT', packet_number: 7 }, trigger: 'reordering_threshold' }],
    [1.2, { congestion_window: 24000 }],
    [1.2, { latest_rtt: 50 }],
  ]);
  const read = readQlog(new TextEncoder().encode(written(FLOW, [packet({}), packet({ time: 2 })], CAPTURE, events)));
  expect([read.packets.columns.event[1], read.packets.causes.get(1)]).toEqual([PACKET_EVENT.LOST, 'packet_threshold']);
  const { windowBytes, latestRttNs } = read.metrics.columns;
  expect([read.metrics.count, windowBytes[3], latestRttNs[3]]).toEqual([4, 24000, 50e6]);
  expect([senderEvents({ ...sender, vantage: 'receiver' }), senderEvents(undefined)]).toEqual([[], []]);
});
