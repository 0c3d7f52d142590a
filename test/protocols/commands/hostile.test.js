/** Bytes that are missing, damaged or made to be costly. */
import { MAX_PIECE_BYTES, MAX_WAITING_COMMANDS } from '../../../lib/protocols/commands/limits.js';
import { bytesOf, Conversation } from '../support/conversation.js';
import { mutatedBytes } from '../support/mutate.js';
import { random } from '../support/streams.js';
import { COSTLY as COSTLY_BINARY } from './binary/all.js';
import { big, linesOf, little, said } from './support.js';

const GET = '*2\r\n$3\r\nGET\r\n$1\r\nk\r\n';

const MY_OK = 's \x07\0\0\x01\0\0\0\x02\0\0\0';
const BINARY_GET = `\x80\0\0\x01${'\0'.repeat(7)}\x01${'\0'.repeat(12)}k`;
const BINARY_ANSWER = `s \x81\0\0\0${'\0'.repeat(20)}`;

describe('missing bytes', () => {
  test('within a value they cost nothing', () => {
    expect(
      said([
        'c *3\r\n$3\r\nSET\r\n$1\r\nk\r\n$5000\r\n',
        'c~4000',
        `c ${'x'.repeat(1000)}\r\n`,
        's +OK\r\n',
        `c ${GET}`,
        's $-1\r\n',
      ]),
    ).toEqual(['SET k (cut): OK', 'GET k: nil']);
  });

  test('a command behind them is read on, and answers are paired when the ends take turns again', () => {
    expect(
      said([
        `c ${GET}`,
        's $1\r\nx\r\n',
        'c *2\r\n$3\r\nDEL\r\n$9',
        'c~30',
        's :1\r\n',
        `c ${GET}`,
        's $-1\r\n',
        `c ${GET}`,
        's $3\r\ntwo\r\n',
      ]),
    ).toEqual(['GET k: 1 byte', '< 1', 'GET k: nil', 'GET k: 3 bytes']);
  });

  test('the only command that is left has the answer behind them', () => {
    expect(said([`c ${GET}${GET}`, 's $1\r\nx\r\n', 's~5', 's $2\r\nyy\r\n', `c ${GET}`, 's $-1\r\n'])).toEqual([
      'GET k: 1 byte',
      'GET k: 2 bytes',
      'GET k: nil',
    ]);
  });

  test('of several commands the last have the last answers, once the client goes on', () => {
    const steps = [`c ${GET}${GET}${GET}`, 's~7', 's $2\r\nyy\r\n$3\r\nzzz\r\n'];
    expect(said([...steps, `c ${GET}`, 's $-1\r\n'])).toEqual([
      'GET k: ?',
      'GET k: 2 bytes',
      'GET k: 3 bytes',
      'GET k: nil',
    ]);
  });

  test('the answer to a missing command answers nothing', () => {
    const steps = [`c ${GET}`, 's $1\r\nx\r\n', 's :7\r\n', 'c~22', `c ${GET}`, 's $2\r\nyy\r\n'];
    expect(said(steps)).toEqual(['GET k: 1 byte', '< 7', 'GET k: 2 bytes']);
  });

  test.each([
    ['SMTP', ['s 220 a SMTP\r\n', 'c EHLO a\r\n', 's 250 a\r\n'], 'c VRFY a\r\n', 's 250 a\r\n'],
    ['FTP', ['s 220 FTP\r\n'], 'c SIZE a\r\n', 's 213 5\r\n'],
    [
      'MySQL',
      [`s ${little(60, 3)}\0\n8.0\0${'\0'.repeat(55)}`, 'c \x04\0\0\x01joe\0', MY_OK],
      'c \x01\0\0\0\x0e',
      MY_OK,
    ],
    ['memcached, binary', [`c ${BINARY_GET}`, BINARY_ANSWER], `c ${BINARY_GET}`, BINARY_ANSWER],
  ])('in an answer of %s: later commands find theirs', (_, first, command, answer) => {
    const lines = said([
      ...first,
      command,
      answer,
      command,
      's~40',
      ...Array.from({ length: 6 }, (_, i) => (i % 2 ? answer : command)),
    ]);
    expect(lines.at(-1)).toBe(lines.at(-2));
    expect(lines.at(-1)).not.toMatch(/\?$|^</);
  });

  test('what can be told by number is paired at once', () => {
    const document = '\x1b\0\0\0\x10ping\0\x01\0\0\0\x02$db\0\x01\0\0\0\0\0';
    const message = (/** @type {number} */ id, /** @type {number} */ to) =>
      `${little(21 + document.length, 4)}${little(id, 4)}${little(to, 4)}${little(2013, 4)}\0\0\0\0\0${document}`;
    const lines = said([`c ${message(1, 0)}`, 'c~100', `c ${message(3, 0)}`, `s ${message(9, 3)}`]);
    expect(lines).toHaveLength(2);
    expect(lines[1]).not.toMatch(/\?$/);
  });
});

