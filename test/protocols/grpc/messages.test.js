/** Messages of gRPC in the content of HTTP/2, and the trailer fields of gRPC-Web. */
import { MAX_GRPC_MESSAGES_LISTED } from '../../../lib/protocols/grpc/limits.js';
import { END_HEADERS, END_STREAM, HEADERS, http2Frame, PREFACE } from '../../support/http2-frames.js';
import { concatBytes } from '../../support/packets/frames.js';
import { Conversation } from '../support/conversation.js';

const DATA = 0;
const POST = [0x83, 0x86];

/** A field that enters no table. @param {string} name @param {string} value */
const field = (name, value) =>
  Uint8Array.from([0, name.length, ...Buffer.from(name), value.length, ...Buffer.from(value)]);

/** @param {number} flags @param {string} text @returns {number[]} a message with its prefix */
const message = (flags, text) => [flags, 0, 0, 0, text.length, ...Buffer.from(text)];

/** @param {string} type @param {number[]} sent @param {number[]} answered @param {number} [frameBytes] */
function call(type, sent, answered, frameBytes = 1000) {
  const conversation = new Conversation();
  const content = field('content-type', type);
  /** @param {number[]} bytes */
  const data = (bytes) =>
    concatBytes(
      ...Array.from({ length: Math.ceil(bytes.length / frameBytes) }, (_, i) =>
        http2Frame(DATA, 0, 1, bytes.slice(i * frameBytes, (i + 1) * frameBytes)),
      ),
    );
  conversation.bytes(0, PREFACE);
  conversation.bytes(
    0,
    http2Frame(HEADERS, END_HEADERS, 1, concatBytes(Uint8Array.from(POST), field(':path', '/a.B/C'), content)),
  );
  conversation.bytes(0, data(sent));
  conversation.bytes(0, http2Frame(DATA, END_STREAM, 1, []));
  conversation.bytes(1, http2Frame(HEADERS, END_HEADERS, 1, concatBytes(Uint8Array.of(0x88), content)));
  conversation.bytes(1, data(answered));
  conversation.bytes(1, http2Frame(DATA, END_STREAM, 1, []));
  return conversation.messages;
}

test.each([1000, 3, 1])('messages of both directions, in frames of %d bytes', (size) => {
  const [request, response] = call(
    'application/grpc+proto',
    [...message(0, 'abc'), ...message(1, '')],
    [...message(0, 'x'.repeat(70))],
    size,
  );
  expect(request.grpcCall).toEqual({ service: 'a.B', method: 'C' });
  expect(request.grpcMessages).toEqual({
    count: 2,
    bytes: 3,
    complete: true,
    messages: [
      { start: 0.003, end: 0.003, bytes: 3, compressed: false },
      { start: 0.003, end: 0.003, bytes: 0, compressed: true, gap: 0 },
    ],
  });
  expect(response.grpcCall).toBeUndefined();
  expect(response.grpcMessages).toMatchObject({ count: 1, bytes: 70, complete: true });
});

test('the trailers of gRPC-Web lie in the content', () => {
  const trailers = 'grpc-status: 5\r\ngrpc-message: nothing there\r\n';
  const [, response] = call(
    'application/grpc-web+proto',
    message(0, 'a'),
    [...message(0, 'b'), ...message(0x80, trailers)],
    7,
  );
  expect(response).toMatchObject({
    trailers: [
      ['grpc-status', '5'],
      ['grpc-message', 'nothing there'],
    ],
    grpc: { status: 'NOT_FOUND', message: 'nothing there' },
    outcome: 'NOT_FOUND',
    failed: true,
    grpcMessages: { count: 1, bytes: 1, complete: true },
  });
});

test('what is no gRPC, or no message, is not taken for one; very many are counted', () => {
  expect(call('application/json', message(0, 'a'), []).map(({ grpcMessages }) => grpcMessages)).toEqual([
    undefined,
    undefined,
  ]);
  const [broken] = call('application/grpc', [7, 1, 2, 3, 4, 5, 6], []);
  expect(broken.grpcMessages).toEqual({ count: 0, bytes: 0, complete: false, messages: [] });
  const many = Array.from({ length: MAX_GRPC_MESSAGES_LISTED + 5 }, () => message(0, '')).flat();
  const [counted] = call('application/grpc', many, []);
  expect([counted.grpcMessages?.count, counted.grpcMessages?.messages.length]).toEqual([
    MAX_GRPC_MESSAGES_LISTED + 5,
    MAX_GRPC_MESSAGES_LISTED,
  ]);
});
