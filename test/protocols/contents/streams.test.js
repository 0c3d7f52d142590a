/** Messages of streams under the request that opened them: server-sent events, gRPC, WebSocket. */
import { MAX_EVENTS_LISTED } from '../../../lib/protocols/contents/limits.js';
import { END_HEADERS, END_STREAM, HEADERS, http2Frame, PREFACE } from '../../support/http2-frames.js';
import { concatBytes } from '../../support/packets/frames.js';
import { bytesOf, Conversation, converse } from '../support/conversation.js';

const ASKED = 'c GET /events HTTP/1.1\r\nHost: a\r\n\r\n';
const STREAM = 's HTTP/1.1 200 OK\r\nContent-Type: text/event-stream; charset=utf-8\r\n\r\n';

/** @param {string[]} pieces of the content @param {string} [head] */
const events = (pieces, head = STREAM) => {
  const steps = [ASKED, head, ...pieces.map((piece) => `s ${piece}`), 's.fin', 'c.fin'];
  return converse(steps).messages[1].serverEvents;
};

test('events with the gaps between them, a comment that keeps the connection open is none', () => {
  expect(
    events(['event: add\ndata: 73857293\n\n', ': still here\n\n', 'data: two\ndata: lines\nid: 7\n\n', 'retry: 5\n\n']),
  ).toEqual({
    count: 2,
    bytes: 17,
    complete: true,
    messages: [
      { start: 0.003, end: 0.003, bytes: 8, type: 'add' },
      { start: 0.005, end: 0.005, bytes: 9, type: '', gap: 0.002 },
    ],
  });
});

test.each([1, 2, 5, 7])('however lines end and bytes are cut (%d)', (size) => {
  const text = 'data:a\r\n\r\ndata: b\rdata: c\r\revent: x\ndata\n\ndata:  d\n\ndata: unfinished';
  const pieces = Array.from({ length: Math.ceil(text.length / size) }, (_, i) => text.slice(i * size, (i + 1) * size));
  expect(events(pieces)?.messages.map(({ type, bytes }) => [type, bytes])).toEqual([
    ['', 1],
    ['', 3],
    ['x', 0],
    ['', 2],
  ]);
});

test('events in chunks, those beyond the limit counted only, and none where a coding hides them', () => {
  const text = 'data: 1\n\n'.repeat(MAX_EVENTS_LISTED + 5);
  const chunked = STREAM.replace('\r\n\r\n', '\r\nTransfer-Encoding: chunked\r\n\r\n');
  const { count, messages } = events([`${text.length.toString(16)}\r\n${text}\r\n0\r\n\r\n`], chunked) ?? {};
  expect([count, messages?.length]).toEqual([MAX_EVENTS_LISTED + 5, MAX_EVENTS_LISTED]);
  expect(events([text], STREAM.replace('\r\n\r\n', '\r\nContent-Encoding: gzip\r\n\r\n'))).toBeUndefined();
});

test('where bytes are missing, the events say so', () => {
  expect(events(['data: 1\n\n'])).toMatchObject({ count: 1, complete: true });
  const { messages } = converse([ASKED, STREAM, 's data: 1\n\n', 's~40', 's data: 3\n\n', 's.fin']);
  expect(messages[1].serverEvents).toMatchObject({ count: 2, complete: false });
});

const POST = [0x83, 0x86];
/** A field that enters no table. @param {string} name @param {string} value */
const field = (name, value) =>
  Uint8Array.from([0, name.length, ...Buffer.from(name), value.length, ...Buffer.from(value)]);
/** @param {string} text */
const grpc = (text) => Uint8Array.of(0, 0, 0, 0, text.length, ...Buffer.from(text));

/** @param {Conversation} conversation @param {number} [request] */
const streamOf = ({ analysis, flow }, request = 0) => analysis.streamMessages(flow, request);

test('a stream of gRPC: its messages in the order in which they began; a call with one each way is none', () => {
  const conversation = new Conversation();
  const type = field('content-type', 'application/grpc');
  conversation.bytes(0, PREFACE);
  for (const stream of [1, 3]) {
    const head = concatBytes(Uint8Array.from(POST), field(':path', '/a.B/C'), type);
    conversation.bytes(0, http2Frame(HEADERS, END_HEADERS, stream, head));
    conversation.bytes(0, http2Frame(0, END_STREAM, stream, grpc('ask')));
    conversation.bytes(1, http2Frame(HEADERS, END_HEADERS, stream, concatBytes(Uint8Array.of(0x88), type)));
    conversation.bytes(1, http2Frame(0, 0, stream, grpc('first')));
    if (stream === 1) conversation.bytes(1, http2Frame(0, 0, stream, grpc('second one')));
    conversation.bytes(1, http2Frame(0, END_STREAM, stream, new Uint8Array()));
  }
  expect(streamOf(conversation)).toEqual({
    count: 3,
    messages: [
      { fromClient: true, kind: 'message', start: 0.003, end: 0.003, bytes: 3 },
      { fromClient: false, kind: 'message', start: 0.005, end: 0.005, bytes: 5 },
      { fromClient: false, kind: 'message', start: 0.006, end: 0.006, bytes: 10, gap: 0.001 },
    ],
  });
  expect(streamOf(conversation, 2)).toBeNull();
});

test('a WebSocket: its messages name the request that opened it', () => {
  const conversation = new Conversation().run([
    'c GET /chat HTTP/1.1\r\nHost: a\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
    's HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n',
  ]);
  conversation.bytes(1, Uint8Array.of(0x81, 2, ...bytesOf('hi')));
  conversation.bytes(0, Uint8Array.of(0x89, 0x80, 0, 0, 0, 0));
  conversation.bytes(1, Uint8Array.of(0x82, 1, 7));
  expect(conversation.messages.slice(2).map(({ request, pair }) => [request, pair])).toEqual([
    [0, null],
    [0, null],
    [0, null],
  ]);
  expect(streamOf(conversation)).toEqual({
    count: 3,
    messages: [
      { fromClient: false, kind: 'text', start: 0.003, end: 0.003, bytes: 2 },
      { fromClient: true, kind: 'ping', start: 0.004, end: 0.004, bytes: 0 },
      { fromClient: false, kind: 'binary', start: 0.005, end: 0.005, bytes: 1, gap: 0.002 },
    ],
  });
});
