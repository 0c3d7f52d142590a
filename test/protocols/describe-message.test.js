import { createCore } from '../../lib/engine/engine.js';
import { MAX_HEADER_FIELDS } from '../../lib/engine/enums.js';
import { bytesOf, Conversation, converse } from './support/conversation.js';

const MAX_HEAD_BYTES = createCore().MAX_HEAD_BYTES.value;

test('the object that the command line prints', () => {
  const { messages } = converse([
    'c GET http://example.org:81/x?y HTTP/1.1\r\nAccept:  */* \r\nX-Fold: a\r\n  b\r\nX-\xe9: \xff\r\nempty:\r\n\r\n',
    's HTTP/1.1 200 OK\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: 4\r\n\r\nab',
    's cd',
  ]);
  expect(messages[0]).toEqual({
    flow: 0,
    index: 0,
    protocol: 'http/1.1',
    carrier: 'tcp',
    stream: null,
    kind: 'request',
    direction: 'clientToServer',
    method: 'GET',
    target: 'http://example.org:81/x?y',
    host: 'example.org:81',
    status: null,
    headers: [
      ['Accept', '*/*'],
      ['X-Fold', 'a b'],
      ['X-\xe9', '\xff'],
      ['empty', ''],
    ],
    start: 0.001,
    end: 0.001,
    firstFrame: 1,
    lastFrame: 1,
    headerBytes: 89,
    bodyBytes: 0,
    contentType: null,
    pair: 1,
    pipelined: false,
    complete: true,
    streamOffset: 0,
    endStreamOffset: 89,
    notes: ['folded_field'],
  });
  expect(messages[1]).toMatchObject({
    kind: 'response',
    direction: 'serverToClient',
    method: null,
    target: null,
    host: null,
    status: 200,
    contentType: 'text/html; charset=utf-8',
    start: 0.002,
    end: 0.003,
    firstFrame: 2,
    lastFrame: 3,
    bodyBytes: 4,
    pair: 0,
  });
});

test('a message that is still coming shows how far it is', () => {
  const conversation = converse([
    'c GET / HTTP/1.1\r\n\r\n',
    's HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nab',
    's cd',
  ]);
  expect(conversation.messages[1]).toMatchObject({ bodyBytes: 4, lastFrame: 3, complete: false, endStreamOffset: 42 });
});

test('places of bytes that came out of order: start is the frame with the first byte, end when the last was there in order', () => {
  const { analysis, messages } = new Conversation();
  expect(messages).toEqual([]);
  const text = bytesOf('GET / HTTP/1.1\r\n\r\n');
  analysis.onData(0, 0, 0, text, 0, 5, { frame: 7, timeNs: 7e9, deliveredFrame: 8, deliveredNs: 8e9 });
  analysis.onData(0, 0, 5, text, 5, text.length, { frame: 6, timeNs: 6e9, deliveredFrame: 8, deliveredNs: 8e9 });
  expect(analysis.describe(0)).toMatchObject({ firstFrame: 7, start: 7, lastFrame: 8, end: 8 });
});

test('a request that was delivered after its response still gets it', () => {
  const { analysis } = new Conversation();
  const request = bytesOf('GET / HTTP/1.1\r\n\r\n');
  const response = bytesOf('HTTP/1.1 204 \r\n\r\n');
  analysis.onData(0, 1, 0, response, 0, response.length, {
    frame: 3,
    timeNs: 3e9,
    deliveredFrame: 3,
    deliveredNs: 3e9,
  });
  analysis.onData(0, 0, 0, request, 0, request.length, { frame: 2, timeNs: 2e9, deliveredFrame: 5, deliveredNs: 5e9 });
  expect(analysis.describe(0).pair).toBe(1);
  expect(analysis.describe(1).pair).toBe(0);
  expect(analysis.inOrder()).toEqual([1, 0]);
});

test("a connection's first request and what a search looks through", () => {
  const { analysis } = converse(['c GET /a HTTP/1.1\r\nhost: one\r\n\r\nCONNECT two:443 HTTP/1.1\r\n\r\n']);
  expect(analysis.firstRequest(0)).toEqual({ method: 'GET', target: '/a', host: 'one' });
  expect(analysis.searchTexts(0)).toEqual(['one /a', 'two:443 two:443']);
  expect(analysis.firstRequest(1)).toBeNull();
  expect(analysis.searchTexts(1)).toEqual([]);
});

test('too long a head: incomplete, a warning, and on at the next start line', () => {
  const { lines, analysis } = converse([
    `c GET /a HTTP/1.1\r\nX: ${'y'.repeat(MAX_HEAD_BYTES)}\r\n\r\nGET /b HTTP/1.1\r\n\r\n`,
  ]);
  expect(lines).toEqual([
    `c 0+${MAX_HEAD_BYTES}+0 GET /a incomplete [head_too_long]`,
    `c ${MAX_HEAD_BYTES + 24}+19+0 GET /b pipelined`,
  ]);
  expect(analysis.warningsOf(0).map(({ code }) => code)).toEqual(['limit_exceeded']);
});

test('too many fields: incomplete, but the framing is followed', () => {
  const { messages, analysis } = converse([
    `c GET /a HTTP/1.1\r\n${'a: b\r\n'.repeat(MAX_HEADER_FIELDS + 1)}\r\nGET /b HTTP/1.1\r\n\r\n`,
  ]);
  expect(messages.map(({ target, complete }) => [target, complete])).toEqual([
    ['/a', false],
    ['/b', true],
  ]);
  expect(messages[0].headers).toHaveLength(MAX_HEADER_FIELDS);
  expect(analysis.warningsOf(0).map(({ code }) => code)).toEqual(['limit_exceeded']);
});

test('lost bytes and lost framing are warned of', () => {
  const { analysis } = converse(['c GET /a HTTP/1.1\r\n\r\n', 'c~5', 'c \0\0GET /b HTTP/1.1\r\n\r\ngarbage \0']);
  expect(analysis.warningsOf(0).map(({ code }) => code)).toEqual(['framing_lost', 'bytes_missing']);
});

test('many connections and messages: columns grow, each connection keeps its own', () => {
  const first = new Conversation();
  for (let flow = 0; flow < 500; flow++) {
    new Conversation({ analysis: first.analysis, flow }).run([`c GET /${flow} HTTP/1.1\r\n\r\n`, 'c.fin', 's.fin']);
  }
  expect(first.analysis.firstRequest(499)).toEqual({ method: 'GET', target: '/499', host: null });
  expect(first.analysis.messagesOf(77)).toEqual([77]);
  expect(first.analysis.counts(400).requests).toBe(1);
  expect(first.analysis.counts(100_000)).toEqual({
    requests: 0,
    responses: 0,
    pipelinedRequests: 0,
    maxPipelineDepth: 0,
  });
});
