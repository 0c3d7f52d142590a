import { converse } from '../support/conversation.js';

const GET = 'c GET /a HTTP/1.1\r\n\r\n';
const OK = 's HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi';

/**
 * A conversation, and its messages: side, stream offset + head + body (+ framing), name -> the other half's index,
 * oddities.
 * @type {[name: string, steps: string[], expected: string[]][]}
 */
const CASES = [
  ['a request and its response', [GET, OK], ['c 0+19+0 GET /a -> 1', 's 0+38+2 200 -> 0']],
  [
    'HTTP/1.0 ended by close',
    ['c GET /a HTTP/1.0\r\n\r\n', 's HTTP/1.0 200 OK\r\n\r\nabc', 's def', 's.fin'],
    ['c 0+19+0 GET /a -> 1', 's 0+19+6 200 -> 0'],
  ],
  [
    'a body that a reset breaks off',
    [GET, 's HTTP/1.1 200 OK\r\n\r\nabc', 's.rst'],
    ['c 0+19+0 GET /a -> 1', 's 0+19+3 200 -> 0 incomplete'],
  ],
  [
    'a body shorter than its length',
    [GET, 's HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nabc', 's.fin'],
    ['c 0+19+0 GET /a -> 1', 's 0+38+3 200 -> 0 incomplete'],
  ],
  [
    'keep-alive',
    [GET, OK, GET, OK],
    ['c 0+19+0 GET /a -> 1', 's 0+38+2 200 -> 0', 'c 19+19+0 GET /a -> 3', 's 40+38+2 200 -> 2'],
  ],
  [
    'HEAD with Content-Length',
    ['c HEAD /a HTTP/1.1\r\n\r\n', 's HTTP/1.1 200 OK\r\nContent-Length: 500\r\n\r\n', GET, OK],
    ['c 0+20+0 HEAD /a -> 1', 's 0+40+0 200 -> 0', 'c 20+19+0 GET /a -> 3', 's 40+38+2 200 -> 2'],
  ],
  [
    '304 with Content-Length',
    [GET, 's HTTP/1.1 304 Not Modified\r\nContent-Length: 500\r\n\r\n', GET, OK],
    ['c 0+19+0 GET /a -> 1', 's 0+50+0 304 -> 0', 'c 19+19+0 GET /a -> 3', 's 50+38+2 200 -> 2'],
  ],
  [
    '204 with Transfer-Encoding',
    [GET, 's HTTP/1.1 204 No\r\nTransfer-Encoding: chunked\r\n\r\n', GET, OK],
    ['c 0+19+0 GET /a -> 1', 's 0+47+0 204 -> 0', 'c 19+19+0 GET /a -> 3', 's 47+38+2 200 -> 2'],
  ],
  [
    'a chain of 1xx',
    [
      'c POST /a HTTP/1.1\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n',
      's HTTP/1.1 100 Continue\r\n\r\n',
      'c hi',
      's HTTP/1.1 102 Processing\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\n',
      OK,
    ],
    ['c 0+61+2 POST /a -> 4', 's 0+25+0 100 -> 0', 's 25+27+0 102 -> 0', 's 52+37+0 103 -> 0', 's 89+38+2 200 -> 0'],
  ],
  [
    'chunked with extensions and trailers',
    [
      GET,
      's HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b;c="d"\r\nhello\r\n0A ; x\r\n0123456789\r\n000\r\nX-Sum: 1\r\nY: 2\r\n\r\n',
      GET,
      OK,
    ],
    ['c 0+19+0 GET /a -> 1', 's 0+47+15(+48) 200 -> 0', 'c 19+19+0 GET /a -> 3', 's 110+38+2 200 -> 2'],
  ],
  [
    'chunked request',
    ['c POST /a HTTP/1.1\r\nTransfer-Encoding: gzip, Chunked\r\n\r\n3\r\nabc\r\n0\r\n\r\n', OK],
    ['c 0+54+3(+10) POST /a -> 1', 's 0+38+2 200 -> 0'],
  ],
  [
    'Transfer-Encoding and Content-Length: the first wins',
    ['c POST /a HTTP/1.1\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n\r\n', OK],
    ['c 0+67+1(+10) POST /a -> 1 [content_length_ignored]', 's 0+38+2 200 -> 0'],
  ],
  [
    'Transfer-Encoding: identity says nothing',
    [GET, 's HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\nContent-Length: 2\r\n\r\nhi', GET],
    ['c 0+19+0 GET /a -> 1', 's 0+67+2 200 -> 0', 'c 19+19+0 GET /a'],
  ],
  [
    'a transfer coding that is not chunked',
    [GET, 's HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip\r\n\r\nxyz', 's.fin'],
    ['c 0+19+0 GET /a -> 1', 's 0+44+3 200 -> 0 [unknown_transfer_coding]'],
  ],
  [
    'equal Content-Lengths',
    [GET, 's HTTP/1.1 200 OK\r\nContent-Length: 2, 2\r\ncontent-length:2\r\n\r\nhi', GET],
    ['c 0+19+0 GET /a -> 1', 's 0+59+2 200 -> 0 [duplicate_content_length]', 'c 19+19+0 GET /a'],
  ],
  [
    'conflicting Content-Lengths: the first, and on at the next start line',
    [GET, 's HTTP/1.1 200 OK\r\nContent-Length: 2\r\nContent-Length: 4\r\n\r\nhiyo', GET, OK],
    [
      'c 0+19+0 GET /a -> 1',
      's 0+57+2 200 -> 0 [conflicting_content_length]',
      'c 19+19+0 GET /a -> 3',
      's 61+38+2 200 -> 2',
    ],
  ],
  [
    'a Content-Length that is no number',
    [GET, 's HTTP/1.1 200 OK\r\nContent-Length: -2\r\n\r\nhi', 's.fin'],
    ['c 0+19+0 GET /a -> 1', 's 0+39+2 200 -> 0 [invalid_content_length]'],
  ],
  [
    'bare line feeds',
    ['c GET /a HTTP/1.1\nHost: x\n\n', 's HTTP/1.1 200 OK\nContent-Length: 2\n\nhi', GET],
    ['c 0+25+0 GET /a -> 1 [bare_lf]', 's 0+35+2 200 -> 0 [bare_lf]', 'c 25+19+0 GET /a'],
  ],
  [
    'empty lines before a start line',
    ['c \r\n\r\nGET /a HTTP/1.1\r\n\r\n', 's \r\nHTTP/1.1 204 \r\n\r\n'],
    ['c 4+19+0 GET /a -> 1', 's 2+17+0 204 -> 0'],
  ],
  [
    'folded fields',
    [GET, 's HTTP/1.1 200 OK\r\nContent-Length:\r\n 2\r\nX: a\r\n\tb\r\n\r\nhi', GET],
    ['c 0+19+0 GET /a -> 1', 's 0+50+2 200 -> 0 [folded_field]', 'c 19+19+0 GET /a'],
  ],
  [
    'white space before the colon',
    [GET, 's HTTP/1.1 200 OK\r\ncontent-length \t:\t2 \r\n\r\nhi', GET],
    ['c 0+19+0 GET /a -> 1', 's 0+41+2 200 -> 0', 'c 19+19+0 GET /a'],
  ],
  [
    'no reason phrase, not even its space',
    [GET, 's HTTP/1.1 204\r\n\r\n'],
    ['c 0+19+0 GET /a -> 1', 's 0+16+0 204 -> 0'],
  ],
  [
    'any token is a method',
    ['c M-SEARCH * HTTP/1.1\r\n\r\n', 's HTTP/1.1 204 \r\n\r\n'],
    ['c 0+23+0 M-SEARCH * -> 1', 's 0+17+0 204 -> 0'],
  ],
  ['spaces in a target', ['c GET /a b c HTTP/1.1\r\n\r\n'], ['c 0+23+0 GET /a b c']],
  [
    'two pipelined requests',
    ['c GET /a HTTP/1.1\r\n\r\nGET /b HTTP/1.1\r\n\r\n', `s ${OK.slice(2)}${OK.slice(2)}`],
    ['c 0+19+0 GET /a -> 2', 'c 19+19+0 GET /b -> 3 pipelined', 's 0+38+2 200 -> 0', 's 40+38+2 200 -> 1'],
  ],
  [
    'a request while the response comes',
    [GET, 's HTTP/1.1 200 OK\r\nContent-Length: 4\r\n\r\nhi', GET, 's hi', OK],
    ['c 0+19+0 GET /a -> 1', 's 0+38+4 200 -> 0', 'c 19+19+0 GET /a -> 3 pipelined', 's 42+38+2 200 -> 2'],
  ],
  [
    'a response before the request has ended',
    ['c POST /a HTTP/1.1\r\nContent-Length: 4\r\n\r\nab', OK, 'c cd', GET, OK],
    ['c 0+39+4 POST /a -> 1', 's 0+38+2 200 -> 0', 'c 43+19+0 GET /a -> 3', 's 40+38+2 200 -> 2'],
  ],
  [
    "a response before the request's head has ended",
    ['c GET /aaaa HTT', 's HTTP/1.1 414 Too Long\r\nContent-Length: 0\r\n\r\n', 'c P/1.1\r\n\r\n'],
    ['s 0+44+0 414 -> 1', 'c 0+22+0 GET /aaaa -> 0'],
  ],
  [
    '101 and what follows',
    [
      'c GET /ws HTTP/1.1\r\nUpgrade: websocket\r\n\r\n',
      's HTTP/1.1 101 Switching\r\n\r\n\x81\x05hello',
      'c \x81\x85GET / HTTP/1.1\r\n\r\n',
    ],
    ['c 0+40+0 GET /ws -> 1', 's 0+26+0 101 -> 0'],
  ],
  [
    'CONNECT',
    [
      'c CONNECT a:443 HTTP/1.1\r\n\r\n',
      's HTTP/1.1 200 OK\r\nContent-Length: 7\r\n\r\n',
      'c \x16\x03\x01',
      's nothing known',
    ],
    ['c 0+26+0 CONNECT a:443 -> 1', 's 0+38+0 200 -> 0'],
  ],
  [
    "HTTP within CONNECT: offsets count the tunnel's bytes",
    ['c CONNECT a:80 HTTP/1.1\r\n\r\n', 's HTTP/1.1 200 OK\r\n\r\n', GET, OK, GET, OK],
    [
      'c 0+25+0 CONNECT a:80 -> 1',
      's 0+19+0 200 -> 0',
      'c 0+19+0 GET /a -> 3',
      's 0+38+2 200 -> 2',
      'c 19+19+0 GET /a -> 5',
      's 40+38+2 200 -> 4',
    ],
  ],
  [
    'CONNECT within CONNECT',
    [
      'c CONNECT a:80 HTTP/1.1\r\n\r\n',
      's HTTP/1.1 200 OK\r\n\r\n',
      'c CONNECT b:80 HTTP/1.1\r\n\r\n',
      's HTTP/1.1 200 OK\r\n\r\n',
      GET,
    ],
    [
      'c 0+25+0 CONNECT a:80 -> 1',
      's 0+19+0 200 -> 0',
      'c 0+25+0 CONNECT b:80 -> 3',
      's 0+19+0 200 -> 2',
      'c 0+19+0 GET /a',
    ],
  ],
  [
    'a protocol that was upgraded to is told by its content',
    [
      'c GET /a HTTP/1.1\r\nUpgrade: TLS/1.0\r\n\r\n',
      's HTTP/1.1 101 OK\r\nUpgrade: TLS/1.0, HTTP/1.1\r\n\r\n',
      GET,
      OK,
    ],
    ['c 0+37+0 GET /a -> 1', 's 0+47+0 101 -> 0', 'c 0+19+0 GET /a -> 3', 's 0+38+2 200 -> 2'],
  ],
  [
    "a WebSocket's bytes are no HTTP",
    ['c GET /a HTTP/1.1\r\nUpgrade: websocket\r\n\r\n', 's HTTP/1.1 101 OK\r\nUpgrade: WebSocket\r\n\r\n', GET],
    ['c 0+39+0 GET /a -> 1', 's 0+39+0 101 -> 0'],
  ],
  [
    'CONNECT refused',
    ['c CONNECT a:443 HTTP/1.1\r\n\r\n', 's HTTP/1.1 407 No\r\nContent-Length: 2\r\n\r\nno', GET, OK],
    ['c 0+26+0 CONNECT a:443 -> 1', 's 0+38+2 407 -> 0', 'c 26+19+0 GET /a -> 3', 's 40+38+2 200 -> 2'],
  ],
  ['only the requests', [GET, GET, 'c.fin', 's.capture_end'], ['c 0+19+0 GET /a', 'c 19+19+0 GET /a']],
  ['only the responses', [OK, OK, 's.fin'], ['s 0+38+2 200', 's 40+38+2 200']],
  ['a reply without a head', [GET, 's <html>old</html>', 's.fin'], ['c 0+19+0 GET /a']],
  [
    'an invalid chunk',
    [GET, 's HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nxyz\r\n', GET, OK],
    [
      'c 0+19+0 GET /a -> 1',
      's 0+47+0(+1) 200 -> 0 incomplete [invalid_chunk]',
      'c 19+19+0 GET /a -> 3',
      's 52+38+2 200 -> 2',
    ],
  ],
  [
    'a gap inside a body of known length',
    [GET, 's HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nab', 's~5', 's cde', GET, OK],
    [
      'c 0+19+0 GET /a -> 1',
      's 0+39+10 200 -> 0 incomplete [bytes_missing]',
      'c 19+19+0 GET /a -> 3',
      's 49+38+2 200 -> 2',
    ],
  ],
  [
    "a gap up to the body's end",
    [GET, 's HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nab', 's~8', GET, OK],
    [
      'c 0+19+0 GET /a -> 1',
      's 0+39+10 200 -> 0 incomplete [bytes_missing]',
      'c 19+19+0 GET /a -> 3',
      's 49+38+2 200 -> 2',
    ],
  ],
  [
    "a gap over a body's end: the response whose start is lost has its request",
    [
      `c ${GET.slice(2).repeat(3)}`,
      's HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\nab',
      's~20',
      's tail of the second\r\n',
      OK,
    ],
    [
      'c 0+19+0 GET /a -> 3',
      'c 19+19+0 GET /a pipelined',
      'c 38+19+0 GET /a -> 4 pipelined',
      's 0+39+10 200 -> 0 incomplete [bytes_missing]',
      's 81+38+2 200 -> 2',
    ],
  ],
  [
    'a gap in a head',
    [GET, 's HTTP/1.1 200 OK\r\nServer: x\r\nContent-Le', 's~9', 's 2\r\n\r\nhi', GET, OK],
    ['c 0+19+0 GET /a -> 1', 's 0+38+0 200 -> 0 incomplete [head_cut]', 'c 19+19+0 GET /a -> 3', 's 54+38+2 200 -> 2'],
  ],
  [
    'a gap in a request line',
    [GET, 'c GET /bbb', 'c~5', 'c HTTP/1.1\r\n\r\n', OK, OK, GET, OK],
    ['c 0+19+0 GET /a -> 1', 's 0+38+2 200 -> 0', 's 40+38+2 200', 'c 44+19+0 GET /a -> 4', 's 80+38+2 200 -> 3'],
  ],
  [
    'a gap in chunk data',
    [GET, 's HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n9\r\nabc', 's~5', 's x\r\n0\r\n\r\n', GET, OK],
    [
      'c 0+19+0 GET /a -> 1',
      's 0+47+9(+10) 200 -> 0 incomplete [bytes_missing]',
      'c 19+19+0 GET /a -> 3',
      's 66+38+2 200 -> 2',
    ],
  ],
  [
    'a gap in chunked framing',
    [GET, 's HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc', 's~5', 's xyz\r\n0\r\n\r\n', GET, OK],
    [
      'c 0+19+0 GET /a -> 1',
      's 0+47+3(+3) 200 -> 0 incomplete [bytes_missing]',
      'c 19+19+0 GET /a -> 3',
      's 68+38+2 200 -> 2',
    ],
  ],
  [
    'a gap in a body ended by close',
    [GET, 's HTTP/1.1 200 OK\r\n\r\nabc', 's~5', 's x', 's.fin'],
    ['c 0+19+0 GET /a -> 1', 's 0+19+9 200 -> 0 incomplete [bytes_missing]'],
  ],
  [
    'a common method in mid-line after lost bytes',
    [GET, 'c~9', 'c {"a":1}POST /b HTTP/1.1\r\n\r\n'],
    ['c 0+19+0 GET /a', 'c 35+20+0 POST /b pipelined'],
  ],
  [
    'ended in a head',
    ['c GET /a HTTP/1.1\r\nHost: x\r\nAcc', 'c.capture_end'],
    ['c 0+29+0 GET /a incomplete [head_cut]'],
  ],
];

