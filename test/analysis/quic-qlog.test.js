/** What an end logged of itself (qlog), beside a capture of its connection. */
import { gzipSync } from 'node:zlib';

import { OpenedAnalysis } from '../../lib/analysis/opened-analysis.js';
import { EndpointLogs, MAX_ENDPOINT_LOG_BYTES, readEndpointLogs } from '../../lib/analysis/quic/endpoint-logs.js';
import { QuicConnections } from '../../lib/analysis/quic/quic-connections.js';
import { nodeCiphers } from '../../lib/node/ciphers.js';
import { nodeDecoder } from '../../lib/node/content-codings.js';
import { readQlog } from '../../lib/quicflow/qlog/qlog.js';
import { CLIENT_ID, ODCID } from '../quicflow/conversation.js';
import { lossCapture, QLOG_OFFSET_MS, QLOG_WINDOWS, serverQlog } from '../quicflow/loss-capture.js';
import { Secrets } from '../quicflow/seal.js';

const OTHER_ID = 'aabbccddeeff0011';

/** @param {{ isOpen?: boolean }} [options] whether the keys are there */
async function analysed({ isOpen = true } = {}) {
  const secrets = new Secrets();
  const analysis = new OpenedAnalysis({ ciphers: nodeCiphers, ...(isOpen && { keyLog: secrets.keyLog() }) });
  analysis.ingest.push(lossCapture(secrets));
  await analysis.ingest.ready();
  analysis.ingest.end();
  return analysis;
}

/** @param {Awaited<ReturnType<typeof analysed>>} analysis @param {...Uint8Array} files */
async function add({ ingest }, ...files) {
  const { logs, refusal } = await readEndpointLogs(
    ingest.quic,
    files.map((bytes) => [bytes]),
    nodeDecoder,
  );
  ingest.endpointLogs = logs;
  return refusal;
}

/** @param {Awaited<ReturnType<typeof analysed>>} analysis @returns {any[]} by direction */
const qlogsOf = ({ ingest }) =>
  /** @type {QuicConnections} */ (QuicConnections.of(ingest))
    .describeSenders(0)
    .map((sender) => ('qlog' in sender ? sender.qlog : null));

/** Initials without the ID that the client asked for. @param {any[]} events */
const withoutAsked = (events) =>
  events.map(({ data, ...event }) => ({ ...event, data: { ...data, header: { ...data.header, dcid: undefined } } }));

/** @param {any[]} events */
const withoutMetrics = (events) => events.filter(({ name }) => !name.startsWith('recovery:'));

/** Numbers that no packet has. @param {any[]} events */
const ofOtherNumbers = (events) =>
  events.map((event) =>
    event.data.header ? { ...event, data: { header: { ...event.data.header, packet_number: 9999 } } } : event,
  );

test("its figures are on the capture's clock, by the packets alone, beside those inferred", async () => {
  const analysis = await analysed();
  expect(await add(analysis, serverQlog())).toBeNull();
  const [client, server] = qlogsOf(analysis);
  expect(client).toBeNull();
  expect(server).toMatchObject({ writtenBy: 'a library', isCut: false, samples: 13, lostPackets: 1 });
  expect(server.clock).toEqual({ offset: QLOG_OFFSET_MS / 1e3, uncertainty: 0, packets: 12 });
  expect(server.cwnd.time[0]).toBe(0.02);
  expect([...new Set(server.cwnd.bytes)]).toEqual(QLOG_WINDOWS);
  expect(server.inFlight.bytes.slice(0, 4)).toEqual([400, 1000, 2000, 3000]);
  expect(server.rtt.seconds.filter((/** @type {number|null} */ rtt) => rtt !== null)).toEqual([0.021, 0.02]);
  // A third of a second is what it began with, and no measurement.
  expect(server.srtt.seconds.slice(0, 10)).toEqual([...new Array(9).fill(null), 0.021]);
  expect(server.difference.inFlight).toMatchObject({ samples: 12 });
  expect(server.difference.srtt).toBeNull(); // too few
});

