import fc from '../../support/properties.js';
import { bytesOf, Conversation } from '../support/conversation.js';
import { exchange, textOf } from '../support/streams.js';

const seeds = fc.integer({ min: 0, max: 2 ** 31 - 1 });
/** Lengths of pieces that a stream is cut into, over and over. */
const cuts = fc.array(fc.integer({ min: 1, max: 90 }), { minLength: 1, maxLength: 12 });

/**
 * @param {Conversation} conversation
 * @param {0|1} endpoint
 * @param {Uint8Array} bytes
 * @param {number[]} lengths
 */
function inPieces(conversation, endpoint, bytes, lengths) {
  for (let at = 0, i = 0; at < bytes.length; i++) {
    const length = lengths[i % lengths.length];
    conversation.bytes(endpoint, bytes.subarray(at, at + length));
    at += length;
  }
}

/** @param {Uint8Array} requests @param {Uint8Array} responses @param {number[]} lengths @param {boolean} [keep] */
function read(requests, responses, lengths, keep = true) {
  const conversation = new Conversation({ keep });
  inPieces(conversation, 0, requests, lengths);
  inPieces(conversation, 1, responses, lengths);
  conversation.end(0, 'fin');
  conversation.end(1, 'fin');
  return conversation;
}

test('all messages of a sound conversation are found, with their bodies, and paired in order', () => {
  fc.assert(
    fc.property(seeds, cuts, (seed, lengths) => {
      const { requests, responses } = exchange(seed);
      const { messages } = read(bytesOf(textOf(requests)), bytesOf(textOf(responses)), lengths);
      const found = messages.filter(({ kind }) => kind === 'request');
      expect(found.map(({ method, bodyBytes }) => [method, bodyBytes])).toEqual(
        requests.map(({ method, body }) => [method, body.length]),
      );
      const answers = found.map(({ pair }) => messages.find(({ index }) => index === pair));
      expect(answers.map((answer) => [answer?.status, answer?.bodyBytes])).toEqual(
        responses.map(({ status, body }) => [status, body.length]),
      );
      expect(messages.every(({ complete }) => complete)).toBe(true);
    }),
    { numRuns: 80 },
  );
});

test('any segmentation of sound or garbled streams gives the same messages', () => {
  fc.assert(
    fc.property(
      seeds,
      cuts,
      fc.array(fc.tuple(fc.nat(2000), fc.nat(255)), { maxLength: 4 }),
      (seed, lengths, damage) => {
        const { requests, responses } = exchange(seed);
        const sent = bytesOf(textOf(requests));
        const received = bytesOf(textOf(responses));
        for (const [at, byte] of damage) received[at % received.length] = byte;
        const whole = read(sent, received, [1e6]);
        const pieces = read(sent, received, lengths);
        expect(pieces.lines).toEqual(whole.lines);
        expect(read(sent, received, lengths, false).analysis.counts(0)).toEqual(whole.analysis.counts(0));
      },
    ),
    { numRuns: 100 },
  );
});

test('a gap anywhere leaves the messages before it as they are, and all that are found are within the stream', () => {
  fc.assert(
    fc.property(seeds, fc.nat(3000), fc.integer({ min: 1, max: 300 }), cuts, (seed, where, length, lengths) => {
      const { requests, responses } = exchange(seed);
      const sent = bytesOf(textOf(requests));
      const received = bytesOf(textOf(responses));
      const from = where % received.length;
      const to = Math.min(received.length, from + length);
      const conversation = new Conversation();
      inPieces(conversation, 0, sent, lengths);
      inPieces(conversation, 1, received.subarray(0, from), lengths);
      conversation.gap(1, to - from);
      inPieces(conversation, 1, received.subarray(to), lengths);
      conversation.end(0, 'fin');
      conversation.end(1, 'fin');

      const before = (/** @type {Conversation} */ { messages }) =>
        messages
          .filter(({ kind, endStreamOffset, complete }) => kind === 'response' && endStreamOffset <= from && complete)
          .map(({ status, streamOffset, endStreamOffset }) => [status, streamOffset, endStreamOffset]);
      expect(before(conversation)).toEqual(before(read(sent, received, lengths)));
      for (const message of conversation.messages) {
        expect(message.streamOffset + message.headerBytes + message.bodyBytes).toBeLessThanOrEqual(
          message.endStreamOffset,
        );
        expect(message.endStreamOffset).toBeLessThanOrEqual(message.kind === 'request' ? sent.length : received.length);
      }
      expect(conversation.analysis.openConnections).toBe(0);
    }),
    { numRuns: 80 },
  );
});
