/** Which first bytes are taken for WebMUX, and which are not. */
import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { FORMAT } from '../../../lib/protocols/webmux/format.js';
import { muxFormatInside, muxFormatOf, NO_MUX } from '../../../lib/protocols/webmux/signature.js';
import { muxStream } from '../../support/mux.js';
import { sentCapture } from '../../support/packets/sent-capture.js';
import { random } from '../support/streams.js';

/** @typedef {import('../../support/mux.js').Message} Message */

const text = (/** @type {string} */ characters) => Uint8Array.from(characters, (character) => character.charCodeAt(0));
const FORMATS = { 1996: FORMAT.W96, 1998: FORMAT.W98 };

/** @type {[string, '1996'|'1998', Message[]][]} */
const STARTS = [
  ['Jigsaw', '1996', [{ session: 3, syn: 80, filler: true }]],
  ['Jigsaw, to another protocol', '1996', [{ session: 3, syn: 7, filler: true }]],
  ['Jigsaw with the long bit', '1996', [{ session: 3, syn: 80, long: true }]],
  ['libwww', '1996', [{ session: 3, syn: 80, long: true, payload: 'GET / HTTP/1.0\r\n\r\n' }]],
  [
    'strings first',
    '1996',
    [
      { code: 0, value: 1, payload: 'http://www.w3.org/' },
      { session: 3, syn: 80, filler: true },
    ],
  ],
  ['ILU', '1998', [{ session: 2, syn: 80, push: true, long: true, payload: 'GET /' }]],
  [
    'a short SYN and data',
    '1998',
    [
      { session: 2, syn: 80 },
      { session: 2, payload: 'GET /' },
    ],
  ],
  [
    'a short SYN and FIN',
    '1998',
    [
      { session: 2, syn: 80 },
      { session: 2, fin: true },
    ],
  ],
  [
    'two short SYNs',
    '1998',
    [
      { session: 2, syn: 80 },
      { session: 4, syn: 80 },
    ],
  ],
  [
    'an endpoint first',
    '1998',
    [
      { code: 1, payload: 'urn:client-one' },
      { session: 2, syn: 80, long: true, payload: 'GET /' },
    ],
  ],
  [
    'an atom first',
    '1998',
    [
      { code: 0, payload: 'http' },
      { session: 2, syn: 0x20000 },
      { session: 2, payload: 'x' },
    ],
  ],
  [
    'an undefined control message before the SYN',
    '1998',
    [
      { code: 4, value: 4000 },
      { code: 9, payload: 'from the future' },
      { session: 2, syn: 80 },
      { session: 2, payload: 'x' },
    ],
  ],
  [
    'controls alone, an undefined one among them',
    '1998',
    [{ code: 5 }, { code: 2, value: 1000 }, { code: 4, value: 40000 }, { code: 5, payload: 'ignore' }],
  ],
];

test.each(STARTS)('%s (%s)', (_name, format, messages) => {
  const bytes = muxStream(format, ...messages);
  expect(muxFormatOf(bytes, 0, bytes.length)).toBe(FORMATS[format]);
});

test.each(
  [
    'GET / HTTP/1.1\r\nHost: x\r\n\r\n',
    'POST /a HTTP/1.1\r\n',
    'PUT /a HTTP/1.1\r\n',
    'HEAD / HTTP/1.0\r\n',
    'DELETE / HTTP/1.1\r\n',
    'OPTIONS * HTTP/1.1\r\n',
    'PATCH / HTTP/1.1\r\n',
    'TRACE / HTTP/1.1\r\n',
    'CONNECT a:443 HTTP/1.1\r\n',
    'HTTP/1.1 200 OK\r\n',
    'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
    'SSH-2.0-OpenSSH_9.2\r\n',
    '220 mail ESMTP\r\n',
    'EHLO a\r\n',
    '+OK POP3\r\n',
    '* OK IMAP4\r\n',
    'USER a\r\n',
    '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
    '\x16\x03\x03\x00\x7a\x02',
    '\x00\x00\x00\x55\xffSMB',
    '\x05\x01\x00',
    '\x04\x01\x00\x50\x0a\x00\x00\x01',
    '\x13BitTorrent protocol',
    '\x00\x1e\x12\x34\x01\x00\x00\x01\x00\x00\x00\x00\x00\x00\x03www',
    '\x10\x1a\x00\x04MQTT',
    '*1\r\n$4\r\nPING\r\n',
    '\x03\x00\x00\x13\x0e\xe0\x00\x00',
    '\x4a\x00\x00\x00\x0a8.0.32\x00',
    '\x00\x00\x00\x08\x04\xd2\x16\x2f',
    '\xff\xfd\x18\xff\xfd\x20',
    '\x00\x00\x00\x00',
    '\x02\x00\x00\x00',
    '\x00\x00\x00\x01\x00\x00\x00\x02',
  ].map((first) => [first]),
)('%j is none', (first) => {
  const bytes = text(first.padEnd(64, '\0'));
  expect(muxFormatOf(bytes, 0, bytes.length)).toBe(NO_MUX);
});

