import { jest } from '@jest/globals';

import { OpenedQuic } from '../../lib/analysis/quic/opened-quic.js';
import { QuicConnections } from '../../lib/analysis/quic/quic-connections.js';
import { quicVerdict } from '../../lib/analysis/quic/quic-verdict.js';
import { csvLines } from '../../lib/export/csv.js';
import { drawQuic } from '../../lib/export/quic/graphs.js';
import { quicTables } from '../../lib/export/quic/tables.js';
import { describeQuicPackets } from '../../lib/quicflow/describe/describe-packets.js';
import { conversation, dataOf } from '../quicflow/conversation.js';
import { Secrets, stream, tracked } from '../quicflow/seal.js';

const secrets = new Secrets();
/** An ACK frame: 3 to 5, and 0 to 1. */
const ACK_OF_ALL_BUT_2 = [0x02, 5, 0, 1, 2, 0, 1];
const DATA = new Array(100).fill(1);

const sent = dataOf(secrets);

/** Five packets, of which the second is not acknowledged, and its data again. */
const datagrams = [
  ...conversation(secrets),
  ...[1, 2, 3, 4, 5].map((pn) => sent('server', pn, stream(4, pn * DATA.length, DATA))),
  sent('client', 1, ACK_OF_ALL_BUT_2),
  sent('server', 6, stream(4, 2 * DATA.length, DATA)),
];

const quic = tracked(datagrams, { keyLog: secrets.keyLog() });
const connections = new QuicConnections(quic, 1e9);

test('a connection has what became of its packets, and what was found', () => {
  const flow = connections.describe(0);
  expect(flow.serverToClient).toMatchObject({ lostPackets: 1, spuriouslyLostPackets: 0, probes: 0 });
  expect(flow.findings).toMatchObject([{ code: 'quic_loss', direction: 'serverToClient' }]);
  expect(flow.summary).toMatch(/^1 packet of \d that the server sent to be acknowledged was lost .*QUIC 1 with h3/);
});

test('its verdict is of what held the end back that sent more, however long the other had nothing to send', () => {
  const { sent: ways } = quic.connections[0];
  const connection = {
    ...quic.connections[0],
    packets: 100,
    startNs: 0,
    endNs: 1e9,
    sent: [
      { ...ways[0], bytes: 1000 },
      { ...ways[1], bytes: 1e6 },
    ],
  };
  const limits = /** @type {const} */ ([
    [{ startNs: 0, endNs: 1e9, limit: 'application', stream: null }],
    [{ startNs: 1e8, endNs: 8e8, limit: 'congestion_window', stream: null }],
  ]);
  const verdict = quicVerdict(/** @type {any} */ (connection), [], /** @type {any} */ (limits));
  expect(verdict).toMatchObject({ code: 'congestion_window', limit: { seconds: 0.7 } });
});

test('each packet says what became of it', () => {
  const lines = [...describeQuicPackets(quic)].filter(
    ({ pn, direction }) => direction === 'serverToClient' && pn !== 0,
  );
  expect(lines.map(({ verdict }) => verdict)).toEqual(['original', 'lost', ...new Array(4).fill('original')]);
  expect(lines[1]).toMatchObject({ lossCause: 'time_threshold', resends: [] });
  expect(lines[5]).toMatchObject({ resends: [{ stream: 4, offset: 200, length: 100, ofPacket: 2 }] });
});

test('its streams are listed with what each end sent', () => {
  expect([...connections.dataOf(0).streams()]).toMatchObject([
    {
      stream: 0,
      openedBy: 'client',
      bidirectional: true,
      clientToServer: { bytes: 3, uniqueBytes: 3, finalSize: 3, resetCode: null },
      serverToClient: { bytes: 2, finalSize: 2 },
    },
    { stream: 4, clientToServer: null, serverToClient: { bytes: 600, uniqueBytes: 500, finalSize: null } },
  ]);
});

