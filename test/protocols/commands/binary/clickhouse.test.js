/** ClickHouse's native protocol: queries, blocks, errors, figures. */
import { CLICKHOUSE } from '../../../../lib/protocols/commands/binary/clickhouse/protocol.js';
import { statementOf } from '../../../../lib/protocols/statements/statement.js';
import { little, said, saidInPieces } from '../support.js';
import {
  ADDENDUM,
  block,
  clientHello,
  data,
  EMPTY,
  END,
  exception,
  FIRST,
  frame,
  profile,
  progress,
  query,
  REVISION,
  serverHello,
  text,
} from './clickhouse.js';

const HELLO = 'Hello default shop: Hello 24.8';
const lastOf = (/** @type {string[]} */ steps) => said([...FIRST, ...steps]).slice(1);

test('queries with their figures, errors by name, pings; cut anywhere', () => {
  const rows = block(2, [
    ['a', 'UInt64', 'x'.repeat(16)],
    ['b', 'String', text('one') + text('x'.repeat(3000))],
  ]);
  const events = block(1, [
    ['host', 'String', text('h')],
    ['value', 'Int64', 'y'.repeat(8)],
  ]);
  const steps = [
    ...FIRST,
    'c \x04',
    's \x04',
    `c ${query('SELECT a,\n  b FROM t')}${EMPTY}`,
    `s ${data(1, block(0, [['a', 'UInt64', '']]))}${progress(900)}${progress(100)}${data(1, rows)}${profile(2)}`,
    // these are compressed where rows may be
    `s ${data(14, events)}${data(1, block(0, []))}${END}`,
    `c ${query('SELECT * FROM nope')}${EMPTY}`,
    `s ${exception(60, 'Table shop.nope does not exist. (UNKNOWN_TABLE)')}`,
    `c ${query('SELECT 1')}${EMPTY}`,
    `s ${exception(4242, 'new')}`,
  ];
  const lines = [
    HELLO,
    'Ping : Pong',
    'Query SELECT a, b FROM t: OK 2 rows; 1000 rows, 8000 bytes read',
    'Query SELECT * FROM nope: UNKNOWN_TABLE Table shop.nope does not exist. (UNKNOWN_TABLE) (failed)',
    'Query SELECT 1: error 4242 new (failed)',
  ];
  expect(said(steps)).toEqual(lines);
  for (const size of [1, 9, 700]) expect(saidInPieces(steps, size)).toEqual(lines);
});

const HEADER = data(1, block(0, [['a', 'UInt64', '']]));

test('rows to be inserted belong to their query', () => {
  const rows = data(2, block(3, [['a', 'UInt64', 'x'.repeat(24)]]));
  expect(
    lastOf([
      `c ${query('INSERT INTO t VALUES')}${EMPTY}`,
      `s \x0b${text('t')}${text('columns format version: 1')}${HEADER}`,
      `c ${rows}${EMPTY}`,
      `s ${progress(0, 3)}${END}`,
      `c ${query('INSERT INTO t VALUES')}${EMPTY}`,
      `s ${HEADER}`,
      `c ${rows}`,
      `s ${exception(252, 'Too many parts')}`,
    ]),
  ).toEqual([
    'Query INSERT INTO t VALUES: OK 3 rows written',
    'Query INSERT INTO t VALUES: TOO_MANY_PARTS Too many parts (failed)',
  ]);
});

const u64 = (/** @type {number[]} */ ...values) => values.map((value) => little(value, 8)).join('');

