import { MessageAnalysis } from '../../lib/protocols/message-analysis.js';
import { bytesOf, Conversation, http1 } from './support/conversation.js';
import { exchange, random, textOf } from './support/streams.js';

const INPUTS = 1000;
const SPICE = [
  '\r\n',
  '\n',
  ' ',
  ':',
  '0',
  'ffffffffffffffff',
  'HTTP/1.1 200 OK\r\n',
  'GET / HTTP/1.1\r\n',
  'Transfer-Encoding: chunked\r\n',
  'Content-Length: 99999999999999999999\r\n',
  'Content-Length: -1\r\n',
  '\0',
  '\xff',
  'HTTP/1.1 101 x\r\n\r\n',
  ';',
  '\r\n\r\n',
  '\x16\x03\x01\x02\x00\x01',
];

/** @param {string} text @param {() => number} next @returns {string} with some of its bytes cut, doubled, replaced */
function mutated(text, next) {
  let result = text;
  for (let n = Math.floor(next() * 4); n > 0; n--) {
    const at = Math.floor(next() * result.length);
    const length = Math.floor(next() * 20);
    const kind = next();
    if (kind < 0.4) result = result.slice(0, at) + SPICE[Math.floor(next() * SPICE.length)] + result.slice(at);
    else if (kind < 0.6) result = result.slice(0, at) + result.slice(at + length);
    else if (kind < 0.8) result = result.slice(0, at) + result.slice(at, at + length) + result.slice(at);
    else result = result.slice(0, at) + String.fromCharCode(Math.floor(next() * 256)) + result.slice(at + 1);
  }
  return result;
}

/** @param {Conversation} conversation @param {Uint8Array[]} streams @param {() => number} next */
function feed(conversation, streams, next) {
  const at = [0, 0];
  while (at[0] < streams[0].length || at[1] < streams[1].length) {
    const endpoint = next() < 0.5 ? 0 : 1;
    const length = Math.min(1 + Math.floor(next() * 300), streams[endpoint].length - at[endpoint]);
    if (length === 0) continue;
    if (next() < 0.05) conversation.gap(endpoint, length);
    else conversation.bytes(endpoint, streams[endpoint].subarray(at[endpoint], at[endpoint] + length));
    at[endpoint] += length;
  }
  conversation.end(0, next() < 0.5 ? 'fin' : 'rst');
  conversation.end(1, 'capture_end');
}

test(`${INPUTS} mutated conversations with gaps: nothing is thrown, offsets are sound, nothing stays open`, () => {
  const next = random(20261120);
  const corpus = Array.from({ length: 200 }, (_, seed) => exchange(seed)).map(({ requests, responses }) => [
    textOf(requests),
    textOf(responses),
  ]);
  let found = 0;
  for (let input = 0; input < INPUTS; input++) {
    const streams = corpus[input % corpus.length].map((text) => bytesOf(mutated(text, next)));
    const conversation = new Conversation({ keep: input % 4 !== 0, guessed: input % 3 === 0 });
    feed(conversation, streams, next);
    if (conversation.analysis.openConnections !== 0) throw new Error(`input ${input}: a parser stays open`);
    if (input % 4 === 0) continue;
    for (const { streamOffset, headerBytes, bodyBytes, endStreamOffset, endpoint } of offsetsOf(conversation)) {
      const sound =
        streamOffset + headerBytes + bodyBytes <= endStreamOffset && endStreamOffset <= streams[endpoint].length;
      if (!sound) throw new Error(`input ${input}: message at ${streamOffset} ends at ${endStreamOffset}`);
      found++;
    }
  }
  expect(found).toBeGreaterThan(INPUTS);
}, 240_000);

/** @param {Conversation} conversation */
function offsetsOf({ roles, messages }) {
  return messages.map((message) => ({
    ...message,
    endpoint: (message.direction === 'clientToServer') === (roles.client === 0) ? 0 : 1,
  }));
}

test('random bytes are no HTTP', () => {
  const next = random(7);
  for (let input = 0; input < 500; input++) {
    const bytes = Uint8Array.from({ length: 200 }, () => Math.floor(next() * 256));
    const conversation = new Conversation({ guessed: true });
    conversation.bytes(0, bytes);
    conversation.bytes(1, bytes);
    expect(conversation.messages).toEqual([]);
  }
});

test('a conversation of the same connection number after its end is not read', () => {
  const analysis = new MessageAnalysis({ keep: true, flows: new Conversation().roles, http1 });
  const first = new Conversation({ analysis }).run(['c GET / HTTP/1.1\r\n\r\n', 'c.rst', 's.rst']);
  expect(first.lines).toEqual(['c 0+18+0 GET /']);
  new Conversation({ analysis }).run(['c GET / HTTP/1.1\r\n\r\n']);
  expect(first.lines).toEqual(['c 0+18+0 GET /']);
});
