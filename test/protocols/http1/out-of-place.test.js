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
