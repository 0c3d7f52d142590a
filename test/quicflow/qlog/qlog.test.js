/** As aioquic 1.7, quic-go 0.65, quinn 0.11, quiche 0.30, ngtcp2 0.12 and OpenSSL 3.5 write qlog, and early drafts. */
import { MAX_QLOG_CONNECTIONS, MAX_QLOG_FRAMES } from '../../../lib/quicflow/qlog/limits.js';
import { readQlog } from '../../../lib/quicflow/qlog/qlog.js';
import { PACKET_EVENT, PACKET_TYPES } from '../../../lib/quicflow/qlog/tables.js';
import { isQlog } from '../../../lib/shared/hostlog/is-qlog.js';

const encoder = new TextEncoder();
/** @param {object[]} records @returns {Uint8Array} */
const sequence = (...records) => encoder.encode(records.map((record) => `\x1e${JSON.stringify(record)}\n`).join(''));
const document = (/** @type {unknown} */ value) => encoder.encode(JSON.stringify(value));

/** @param {string} packet_type @param {number} packet_number @param {object} [more] */
const packet = (packet_type, packet_number, more = {}) => ({ header: { packet_type, packet_number }, ...more });

/** @param {ReturnType<typeof readQlog>} qlog @returns {string[]} what happened to packets */
function lines({ packets: { columns, count } }) {
  const events = Object.keys(PACKET_EVENT);
  return Array.from(
    { length: count },
    (_, row) =>
      `${columns.timeNs[row] / 1e6} ${events[columns.event[row]]} ${PACKET_TYPES[columns.type[row]]} ${columns.pn[row]} ${columns.length[row]}`,
  );
}

/** @param {ReturnType<typeof readQlog>} qlog @param {number} row */
const metrics = ({ metrics: { columns } }, row) => ({
  window: columns.windowBytes[row],
  flight: columns.inFlightBytes[row],
  smoothed: columns.smoothedRttNs[row] / 1e6,
  sample: columns.latestRttNs[row] / 1e6,
  threshold: columns.slowStartThresholdBytes[row],
});

test('aioquic: one document, times since 1970', () => {
  const at = 1795618293225;
  const qlog = readQlog(
    document({
      qlog_format: 'JSON',
      qlog_version: '0.3',
      traces: [
        {
          common_fields: { ODCID: 'e895db3a47f4836c' },
          vantage_point: { name: 'aioquic', type: 'client' },
          events: [
            { time: at, name: 'transport:parameters_set', data: { owner: 'local', initial_max_data: 8388608 } },
            { time: at + 1, name: 'recovery:metrics_updated', data: { cwnd: 13500, bytes_in_flight: 531 } },
            {
              time: at + 1,
              name: 'transport:packet_sent',
              data: packet('initial', 0, {
                frames: [{ frame_type: 'crypto', length: 483, offset: 0 }],
                raw: { length: 531 },
              }),
            },
            {
              time: at + 60.5,
              name: 'transport:packet_received',
              data: packet('1RTT', 2, {
                frames: [
                  {
                    frame_type: 'ack',
                    ack_delay: 0.76,
                    acked_ranges: [
                      [0, 0],
                      [3, 24],
                    ],
                  },
                  { frame_type: 'stream', stream_id: 0, offset: 10, length: 5, fin: true },
                  { frame_type: 'padding' },
                ],
              }),
            },
            { time: at + 61, name: 'recovery:packet_lost', data: { type: '1RTT', packet_number: 7 } },
            {
              time: at + 61,
              name: 'recovery:metrics_updated',
              data: { cwnd: 13500, bytes_in_flight: 0, latest_rtt: 59.5, smoothed_rtt: 59.5, min_rtt: 59.5 },
            },
          ],
        },
      ],
    }),
  );
  expect(lines(qlog)).toEqual(['1 SENT initial 0 531', '60.5 RECEIVED 1rtt 2 -1', '61 LOST 1rtt 7 -1']);
  expect(qlog.packets.frames[1]).toEqual([
    {
      type: 'ack',
      ranges: [
        [3, 24],
        [0, 0],
      ],
      delay: 0.00076,
      ecn: null,
    },
    { type: 'stream', stream: 0, offset: 10, length: 5, fin: true },
    { type: 'padding', length: null },
  ]);
  const [{ trace, id, parameters }] = qlog.groups;
  expect([trace.vantage, trace.clock.startEpochMs, id]).toEqual(['client', at, 'e895db3a47f4836c']);
  expect(parameters.local).toEqual({ initial_max_data: 8388608 });
  expect(metrics(qlog, 1)).toEqual({ window: 13500, flight: 0, smoothed: 59.5, sample: 59.5, threshold: NaN });
});

