/** Connections whose protocol is only named: what one end said until the other did, as messages. */
import { MAX_TURN_ROWS } from '../../../lib/protocols/commands/limits.js';
import { converse } from '../support/conversation.js';

/** A line a message. @param {import('../support/conversation.js').Conversation} conversation */
const linesOf = ({ messages }) =>
  messages.map(({ kind, protocol, target, outcomeText, bodyBytes, start, end, pair, oneWay, complete }) =>
    [
      protocol,
      kind === 'request' ? `> ${target}` : `< ${bodyBytes} bytes ${outcomeText}`.trim(),
      `${start}-${end}`,
      pair === null ? '' : `-> ${pair}`,
      oneWay ? 'one way' : '',
      complete ? '' : 'incomplete',
    ]
      .filter(Boolean)
      .join(' '),
  );

const POP3 = [
  's +OK ready\r\n',
  'c USER joe\r\n',
  's +OK\r\n',
  'c PASS secret\r\n',
  's -ERR no ',
  's such user\r\n',
  'c QUIT\r\n',
  's.fin',
];

test('the client asks, the server says something, from first to last byte', () => {
  const conversation = converse(POP3);
  expect(linesOf(conversation)).toEqual([
    'pop3 < 11 bytes +OK ready 0.001-0.001 one way',
    'pop3 > 10 bytes 0.002-0.002 -> 2',
    'pop3 < 5 bytes +OK 0.003-0.003 -> 1',
    'pop3 > 13 bytes 0.004-0.004 -> 4',
    'pop3 < 19 bytes -ERR no 0.005-0.006 -> 3',
    'pop3 > 6 bytes 0.007-0.007 incomplete',
  ]);
  expect(JSON.stringify(conversation.messages)).not.toContain('secret');
  // they are no requests of which anything is known
  expect(conversation.analysis.counts(0)).toMatchObject({ requests: 0, responses: 0 });
});

test('bytes that are no text, and missing ones', () => {
  const lines = linesOf(
    converse(['c SSH-2.0-a\r\n', 's SSH-2.0-b\r\n', 'c \0\0\x01\x02', 's \0\x01', 's~5', 's \x02', 'c.fin', 's.fin']),
  );
  expect(lines).toEqual([
    'ssh > 11 bytes 0.001-0.001 -> 1',
    'ssh < 11 bytes SSH-2.0-b 0.002-0.002 -> 0',
    'ssh > 4 bytes 0.003-0.003 -> 3',
    'ssh < 3 bytes 0.004-0.006 -> 2 incomplete',
  ]);
});

test('of very many turns the first are listed', () => {
  const conversation = converse(['c SSH-2.0-a\r\n', 's SSH-2.0-b\r\n']);
  for (let turn = 0; turn < MAX_TURN_ROWS; turn++) conversation.run(['c a', 's b']);
  expect(conversation.messages).toHaveLength(MAX_TURN_ROWS);
  expect(conversation.analysis.warningsOf(0)).toMatchObject([{ code: 'too_many_messages' }]);
});

test('a protocol without a name has no messages', () => {
  expect(converse(['c \x01\x02\x03', 's \x04\x05\x06', 'c.fin', 's.fin']).messages).toEqual([]);
});
