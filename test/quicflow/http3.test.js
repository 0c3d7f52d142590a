/** HTTP/3 in captured QUIC: from datagrams to messages, HAR, bodies and qlog. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import { HarFile } from '../../lib/analysis/har-file.js';
import { MessageBody } from '../../lib/analysis/message-body.js';
import { describedPages } from '../../lib/analysis/messages/page-verdicts.js';
import { OpenedAnalysis } from '../../lib/analysis/opened-analysis.js';
import { readCapture } from '../../lib/capture/file/read-capture.js';
import { nodeCiphers } from '../../lib/node/ciphers.js';
import { nodeDecoder } from '../../lib/node/content-codings.js';
import { data3, GET3, headers3 } from '../protocols/support/http3-streams.js';
import { merge, pcap, script } from '../support/packets/packets.js';
import { CLIENT_ID, conversation, datagramsOf, dataOf, ODCID } from './conversation.js';
import { frameOf, seal, Secrets, stream } from './seal.js';

/** @typedef {import('./seal.js').Datagram} Datagram */

const folder = mkdtempSync(join(tmpdir(), 'selfclock-http3-'));
afterAll(() => rmSync(folder, { recursive: true }));
const secrets = new Secrets();
const { clientInitial, serverFlight } = datagramsOf(secrets);
let files = 0;

const sent = dataOf(secrets);

/**
 * @param {Datagram[]} datagrams a millisecond after each other @param {string[]} [without] secrets
 * @param {string} [fields] of the request on TCP
 */
async function analysed(datagrams, without, fields = '') {
  const quic = datagrams.map((datagram, i) => {
    const bytes = frameOf(datagram);
    return { bytes, originalLength: bytes.length, timeNs: i * 1e6 };
  });
  const tcp = script(
    { client: '10.0.0.1:4000', server: '10.0.0.2:80', startNs: 2.5e6 },
    'client SYN',
    'server SYN-ACK',
    'client ACK',
    `client "GET /tcp HTTP/1.1\\r\\nHost: t.example\\r\\n${fields}\\r\\n"`,
    'server "HTTP/1.1 200 OK\\r\\nContent-Length: 2\\r\\n\\r\\nok"',
  );
  const path = join(folder, `${files++}.pcap`);
  writeFileSync(path, pcap(merge(quic, tcp)));
  const analysis = new OpenedAnalysis({ ciphers: nodeCiphers, keyLog: secrets.keyLog(without) });
  await readCapture(path, analysis.ingest);
  return { path, analysis, messages: [...analysis.messages.ofAllTransports()] };
}

const REQUEST = headers3({ ...GET3, priority: 'u=1' });
const ANSWER = [...headers3({ ':status': '200', 'content-type': 'text/plain' }), ...data3('hello')];
const PLAIN = [
  clientInitial,
  serverFlight,
  sent('client', 0, stream(0, 0, REQUEST, true)),
  sent('server', 0, stream(0, 0, ANSWER.slice(0, 30))),
  sent('server', 1, stream(0, 30, ANSWER.slice(30), true)),
];

test('messages of both transports come in the order of their frames, with indexes of their own', async () => {
  const { messages, analysis } = await analysed(PLAIN);
  expect(messages.map(({ flow, protocol, kind, index, pair }) => [flow, protocol, kind, index, pair])).toEqual([
    ['q0', 'http/3', 'request', 2, 3],
    [0, 'http/1.1', 'request', 0, 1],
    [0, 'http/1.1', 'response', 1, 0],
    ['q0', 'http/3', 'response', 3, 2],
  ]);
  expect(messages.find(({ index }) => index === 2)).toMatchObject({
    carrier: 'quic',
    stream: 0,
    method: 'GET',
    target: '/',
    host: 'a.example',
    priority: { urgency: 1, incremental: false },
    blockedByQpack: 0,
    zeroRtt: false,
    complete: true,
    timings: { wait: 0.001, receive: 0.001, roundTrips: 1 },
  });
  expect(messages.find(({ index }) => index === 3)).toMatchObject({ status: 200, bodyBytes: 5, complete: true });
  expect([...analysis.messages.inOrder()].map(({ flow }) => flow)).toEqual([0, 0]);
  expect(analysis.ingest.quicMessages?.describeQuic(0)).toMatchObject({
    http: { requests: 1, responses: 1 },
    http3: { clientToServer: { streams: 1 } },
  });
});

test('a page has the requests of both transports', async () => {
  const page = [...headers3({ ':status': '200', 'content-type': 'text/html' }), ...data3('hello')];
  const { analysis } = await analysed(
    [
      ...PLAIN.slice(0, 3),
      sent('server', 0, stream(0, 0, page, true)),
      sent('client', 1, stream(4, 0, headers3({ ...GET3, ':path': '/a.css', referer: 'https://a.example/' }), true)),
    ],
    undefined,
    'Referer: https://a.example/\\r\\n',
  );
  expect([...describedPages(analysis)]).toMatchObject([
    {
      page: 1,
      url: 'https://a.example/',
      start: 0.002,
      requests: 3,
      bytes: 7,
      connections: ['q0', 0],
      connectionCount: 2,
      roundTrips: expect.any(Number),
      verdict: { sentence: expect.stringMatching(/^Held by /), chain: 2 },
    },
  ]);
});

