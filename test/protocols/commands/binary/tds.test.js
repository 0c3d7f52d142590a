/** SQL Server's TDS: batches, procedures, prepared statements, errors; logins without passwords. */
import { Conversation } from '../../support/conversation.js';
import { linesOf, said, saidInPieces } from '../support.js';
import {
  batch,
  done,
  error,
  FIRST,
  handle,
  int,
  login,
  nvarchar,
  nvarcharMax,
  packet,
  prelogin,
  response,
  rpc,
  wide,
} from './tds.js';

const BEGUN = ['Prelogin : encryption not supported 16.0.1000', 'Login sa shop: OK'];
const lastOf = (/** @type {string[]} */ steps) => said([...FIRST, ...steps]).slice(BEGUN.length);
const ROWS = `\x81\x01\0${'columns and rows '.repeat(200)}`;

test('batches and procedures, cut anywhere', () => {
  const steps = [
    ...FIRST,
    `c ${batch('SELECT *\r\n  FROM people')}`,
    `s ${packet(4, ROWS, 0)}${packet(4, `${ROWS}${done(0x10, 7)}`, 1, 2)}`,
    `c ${rpc(10, nvarchar('UPDATE t SET a = @P1') + nvarchar('@P1 int'))}`,
    `s ${response(done(0x10, 1, 0xff), '\x79\0\0\0\0', done(0, 0, 0xfe))}`,
    `c ${rpc('dbo.work', int(5))}`,
    `s ${response(error(5000, 'a message', 10, 0xab), error(50000, 'Nothing to do'), done(2))}`,
    `c ${packet(1, batch(`SELECT ${'x'.repeat(100)}`).slice(8), 0)}${packet(1, wide(' more'), 1, 2)}`,
    `s ${packet(4, `${ROWS}${done(2)}`)}`,
  ];
  const lines = [
    ...BEGUN,
    'Batch SELECT * FROM people: OK 7 rows',
    'RPC sp_executesql UPDATE t SET a = @P1: OK',
    'RPC dbo.work: error 50000 Nothing to do (failed)',
    `Batch SELECT ${'x'.repeat(100)}: error (failed)`,
  ];
  expect(said(steps)).toEqual(lines);
  for (const size of [1, 9, 700]) expect(saidInPieces(steps, size)).toEqual(lines);
});

test('prepared statements show their text', () => {
  const prepared = `\0\x01\x26\x04\0${nvarchar('@P1 int')}${nvarcharMax('SELECT a FROM t WHERE b = @P1')}`;
  expect(
    lastOf([
      `c ${rpc(13, prepared)}`,
      `s ${response(ROWS, '\x79\0\0\0\0', handle(3), done(0, 0, 0xfe))}`,
      `c ${rpc(12, int(3) + int(7))}`,
      `s ${response(error(1205, 'Transaction was deadlocked', 13), done(2))}`,
      `c ${rpc(12, int(9))}`,
      `s ${response(done(0))}`,
    ]),
  ).toEqual([
    'RPC sp_prepexec SELECT a FROM t WHERE b = @P1: OK',
    'RPC sp_execute SELECT a FROM t WHERE b = @P1: error 1205 Transaction was deadlocked (failed)',
    'RPC sp_execute statement: OK',
  ]);
});

test('a login that is refused, and one of which TLS hides the rest', () => {
  const refused = response(error(18456, "Login failed for user 'sa'.", 14), done(2));
  expect(said([...FIRST.slice(0, 2), `c ${login('sa', 'x', '')}`, `s ${refused}`]).at(-1)).toBe(
    "Login sa: error 18456 Login failed for user 'sa'. (failed)",
  );
  const tls = '\x16\x03\x01\0\x05hello';
  const hidden = [
    `c ${packet(18, prelogin(0))}`,
    `s ${packet(4, prelogin(1))}`,
    `c ${packet(18, tls)}`,
    `s ${packet(18, tls)}`,
    'c \x17\x03\x03\0\x05aaaaa\x17\x03\x03\0\x05bbbbb',
    's \x17\x03\x03\0\x05ccccc',
  ];
  const conversation = new Conversation().run([...hidden, 'c.fin', 's.fin']);
  expect(linesOf(conversation)).toEqual(['Prelogin : encryption on 16.0.1000']);
  expect(conversation.analysis.warningsOf(0)).toEqual([]);
});

test('Attention asks for no answer: the request is cancelled', () => {
  expect(lastOf([`c ${batch('WAITFOR DELAY')}`, `c ${packet(6, '')}`, `s ${response(done(0x20))}`])).toEqual([
    'Batch WAITFOR DELAY: cancelled',
    'Attention : -',
  ]);
});

test('from mid-connection', () => {
  const rounds = ['a', 'b', 'c'].flatMap((sql) => [`c ${batch(sql)}`, `s ${response(done(0))}`]);
  const conversation = new Conversation({ guessed: true }).run(['s rows and rows', ...rounds, 'c.fin', 's.fin']);
  expect(conversation.analysis.protocolOf(0)).toBe('tds');
  expect(linesOf(conversation)).toEqual(['Batch a: OK', 'Batch b: OK', 'Batch c: OK']);
});