test('ten pipelined requests, with a gap in the body of the fourth answer, and one that takes the fourth and the start of the fifth', () => {
  const requests = Array.from({ length: 10 }, (_, i) => `GET /${i} HTTP/1.1\r\n\r\n`).join('');
  const answer = (/** @type {number} */ i) => `HTTP/1.1 20${i} OK\r\nContent-Length: 4\r\n\r\nbody`;
  const answers = Array.from({ length: 10 }, (_, i) => answer(i));
  const before = answers.slice(0, 3).join('');
  const after = answers.slice(4).join('');
  const inBody = converse([`c ${requests}`, `s ${before}${answers[3].slice(0, -4)}`, 's~3', `s y${after}`]).messages;
  expect(inBody.slice(10).map(({ status, pair, complete }) => [status, pair, complete])).toEqual(
    answers.map((_, i) => [200 + i, i, i !== 3]),
  );
  const over = converse([
    `c ${requests}`,
    `s ${before}${answers[3].slice(0, -2)}`,
    's~10',
    `s ${answers[4].slice(8)}${answers.slice(5).join('')}`,
  ]).messages;
  expect(over.slice(10).map(({ status, pair, complete }) => [status, pair, complete])).toEqual(
    answers.flatMap((_, i) => (i === 4 ? [] : [[200 + i, i, i !== 3]])),
  );
});

test.each(CASES)('%s', (_name, steps, expected) => {
  expect(converse(steps).lines).toEqual(expected);
});

test.each(CASES)('%s: the same in pieces of one byte', (_name, steps, expected) => {
  const pieces = steps.flatMap((step) =>
    step[1] === ' ' ? [...step.slice(2)].map((byte) => `${step[0]} ${byte}`) : [step],
  );
  expect(converse(pieces).lines).toEqual(expected);
});

test.each(CASES)('%s: counting alone gives the same counts', (_name, steps) => {
  const kept = converse(steps);
  const counted = converse(steps, { keep: false });
  expect(counted.analysis.counts(0)).toEqual(kept.analysis.counts(0));
  expect(counted.analysis.table).toBeNull();
  expect(counted.handedIn).toBeLessThanOrEqual(kept.handedIn);
});
