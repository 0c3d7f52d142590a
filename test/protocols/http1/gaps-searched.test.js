import { createCore } from '../../../lib/engine/engine.js';
import { Conversation } from '../support/conversation.js';

const MAX_GAPS_SEARCHED = createCore().MAX_GAPS_SEARCHED.value;
const GET = 'c GET /a HTTP/1.1\r\n\r\n';
/** Its head is cut, so that the body's length is not known. */
const CUT_RESPONSE = 's HTTP/1.1 200 OK\r\nServer: x\r\n';
const OK = 's HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n';

/** Segments of which the snap length leaves three bytes. @param {Conversation} conversation @param {number} segments */
function cutSegments(conversation, segments) {
  for (let i = 0; i < segments; i++) conversation.run(['s abc', 's~1400']);
}

/**
 * Two requests, and a response that is cut in each of so many segments: the other may begin in any of them.
 * @param {number} segments
 */
function download(segments) {
  const conversation = new Conversation().run([GET, GET, CUT_RESPONSE, 's~1300']);
  cutSegments(conversation, segments - 1);
  return conversation;
}

test('a response behind as many gaps as are searched is found', () => {
  const conversation = download(MAX_GAPS_SEARCHED).run([OK]);
  expect(conversation.wanted[1]).not.toBe(Infinity);
  expect(conversation.messages.map(({ status, method, pair }) => [status ?? method, pair])).toEqual([
    ['GET', 2],
    ['GET', 3],
    [200, 0],
    [200, 1],
  ]);
});

test('a direction with more gaps is given up, and nothing more of it is asked for', () => {
  const conversation = download(MAX_GAPS_SEARCHED + 1);
  expect(conversation.wanted[1]).toBe(Infinity);
  const { handedIn } = conversation;
  conversation.run([OK]);
  expect(conversation.handedIn).toBe(handedIn);
  conversation.run([GET, 'c.fin', 's.fin']);
  expect(conversation.messages.map(({ status, method }) => status ?? method)).toEqual(['GET', 'GET', 200, 'GET']);
  expect(conversation.analysis.openConnections).toBe(0);
});

test('each message found allows as many gaps again', () => {
  const conversation = download(MAX_GAPS_SEARCHED).run([GET, CUT_RESPONSE, 's~1300']);
  cutSegments(conversation, MAX_GAPS_SEARCHED - 1);
  expect(conversation.wanted[1]).not.toBe(Infinity);
});

test('while every request has its response, nothing is asked for until the client sends again', () => {
  const conversation = new Conversation().run([GET, CUT_RESPONSE, 's~1300']);
  const { handedIn } = conversation;
  cutSegments(conversation, 100);
  expect(conversation.handedIn).toBe(handedIn);
  conversation.run([GET, OK]);
  expect(conversation.messages.map(({ status, method, pair }) => [status ?? method, pair])).toEqual([
    ['GET', 1],
    [200, 0],
    ['GET', 3],
    [200, 2],
  ]);
});