test('tables say what the lines of packets and senders say', () => {
  const tables = quicTables(connections.dataOf(0));
  const linesOf = (/** @type {(typeof tables)[number]} */ table) => [...csvLines(table)].map((line) => line.trim());
  const lines = Object.fromEntries(tables.map((table) => [table.name, linesOf(table)]));
  expect(Object.keys(lines)).toEqual([
    ...['packets', 'frames', 'streams', 'sender-rtt', 'spin-rtt', 'flight', 'congestion-window'],
  ]);
  const fields = (/** @type {string} */ name, /** @type {number} */ row) => {
    const heads = lines[name][0].split(',');
    return Object.fromEntries(lines[name][row].split(',').map((value, i) => [heads[i], value]));
  };
  expect(fields('packets', lines.packets.length - 1)).toMatchObject({
    direction: 'serverToClient',
    pn: '6',
    frames: 'stream',
    verdict: 'original',
    resends_packets: '2',
  });
  const acks = lines.frames.findIndex((line) => line.includes(',0-1 3-5') || line.includes(',3-5 0-1'));
  expect(fields('frames', acks)).toMatchObject({ type: 'ack', ranges: '3-5 0-1', direction: 'clientToServer' });
  expect(fields('frames', lines.frames.length - 1)).toMatchObject({
    type: 'stream',
    stream: '4',
    offset: '200',
    length_bytes: '100',
  });
  expect(fields('streams', 3)).toMatchObject({ stream: '4', direction: 'serverToClient', unique_bytes: '500' });
  expect(lines.flight.length).toBeGreaterThan(5);
});

test('graphs for xplot have packet numbers, data, round trips and bytes in flight', () => {
  /** @type {Map<string, string>} */
  const files = new Map();
  drawQuic(connections.dataOf(0), 1_700_000_000_000_000_000n, (name) => (text) => {
    files.set(name, (files.get(name) ?? '') + text);
  });
  expect([...files.keys()]).toEqual([
    ...['q0_c2s_numbers.xpl', 'q0_c2s_data.xpl', 'q0_c2s_rtt.xpl', 'q0_c2s_owin.xpl'],
    ...['q0_s2c_numbers.xpl', 'q0_s2c_data.xpl', 'q0_s2c_rtt.xpl', 'q0_s2c_owin.xpl'],
  ]);
  const numbers = files.get('q0_s2c_numbers.xpl') ?? '';
  expect(numbers).toMatch(/^timeval double\ntitle\n10\.0\.0\.2:\d+_==>_10\.0\.0\.1:\d+ \(packet numbers\)\n/);
  expect(numbers.match(/ red\nR$/gm)).toHaveLength(1);
  expect(numbers).toMatch(/^line \S+ 2 \S+ 3 red$/m);
  expect(numbers).toMatch(/^line \S+ \d \S+ 6 green$/m);
  const data = files.get('q0_s2c_data.xpl') ?? '';
  expect(data).toMatch(/^line \S+ 502 \S+ 602 white$/m);
  expect(data).toMatch(/^line \S+ 202 \S+ 302 red$/m);
  expect(data.endsWith('go\n')).toBe(true);
});

test('its senders are found by its name', () => {
  expect(connections.indexOf('q0')).toBe(0);
  expect(connections.indexOf('q1')).toBe(-1);
  const [, server] = connections.describeSenders(0);
  expect(server.losses).toMatchObject([{ space: 'app', pn: 2, spurious: false }]);
});

test('without keys losses are not known', () => {
  const closed = new QuicConnections(tracked(datagrams), 1e9).describe(0);
  expect(closed.serverToClient).toMatchObject({ lostPackets: null, rtt: null, maxInFlightBytes: null });
  expect(closed.findings).toEqual([]);
});

test('what became of the packets of a connection is found once for its packets and its facts', () => {
  const once = tracked(datagrams, { keyLog: secrets.keyLog() });
  const gathered = jest.spyOn(once, 'columnsOf');
  const ingest = /** @type {any} */ ({ version: 1, durationNs: 1e9, quicMessages: null });
  const opened = new OpenedQuic(ingest, once);
  opened.packets(0);
  const before = gathered.mock.calls.length;
  expect(opened.facts(0)).toMatchObject({ serverToClient: { lostPackets: 1, frames: { stream: 7, ack: 2 } } });
  expect(gathered.mock.calls.length).toBe(before);
});
