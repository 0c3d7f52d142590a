/** gRPC-Web over HTTP/1: messages and trailer fields in bodies, binary and as text (grpc/doc/PROTOCOL-WEB.md). */
import { converse } from '../support/conversation.js';

/** @param {number} flags @param {string} text @returns {string} a message with its prefix, a character a byte */
const message = (flags, text) => String.fromCharCode(flags, 0, 0, 0, text.length) + text;

const TRAILERS = message(0x80, 'grpc-status: 5\r\ngrpc-message:no%20such shelf\r\n');

/** @param {string} text */
const base64 = (text) => Buffer.from(text, 'latin1').toString('base64');

/**
 * @param {string} type @param {string} sent @param {string} answered
 * @param {{ chunk?: number, piece?: number }} [how]
 */
function call(type, sent, answered, { chunk = 1000, piece = 10_000 } = {}) {
  let chunks = '';
  for (let at = 0; at < answered.length; at += chunk) {
    const part = answered.slice(at, at + chunk);
    chunks += `${part.length.toString(16)}\r\n${part}\r\n`;
  }
  const request = `POST /library.Shelves/Get HTTP/1.1\r\nHost: a\r\nContent-Type: ${type}\r\nContent-Length: ${sent.length}\r\n\r\n${sent}`;
  const response = `HTTP/1.1 200 OK\r\ncontent-type: ${type}\r\nTransfer-Encoding: chunked\r\n\r\n${chunks}0\r\n\r\n`;
  const steps = [];
  for (let at = 0; at < request.length; at += piece) steps.push(`c ${request.slice(at, at + piece)}`);
  for (let at = 0; at < response.length; at += piece) steps.push(`s ${response.slice(at, at + piece)}`);
  return converse(steps).messages;
}

const PIECES = [{}, { chunk: 5 }, { piece: 1 }, { chunk: 3, piece: 7 }];

describe.each([
  ['application/grpc-web+proto', (/** @type {string} */ text) => text],
  ['application/grpc-web-text', base64],
])('%s', (type, encoded) => {
  test.each(PIECES)('a call, its messages and its outcome (%j)', (how) => {
    // each is encoded by itself, with padding of its own
    const answered = [message(0, 'ab'), message(0, 'cde'), TRAILERS].map(encoded).join('');
    const [request, response] = call(type, encoded(message(0, 'id')), answered, how);
    expect(request).toMatchObject({
      grpcCall: { service: 'library.Shelves', method: 'Get' },
      grpcMessages: { count: 1, bytes: 2, complete: true },
    });
    expect(response).toMatchObject({
      status: 200,
      trailers: [
        ['grpc-status', '5'],
        ['grpc-message', 'no%20such shelf'],
      ],
      grpc: { status: 'NOT_FOUND', message: 'no such shelf' },
      outcome: 'NOT_FOUND',
      failed: true,
      grpcMessages: { count: 2, bytes: 5, complete: true },
    });
  });
});

test('the outcome of a call without content is in the head', () => {
  const steps = [
    'c POST /a.B/C HTTP/1.1\r\nContent-Type: application/grpc-web\r\nContent-Length: 0\r\n\r\n',
    's HTTP/1.1 200 OK\r\nContent-Type: application/grpc-web\r\nGrpc-Status: 7\r\nContent-Length: 0\r\n\r\n',
  ];
  expect(converse(steps).messages[1]).toMatchObject({ outcome: 'PERMISSION_DENIED', failed: true });
});

test('that of gRPC behind a proxy is in the trailer section', () => {
  const head = 'HTTP/1.1 200 OK\r\nContent-Type: application/grpc\r\nTransfer-Encoding: chunked\r\n\r\n';
  const steps = ['c GET /a.B/C HTTP/1.1\r\n\r\n', `s ${head}0\r\nGrpc-Status: 14\r\n\r\n`];
  expect(converse(steps).messages[1]).toMatchObject({ outcome: 'UNAVAILABLE', failed: true });
});

test('what is missing of a body leaves its messages incomplete, and the next answer whole', () => {
  const type = 'Content-Type: application/grpc-web';
  const answer = `s HTTP/1.1 200 OK\r\n${type}\r\nContent-Length: 7\r\n\r\n`;
  const { messages } = converse([
    'c GET /a.B/C HTTP/1.1\r\n\r\n',
    `${answer}${message(0, 'ab').slice(0, 2)}`,
    's~3',
    's ab',
    'c GET /a.B/D HTTP/1.1\r\n\r\n',
    `${answer}${message(0, 'cd')}`,
  ]);
  expect(messages.filter(({ kind }) => kind === 'response').map(({ grpcMessages }) => grpcMessages)).toMatchObject([
    { count: 0, complete: false },
    { count: 1, complete: true },
  ]);
});

test('text that is no base64, and other content, have no messages', () => {
  const [, text] = call('application/grpc-web-text', '', 'AA=A!');
  expect(text.grpcMessages).toMatchObject({ count: 0, complete: false });
  const [, other] = call('application/grpcs', '', 'abc');
  expect(other.grpcMessages).toBeUndefined();
});
