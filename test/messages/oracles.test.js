import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect } from 'node:net';
import { HTTPParser } from 'http-parser-js';
import { converse } from './support/conversation.js';
import { exchange, textOf } from './support/streams.js';

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
  parser[HTTPParser.kOnBody] = (/** @type {any} */ _bytes, /** @type {number} */ _start, /** @type {number} */ length) => {
    messages[messages.length - 1].bodyBytes += length;
  };
  const consumed = parser.execute(Buffer.from(text, 'latin1'));
  if (consumed instanceof Error) throw consumed;
  return messages;
}

/** @param {import('./support/conversation.js').Conversation} conversation @param {'request'|'response'} wanted */
const ours = (conversation, wanted) => conversation.messages.filter(({ kind }) => kind === wanted)
  .map(({ method, target, status, bodyBytes }) => ({ first: wanted === 'request' ? `${method} ${target}` : status, bodyBytes }));

test('http-parser-js reads the same messages', () => {
  for (let seed = 1000; seed < 1300; seed++) {
    const { requests, responses } = exchange(seed);
    const conversation = converse([`c ${textOf(requests)}`, `s ${textOf(responses)}`]);
    expect(ours(conversation, 'request')).toEqual(readByHttpParserJs(textOf(requests), 'REQUEST', () => false));
    expect(ours(conversation, 'response')).toEqual(readByHttpParserJs(textOf(responses), 'RESPONSE', (n) => requests[n].method === 'HEAD' || responses[n].status === 304));
  }
});

test('Node\'s server reads the same requests, and its answers are read as it meant them', async () => {
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
  socket.setEncoding('latin1').on('data', (piece) => { answer += piece; });
  socket.write(Buffer.from(textOf(requests) + last, 'latin1'));
  await once(socket, 'close');
  server.close();

  const conversation = converse([`c ${textOf(requests)}${last}`, `s ${answer}`, 's.fin']);
  expect(ours(conversation, 'request')).toEqual(seen);
  const answers = conversation.messages.filter(({ kind }) => kind === 'response');
  expect(answers.map(({ status, bodyBytes }) => [status, bodyBytes]))
    .toEqual(seen.map(({ first }, n) => [200, n % 2 === 0 && !first.startsWith('HEAD') ? 5 : 0]));
  expect(conversation.messages.every(({ complete, pair }) => complete && pair !== null)).toBe(true);
});
