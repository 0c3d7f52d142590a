/** Connections whose beginning was not captured: recognised by the framing of both directions. */
import { DecodeAs } from '../../../lib/protocols/decode-as.js';
import { MessageAnalysis } from '../../../lib/protocols/message-analysis.js';
import { big, linesOf, little } from '../commands/support.js';
import { bytesOf, Conversation, http1 } from '../support/conversation.js';
import { random } from '../support/streams.js';

/** @param {string} type @param {string} body */
const pg = (type, body) => `${type}${big(body.length + 4, 4)}${body}`;
/** @param {string} sql */
const query = (sql) => `c ${pg('Q', `${sql}\0`)}`;
/** @param {string} tag */
const done = (tag) => `s ${pg('C', `${tag}\0`)}${pg('Z', 'I')}`;
/** @param {number} number @param {string} body */
const my = (number, body) => `${little(body.length, 3)}${String.fromCharCode(number)}${body}`;

/** @type {Record<string, [name: string, steps: string[], lines: string[]]>} */
const JOINED = {
  'PostgreSQL, in the middle of an answer': [
    'postgresql',
    [
      `s ${'\x01row'.repeat(100)}`,
      query('a'),
      done('SELECT 1'),
      query('b'),
      done('SELECT 2'),
      query('c'),
      done('SELECT 3'),
    ],
    ['Query a: OK SELECT 1', 'Query b: OK SELECT 2', 'Query c: OK SELECT 3'],
  ],
  MySQL: [
    'mysql',
    ['a', 'b', 'c'].flatMap((sql) => [`c ${my(0, `\x03${sql}`)}`, `s ${my(1, '\0\0\0\x02\0\0\0')}`]),
    ['COM_QUERY a: OK', 'COM_QUERY b: OK', 'COM_QUERY c: OK'],
  ],
  SMTP: [
    'smtp',
    ['c mail from:<a@b>\r\n', 's 250 ok\r\n', 'c rcpt to:<c@d>\r\n', 's 550 no\r\n', 'c rset\r\n', 's 250 ok\r\n'],
    ['MAIL from:<a@b>: 250 ok', 'RCPT to:<c@d>: 550 no (failed)', 'RSET : 250 ok'],
  ],
  FTP: [
    'ftp',
    ['c CWD a\r\n', 's 250 ok\r\n', 'c SIZE b\r\n', 's 550 no\r\n', 'c PWD\r\n', 's 257 /\r\n'],
    ['CWD a: 250 ok', 'SIZE b: 550 no (failed)', 'PWD : 257 /'],
  ],
  'Redis, in the middle of a value': [
    'redis',
    [
      'c \x01\x02\x03\x04\x05\r\n',
      's +OK\r\n',
      ...['a', 'b', 'c'].flatMap((key) => [`c *2\r\n$3\r\nGET\r\n$1\r\n${key}\r\n`, 's $-1\r\n']),
    ],
    ['GET a: nil', 'GET b: nil', 'GET c: nil'],
  ],
};

/** @param {string[]} steps with the ends exchanged */
const exchanged = (steps) => steps.map((step) => `${step[0] === 'c' ? 's' : 'c'}${step.slice(1)}`);

test.each(Object.keys(JOINED))('%s', (name) => {
  const [protocol, steps, lines] = JOINED[name];
  for (const turned of [steps, exchanged(steps)]) {
    const conversation = new Conversation({ guessed: true }).run([...turned, 'c.fin', 's.fin']);
    expect(conversation.analysis.protocolOf(0)).toBe(protocol);
    // two exchanges or more were read
    expect(conversation.analysis.protocolConfidenceOf(0)).toBeGreaterThanOrEqual(0.75);
    expect(conversation.analysis.protocolConfidenceOf(0)).toBeLessThan(1);
    expect(linesOf(conversation).filter((line) => !line.startsWith('<'))).toEqual(lines);
    expect(conversation.roles.client).toBe(turned === steps ? 0 : 1);
  }
});

test('where the beginning was captured, a protocol needs no confidence', () => {
  const conversation = new Conversation().run(['c *1\r\n$4\r\nPING\r\n', 's +PONG\r\n']);
  expect(conversation.analysis.protocolOf(0)).toBe('redis');
  expect(conversation.analysis.protocolConfidenceOf(0)).toBeNull();
});

test('the end that asks is the client, where the capture does not tell', () => {
  const steps = ['s *1\r\n$4\r\nPING\r\n', 'c +PONG\r\n', 's *1\r\n$4\r\nPING\r\n', 'c +PONG\r\n'];
  const conversation = new Conversation({ guessed: true }).run([...steps, 'c.fin', 's.fin']);
  expect(linesOf(conversation)).toEqual(['PING : PONG', 'PING : PONG']);
});

test('with its handshake, but without its first bytes', () => {
  const [, steps, lines] = JOINED.MySQL;
  const conversation = new Conversation().run(['s~80', 'c~90', 's~11', ...steps, 'c.fin', 's.fin']);
  expect(linesOf(conversation).slice(1)).toEqual(lines.slice(1));
});

test('one exchange is too few, and what is no message of a protocol is none', () => {
  const few = new Conversation({ guessed: true }).run([query('a'), done('SELECT 1'), 'c.fin', 's.fin']);
  expect(few.analysis.protocolOf(0)).toBeNull();
  const next = random(4);
  for (let round = 0; round < 200; round++) {
    const conversation = new Conversation({ guessed: true });
    for (let turn = 0; turn < 12; turn++) {
      const bytes = Uint8Array.from({ length: 1 + Math.floor(next() * 60) }, () => 128 + Math.floor(next() * 100));
      conversation.bytes(turn % 2 === 0 ? 0 : 1, bytes);
    }
    expect(conversation.run(['c.fin', 's.fin']).messages).toEqual([]);
  }
  const lines = new Conversation({ guessed: true });
  for (let turn = 0; turn < 6; turn++) {
    (lines.bytes(0, bytesOf('hello there\r\n')), lines.bytes(1, bytesOf('200 fine\r\n')));
  }
  expect(lines.run(['c.fin', 's.fin']).analysis.protocolOf(0)).toBeNull();
});

test("what the user says a connection carries is read from a message's beginning on", () => {
  const before = new Conversation({ guessed: true });
  const flows = Object.assign(before.roles, { endpoint: () => ({ port: 1 }) });
  const decodeAs = DecodeAs.of(['tcp.port == 1,postgresql']);
  const conversation = new Conversation({ analysis: new MessageAnalysis({ keep: true, flows, http1, decodeAs }) });
  conversation.run([`s ${'\x01row'.repeat(100)}`, query('a'), done('SELECT 1'), 'c.fin', 's.fin']);
  expect(linesOf(conversation)).toEqual(['Query a: OK SELECT 1']);
});
