/** A qlog that is opened instead of a capture. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gzipSync } from 'node:zlib';

import { QlogAnswers } from '../../../lib/quicflow/qlog/describe.js';
import { readQlog } from '../../../lib/quicflow/qlog/qlog.js';

const PROGRAM = fileURLToPath(new URL('../../../bin/selfclock.js', import.meta.url));
const folder = mkdtempSync(join(tmpdir(), 'selfclock-qlog-'));
afterAll(() => rmSync(folder, { recursive: true }));

/** @param {string} packet_type @param {number} packet_number @param {object} [more] */
const packet = (packet_type, packet_number, more = {}) => ({ header: { packet_type, packet_number }, ...more });

/** @param {object} [point] vantage @returns {Uint8Array} a server's log, unless said otherwise */
const log = (point = { type: 'server', name: 'stack\u001b[2J' }) =>
  new TextEncoder().encode(
    [
      { qlog_version: '0.3', trace: { vantage_point: point, common_fields: { ODCID: 'cc0a' } } },
      {
        time: 5,
        name: 'transport:packet_received',
        data: packet('initial', 0, { raw: { length: 1200 }, frames: [{ frame_type: 'crypto' }] }),
      },
      {
        time: 7,
        name: 'transport:packet_sent',
        data: packet('1RTT', 0, { raw: { length: 1200 }, frames: [{ frame_type: 'stream', stream_id: 0 }] }),
      },
      { time: 7, name: 'recovery:metrics_updated', data: { congestion_window: 12000, bytes_in_flight: 1200 } },
      {
        time: 6,
        name: 'transport:packet_sent',
        data: packet('initial', 0, { raw: { length: 50 }, frames: [{ frame_type: 'ack', acked_ranges: [[0]] }] }),
      },
      {
        time: 8,
        name: 'transport:packet_sent',
        data: packet('1RTT', 1, { raw: { length: 100 }, frames: [{ frame_type: 'stream', stream_id: 0 }] }),
      },
      { time: 9, name: 'recovery:metrics_updated', data: { latest_rtt: 2, smoothed_rtt: 2, min_rtt: 2 } },
      { time: 10, name: 'recovery:packet_lost', data: packet('1RTT', 0, { trigger: 'time_threshold' }) },
      { time: 11, name: 'recovery:packet_lost', data: packet('1RTT', 1) },
      { time: 12, name: 'recovery:spurious_loss', data: packet('1RTT', 1) },
      { time: 13, name: 'transport:connection_closed', data: { initiator: 'remote', application_code: 256 } },
    ]
      .map((record) => `\x1e${JSON.stringify(record)}\n`)
      .join(''),
  );

/** @param {object} [point] */
const answers = (point) => new QlogAnswers(readQlog(log(point)));

test('a time that no calendar has is none', () => {
  const text = new TextDecoder().decode(log()).replace('"ODCID"', '"reference_time":1e300,"ODCID"');
  const [flow] = new QlogAnswers(readQlog(new TextEncoder().encode(text))).flows;
  expect(flow).toMatchObject({ startEpoch: null, start: 0 });
});

test('a connection has what its log tells, from its first packet on', () => {
  const [flow, ...others] = answers().flows;
  expect(others).toEqual([]);
  expect(flow).toMatchObject({
    flow: 'q0',
    transport: 'quic',
    odcid: 'cc0a',
    vantage: 'server',
    start: 0,
    end: 0.007,
    closed: { by: 'client', layer: 'application', code: 256 },
    clientToServer: { packets: 1, bytes: 1200, ackElicitingPackets: 1, lostPackets: null, frames: { crypto: 1 } },
    serverToClient: { packets: 3, bytes: 1350, ackElicitingPackets: 2, lostPackets: 2, spuriouslyLostPackets: 1 },
  });
});

test('packets come by time, with what became of them', () => {
  expect(
    [...answers().packets()].map(({ time, direction, space, pn, verdict, lossCause }) => [
      time,
      direction,
      space,
      pn,
      verdict,
      lossCause,
    ]),
  ).toEqual([
    [0, 'clientToServer', 'initial', 0, null, null],
    [0.001, 'serverToClient', 'initial', 0, 'original', null],
    [0.002, 'serverToClient', 'app', 0, 'lost', 'time_threshold'],
    [0.003, 'serverToClient', 'app', 1, 'spuriously_lost', null],
  ]);
});

test("the sender's metrics are its own", () => {
  expect(answers().sender('q0')).toMatchObject({
    direction: 'serverToClient',
    vantage: 'sender',
    initialWindowBytes: 12000,
    cwnd: { time: [0.002, 0.004], bytes: [12000, 12000] },
    inFlight: { bytes: [1200, 1200] },
    rtt: { time: [0.004], seconds: [0.002] },
    losses: [
      { space: 'app', pn: 0, time: 0.005, cause: 'time_threshold', spurious: null },
      { space: 'app', pn: 1, time: 0.006, cause: null, spurious: true },
    ],
  });
  expect(answers().sender('q1')).toBeNull();
});

test.each([
  [{ type: 'unknown' }, 'clientToServer'],
  [{ type: 'network', flow: 'client' }, 'serverToClient'],
  [{ type: 'network', flow: 'server' }, 'clientToServer'],
])('whose log it is shows without a name, too: %j', (point, direction) => {
  expect([...answers(point).packets()][0].direction).toBe(direction);
});

test('analyze takes it like a capture, packed or not, and refuses what it has not', () => {
  const path = join(folder, 'log.sqlog.gz');
  writeFileSync(path, gzipSync(log()));
  const run = (/** @type {string[]} */ ...args) =>
    spawnSync(process.execPath, [PROGRAM, 'analyze', path, ...args], { encoding: 'utf8', timeout: 20_000 });
  const table = run();
  expect([table.status, table.stderr, table.stdout]).toEqual([
    0,
    '',
    'q0  cc0a  logged by the server (stack?[2J), 0.007000 s: 1 packets to the server, 3 packets, 2 declared lost to the client\n',
  ]);
  expect(JSON.parse(run('--sender', 'q0').stdout)).toMatchObject({ cwnd: { bytes: [12000, 12000] } });
  expect(run('--messages')).toMatchObject({
    status: 2,
    stdout: '',
    stderr: expect.stringMatching(/^selfclock: a qlog has no --messages/),
  });
});
