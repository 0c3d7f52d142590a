import { framesAt } from '../../../lib/protocols/http2/signature.js';
import { FIT } from '../../../lib/protocols/protocol.js';
import { END_HEADERS, END_STREAM, GET, HEADERS, http2Frame, request } from '../../support/http2-frames.js';
import { concatBytes } from '../../support/packets/frames.js';
import { Conversation } from '../support/conversation.js';

const DATA = 0;
const PING = 6;
const WINDOW_UPDATE = 8;
const OK = [0x88];
const ping = http2Frame(PING, 0, 0, [1, 2, 3, 4, 5, 6, 7, 8]);
const answer = (/** @type {number} */ stream, /** @type {number} */ bytes) =>
  concatBytes(
    http2Frame(HEADERS, END_HEADERS, stream, OK),
    http2Frame(DATA, END_STREAM, stream, new Uint8Array(bytes).fill(0x78)),
  );

/** @param {Uint8Array} bytes */
const toldAfter = (bytes) => {
  for (let end = 0; end <= bytes.length; end++) {
    const told = framesAt(bytes, 0, end);
    if (told !== FIT.MORE) return told === FIT.FOUND ? end : -1;
  }
  return null;
};

test('frames tell themselves: one of a fixed length, or several that follow each other', () => {
  expect(toldAfter(ping)).toBe(9);
  expect(toldAfter(http2Frame(WINDOW_UPDATE, 0, 0, [0, 0, 1, 0]))).toBe(9);
  expect(toldAfter(request(5, GET))).toBeNull();
  expect(toldAfter(concatBytes(request(5, GET), request(7, GET)))).toBe(9 + 3 + 9);
  expect(toldAfter(concatBytes(...[1, 1, 1].map((s) => http2Frame(DATA, 0, s, new Uint8Array(50)))))).toBe(2 * 59 + 9);
});

test('what only resembles them does not', () => {
  for (const bytes of [
    new Uint8Array(100),
    http2Frame(PING, 2, 0, new Uint8Array(8)), // a flag that is not defined
    http2Frame(PING, 0, 1, new Uint8Array(8)), // of a stream
    http2Frame(PING, 0, 0, new Uint8Array(7)),
    http2Frame(DATA, 0, 2, new Uint8Array(100)),
    http2Frame(4, 0, 0, new Uint8Array(7)),
    Uint8Array.of(0, 0, 0, 60, 0xfe, 0x53, 0x4d, 0x42, 64, 0, 0, 0), // SMB 2
    Uint8Array.of(0x5a, 0, 0, 1, 0xff, 0xa1, 4, 0, 0, 0, 0, 0), // MySQL
    Uint8Array.of(0, 0, 0, 30, 0, 18, 0, 3, 0, 0, 0, 1), // Kafka
  ]) {
    expect(toldAfter(bytes)).toBe(-1);
  }
});

/** @param {(conversation: Conversation) => void} feed */
const inside = (feed) => {
  const conversation = new Conversation({ guessed: true });
  feed(conversation);
  return conversation;
};

test.each([5000, 40, 11, 3, 1])('either direction tells, in pieces of %d bytes; who asks is the client', (size) => {
  const { messages, roles, analysis } = inside((conversation) => {
    const send = (/** @type {0|1} */ endpoint, /** @type {Uint8Array} */ bytes) => {
      for (let at = 0; at < bytes.length; at += size) conversation.bytes(endpoint, bytes.slice(at, at + size));
    };
    send(0, ping);
    send(1, http2Frame(PING, 1, 0, [1, 2, 3, 4, 5, 6, 7, 8]));
    send(1, request(41, [0x82, 0x86, 0xc4], [0x44, 2, 0x2f, 0x61]));
    send(0, answer(41, 30));
  });
  expect(analysis.protocolOf(0)).toBe('http/2');
  expect(roles.client).toBe(1);
  expect(messages.map(({ target, status, bodyBytes, complete }) => [target ?? status, bodyBytes, complete])).toEqual([
    ['/a', 0, true],
    [200, 30, true],
  ]);
  expect(messages[0].headers).toContainEqual(['?', '?']);
});

test('a direction that begins within a frame is read from the next one on', () => {
  const body = http2Frame(DATA, 0, 3, new Uint8Array(3000).fill(0x61)).slice(700);
  const { messages, analysis } = inside((conversation) => {
    conversation.bytes(1, body);
    conversation.bytes(0, http2Frame(WINDOW_UPDATE, 0, 3, [0, 0, 16, 0]));
    conversation.bytes(0, request(5, GET));
    conversation.bytes(1, answer(5, 10));
  });
  expect(analysis.protocolOf(0)).toBe('http/2');
  expect(messages.map(({ kind, stream, pair }) => [kind, stream, pair])).toEqual([
    ['request', 5, 1],
    ['response', 5, 0],
  ]);
});

test('a place that only looked like a frame is left again', () => {
  // within the body: what looks like the header of a long frame, at the end of a segment
  const decoy = http2Frame(DATA, 0, 3, new Uint8Array(9000)).slice(0, 9);
  const { messages } = inside((conversation) => {
    conversation.bytes(0, ping);
    conversation.bytes(1, concatBytes(new Uint8Array(100).fill(0x61), http2Frame(DATA, 0, 9, new Uint8Array(20))));
    conversation.gap(1, 100);
    conversation.bytes(1, concatBytes(new Uint8Array(50).fill(0x62), decoy.slice(0, 9), new Uint8Array(1).fill(0xff)));
    conversation.bytes(1, new Uint8Array(8999).fill(0x63));
    conversation.bytes(1, new Uint8Array(300).fill(0x64));
    conversation.bytes(1, answer(11, 4));
  });
  expect(messages.map(({ stream, status, complete }) => [stream, status, complete])).toEqual([[11, 200, true]]);
});

test('a gap in one direction costs the exchange that lay in it, though the other direction was read first', () => {
  const conversation = new Conversation();
  const streams = [1, 3, 5, 7, 9];
  const whole = Uint8Array.from('PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n', (c) => c.charCodeAt(0));
  conversation.bytes(0, concatBytes(whole, http2Frame(4, 0, 0)));
  for (const stream of streams) conversation.bytes(1, answer(stream, 10));
  for (const stream of streams) {
    if (stream === 5) conversation.gap(0, request(stream, GET).length);
    else conversation.bytes(0, request(stream, GET));
  }
  for (const endpoint of /** @type {const} */ ([0, 1])) conversation.end(endpoint, 'fin');
  const requests = conversation.messages.filter(({ kind }) => kind === 'request');
  expect(requests.map(({ stream, complete, pair }) => [stream, complete, pair !== null])).toEqual(
    [1, 3, 7, 9].map((stream) => [stream, true, true]),
  );
  const responses = conversation.messages.filter(({ kind }) => kind === 'response');
  expect(responses.map(({ stream, complete, pair }) => [stream, complete, pair !== null])).toEqual(
    streams.map((stream) => [stream, true, stream !== 5]),
  );
});