test('text of any kind is none, from the first byte on or soon', () => {
  const next = random(1);
  const printable = () => String.fromCharCode(0x20 + Math.floor(next() * 0x5f));
  for (let input = 0; input < 50_000; input++) {
    const bytes = text(Array.from({ length: 24 }, printable).join(''));
    if (muxFormatOf(bytes, 0, bytes.length) > 0 || muxFormatInside(bytes, 0, bytes.length) > 0) {
      throw new Error(`${JSON.stringify(String.fromCharCode(...bytes))} is taken for MUX`);
    }
  }
});

test('random bytes are taken for it less than once in 10,000', () => {
  const next = random(2);
  const bytes = new Uint8Array(512);
  let taken = 0;
  for (let input = 0; input < 50_000; input++) {
    for (let i = 0; i < 64; i++) bytes[i] = Math.floor(next() * 256);
    if (muxFormatOf(bytes, 0, 64) > 0 || muxFormatInside(bytes, 0, 64) > 0) taken++;
  }
  expect(taken).toBeLessThan(5);
});

test('in mid-connection a run of credit tells, data with text in it does not', () => {
  const credit = muxStream('1996', ...new Array(4).fill({ session: 3, credit: 2560 }));
  expect(muxFormatInside(credit, 0, credit.length)).toBe(FORMAT.W96);
  expect(muxFormatInside(text('body of a page, in mid-sentence '.repeat(20)), 0, 512)).toBe(NO_MUX);
});

/** @param {{ endpoint: 0|1, bytes: Uint8Array }[]} sent */
function analysed(sent) {
  const analysis = new OpenedAnalysis();
  analysis.ingest.push(sentCapture(sent));
  analysis.ingest.end();
  return analysis;
}

test('a guess that what follows belies is taken back; with a few fragments more it is WebMUX that lost its framing', () => {
  const open = muxStream('1998', { session: 2, syn: 9, long: true, payload: 'hello' });
  const noise = text('not a header anywhere, '.repeat(60));
  const wrong = analysed([{ endpoint: 0, bytes: Uint8Array.of(...open, ...noise) }]);
  expect([
    wrong.ingest.messages.protocolOf(0),
    wrong.connections.describe(0).mux,
    [...wrong.ingest.messages.mux.rows()],
    wrong.connections.describe(0).warnings,
  ]).toEqual([null, undefined, [], undefined]);
  const more = muxStream('1998', ...new Array(4).fill({ session: 2, payload: 'abcd' }));
  const lost = analysed([{ endpoint: 0, bytes: Uint8Array.of(...open, ...more, ...noise) }]);
  expect([lost.ingest.messages.protocolOf(0), lost.connections.describe(0).mux?.losses]).toEqual([
    'webmux',
    [expect.objectContaining({ cause: 'framing', streamOffset: 48, resumedAt: null })],
  ]);
});

test('WebMUX in a session of WebMUX is told besides', () => {
  const inner = muxStream(
    '1996',
    { session: 3, syn: 80, filler: true },
    { session: 3, payload: 'GET / HTTP/1.1\r\n\r\n' },
  );
  const analysis = analysed([
    { endpoint: 0, bytes: muxStream('1998', { session: 2, syn: 9 }, { session: 2, payload: inner }) },
  ]);
  const { further, ...mux } = /** @type {any} */ (analysis.connections.describe(0).mux);
  expect(
    [mux, ...further].map(({ format, sessions }) => [
      format,
      sessions.map((/** @type {any} */ { session }) => session),
    ]),
  ).toEqual([
    ['1998', [2]],
    ['1996', [3]],
  ]);
});
