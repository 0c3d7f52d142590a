/** Bytes that stand where a message should: garbage that is answered, and bodies that are never sent. */
import { converse } from '../support/conversation.js';

const GET = 'c GET /a HTTP/1.1\r\n\r\n';
const OK = 's HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok';

test.each(['GARBAGE\r\n', '\x03\0\0\x13\x0e\xe0\0\0\0\0\0\x01\0\x08\0\x03\0\0\0', '\0\0\0\x2d\xffSMBr\0'])(
  'what is no HTTP is answered, and the connection is read on: %j',
  (garbage) => {
    const { messages } = converse([
      `c ${garbage}`,
      's HTTP/1.1 400 Bad Request\r\nContent-Length: 3\r\n\r\nbad',
      GET,
      OK,
      'c.fin',
      's.fin',
    ]);
    expect(messages.map(({ target, status, pair }) => [target ?? status, pair])).toEqual([
      [400, null],
      ['/a', 2],
      [200, 1],
    ]);
  },
);

test.each([
  ['ICY 200 OK\r\nicy-name: x\r\n\r\n', 200, [['icy-name', 'x']], []],
  ['HTTP/1.0 2XX\r\nA: b\r\n\r\n', null, [['A', 'b']], ['invalid_status']],
  ['HTTP/1.1 \r\n\r\n', null, [], ['invalid_status']],
  ['HTTP/1.1 20\r\n\r\n', null, [], ['invalid_status']],
])('an odd status line is an answer, in any pieces: %j', (head, status, headers, notes) => {
  for (const size of [100, 5, 1]) {
    const pieces = (head + 'tune').match(new RegExp(`[^]{1,${size}}`, 'g')) ?? [];
    const { messages } = converse([GET, ...pieces.map((piece) => `s ${piece}`), 's.fin', 'c.fin']);
    expect(messages[1]).toMatchObject({ status, headers, notes, pair: 0, bodyBytes: 4, headerBytes: head.length });
  }
});

test('what only stands in a body is no odd status line', () => {
  const BODY = 'HTTP/1.1 text\r\nICY 200\r\n';
  const { messages } = converse([GET, `s HTTP/1.1 200 OK\r\nContent-Length: ${BODY.length}\r\n\r\n${BODY}`, GET, OK]);
  expect(messages.map(({ status }) => status)).toEqual([null, 200, null, 200]);
  const lost = converse([GET, 's~5', `s ${BODY}`, GET, OK]);
  expect(lost.messages.map(({ status, target }) => status ?? target)).toEqual(['/a', '/a', 200]);
});

test.each(['GET /a HTTP/2.0\r\nHost: x\r\n\r\n', 'GET /a b\r\nHost: x\r\n\r\n', 'POST /\r\n\r\n'])(
  'a line that only begins like a request is answered, and the connection is read on: %j',
  (line) => {
    const { messages } = converse([
      `c ${line}`,
      's HTTP/1.1 505 No\r\nContent-Length: 3\r\n\r\nbad',
      GET,
      OK,
      'c.fin',
      's.fin',
    ]);
    expect(messages.map(({ target, status, pair }) => [target ?? status, pair])).toEqual([
      [505, null],
      ['/a', 2],
      [200, 1],
    ]);
  },
);

describe('a request that waits to be told to send its body', () => {
  const put = (/** @type {string} */ expect, body = 'Content-Length: 20\r\n') =>
    `c PUT /b HTTP/1.1\r\n${expect}${body}\r\n`;
  const EXPECT = 'Expect: 100-continue\r\n';
  const REFUSAL = 's HTTP/1.1 417 Expectation Failed\r\nContent-Length: 0\r\n\r\n';
  const namesOf = (/** @type {string[]} */ ...steps) =>
    converse([...steps, 'c.fin', 's.fin']).messages.map(({ target, status, bodyBytes, complete }) => [
      target ?? status,
      bodyBytes,
      complete,
    ]);

  test.each(['Content-Length: 20\r\n', 'Transfer-Encoding: chunked\r\n'])(
    'never sends it where it is refused: %j',
    (body) => {
      expect(namesOf(put(EXPECT, body), REFUSAL, put('expect:100-Continue\r\n', body), REFUSAL, GET, OK)).toEqual([
        ['/b', 0, false],
        [417, 0, true],
        ['/b', 0, false],
        [417, 0, true],
        ['/a', 0, true],
        [200, 2, true],
      ]);
    },
  );

  test('sends it all the same, or when it is told to, in any pieces', () => {
    const body = 'c 01234567890123456789';
    const whole = [
      ['/b', 20, true],
      [expect.any(Number), 2, true],
    ];
    expect(namesOf(put(EXPECT), 's HTTP/1.1 100 Continue\r\n\r\n', body, OK).filter(([name]) => name !== 100)).toEqual(
      whole,
    );
    expect(namesOf(put(EXPECT), body, OK)).toEqual(whole);
    expect(namesOf(put(EXPECT), OK, body)).toEqual(whole);
    expect(namesOf(put(EXPECT), 'c 0', OK, 'c GET /567890123456789')).toEqual(whole);
    expect(namesOf(put(''), OK, 'c GET /567890123456789')).toEqual(whole);
  });
});