test('quic-go: a sequence with both old and new marks; repeated metrics are no new sample', () => {
  const metric = { congestion_window: 40960, bytes_in_flight: 1280, latest_rtt: 50, smoothed_rtt: 50.5 };
  const qlog = readQlog(
    sequence(
      {
        file_schema: 'urn:ietf:params:qlog:file:sequential',
        qlog_version: '0.3',
        trace: {
          vantage_point: { type: 'server' },
          common_fields: {
            group_id: 'cc0a',
            reference_time: {
              clock_type: 'monotonic',
              epoch: 'unknown',
              wall_clock_time: '2026-11-25T14:22:06.030933198Z',
            },
          },
        },
      },
      { time: 0.6, name: 'transport:version_information', data: { chosen_version: '6b3343cf' } },
      { time: 0.8, name: 'transport:packet_received', data: packet('initial', 0, { raw: { length: 1280 } }) },
      {
        time: 1,
        name: 'transport:packet_sent',
        data: packet('initial', 0, { frames: [{ frame_type: 'ack', acked_ranges: [[0]] }] }),
      },
      { time: 2, name: 'recovery:metrics_updated', data: metric },
      { time: 3, name: 'recovery:metrics_updated', data: { ...metric, bytes_in_flight: 0 } },
      { time: 4, name: 'recovery:packet_lost', data: packet('1RTT', 9, { trigger: 'reordering_threshold' }) },
      { time: 5, name: 'recovery:spurious_loss', data: packet('1RTT', 9) },
      { time: 6, name: 'transport:alpn_information', data: { chosen_alpn: { string_value: 'h3' } } },
      {
        time: 7,
        name: 'transport:connection_closed',
        data: { initiator: 'remote', application_error: 'unknown', error_code: 256, reason: '' },
      },
    ),
  );
  expect(lines(qlog).slice(2)).toEqual(['4 LOST 1rtt 9 -1', '5 SPURIOUSLY_LOST 1rtt 9 -1']);
  expect(qlog.packets.frames[1]).toEqual([{ type: 'ack', ranges: [[0, 0]], delay: 0, ecn: null }]);
  expect(qlog.packets.causes.get(2)).toBe('packet_threshold');
  expect([metrics(qlog, 0).sample, metrics(qlog, 1).sample]).toEqual([50, NaN]);
  expect(qlog.groups[0]).toMatchObject({
    versions: ['0x6b3343cf'],
    alpn: 'h3',
    closed: { by: 'remote', layer: 'application', code: 256, reason: null },
  });
  expect(qlog.groups[0].trace.clock.startEpochMs).toBeCloseTo(Date.parse('2026-11-25T14:22:06.030Z') + 0.933, 2);
});

