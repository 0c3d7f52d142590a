/** How TCP cuts the bytes of a conversation changes neither the protocol that is told nor the messages. */
import { HTTP2_PREFACE } from '../../../lib/protocols/http2/signature.js';
import { muxStream } from '../../support/mux.js';
import fc from '../../support/properties.js';
import { tlsSession } from '../../support/tls/tls-session.js';
import { http2Session } from '../http2/http2-session.js';
import { bytesOf, Conversation } from '../support/conversation.js';

/** @typedef {{ endpoint: 0|1, bytes: Uint8Array }[]} Sent in the order of the capture */

/** @param {...string} steps `c …` or `s …` @returns {Sent} */
const text = (...steps) => steps.map((step) => ({ endpoint: step[0] === 'c' ? 0 : 1, bytes: bytesOf(step.slice(2)) }));

const GET = 'c GET /a HTTP/1.1\r\nHost: a\r\n\r\n';
const OK = 's HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi';
const NOISE = Uint8Array.from({ length: 3000 }, (_, i) => (i * 7919 + (i >> 3) * 31) & 0xff);

/** A frame of HTTP/2. @param {number} type @param {number} flags @param {number} stream @param {number[]} payload */
const frame = (type, flags, stream, payload) => [0, 0, payload.length, type, flags, 0, 0, 0, stream, ...payload];
const UPGRADE =
  'c GET /up HTTP/1.1\r\nHost: a\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: \r\n\r\n';

/** @type {Record<string, Sent>} */
const CONVERSATIONS = {
  'HTTP/1.1': text(GET, OK, `${GET}GET /b HTTP/1.1\r\n\r\n`, `${OK}${OK.slice(2)}`),
  'HTTP/1.0 to the close': text('c GET / HTTP/1.0\r\n\r\n', `s HTTP/1.0 200 OK\r\n\r\n${'x'.repeat(2000)}`),
  'an unknown method': text('c M-SEARCH * HTTP/1.1\r\n\r\n', OK),
  'a request without an answer': text('c BREW /pot HTTP/1.1\r\n\r\n'),
  'only responses': text(OK, OK),
  'HTTP/2 by upgrade': [
    ...text(UPGRADE, 's HTTP/1.1 101 Switching\r\nConnection: Upgrade\r\nUpgrade: h2c\r\n\r\n'),
    { endpoint: 1, bytes: Uint8Array.from([...frame(4, 0, 0, []), ...frame(1, 5, 1, [0x88])]) },
    { endpoint: 0, bytes: Uint8Array.from([...HTTP2_PREFACE, ...frame(4, 0, 0, [])]) },
  ],
  WebSocket: [
    ...text('c GET /ws HTTP/1.1\r\nUpgrade: websocket\r\n\r\n', 's HTTP/1.1 101 OK\r\nUpgrade: websocket\r\n\r\n'),
    ...text('s \x81\x05hello', 'c \x81\x82\x01\x02\x03\x04\x40\x41'),
  ],
  'HTTP/2 in CONNECT': text(
    'c CONNECT a:80 HTTP/1.1\r\n\r\n',
    's HTTP/1.1 200 OK\r\n\r\n',
    `c ${String.fromCharCode(...HTTP2_PREFACE)}`,
    `s ${String.fromCharCode(...frame(4, 0, 0, []))}`,
  ),
  'WebMUX of 1998': [
    { endpoint: 0, bytes: muxStream('1998', { session: 2, syn: 80, long: true, payload: GET.slice(2), padTo: 8 }) },
    {
      endpoint: 1,
      bytes: muxStream(
        '1998',
        { session: 2, syn: 80 },
        { session: 2, payload: OK.slice(2) },
        { session: 2, credit: 4096 },
      ),
    },
  ],
  'WebMUX of 1996': [
    {
      endpoint: 0,
      bytes: muxStream(
        '1996',
        { session: 3, syn: 80, filler: true },
        { session: 3, payload: GET.slice(2), long: true, push: true },
      ),
    },
    {
      endpoint: 1,
      bytes: muxStream(
        '1996',
        { session: 3, syn: 80, filler: true },
        { session: 3, payload: OK.slice(2), long: true },
        { session: 3, credit: 4096, long: true },
      ),
    },
  ],
  SSH: text('s SSH-2.0-a\r\n', 'c SSH-2.0-b\r\n', `s ${'\0'.repeat(500)}`, `c ${'\0'.repeat(500)}`),
  SMTP: text('s 220 a.example ESMTP\r\n', 'c EHLO b\r\n', 's 250 OK\r\n'),
  'FTP that names SMTP': text('s 220 FTP and SMTP\r\n', 'c USER a\r\n'),
  'unknown methods of other protocols': text(
    'c DESCRIBE rtsp://a/b RTSP/1.0\r\nCSeq: 2\r\n\r\n',
    's RTSP/1.0 200 OK\r\n\r\n',
  ),
  SOCKS: text('c \x05\x01\0', 's \x05\0', 'c \x05\x01\0\x01\x01\x02\x03\x04\0\x50'),
  LDAP: text('c \x30\x0c\x02\x01\x01\x60\x07\x02\x01\x03\x04\0\x80\0'),
  DNS: text(
    'c \0\x13\x12\x34\x01\0\0\x01\0\0\0\0\0\0\x01a\0\0\x01\0\x01',
    's \0\x13\x12\x34\x81\x80\0\x01\0\0\0\0\0\0\x01a\0\0\x01\0\x01',
  ),
  MySQL: text('s \x1a\0\0\0\n8.0.30\0\x01\0\0\0abcdefgh\0\0\0\0\0\0', 'c \x01\0\0\x01\x01'),
  'two bytes each way': text('c ab', 's cd'),
  noise: [
    { endpoint: 0, bytes: NOISE.subarray(0, 700) },
    { endpoint: 1, bytes: NOISE.subarray(700) },
    { endpoint: 0, bytes: NOISE },
  ],
  'noise, then HTTP/1': [{ endpoint: 1, bytes: NOISE }, ...text(GET)],
  'noise, then TLS': [{ endpoint: 1, bytes: NOISE.subarray(0, 300) }, ...text('c \x16\x03\x01\x02\x00\x01abcdefg')],
  'much noise, then TLS': [{ endpoint: 1, bytes: NOISE }, ...text('c \x16\x03\x01\x02\x00\x01abcdefg')],
};