test.each([
  ['as gzip', gzipSync(serverQlog())],
  ['by the first Initial, where no group has an ID', serverQlog({ id: null })],
  ['by another ID of the connection', serverQlog({ id: CLIENT_ID.toUpperCase(), of: withoutAsked })],
  ['where it does not say whose it is', serverQlog({ vantage: 'unknown' })],
  ['ended inside a record', serverQlog().subarray(0, -20)],
])('it is found %s', async (_, bytes) => {
  const analysis = await analysed();
  expect(await add(analysis, new Uint8Array(bytes))).toBeNull();
  expect(qlogsOf(analysis)[1].clock.offset).toBeCloseTo(QLOG_OFFSET_MS / 1e3, 9);
});

test.each([
  [
    'another connection',
    serverQlog({ id: OTHER_ID, of: withoutAsked }),
    `No QUIC connection of this capture has the original destination connection ID of the qlog (${OTHER_ID}).`,
  ],
  ['no ID', serverQlog({ id: null, of: withoutAsked }), /does not say by any connection ID/],
  ['no figures', serverQlog({ of: withoutMetrics }), /connection q0 has no congestion window/],
  ['none of the packets', serverQlog({ of: ofOtherNumbers }), /None of the packets that the qlog of connection q0/],
  ['an observer', serverQlog({ vantage: 'network' }), /written by an observer of the network/],
  ['no packets', serverQlog({ of: () => [] }), /has no QUIC packets/],
  ['what is no qlog', gzipSync('GET / HTTP/1.1'), /This is no log that is known/],
  ['damaged gzip', gzipSync(serverQlog()).subarray(0, 12), /This is no log that is known/],
  ['what unpacks to too much', gzipSync(new Uint8Array(MAX_ENDPOINT_LOG_BYTES + 1)), /64 MiB are read/],
])('a log of %s is refused with a sentence', async (_, bytes, sentence) => {
  const analysis = await analysed();
  expect(await add(analysis, new Uint8Array(bytes))).toEqual(
    typeof sentence === 'string' ? sentence : expect.stringMatching(sentence),
  );
  expect(qlogsOf(analysis)).toEqual([null, null]);
});

test('without QUIC there is nothing that it could lie beside', async () => {
  expect(await readEndpointLogs(null, [[serverQlog()]], nodeDecoder)).toEqual({
    logs: null,
    refusal: 'This capture has no QUIC connections that a qlog could lie beside.',
  });
});

test('of two logs of an end that with more figures counts, in either order; all together are bounded', async () => {
  const short = serverQlog({ of: (events) => events.slice(0, 6) });
  for (const files of [
    [short, serverQlog()],
    [serverQlog(), short],
  ]) {
    const analysis = await analysed();
    expect(await add(analysis, ...files)).toBeNull();
    expect(qlogsOf(analysis)[1].samples).toBe(13);
  }
  const { ingest } = await analysed();
  const before = new EndpointLogs(/** @type {NonNullable<typeof ingest.quic>} */ (ingest.quic));
  before.bytes = MAX_ENDPOINT_LOG_BYTES - 10;
  const { refusal } = await readEndpointLogs(ingest.quic, [[serverQlog()]], nodeDecoder, before);
  expect(refusal).toMatch(/64 MiB are read/);
});

test("without keys the page still gets the end's own figures, with nothing to compare", async () => {
  const analysis = await analysed({ isOpen: false });
  expect(await add(analysis, serverQlog())).toBeNull();
  const opened = await analysis.openQuic();
  const { meta } = /** @type {NonNullable<typeof opened>} */ (opened).sender(0, 1);
  expect(/** @type {any} */ (meta).qlog).toMatchObject({
    clock: { offset: QLOG_OFFSET_MS / 1e3, packets: 1 }, // the Initial
    difference: { cwnd: null, inFlight: null, srtt: null },
  });
  expect(/** @type {NonNullable<typeof opened>} */ (opened).facts(0).loggedBy).toEqual(['server']);
});

test('many traces of one connection cost their own size', () => {
  const [head, ...events] = new TextDecoder().decode(serverQlog()).split('\x1e').slice(1);
  const trace = { ...JSON.parse(head).trace, events: events.slice(0, 4).map((text) => JSON.parse(text)) };
  const text = JSON.stringify({ qlog_version: '0.3', traces: new Array(2000).fill(trace) });
  const beganMs = performance.now();
  const qlog = readQlog(new TextEncoder().encode(text), { keepsFrames: false });
  expect(qlog.left).toBe(1000 * 4);
  expect(qlog.groups.every(({ asked }) => asked === ODCID)).toBe(true);
  expect(performance.now() - beganMs).toBeLessThan(2000);
});