/** First bytes of each protocol, then what costs most. @type {[name: string, first: string[], costly: string][]} */
const COSTLY = [
  ['redis', [`c ${GET}`, 's $-1\r\n'], '*1\r\n'],
  ['redis, empty lines', [`c ${GET}`], '\r\n'],
  ['redis, one long line', [`c ${GET}`], '+'],
  ['postgresql', [`c \0\0\0\x13\0\x03\0\0user\0joe\0\0`, `s R\0\0\0\x08\0\0\0\0Z\0\0\0\x05I`], 'S\0\0\0\x04'],
  ['postgresql, prepared', [`c \0\0\0\x13\0\x03\0\0user\0joe\0\0`], 'P\0\0\0\x09a\0b\0\0'],
  ['mysql', [`s ${little(60, 3)}\0\n8.0\0${'\0'.repeat(55)}`], '\0\0\0\0'],
  [
    'mongodb',
    [`c ${little(26, 4)}\x01\0\0\0\0\0\0\0${little(2013, 4)}\0\0\0\0\0\x05\0\0\0\0`],
    `${little(16, 4)}${'\0'.repeat(8)}${little(2013, 4)}`,
  ],
  ['kafka', [`c ${big(12, 4)}\0\x12\0\0\0\0\0\x01\0\x02me`], `${big(10, 4)}\0\x12\0\0\0\0\0\x01\0\0`],
  ['memcached', ['c get k\r\n', 's END\r\n'], 'mn\r\n'],
  ['smtp', ['s 220 a SMTP\r\n', 'c EHLO a\r\n', 's 250-a\r\n'], '250-b\r\n'],
  ['mqtt', [`c \x10\x0e\0\x04MQTT\x04\x02\0\x3c\0\x02me`], '\xc0\0'],
  ['dns', [`c \0\x18\0\x01\x01\0\0\x01\0\0\0\0\0\0\x01a\x04test\0\0\x01\0\x01`], `\0\x0c${'\0'.repeat(12)}`],
  ...COSTLY_BINARY,
];

/** @param {string[]} first @param {string} costly @param {number} bytes */
function time(first, costly, bytes) {
  const filled = bytesOf(costly.repeat(Math.ceil(bytes / costly.length)));
  const conversation = new Conversation().run(first);
  const start = performance.now();
  for (const endpoint of /** @type {const} */ ([0, 1])) {
    for (let at = 0; at < filled.length; at += 1448) conversation.bytes(endpoint, filled.subarray(at, at + 1448));
  }
  return performance.now() - start;
}

test.each(COSTLY)('%s: cost is linear in bytes', (_, first, costly) => {
  time(first, costly, 20_000);
  const short = Math.max(10, time(first, costly, 40_000));
  const long = time(first, costly, 320_000);
  expect(long).toBeLessThan(short * 8 * 4);
});

test('a client that never waits: so many commands are paired, the others stay without', () => {
  const conversation = new Conversation().run([
    `c ${GET.repeat(MAX_WAITING_COMMANDS + 5)}`,
    `s ${'$-1\r\n'.repeat(MAX_WAITING_COMMANDS + 5)}`,
  ]);
  const lines = linesOf(conversation);
  expect(lines.filter((line) => line === 'GET k: nil')).toHaveLength(MAX_WAITING_COMMANDS);
  expect(conversation.analysis.warningsOf(0).map(({ code }) => code)).toEqual(['too_many_outstanding']);
});

test('of a long line the beginning is kept', () => {
  const [line] = said([`c get ${'k'.repeat(5 * MAX_PIECE_BYTES)}\r\n`]);
  expect(line).toBe(`get ${'k'.repeat(200)}…: ?`);
});

test('nothing is thrown at damaged bytes, and nothing stays open', () => {
  const next = random(30);
  for (let round = 0; round < 600; round++) {
    const [, first, costly] = COSTLY[round % COSTLY.length];
    const conversation = new Conversation({ guessed: round % 2 === 0 });
    const steps = [...first, `c ${costly.repeat(20)}`, ...first, `s ${costly.repeat(20)}`];
    for (const step of steps) {
      const endpoint = step[0] === 'c' ? 0 : 1;
      if (next() < 0.1) conversation.gap(endpoint, 1 + Math.floor(next() * 50));
      conversation.bytes(endpoint, next() < 0.5 ? bytesOf(step.slice(2)) : mutatedBytes(bytesOf(step.slice(2)), next));
    }
    linesOf(conversation.run(['c.fin', 's.rst']));
    if (conversation.analysis.openConnections > 0) throw new Error(`round ${round}: a parser stays open`);
  }
});
