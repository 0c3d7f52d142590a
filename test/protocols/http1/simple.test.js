/** HTTP/0.9 (RFC 1945 sections 4.1 and 5), and trailer fields (RFC 9112 section 7.1.2). */
import { converse } from '../support/conversation.js';

/** A step's bytes as so many steps of at most `size` bytes. @param {string} step @param {number} size */
function cut(step, size) {
  if (step[1] !== ' ') return [step];
  const pieces = step.slice(2).match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
  return pieces.map((piece) => `${step[0]} ${piece}`);
}

/** @param {string[]} steps @param {number} [size] @param {Parameters<typeof converse>[1]} [options] */
const said = (steps, size = 1000, options = undefined) =>
  converse(
    steps.flatMap((step) => cut(step, size)),
    options,
  );

const SIZES = [1000, 7, 3, 1];

describe.each(SIZES)('a simple request and its answer, in pieces of %d', (size) => {
  test.each([
    ['a page', '<html>hello from 1991</html>\n'],
    ['what begins like a status line', 'HTTP is a protocol'],
    ['an empty line first', '\r\n\r\ntext'],
    ['binary data', '\x80\0\x01\xff\0\0\0\0\0\0'],
    ['what looks like a request', 'GET me'],
  ])('%s', (_, page) => {
    const { messages, analysis } = said(['c GET /old\r\n', `s ${page}`, 's.fin', 'c.fin'], size);
    expect(messages).toEqual([
      expect.objectContaining({
        protocol: 'http/0.9',
        kind: 'request',
        method: 'GET',
        target: '/old',
        host: null,
        headerBytes: 10,
        bodyBytes: 0,
        pair: 1,
        complete: true,
        firstFrame: 1,
      }),
      expect.objectContaining({
        protocol: 'http/0.9',
        kind: 'response',
        status: null,
        headers: [],
        headerBytes: 0,
        bodyBytes: page.length,
        streamOffset: 0,
        endStreamOffset: page.length,
        pair: 0,
        complete: true,
      }),
    ]);
    expect(analysis.protocolOf(0)).toBe('http/0.9');
    expect(analysis.counts(0)).toMatchObject({ requests: 1, responses: 1, pipelinedRequests: 0 });
    expect(analysis.openConnections).toBe(0);
  });

  test('a client that has said all before it is answered', () => {
    const { lines } = said(['c GET http://a.test/b?c\n', 'c.fin', 's text', 's.fin'], size);
    expect(lines).toEqual(['c 0+22+0 GET http://a.test/b?c -> 1', 's 0+0+4 null -> 0']);
  });

  test('one that is answered by HTTP/1, and asked again', () => {
    const NO = 's HTTP/1.0 400 No\r\nContent-Length: 2\r\n\r\nno';
    const { lines, analysis } = said(['c GET /a\r\n', NO, 'c GET /b HTTP/1.0\r\n\r\n', NO, 's.fin', 'c.fin'], size);
    expect(lines).toEqual(['c 0+8+0 GET /a -> 1', 's 0+38+2 400 -> 0', 'c 8+19+0 GET /b -> 3', 's 40+38+2 400 -> 2']);
    expect(analysis.openConnections).toBe(0);
  });

  test('one whose client has ended before HTTP/1 answers', () => {
    const { lines, analysis } = said(['c GET /a\r\n', 'c.fin', 's HTTP/1.0 400 No\r\n\r\nno', 's.fin'], size);
    expect([lines, analysis.openConnections]).toEqual([['c 0+8+0 GET /a -> 1', 's 0+19+2 400 -> 0'], 0]);
  });
});

test.each([
  ['nobody answers', ['c GET /a\r\n', 'c.fin', 's.fin']],
  ['more comes behind it', ['c GET /a\r\nHost: x\r\n\r\n', 's text', 's.fin']],
  ['the server spoke first', ['s 220 ready\r\n', 'c GET /a\r\n', 's 500 what?\r\n', 's.fin', 'c.fin']],
  ['it has no path', ['c GET key\r\n', 's $1\r\na\r\n', 's.fin']],
  ['it has two words behind GET', ['c GET /a b\r\n', 's text', 's.fin']],
  ['it is of another method', ['c POST /a\r\n', 's text', 's.fin']],
  ['bytes are missing before the answer', ['c GET /a\r\n', 's~5', 's text', 's.fin']],
])('it is none where %s', (_, steps) => {
  const { messages, analysis } = said([...steps, 'c.fin', 's.fin']);
  expect([messages, analysis.openConnections]).toEqual([[], 0]);
});

test('captured from mid-connection it is none', () => {
  expect(said(['c GET /a\r\n', 's text', 's.fin', 'c.fin'], 1000, { guessed: true }).messages).toEqual([]);
});

describe.each(SIZES)('trailer fields, in pieces of %d', (size) => {
  const HEAD = 'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n';
  const GET = 'c GET / HTTP/1.1\r\n\r\n';

  test('are kept', () => {
    const { messages } = said(
      [GET, `s ${HEAD}2\r\nab\r\n0\r\nServer-Timing: db;dur=5\r\nX-Sum:  1\r\n 2\r\n\r\n`, GET, `s ${HEAD}0\r\n\r\n`],
      size,
    );
    expect(messages.map(({ trailers, complete }) => [trailers, complete])).toEqual([
      [undefined, true],
      [
        [
          ['Server-Timing', 'db;dur=5'],
          ['X-Sum', '1 2'],
        ],
        true,
      ],
      [undefined, true],
      [undefined, true],
    ]);
  });

  test('of a message that is cut are kept as far as they came', () => {
    const { messages } = said([GET, `s ${HEAD}0\r\nA: b\r\nC: `, 's.fin'], size);
    expect(messages[1]).toMatchObject({ complete: false, trailers: expect.arrayContaining([['A', 'b']]) });
  });
});
