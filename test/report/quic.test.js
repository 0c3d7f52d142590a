/** Connections of QUIC in reports: the same answers as the capture's, without keys, bytes or private data. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { pack, unpack } from '../../lib/report/pack.js';
import { ReportError } from '../../lib/report/report-error.js';
import { restoredAnalysis } from '../../lib/report/restored-analysis.js';
import { flowText, QUIC_FLOWS } from '../../lib/shared/quic-flow.js';
import { askedHere, askedOfReport } from '../browser/support/asked.js';
import { http3Capture, quicCapture } from '../quicflow/capture.js';
import { CLIENT_ID, conversation, ODCID, SERVER_ID } from '../quicflow/conversation.js';
import { clientHello, crypto, initial, seal } from '../quicflow/seal.js';
import { script } from '../support/packets/packets.js';
import { contentOf, madeReport, written } from './support/made-report.js';

const folder = mkdtempSync(join(tmpdir(), 'selfclock-quic-report-'));
afterAll(() => rmSync(folder, { recursive: true }));

const tcp = script('client SYN', 'server SYN ACK', 'client ACK', String.raw`client "GET / HTTP/1.1\r\n\r\n"`);
const { capture: mixed } = http3Capture({ frames: tcp.map(({ bytes }) => bytes) });
const { capture: closed } = http3Capture({ hasSecrets: false });
const view = { sort: 'flow', descending: false, text: '' };

/** @param {number} flow */
const ofQuic = (flow) => [
  ...['flow', 'connectionFindings', 'explanation', 'connectionWaterfall', 'quicFacts', 'quicPackets', 'statements'].map(
    (method) => ({ method, args: { flow } }),
  ),
  { method: 'quicRows', args: { flow, offset: 0, limit: 100 } },
  ...[0, 1].flatMap((direction) => [
    { method: 'quicSender', args: { flow, direction } },
    ...['data', 'numbers', 'bytes'].map((by) => ({ method: 'quicSequence', args: { flow, direction, by } })),
  ]),
  { method: 'messages', args: { flow, offset: 0, limit: 100 } },
];
const OF_ALL = [
  { method: 'rows', args: { ...view, offset: 0, limit: 50 } },
  ...['findings', 'verdict'].map((method) => ({ method, args: {} })),
  { method: 'explanation', args: { flow: null } },
  { method: 'pageWaterfall', args: { page: 'all' } },
  { method: 'wiresharkFilter', args: { text: '' } },
  ...['connections.json', 'requests.json'].map((list) => ({
    method: 'listBegin',
    args: { list, ...view },
    isFile: true,
  })),
];

/** The same of two connections. @param {import('../quicflow/seal.js').Secrets} secrets */
const twice = (secrets) => [
  {
    from: /** @type {const} */ ('client'),
    packets: [
      seal({
        ...{ type: 'initial', dcid: '1111111111111111', scid: 'd1d2d3d4', pn: 0 },
        secret: initial('1111111111111111', 0),
        frames: [...crypto(clientHello(secrets.random, 'other.example.test')), ...new Array(1000).fill(0)],
      }),
    ],
  },
  ...conversation(secrets),
];

test.each(
  /** @type {[string, Uint8Array, string][]} */ ([
    ['HTTP 3 beside TCP', mixed, 'of-quic'],
    ['an answer with losses to tell', quicCapture(), 'www.example.test'],
    ['one that no key opens', closed, 'no keys'],
  ]),
)('a report of %s answers as its capture', async (name, capture, said) => {
  const path = written(join(folder, `${name}.pcapng`), capture);
  const questions = [...OF_ALL, ...ofQuic(QUIC_FLOWS)];
  const { data, head } = await madeReport(path);
  const here = await askedHere(path, { questions });
  expect(await askedOfReport(data, questions)).toEqual(here);
  expect(head.connections).toBe(here.connections + 1);
  const asText = async (/** @type {Uint8Array} */ bytes) => Buffer.from(bytes).toString('latin1');
  expect((await askedOfReport(data, questions, asText)).answers.join('\n')).toContain(said);
});

test('some connections keep their names, and nothing of others comes along', async () => {
  const path = written(join(folder, 'two.pcapng'), quicCapture({ datagramsOf: twice }));
  const flow = QUIC_FLOWS + 1;
  const report = await madeReport(path, { flows: [flow] });
  const { rows } = JSON.parse(
    (await askedOfReport(report.data, [OF_ALL[0]], asJson)).answers[0].replace(/^[^:]*.*?}: /, ''),
  );
  expect(rows.map((/** @type {{ flow: number }} */ row) => flowText(row.flow))).toEqual(['q1']);
  const questions = ofQuic(flow).filter(({ method }) => !['flow', 'quicFacts'].includes(method));
  const { answers } = await askedOfReport(report.data, questions);
  expect(answers).toEqual((await askedHere(path, { questions })).answers);
  expect(contentOf(report)).not.toContain('other.example.test');
  expect(report.head).toMatchObject({ connections: 2, chosen: 1 });
});

test('neither secrets nor contents are in it, and redacted no name, address or connection ID', async () => {
  const path = written(join(folder, 'secret.pcapng'), mixed);
  const open = contentOf(await madeReport(path));
  expect(open).not.toContain('hello');
  const secrets = ['www.example.test', 'a.example', 'of-quic', ...[ODCID, CLIENT_ID, SERVER_ID].map(bytesOf)];
  expect(secrets.filter((secret) => !open.includes(secret))).toEqual([]);
  const report = await madeReport(path, { isRedacted: true });
  const content = contentOf(report);
  expect([...secrets, '10.0.0.1', '10.0.0.2'].filter((secret) => content.includes(secret))).toEqual([]);
  const { quic } = (await report.restored()).ingest;
  expect([0, 1].map((end) => quic?.connections[0].endpoint(end).address)).toEqual(['198.18.0.1', '198.18.0.2']);
  expect(quic?.connections[0].handshake).toMatchObject({ sni: expect.stringMatching(/^h\d+\.example$/), alpn: 'h3' });
});

test('what is damaged is said to be', async () => {
  const path = written(join(folder, 'damaged.pcapng'), quicCapture());
  const { state } = await madeReport(path);
  const quic = /** @type {NonNullable<typeof state.quic>} */ (state.quic);
  const changes = [
    () => (quic.tracker.packets.columns.next = quic.tracker.packets.columns.frame),
    () => (quic.tracker.packets.count *= 1000),
    () => (quic.tracker.frames.columns.a = quic.tracker.frames.columns.a.slice(2)),
    () => (quic.tracker.connections[0].firstRow = 4),
    () => (quic.tracker.connections[0].paths = []),
    () => (quic.tracker.connections[0].odcid = 99),
    () => (quic.tracker.ids.count = 2 ** 30),
    () => (quic.tracker.texts = /** @type {any} */ ([7])),
    () => (quic.tracker.streams = []),
  ];
  for (const change of changes) {
    const before = unpack(/** @type {ArrayBuffer} */ (pack(quic.tracker).buffer));
    change();
    await expect(restoredAnalysis(state, null)).rejects.toBeInstanceOf(ReportError);
    quic.tracker = before;
  }
  expect((await restoredAnalysis(state, null)).ingest.quic?.connections).toHaveLength(1);
});

/** @param {string} hex */
const bytesOf = (hex) => Buffer.from(hex, 'hex').toString('latin1');
const asJson = async (/** @type {Uint8Array} */ bytes) => new TextDecoder().decode(bytes);