test('quinn: RTTs in seconds, two identifiers of one connection, several connections in a file', () => {
  const head = { qlog_version: '0.3', qlog_format: 'JSON-SEQ', trace: { vantage_point: { type: 'unknown' } } };
  const connection = (/** @type {string} */ odcid, /** @type {string} */ id) => [
    { time: 0, name: 'transport:packet_sent', data: packet('initial', 0), group_id: odcid },
    {
      time: 0,
      name: 'recovery:metrics_updated',
      data: { smoothed_rtt: 0.333, latest_rtt: 0.333, congestion_window: 12000, ssthresh: 2 ** 64 },
      group_id: odcid,
    },
    { time: 54, name: 'transport:packet_received', data: packet('initial', 0), group_id: odcid },
    { time: 54, name: 'transport:packet_received', data: packet('handshake', 0), group_id: id },
    { time: 54, name: 'recovery:metrics_updated', data: { smoothed_rtt: 0.054, latest_rtt: 0.054 }, group_id: id },
    { time: 55, name: 'transport:packet_sent', data: packet('initial', 1), group_id: id },
  ];
  const qlog = readQlog(sequence(head, ...connection('aa', 'bb'), ...connection('cc', 'dd')));
  expect(qlog.groups.map(({ id, connection: of }) => [id, of])).toEqual([
    ['aa', 0],
    ['bb', 0],
    ['cc', 2],
    ['dd', 2],
  ]);
  expect(metrics(qlog, 0)).toEqual({ window: 12000, flight: NaN, smoothed: 333, sample: NaN, threshold: NaN });
  expect(metrics(qlog, 1)).toMatchObject({ window: 12000, smoothed: 54, sample: 54 });
});

test('ngtcp2: whole milliseconds, ECN counts, a file that ends inside a record', () => {
  const whole = sequence(
    {
      qlog_version: '0.3',
      trace: { vantage_point: { type: 'client' }, common_fields: { time_format: 'relative', reference_time: 0 } },
    },
    { time: 0, name: 'transport:packet_sent', data: packet('initial', 1932040580) },
    {
      time: 4,
      name: 'transport:packet_sent',
      data: packet('handshake', 2, { frames: [{ frame_type: 'ack', acked_ranges: [[5]], ect1: 0, ect0: 1, ce: 0 }] }),
    },
  );
  const qlog = readQlog(whole.subarray(0, whole.length - 20));
  expect([lines(qlog), qlog.isCut, qlog.skipped]).toEqual([['0 SENT initial 1932040580 -1'], true, 0]);
  expect(qlog.groups[0].trace.clock.startEpochMs).toBeNull();
  expect(readQlog(whole).packets.frames[1]).toEqual([{ type: 'ack', ranges: [[5, 5]], delay: 0, ecn: [1, 0, 0] }]);
});

test('quiche, OpenSSL: categories of later drafts, times that are differences', () => {
  const quiche = readQlog(
    sequence(
      { file_schema: 'urn:ietf:params:qlog:file:sequential', trace: { vantage_point: { type: 'server' } } },
      {
        time: 0.3,
        name: 'quic:packet_sent',
        data: packet('1RTT', 0, {
          frames: [{ frame_type: 'stream', stream_id: 4, offset: 0, raw: { payload_length: 9 } }],
        }),
      },
      { time: 0.3, name: 'quic:recovery_metrics_updated', data: { smoothed_rtt: 333, congestion_window: 13500 } },
    ),
  );
  expect(quiche.packets.frames[0]).toEqual([{ type: 'stream', stream: 4, offset: 0, length: 9, fin: false }]);
  expect(metrics(quiche, 0)).toMatchObject({ window: 13500, smoothed: 333 });
  const openssl = readQlog(
    sequence(
      { qlog_version: '0.3', trace: { common_fields: { time_format: 'delta' }, vantage_point: { type: 'client' } } },
      { name: 'transport:parameters_set', data: { owner: 'local', initial_max_data: 5 } },
      {
        time: 1,
        name: 'transport:packet_sent',
        data: packet('initial', 0, { frames: [{ frame_type: 'crypto', offset: 0, payload_length: 1158, length: 4 }] }),
      },
      { time: 52, name: 'transport:packet_received', data: packet('initial', 0) },
      { time: 0, name: 'transport:packet_received', data: packet('handshake', 0) },
    ),
  );
  expect(lines(openssl).map((line) => line.split(' ')[0])).toEqual(['1', '53', '53']);
  expect(openssl.packets.frames[0]).toEqual([{ type: 'crypto', offset: 0, length: 1158 }]);
  expect(openssl.groups[0].parameters.local).toEqual({ initial_max_data: 5 });
});