test.each([
  ['Nullable(String)', `\0\x01${text('a')}${text('')}`],
  ['Array(String)', `${u64(2, 3)}${text('a')}${text('b')}${text('c')}`],
  ['Array(Array(UInt8))', `${u64(1, 2)}${u64(2, 3)}abc`],
  ['Map(String, UInt8)', `${u64(1, 2)}${text('k')}${text('l')}xy`],
  ['Tuple(a UInt8, b Array(String), Float64)', `xy${u64(0, 1)}${text('s')}${'f'.repeat(16)}`],
  ['LowCardinality(String)', `${u64(1)}${u64(0x600)}${u64(2)}${text('')}${text('a')}${u64(2)}\x01\x01`],
  ['LowCardinality(Nullable(String))', `${u64(1)}${u64(0x601)}${u64(2)}${text('')}${text('a')}${u64(2)}\x01\0\0\0`],
  ['Array(LowCardinality(FixedString(2)))', `${u64(1)}${u64(1, 2)}${u64(0x600)}${u64(1)}ab${u64(2)}\0\0`],
  ["Enum8('a,(\\'' = 1, 'b' = 2)", 'xy'],
  ['Decimal(20, 4)', 'd'.repeat(32)],
  ["DateTime64(3, 'UTC')", 't'.repeat(16)],
  ['FixedString(3)', 'abcdef'],
  ['SimpleAggregateFunction(sum, UInt16)', 'abcd'],
  ['IntervalDay', 'i'.repeat(16)],
])('a column of %s', (type, values) => {
  const columns = /** @type {[string, string, string][]} */ ([
    ['a', type, values],
    ['b', 'UInt8', 'zz'],
  ]);
  const steps = [`c ${query('SELECT a')}${EMPTY}`, `s ${data(1, block(2, columns))}${END}`];
  expect(lastOf(steps)).toEqual(['Query SELECT a: OK 2 rows']);
});

test('compressed blocks, also of several frames', () => {
  const full = 2 ** 20;
  const content = 'z'.repeat(5000);
  const rows = data(1, frame(full, content) + frame(full, content) + frame(1234, content));
  expect(
    lastOf([
      `c ${query('SELECT a', { isCompressed: true })}${data(2, frame(10, 'e'))}`,
      `s ${rows}${data(1, frame(full, content))}${profile(70_000)}${END}`,
      `c ${query('INSERT INTO t VALUES', { isCompressed: true })}${data(2, frame(10, 'e'))}`,
      `s ${data(1, frame(100, content))}`,
      `c ${data(2, frame(5000, content))}${data(2, frame(10, 'e'))}`,
      `s ${END}`,
    ]),
  ).toEqual(['Query SELECT a: OK 70000 rows', 'Query INSERT INTO t VALUES: OK']);
});

test('behind a column whose end is not known, the next query is read again', () => {
  const state = data(1, block(1, [['a', 'AggregateFunction(uniq, UInt64)', 'x'.repeat(40)]]));
  expect(
    lastOf([
      `c ${query('SELECT uniqState(a)')}${EMPTY}`,
      `s ${state}${profile(1)}${END}`,
      `c ${query('SELECT 2')}${EMPTY}`,
      `s ${data(1, block(1, [['a', 'UInt8', 'x']]))}${profile(1)}${END}`,
    ]),
  ).toEqual(['Query SELECT uniqState(a):  (cut)', 'Query SELECT 2: OK 1 row']);
});

test('an older server, whose packets have fewer fields', () => {
  const old = 54413;
  const hello = serverHello('db').slice(0, '\0'.length + text('ClickHouse').length);
  expect(
    said([
      `c ${clientHello(REVISION)}`,
      `s ${hello}\x12\x10\x8d\xa9\x03${text('UTC')}${text('db')}\x01`,
      'c \x04',
      's \x04',
    ]),
  ).toEqual(['Hello default shop: Hello 18.16', 'Ping : Pong']);
  expect(old).toBe((0x03 << 14) | ((0xa9 & 127) << 7) | (0x8d & 127));
});

test('packets in pieces, which both may agree on, are not read', () => {
  const chunked = ADDENDUM.replaceAll(text('notchunked'), text('chunked'));
  expect(said([`c ${clientHello(REVISION)}`, `s ${serverHello()}`, `c ${chunked}${query('SELECT 1')}`])).toEqual([
    HELLO,
  ]);
});

test('joined in mid-connection', () => {
  const exchange = (/** @type {number} */ n) => [
    `c ${query(`SELECT ${n}`)}${EMPTY}`,
    `s ${data(1, block(1, [['a', 'UInt8', 'x']]))}${profile(1)}${END}`,
  ];
  expect(said([...exchange(1), ...exchange(2), ...exchange(3)], { guessed: true }).slice(-1)).toEqual([
    'Query SELECT 3: OK 1 row',
  ]);
});

test('statements are summed up without their constants', () => {
  const digest = (/** @type {string} */ method, /** @type {string} */ target) =>
    statementOf(CLICKHOUSE, { method, target, host: null });
  expect(digest('Query', "SELECT a FROM t WHERE b = 'x' AND c IN (1, 2)")).toBe(
    'SELECT a FROM t WHERE b = ? AND c IN (…)',
  );
  expect(digest('Hello', 'joe shop')).toBe('Hello');
});