test('requests of a connection that began before the capture are read', async () => {
  const before = Array.from({ length: 24 }, (_, i) => {
    const from = /** @type {const} */ (['client', 'server'])[i % 2];
    return sent(from, 500 + i, [...stream(0, 900 + i, [i]), ...new Array(20).fill(0)]);
  });
  const { messages } = await analysed([
    ...before,
    sent('client', 600, stream(4, 0, REQUEST, true)),
    sent('server', 600, stream(4, 0, ANSWER, true)),
  ]);
  expect(messages.filter(({ stream: id }) => id === 4)).toMatchObject([
    { flow: 'q0', kind: 'request', method: 'GET', host: 'a.example' },
    { flow: 'q0', kind: 'response', status: 200, bodyBytes: 5 },
  ]);
});

test('bytes that come out of order are read in order; a reset has its code', async () => {
  const { messages } = await analysed([
    clientInitial,
    serverFlight,
    sent('client', 0, stream(0, 0, REQUEST, true)),
    sent('server', 1, stream(0, 30, ANSWER.slice(30), true)),
    sent('server', 0, stream(0, 0, ANSWER.slice(0, 30))),
    sent('client', 1, stream(4, 0, REQUEST)),
    sent('client', 2, [0x05, 4, 0x41, 0x0c]), // STOP_SENDING
    sent('server', 2, [0x04, 4, 0x41, 0x0c, 0]), // RESET_STREAM
  ]);
  const ofQuic = messages.filter(({ flow }) => flow === 'q0');
  expect(ofQuic).toMatchObject([
    { stream: 0, kind: 'request' },
    { stream: 0, status: 200, bodyBytes: 5, start: 0.004, end: 0.004, complete: true },
    { stream: 4, kind: 'request', pair: null, reset: { code: 'H3_REQUEST_CANCELLED', by: 'client', at: 0.006 } },
  ]);
});

test.each([
  ['with its secret', [], { method: 'GET', target: '/', blockedByQpack: 0 }],
  ['without', ['CLIENT_EARLY_TRAFFIC_SECRET'], { method: null, target: null, blockedByQpack: null }],
])('a request in 0-RTT is told, %s', async (_name, without, expected) => {
  const early = {
    from: /** @type {const} */ ('client'),
    packets: [
      seal({
        type: '0rtt',
        dcid: ODCID,
        scid: CLIENT_ID,
        pn: 0,
        frames: stream(0, 0, REQUEST, true),
        secret: secrets.early,
      }),
    ],
  };
  const answer = sent('server', 0, stream(0, 0, ANSWER, true));
  const { messages } = await analysed([clientInitial, early, serverFlight, answer], without);
  const ofQuic = messages.filter(({ flow }) => flow === 'q0');
  expect(ofQuic).toMatchObject([
    { kind: 'request', zeroRtt: true, ...expected },
    { kind: 'response', status: 200, zeroRtt: false },
  ]);
  expect(ofQuic[0].pair).toBe(ofQuic[1].index);
});

test('a HAR has the exchanges of both transports, with bodies; a body can be had by itself', async () => {
  const { path, analysis } = await analysed(PLAIN);
  const file = new HarFile(analysis, { hasText: true, decode: nodeDecoder, inflate: nodeCiphers.inflate });
  await readCapture(path, file.reading);
  await file.reading.finish();
  const { entries } = JSON.parse(file.text('1')).log;
  const told = entries.map((/** @type {any} */ { request, response, connection }) => [
    connection,
    request.url,
    request.httpVersion,
    response.content.text,
  ]);
  expect(told.sort()).toEqual([
    ['0', 'http://t.example/tcp', 'HTTP/1.1', 'ok'],
    ['q0', 'https://a.example/', 'h3', 'hello'],
  ]);
  const pieces = /** @type {Uint8Array[]} */ ([]);
  const body = new MessageBody(analysis.ingest, 3, (bytes) => {
    pieces.push(bytes);
  });
  await readCapture(path, body);
  expect(Buffer.concat(pieces).toString()).toBe('hello');
  expect(() => new MessageBody(analysis.ingest, 4, () => {})).toThrow('no message 4');
});

test('without keys, or of another protocol, there are no messages', async () => {
  const closed = await analysed(PLAIN, ['CLIENT_TRAFFIC_SECRET_0', 'SERVER_TRAFFIC_SECRET_0']);
  expect(closed.messages.filter(({ flow }) => flow === 'q0')).toEqual([]);
  const { messages } = await analysed(conversation(secrets)); // its streams are no frames of HTTP/3
  expect(messages.filter(({ flow }) => flow === 'q0')).toEqual([]);
});
