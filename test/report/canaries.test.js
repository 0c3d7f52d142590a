/** A distinct word in every text of every protocol: none of them is in a redacted report. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { protocolNamed, PROTOCOLS } from '../../lib/protocols/registry.js';
import { pack } from '../../lib/report/pack.js';
import { redactHeads } from '../../lib/report/redact/heads.js';
import { StandIns } from '../../lib/report/redact/stand-ins.js';
import { askedOfReport } from '../browser/support/asked.js';
import { ethernet, ipv4, udp } from '../packet/bytes.js';
import { data3, headers3, Http3Streams } from '../protocols/support/http3-streams.js';
import { dnsMessage } from '../support/dns.js';
import { merge, pcap, script } from '../support/packets/packets.js';
import { sentCapture } from '../support/packets/sent-capture.js';
import { tlsSession } from '../support/tls/tls-session.js';
import { Canaries, canaryCapture } from './support/canaries.js';
import { canaryCertificate } from './support/canary-certificate.js';
import { CANARY_INPUTS } from './support/canary-inputs.js';
import { contentOf, formsOf, madeReport, written } from './support/made-report.js';

const folder = mkdtempSync(join(tmpdir(), 'selfclock-canaries-'));
afterAll(() => rmSync(folder, { recursive: true }));

const asText = async (/** @type {Uint8Array} */ bytes) => Buffer.from(bytes).toString('latin1');

/** What is said in words about a capture and its connections. @param {number} connections */
const questionsOf = (connections) => [
  ...['findings', 'verdict', 'figures'].map((method) => ({ method, args: {} })),
  { method: 'rows', args: { sort: 'flow', descending: false, text: '', offset: 0, limit: connections } },
  { method: 'pageWaterfall', args: { page: 'all' } },
  ...Array.from({ length: connections }, (_, flow) => [
    ...['flow', 'connectionFindings', 'connectionWaterfall'].map((method) => ({ method, args: { flow } })),
    { method: 'lanes', args: { flow, connection: 0 } },
    { method: 'messages', args: { flow, offset: 0, limit: 100 } },
  ]).flat(),
];

test('every protocol of the registry has canaries', () => {
  const names = [...CANARY_INPUTS.map(([name]) => name), 'http/3']; // on QUIC: see the last test
  expect(names.sort()).toEqual(PROTOCOLS.map((protocol) => protocol.names[0]).sort());
});

const DETECTED = 'both ends, protocols detected';
const ADDRESSES = ['172.29.211.143', '172.23.157.201', '203.0.113.77', '203.0.113.78'];
/** Answers at least that are about texts, of a report that is not redacted. */
const TELLING = 40;
const NAMED_AFTER_CONTENT = ['proxy', 'socks'];
/** @type {[name: string, missing: 'client'|'server'|null, isChosen: boolean][]} */
const CAPTURES = [
  [DETECTED, null, false],
  ['both ends, protocols chosen', null, true],
  ['the client alone', 'server', true],
  ['the server alone', 'client', true],
];

test.each(CAPTURES)('of %s no text is in the report, nor in what it says', async (name, missing, isChosen) => {
  const { capture, canaries, connections, rules } = canaryCapture(missing);
  const path = written(join(folder, `${name}.pcap`), capture);
  const decodeAs = isChosen ? rules : [];
  const { analysis, ...open } = await madeReport(path, { decodeAs });
  const names = [...new Set(connections.map((one) => one.name))];
  const read = new Set(connections.map((_, flow) => analysis.ingest.messages.protocolOf(flow)));
  if (name === DETECTED) expect(names.filter((one) => !read.has(one))).toEqual(NAMED_AFTER_CONTENT);
  const seen = new Set(canaries.foundIn(contentOf(open)).map((one) => one.split(':')[0]));
  const report = await madeReport(path, { decodeAs, isRedacted: true });
  expect(canaries.foundIn(contentOf(report))).toEqual([]);
  expect(ADDRESSES.flatMap(formsOf).filter((form) => contentOf(report).includes(form))).toEqual([]);
  const questions = questionsOf(connections.length);
  const { answers, error } = await askedOfReport(report.data, questions, asText);
  expect(error).toBeNull();
  const telling = (/** @type {string[]} */ all) => all.filter((answer) => canaries.foundIn(answer).length > 0);
  expect(telling(answers)).toEqual([]);
  expect(telling((await askedOfReport(open.data, questions, asText)).answers).length).toBeGreaterThan(TELLING);
  if (missing === null) expect(names.filter((one) => !seen.has(one))).toEqual([]);
});

