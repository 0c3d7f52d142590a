/**
 * A conversation is read the same, however its bytes come: whole, in pieces that end anywhere, beside others, in
 * tunnels.
 */
import { createCore } from '../../../lib/engine/engine.js';
import fc from '../../support/properties.js';
import { bytesOf, Conversation, converse } from '../support/conversation.js';

const LIMITS = createCore();

/** Pieces that lines are made of, and what breaks them. */
const PIECES = [
  '\n',
  '\r\n',
  '\r',
  ' ',
  '\t',
  ':',
  ',',
  'a',
  'é',
  '\0',
  '\x7f',
  '\r\n\r\n',
  ' folded\r\n',
  `x: ${'y'.repeat(40)}\r\n`,
  'Host: example.org\r\n',
  'content-length: 5\r\n',
  'Content-Length: 6\r\n',
  'Content-Length : 5, 5\r\n',
  'CONTENT-LENGTH:\r\n 7\r\n',
  'Content-Length: 99999999999999999999\r\n',
  'Content-Length: 5 x\r\n',
  'Content-Length 5\r\n',
  'Content-Lengthy: 5\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Transfer-Encoding: gzip, chunked ;q\r\n',
  'transfer-encoding: identity\r\n',
  'Transfer-Encoding: gzip\r\n',
  'Transfer-Encoding: chunked,, \r\n',
  'Transfer-Encoding:\r\n',
  '3\r\nabc\r\n',
  '0\r\n\r\n',
  'A;b=c\r\n0123456789\r\n',
  'ffffffffffffffff\r\n',
];
const BEGINNINGS = [
  'GET / HTTP/1.1\r\n',
  'HTTP/1.1 200 OK\r\n',
  'POST /x HTTP/1.0\n',
  'HEAD /a b c HTTP/1.1\r\n',
  'CONNECT a:1 HTTP/1.1\r\n',
  'HTTP/1.0 404\r\n',
  'HTTP/1.1 304\n',
  'HTTP/1.1 099 X\r\n',
  'HTTP/1.1 20x\r\n',
  'HTTP/2.0 200 OK\r\n',
  'HTTPS /x HTTP/1.1\r\n',
  'H',
  'M-SEARCH * HTTP/1.1\r\n',
  'X /a b HTTP/1.1\r\n',
  'X /a b c HTTP/1.1\r\n',
  'PUT /\rx HTTP/1.1\r\n',
  'GET HTTP/1.1\r\n',
  'GET  HTTP/1.1\r\n',
  'GET /\x7f HTTP/1.1\r\n',
  'PROPFIND /é HTTP/1.2\r\n',
  'REPOR',
  'DELETE ',
  ' GET / HTTP/1.1\r\n',
  '',
];
const START = 'GET /first HTTP/1.1\r\n\r\n';
const rest = fc.array(fc.constantFrom(...PIECES, ...BEGINNINGS), { maxLength: 40 }).map((all) => all.join(''));
const text = fc.tuple(fc.constantFrom('', START), fc.constantFrom(...BEGINNINGS), rest).map((all) => all.join(''));
const cuts = fc.array(fc.double({ min: 0, max: 1, noNaN: true }), { maxLength: 12 });

/**
 * What is told of a connection of which only the client's bytes came, cut at those places.
 * @param {string} sent @param {readonly number[]} places @param {boolean} guessed
 */
function told(sent, places, guessed) {
  const conversation = new Conversation({ guessed });
  const bytes = bytesOf(sent);
  const ends = [...new Set([...places, bytes.length])].filter((end) => end > 0).sort((one, other) => one - other);
  ends.forEach((end, i) => conversation.bytes(0, bytes.subarray(ends[i - 1] ?? 0, end)));
  conversation.end(0, 'fin');
  conversation.end(1, 'fin');
  const { lines, analysis, flow } = conversation;
  return { lines, counts: analysis.counts(flow), warnings: analysis.warningsOf(flow), open: analysis.openConnections };
}

test('messages are the same in one piece and in many', () => {
  fc.assert(
    fc.property(text, cuts, fc.boolean(), (sent, shares, guessed) => {
      const places = shares.map((share) => Math.floor(share * sent.length));
      expect(told(sent, places, guessed)).toEqual(told(sent, [], guessed));
    }),
    { numRuns: 100 },
  );
});