test('early drafts: events that are arrays; a document a line', () => {
  const draft = readQlog(
    document({
      qlog_version: 'draft-01',
      traces: [
        {
          vantage_point: { type: 'client' },
          configuration: { time_units: 'us' },
          event_fields: ['relative_time', 'CATEGORY', 'EVENT_TYPE', 'TRIGGER', 'DATA'],
          events: [
            [
              2000,
              'TRANSPORT',
              'PACKET_SENT',
              'DEFAULT',
              { packet_type: 'INITIAL', header: { packet_number: '3', packet_size: 1200 } },
            ],
          ],
        },
      ],
    }),
  );
  expect(lines(draft)).toEqual(['2 SENT initial 3 1200']);
  const event = { time: 1, name: 'transport:packet_sent', data: packet('0RTT', 1) };
  const inLines = [{ qlog_format: 'NDJSON', trace: {} }, event].map((record) => JSON.stringify(record)).join('\n');
  expect(lines(readQlog(encoder.encode(inLines)))).toEqual(['1 SENT 0rtt 1 -1']);
});

test.each([
  ['nothing', ''],
  ['half a document', '{"qlog_version":"0.3","traces":[{"events":['],
  ['no qlog', '{"a":1}'],
  ['a list', '[1,2]'],
  ['no packets', JSON.stringify({ traces: [{ events: [{ time: 1, name: 'x', data: {} }] }] })],
  ['brackets', '['.repeat(100_000)],
])('%s: a sentence says so', (_name, text) => {
  expect(() => readQlog(encoder.encode(text))).toThrow(/^The qlog .+\.$/);
});

test('what begins a qlog is told from other JSON', () => {
  expect(isQlog(sequence({ qlog_version: '0.3' }))).toBe(true);
  expect(isQlog(document({ traces: [] }))).toBe(true);
  expect([
    isQlog(document({ log: { entries: [] } })),
    isQlog(new Uint8Array()),
    isQlog(Uint8Array.of(0xd4, 0xc3)),
  ]).toEqual([false, false, false]);
});

test('whatever values it has, it is read or refused', () => {
  const odd = [null, [], {}, 'x', -1, 1e300, true, [[null]], { raw: [] }, '\u0000'.repeat(1000)];
  for (const value of odd) {
    const records = [
      {
        trace: { common_fields: value, vantage_point: value, configuration: value, event_fields: value, events: value },
      },
      value,
      { time: value, name: 'transport:packet_sent', data: packet('1RTT', 1) },
      { time: 1, name: value, data: value, group_id: value },
      ...[
        'packet_sent',
        'packet_lost',
        'metrics_updated',
        'parameters_set',
        'version_information',
        'connection_closed',
      ].flatMap((name) => [
        { time: 1, name, data: value },
        {
          time: 1,
          name,
          data: {
            header: value,
            raw: value,
            frames: value,
            trigger: value,
            smoothed_rtt: value,
            chosen_version: value,
          },
        },
        {
          time: 1,
          name,
          data: packet('1RTT', 1, { frames: [value, { frame_type: 'ack', acked_ranges: value, ack_delay: value }] }),
        },
      ]),
    ];
    const text = records.map((record) => `\x1e${JSON.stringify(record)}\n`).join('');
    expect(readQlog(encoder.encode(text)).packets.count).toBeGreaterThan(0);
  }
});

test('frames and connections are bounded', () => {
  const many = Array.from({ length: MAX_QLOG_FRAMES + 5 }, () => ({ frame_type: 'ping' }));
  const events = Array.from({ length: MAX_QLOG_CONNECTIONS + 5 }, (_, i) => ({
    time: i,
    name: 'transport:packet_received',
    data: packet('initial', 0, i === 0 ? { frames: many } : {}),
    group_id: `id ${i}`,
  }));
  const qlog = readQlog(sequence({ trace: {} }, ...events));
  expect(qlog.packets.frames[0]).toHaveLength(MAX_QLOG_FRAMES);
  expect([qlog.groups.length, qlog.left]).toEqual([MAX_QLOG_CONNECTIONS, 5]);
});
