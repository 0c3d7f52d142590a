import { once } from 'node:events';
import { createServer, request } from 'node:http';
import { connect, createServer as createTcpServer } from 'node:net';

import { HTTPParser } from 'http-parser-js';

import { converse } from '../support/conversation.js';
import { exchange, textOf } from '../support/streams.js';

/**
 * What http-parser-js reads. It needs to be told of responses without a body (to HEAD; 304), so those are hinted.
 * @param {string} text @param {'REQUEST'|'RESPONSE'} type @param {(n: number) => boolean} hasNoBody
 * @returns {{ first: string|number, bodyBytes: number }[]}
 */
function readByHttpParserJs(text, type, hasNoBody) {
  const parser = /** @type {any} */ (new HTTPParser(/** @type {any} */ (HTTPParser[type])));
  /** @type {{ first: string|number, bodyBytes: number }[]} */
  const messages = [];
  parser[HTTPParser.kOnHeadersComplete] = (/** @type {any} */ { method, url, statusCode }) => {
    messages.push({ first: type === 'REQUEST' ? `${HTTPParser.methods[method]} ${url}` : statusCode, bodyBytes: 0 });
    return hasNoBody(messages.length - 1);
  };
  parser[HTTPParser.kOnBody] = (
    /** @type {any} */ _bytes,
    /** @type {number} */ _start,
    /** @type {number} */ length,
  ) => {
    messages[messages.length - 1].bodyBytes += length;
  };
  const consumed = parser.execute(Buffer.from(text, 'latin1'));
  if (consumed instanceof Error) throw consumed;
  return messages;
}

/** @param {import('../support/conversation.js').Conversation} conversation @param {'request'|'response'} wanted */
const ours = (conversation, wanted) =>
  conversation.messages
    .filter(({ kind }) => kind === wanted)
    .map(({ method, target, status, bodyBytes }) => ({
      first: wanted === 'request' ? `${method} ${target}` : status,
      bodyBytes,
    }));

test('http-parser-js reads the same messages', () => {
  for (let seed = 1000; seed < 1080; seed++) {
    const { requests, responses } = exchange(seed);
    const conversation = converse([`c ${textOf(requests)}`, `s ${textOf(responses)}`]);
    expect(ours(conversation, 'request')).toEqual(readByHttpParserJs(textOf(requests), 'REQUEST', () => false));
    expect(ours(conversation, 'response')).toEqual(
      readByHttpParserJs(
        textOf(responses),
        'RESPONSE',
        (n) => requests[n].method === 'HEAD' || responses[n].status === 304,
      ),
    );
  }
});

test("Node's server reads the same requests, and its answers are read as it meant them", async () => {
  const { requests } = exchange(11);
  /** @type {{ first: string, bodyBytes: number }[]} */
  const seen = [];
  const server = createServer(async (request, response) => {
    let bodyBytes = 0;
    for await (const piece of request) bodyBytes += piece.length;
    seen.push({ first: `${request.method} ${request.url}`, bodyBytes });
    response.end(seen.length % 2 ? 'short' : undefined);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const last = 'GET /last HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n';
  const socket = connect(port, '127.0.0.1');
  let answer = '';
  socket.setEncoding('latin1').on('data', (piece) => {
    answer += piece;
  });
  socket.write(Buffer.from(textOf(requests) + last, 'latin1'));
  await once(socket, 'close');
  server.close();

  const conversation = converse([`c ${textOf(requests)}${last}`, `s ${answer}`, 's.fin']);
  expect(ours(conversation, 'request')).toEqual(seen);
  const answers = conversation.messages.filter(({ kind }) => kind === 'response');
  expect(answers.map(({ status, bodyBytes }) => [status, bodyBytes])).toEqual(
    seen.map(({ first }, n) => [200, n % 2 === 0 && !first.startsWith('HEAD') ? 5 : 0]),
  );
  expect(conversation.messages.every(({ complete, pair }) => complete && pair !== null)).toBe(true);
});

/**
 * What parsers stumble over: the text, and for whom http-parser-js has to be told that there is no body.
 * @type {[name: string, request: string, response: string, hasNoBody: boolean][]}
 */
const TRAPS = [
  [
    'chunk extensions and trailers',
    'GET /a HTTP/1.1\r\n\r\n',
    'HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5;a=b;c="d"\r\nhello\r\n0\r\nX-Sum: 1\r\n\r\n',
    false,
  ],
  [
    'a chain of 1xx',
    'POST /a HTTP/1.1\r\nContent-Length: 2\r\n\r\nhi',
    'HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early\r\nLink: x\r\n\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nhi',
    false,
  ],
  ['bare line feeds', 'GET /a HTTP/1.1\nHost: x\n\n', 'HTTP/1.1 200 OK\nContent-Length: 2\n\nhi', false],
  ['HEAD with Content-Length', 'HEAD /a HTTP/1.1\r\n\r\n', 'HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\n', true],
  [
    '304 with Content-Length',
    'GET /a HTTP/1.1\r\n\r\n',
    'HTTP/1.1 304 Not Modified\r\nContent-Length: 5\r\n\r\n',
    true,
  ],
  ['an unknown method', 'M-SEARCH * HTTP/1.1\r\n\r\n', 'HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n', false],
  ['a body ended by close', 'GET /a HTTP/1.0\r\n\r\n', 'HTTP/1.0 200 OK\r\n\r\nabc', false],
];

test.each(TRAPS)('http-parser-js on %s', (_name, asked, response, hasNoBody) => {
  const conversation = converse([`c ${asked}`, `s ${response}`, 's.fin']);
  expect(ours(conversation, 'request')).toEqual(readByHttpParserJs(asked, 'REQUEST', () => false));
  expect(ours(conversation, 'response')).toEqual(readByHttpParserJs(response, 'RESPONSE', () => hasNoBody));
});

/**
 * What Node's client makes of a server's answer.
 * @param {string} method
 * @param {string} answer
 * @returns {Promise<{ first: number|undefined, bodyBytes: number }[]>} interim ones too
 */
async function readByNodeClient(method, answer) {
  const server = createTcpServer((socket) =>
    socket.once('data', () => socket.end(Buffer.from(answer, 'latin1'))).on('error', () => {}),
  ).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  /** @type {{ first: number|undefined, bodyBytes: number }[]} */
  const seen = [];
  const call = request({ port, host: '127.0.0.1', method, agent: false });
  call.on('information', ({ statusCode }) => seen.push({ first: statusCode, bodyBytes: 0 })).end();
  const [response] = await once(call, 'response');
  let bodyBytes = 0;
  for await (const piece of response) bodyBytes += piece.length;
  server.close();
  return [...seen, { first: response.statusCode, bodyBytes }];
}

test.each(TRAPS.filter(([name]) => !name.startsWith('bare')))("Node's client on %s", async (_name, asked, response) => {
  const conversation = converse([`c ${asked}`, `s ${response}`, 's.fin']);
  expect(ours(conversation, 'response')).toEqual(
    await readByNodeClient(asked.startsWith('HEAD') ? 'HEAD' : 'GET', response),
  );
});