test.each(/** @type {const} */ (['TLSv1.2', 'TLSv1.3']))(
  'of %s no name of a host, a protocol or a certificate',
  async (version) => {
    const canaries = new Canaries();
    const c = canaries.of('tls');
    const protocol = c();
    const { sent, keyLog } = await tlsSession({
      settings: {
        ...canaryCertificate(c),
        ALPNProtocols: [protocol, c()],
        servername: `${c()}.example`,
        minVersion: version,
        maxVersion: version,
      },
      requests: [c()],
    });
    const path = written(join(folder, `${version}.pcap`), sentCapture(sent));
    const open = await madeReport(path, { keyLog });
    expect((await open.restored()).connections.describe(0).tls).toMatchObject({ alpn: protocol, certificates: [{}] });
    const report = await madeReport(path, { keyLog, isRedacted: true });
    const content = contentOf(report);
    expect(canaries.foundIn(content)).toEqual([]);
    expect(formsOf('203.0.113.77').filter((form) => content.includes(form))).toEqual([]);
    const { tls } = (await report.restored()).connections.describe(0);
    expect(tls?.ja4).not.toBe((await open.restored()).connections.describe(0).tls?.ja4);
    expect(tls?.certificates[0].subject).toMatch(/^C=h\d*, ST=h\d+, L=h\d+(?:\.example)?, O=/);
  },
);

test('of a slow look-up over UDP the finding names the stand-in', async () => {
  const name = `${new Canaries().of('dns')()}.example`;
  const datagram = (/** @type {Uint8Array} */ message, /** @type {boolean} */ isAnswer) => {
    const ports = /** @type {[number, number]} */ (isAnswer ? [53, 4000] : [4000, 53]);
    const bytes = ethernet(ipv4(udp(message, ports), { protocol: 17, host: isAnswer ? 9 : 2 }));
    return { bytes, originalLength: bytes.length, timeNs: isAnswer ? 2e9 : 0 };
  };
  const datagrams = [
    datagram(dnsMessage({ question: name, flags: 0x0100 }), false),
    datagram(dnsMessage({ question: name, records: [{ name, type: 'A', data: [192, 0, 2, 1] }] }), true),
  ];
  const page = script(
    { client: '10.0.0.2:40000', server: '192.0.2.1:80', startNs: 2.005e9 },
    'client SYN',
    '+40ms server SYN-ACK',
    '+50us client ACK',
    `+1ms client PSH ${JSON.stringify(`GET / HTTP/1.1\r\nHost: ${name}\r\n\r\n`)}`,
    '+40ms server PSH "HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nok"',
  );
  const path = written(join(folder, 'look-up.pcap'), pcap(merge(datagrams, page)));
  const said = async (/** @type {Awaited<ReturnType<typeof madeReport>>} */ { restored }) =>
    JSON.stringify((await restored()).connections.describe(0));
  expect(await said(await madeReport(path))).toContain(`resolve “${name}”`);
  const report = await madeReport(path, { isRedacted: true });
  expect(await said(report)).toMatch(/resolve “h\d+\.example”/);
  expect((await said(report)) + contentOf(report)).not.toContain(name);
});

test.each([true, false])('of HTTP/3 no field is in the heads; paths are kept: %s', (keepsPaths) => {
  const canaries = new Canaries();
  const c = canaries.of('http/3');
  const streams = new Http3Streams();
  const head = { ':method': c(), ':scheme': c(), ':authority': `${c()}:${c()}@${c()}.example`, ':path': `/?a=${c()}` };
  streams.send(0, 0, headers3({ ...head, cookie: `${c()}=${c()}`, priority: `u=1, ${c()}`, [c('x-')]: c() }));
  streams.send(1, 0, headers3({ ':status': '200', 'set-cookie': c(), server: c(), [c('x-')]: c() }));
  streams
    .send(1, 0, [...data3(c()), ...headers3({ [c('x-')]: c() })])
    .fin(1, 0)
    .close();
  const table = streams.analysis.table?.kept;
  if (table === undefined) throw new Error('no messages');
  const seen = () => canaries.foundIn(Buffer.from(pack(table)).toString('latin1'));
  expect(seen().length).toBeGreaterThan(15);
  redactHeads(table, new StandIns({ keepsPaths }), protocolNamed);
  expect(seen()).toEqual([]);
});
