/** A server that is asked for TLS and speaks something else: what it says is a message. */
import { tlsSession } from '../../support/tls/tls-session.js';
import { bytesOf, Conversation } from '../support/conversation.js';

const { sent } = await tlsSession({});
const hello = sent[0].bytes;

/** @param {string[]} answers @param {string} [greeting] */
function answered(answers, greeting) {
  const conversation = new Conversation();
  if (greeting !== undefined) conversation.bytes(1, bytesOf(greeting));
  conversation.bytes(0, hello);
  for (const answer of answers) conversation.bytes(1, bytesOf(answer));
  return conversation.run(['s.fin', 'c.fin']);
}

test('HTTP', () => {
  expect(answered(['HTTP/1.1 400 Bad Request\r\nContent-Length: 3\r\n\r\nn', 'o!']).messages).toMatchObject([
    { protocol: 'http/1.1', carrier: 'tcp', kind: 'response', status: 400, bodyBytes: 3, complete: true, pair: null },
  ]);
});

test('SSH, which greets', () => {
  expect(answered([], 'SSH-2.0-x\r\n').messages).toMatchObject([
    { protocol: 'ssh', kind: 'response', outcomeText: 'SSH-2.0-x', oneWay: true },
  ]);
});

test('SMTP, whose replies are read', () => {
  expect(answered(['500 what?\r\n'], '220 mail ESMTP\r\n').messages).toMatchObject([
    { protocol: 'smtp', kind: 'response', outcome: '220' },
    { protocol: 'smtp', kind: 'response', outcome: '500' },
  ]);
});

test('bytes that nobody knows are no message', () => {
  expect(answered(['\x01\x02\x03\x04']).messages).toEqual([]);
});
