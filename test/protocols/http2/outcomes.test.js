/** How exchanges came out: resets, content-length, trailers. */
import { errorName } from '../../../lib/protocols/http2/error-codes.js';
import { MAX_RESET_STREAMS } from '../../../lib/protocols/http2/limits.js';
import { END_HEADERS, END_STREAM, GET, HEADERS, http2Frame, PREFACE, request } from '../../support/http2-frames.js';
import { concatBytes } from '../../support/packets/frames.js';
import { Conversation } from '../support/conversation.js';

const DATA = 0;
const RST_STREAM = 3;
const GOAWAY = 7;
const HEAD = [0x42, 4, 0x48, 0x45, 0x41, 0x44, 0x86, 0x84];

/** A field that enters no table. @param {string} name @param {string} value */
const field = (name, value) =>
  Uint8Array.from([0, name.length, ...Buffer.from(name), value.length, ...Buffer.from(value)]);
/** @param {number} stream @param {ArrayLike<number>[]} fields @param {number} [flags] */
const head = (stream, fields, flags = 0) =>
  http2Frame(HEADERS, END_HEADERS | flags, stream, concatBytes(...fields.map((one) => Uint8Array.from(one))));
const reset = (/** @type {number} */ stream, /** @type {number} */ code) =>
  http2Frame(RST_STREAM, 0, stream, [0, 0, 0, code]);

/** @param {[endpoint: 0|1, frame: Uint8Array][]} frames */
function exchange(...frames) {
  const conversation = new Conversation();
  conversation.bytes(0, PREFACE);
  for (const [endpoint, frame] of frames) conversation.bytes(endpoint, frame);
  return conversation;
}

test('an answer that crosses a cancel belongs to its request; both bear the code', () => {
  const { messages } = exchange(
    [0, request(1, GET)],
    [0, reset(1, 8)],
    [1, head(1, [[0x88]])],
    [1, http2Frame(DATA, END_STREAM, 1, [1, 2, 3])],
  );
  expect(messages).toMatchObject([
    { kind: 'request', pair: 1, complete: true, reset: { code: 'CANCEL', by: 'client' } },
    { kind: 'response', pair: 0, complete: true, bodyBytes: 3, reset: { code: 'CANCEL', by: 'client' } },
  ]);
});

test('an answer that is reset is not whole, and a stream that is not reset bears no code', () => {
  const { messages } = exchange(
    [0, request(1, GET)],
    [0, request(3, GET)],
    [1, head(1, [[0x88]])],
    [1, http2Frame(DATA, 0, 1, [1])],
    [1, reset(1, 2)],
    [1, head(3, [[0x88]], END_STREAM)],
  );
  expect(messages.filter(({ stream }) => stream === 1)).toMatchObject([
    { reset: { code: 'INTERNAL_ERROR', by: 'server' } },
    { reset: { code: 'INTERNAL_ERROR', by: 'server' }, complete: false, bodyBytes: 1 },
  ]);
  expect(messages.filter(({ stream }) => stream === 3).some((message) => 'reset' in message)).toBe(false);
  expect([errorName(1), errorName(0xffffffff)]).toEqual(['PROTOCOL_ERROR', '4294967295']);
});

test('streams that were reset are forgotten in their order', () => {
  const { messages } = exchange(
    ...Array.from(
      { length: MAX_RESET_STREAMS + 1 },
      (_, k) => /** @type {[0, Uint8Array]} */ ([0, concatBytes(request(2 * k + 1, GET), reset(2 * k + 1, 8))]),
    ),
    [1, head(1, [[0x88]], END_STREAM)],
    [1, head(3, [[0x88]], END_STREAM)],
  );
  const answers = messages.filter(({ kind }) => kind === 'response');
  expect(answers.map(({ stream, pair }) => [stream, pair])).toEqual([
    [1, null],
    [3, 1],
  ]);
});

test('the server says in words why it goes away, and that is bounded', () => {
  const conversation = exchange([
    1,
    http2Frame(GOAWAY, 0, 0, [0, 0, 0, 1, 0, 0, 0, 11, ...Buffer.from('x'.repeat(1000))]),
  ]);
  expect(conversation.analysis.describeHttp2(0)?.serverToClient.goAway).toMatchObject({
    error: 'ENHANCE_YOUR_CALM',
    text: 'x'.repeat(256),
  });
});

describe('content that contradicts content-length', () => {
  const length = (/** @type {string} */ value) => field('content-length', value);
  /** @param {ArrayLike<number>[]} fields @param {number} bytes @param {ArrayLike<number>} [asked] */
  const answered = (fields, bytes, asked = GET) =>
    exchange([0, request(1, asked)], [1, head(1, fields)], [1, http2Frame(DATA, END_STREAM, 1, new Uint8Array(bytes))])
      .messages[1];

  test.each([4, 6])('5 are said, %d come', (bytes) => {
    expect(answered([[0x88], length('5')], bytes)).toMatchObject({
      complete: false,
      notes: ['content_length_not_met'],
    });
  });

  test('it may stand for what is not sent, be met, or say nothing', () => {
    for (const [fields, bytes, asked] of /** @type {[ArrayLike<number>[], number, number[]?][]} */ ([
      [[[0x88], length('5')], 5],
      [[[0x8b], length('5')], 0], // 304
      [[[0x88], length('5')], 0, HEAD],
      [[[0x88], length('x')], 3],
      [[[0x88], length('3'), length('4')], 3],
    ])) {
      expect(answered(fields, bytes, asked)).toMatchObject({ complete: true, notes: [] });
    }
  });

  test('a request, too', () => {
    const { messages } = exchange(
      [0, head(1, [[0x83, 0x86, 0x84], length('9')])],
      [0, http2Frame(DATA, END_STREAM, 1, [1])],
    );
    expect(messages[0]).toMatchObject({ complete: false, notes: ['content_length_not_met'] });
  });

  test('what has come as long as it says is whole, though other frames are missing', () => {
    const conversation = exchange([0, request(1, GET)], [0, request(3, GET)], [1, head(1, [[0x88], length('4')])]);
    conversation.bytes(1, http2Frame(DATA, 0, 1, [1, 2]));
    conversation.gap(1, 50);
    conversation.bytes(1, http2Frame(DATA, END_STREAM, 1, [3, 4]));
    expect(conversation.messages.at(-1)).toMatchObject({ complete: true, bodyBytes: 4, notes: [] });
  });
});

test('trailers are kept, and tell how a call of gRPC came out', () => {
  const { messages } = exchange(
    [0, request(1, GET)],
    [1, head(1, [[0x88], field('content-type', 'application/grpc')])],
    [1, http2Frame(DATA, 0, 1, [0, 0, 0, 0, 0])],
    [1, head(1, [field('grpc-status', '15'), field('grpc-message', 'caf%C3%A9 100%')], END_STREAM)],
    [0, request(3, GET)],
    [1, head(3, [[0x88], field('grpc-status', '77'), field('grpc-message', 'caf%C3%A9')], END_STREAM)],
    [0, request(5, GET)],
    [1, head(5, [[0x88]], END_STREAM)],
  );
  const answers = messages.filter(({ kind }) => kind === 'response');
  expect(answers[0]).toMatchObject({
    complete: true,
    trailers: [
      ['grpc-status', '15'],
      ['grpc-message', 'caf%C3%A9 100%'],
    ],
    grpc: { status: 'DATA_LOSS', message: 'caf%C3%A9 100%' },
  });
  expect(answers[1]).toMatchObject({ grpc: { status: '77', message: 'café' } });
  expect(answers[2].trailers ?? answers[2].grpc).toBeUndefined();
});