beforeAll(async () => {
  const request = (/** @type {string} */ path) => ({
    headers: { ':path': path, ':method': 'POST', 'x-a': 'b' },
    body: 'body',
  });
  const sent = await http2Session([request('/1'), request('/2')], 'answer');
  CONVERSATIONS['HTTP/2'] = sent;
  CONVERSATIONS['HTTP/2, the server first'] = sent.toSorted((one, other) => other.endpoint - one.endpoint);
  CONVERSATIONS.TLS = (await tlsSession({ kind: 'ec', requests: ['hello'] })).sent;
});

/**
 * What is told of a conversation, but for frames and times.
 * @param {Sent} sent
 * @param {boolean} isMidConnection
 * @param {(bytes: Uint8Array) => Uint8Array[]} cut
 * @param {boolean} [keep]
 */
function told(sent, isMidConnection, cut, keep = true) {
  const conversation = new Conversation({ guessed: isMidConnection, keep });
  const { analysis } = conversation;
  for (const { endpoint, bytes } of sent) for (const piece of cut(bytes)) conversation.bytes(endpoint, piece);
  for (const endpoint of /** @type {const} */ ([0, 1])) conversation.end(endpoint, 'fin');
  const tls = analysis.tlsOf(0);
  return {
    protocol: analysis.protocolOf(0),
    counts: analysis.counts(0),
    warnings: analysis.warningsOf(0),
    lines: keep ? conversation.lines : [],
    open: analysis.openConnections,
    tls: tls && [tls.sni, tls.version],
    fragments: Array.from({ length: analysis.mux.count }, (_, row) => ({
      ...analysis.describeFragment(row),
      frame: 0,
      lastFrame: 0,
      time: 0,
      end: 0,
    })),
  };
}

/** @param {Uint8Array} bytes */
const whole = (bytes) => [bytes];

/** @param {number[]} lengths over and over @returns {(bytes: Uint8Array) => Uint8Array[]} */
const cutBy = (lengths) => (bytes) => {
  const pieces = [];
  for (let at = 0, i = 0; at < bytes.length; i++) {
    pieces.push(bytes.subarray(at, at + lengths[i % lengths.length]));
    at += lengths[i % lengths.length];
  }
  return pieces;
};

const EXPECTED = {
  'HTTP/1.1': 'http/1.1',
  'HTTP/1.0 to the close': 'http/1.0',
  'an unknown method': 'http/1.1',
  'a request without an answer': 'http/1.1',
  'only responses': 'http/1.1',
  'HTTP/2 by upgrade': 'http/2',
  WebSocket: 'websocket',
  'HTTP/2 in CONNECT': 'http/1.1',
  'WebMUX of 1998': 'webmux',
  'WebMUX of 1996': 'webmux',
  SSH: 'ssh',
  SMTP: 'smtp',
  'FTP that names SMTP': 'ftp',
  'unknown methods of other protocols': 'rtsp',
  SOCKS: 'socks',
  LDAP: 'ldap',
  DNS: 'dns',
  MySQL: 'mysql',
  'two bytes each way': null,
  noise: null,
  'noise, then HTTP/1': 'http/1.1',
  'noise, then TLS': 'tls',
  'much noise, then TLS': 'tls',
  'HTTP/2': 'http/2',
  'HTTP/2, the server first': 'http/2',
  TLS: 'tls',
};

test.each(Object.entries(EXPECTED))('%s', (name, protocol) => {
  const sent = CONVERSATIONS[name];
  const expected = told(sent, false, whole);
  expect([expected.protocol, expected.open]).toEqual([protocol, 0]);
  expect(told(sent, false, cutBy([1]))).toEqual(expected);
  expect(told(sent, false, whole, false).counts).toEqual(expected.counts);
  const lengths = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(lengths, fc.boolean(), (cuts, isMidConnection) => {
      expect(told(sent, isMidConnection, cutBy(cuts))).toEqual(isMidConnection ? told(sent, true, whole) : expected);
    }),
    { numRuns: 20 },
  );
});

test('in mid-connection, wherever it starts', () => {
  const names = Object.keys(EXPECTED);
  const cuts = fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1, maxLength: 6 });
  fc.assert(
    fc.property(fc.constantFrom(...names), fc.nat(3), fc.nat(60), cuts, (name, skipped, dropped, lengths) => {
      const [first, ...rest] = CONVERSATIONS[name].slice(skipped);
      const sent =
        first === undefined ? [] : [{ endpoint: first.endpoint, bytes: first.bytes.subarray(dropped) }, ...rest];
      expect(told(sent, true, cutBy(lengths))).toEqual(told(sent, true, whole));
    }),
    { numRuns: 150, examples: [['SMTP', 0, 1, [1]]] },
  );
});