test('so they are in pieces of one byte', () => {
  const sent = `${START}OPTIONS /a HTTP/1.1\r\nHost: b\r\n folded\r\nContent-Length: 3\r\n\r\nabcGET /b HTTP/1.1\r\n\r\n`;
  const whole = told(sent, [], false);
  expect(whole.lines).toHaveLength(3);
  expect(
    told(
      sent,
      Array.from(sent, (_, i) => i),
      false,
    ),
  ).toEqual(whole);
});

const { MAX_METHOD_BYTES, MAX_START_LINE_BYTES, MAX_HEAD_BYTES } = LIMITS;
test.each([
  ['a method', (/** @type {number} */ d) => `${'M'.repeat(MAX_METHOD_BYTES.value + d)} / HTTP/1.1\r\n\r\n`, ''],
  [
    'a request line',
    (/** @type {number} */ d) => `GET /${'x'.repeat(MAX_START_LINE_BYTES.value - 15 + d)} HTTP/1.1\n\n`,
    '',
  ],
  [
    'a status line',
    (/** @type {number} */ d) => `HTTP/1.1 200 ${'x'.repeat(MAX_START_LINE_BYTES.value - 14 + d)}\n\n`,
    'head_too_long',
  ],
  [
    'a head',
    (/** @type {number} */ d) => `GET / HTTP/1.1\r\na: ${'b'.repeat(MAX_HEAD_BYTES.value - 23 + d)}\r\n\r\n`,
    'head_too_long',
  ],
])('%s has the same limit in one piece and in many', (_, made, note) => {
  const [below, above] = [made(0), made(1)].map((sent) => told(sent, [], false).lines);
  expect(below).toHaveLength(1);
  expect(below[0]).not.toContain('too_long');
  expect(above.join()).toBe(note === '' ? '' : above[0]);
  expect(above.join()).toContain(note);
  for (const beyond of [0, 1]) {
    const sent = made(beyond);
    const places = Array.from({ length: sent.length / 1000 }, (__, i) => i * 1000);
    expect(told(sent, [...places, sent.length - 2, sent.length - 1], false)).toEqual(told(sent, [], false));
  }
});

test('heads of many connections that come in turns, a piece of each, are kept apart', () => {
  const heads = Array.from(
    { length: 40 },
    (_, i) => `GET /${i} HTTP/1.1\r\nX: ${String(i).repeat(20 * 3 ** (i % 8))}\r\n\r\n`,
  );
  const all = heads.map((_, flow) => new Conversation({ flow }));
  const longest = Math.max(...heads.map(({ length }) => length));
  for (let at = 0; at < longest; at += 700) {
    heads.forEach((head, i) => {
      if (at < head.length) all[i].bytes(0, bytesOf(head.slice(at, at + 700)));
    });
  }
  const values = all.map(
    ({ messages: [{ target, headers }] }) => `GET ${target} HTTP/1.1\r\nX: ${headers[0][1]}\r\n\r\n`,
  );
  expect(values).toEqual(heads);
});

test('a tunnel within a tunnel has its bytes in order, however many come at once', () => {
  const CONNECT = 'CONNECT a:1 HTTP/1.1\r\n\r\n';
  const OK = 'HTTP/1.1 200 OK\r\n\r\n';
  const body = 'x'.repeat(200_000);
  const inner = `POST /in HTTP/1.1\r\nContent-Length: ${body.length}\r\n\r\n${body}GET /next HTTP/1.1\r\n\r\n`;
  const whole = converse([`c ${CONNECT}`, `s ${OK}`, `c ${CONNECT}`, `s ${OK}`, `c ${inner}`]);
  expect(whole.messages.map(({ method, status, target, bodyBytes }) => [method ?? status, target, bodyBytes])).toEqual([
    ['CONNECT', 'a:1', 0],
    [200, null, 0],
    ['CONNECT', 'a:1', 0],
    [200, null, 0],
    ['POST', '/in', body.length],
    ['GET', '/next', 0],
  ]);
});
