/** Cassandra: statements and results by stream, prepared ones with their text, the frames of version 5. */
import { unpackLz4 } from '../../../../lib/protocols/commands/unpack.js';
import { bytesOf, Conversation } from '../../support/conversation.js';
import { linesOf, said, saidInPieces } from '../support.js';
import { envelope, execute, failure, FIRST, prepare, query, result, short, startup } from './cassandra.js';

const BEGUN = ['STARTUP py: READY'];

test('version 4: statements at once, cut anywhere', () => {
  const steps = [
    ...FIRST,
    `c ${envelope(4, 1, 11, `\0\x02${short('TOPOLOGY_CHANGE')}${short('STATUS_CHANGE')}`)}`,
    `s ${envelope(0x84, 1, 2, '')}`,
    `c ${query(1, 'SELECT *\n  FROM people')}${prepare(2, 'INSERT INTO t VALUES (?)')}`,
    `s ${result(2, 4, short('\x01\xff'))}${result(1, 2)}`,
    `c ${execute(3, '\x01\xff')}${execute(4, 'other')}`,
    `s ${failure(4, 0x2500, 'unknown')}${failure(3, 0x1100, 'Operation timed out')}`,
    `c ${envelope(4, 5, 13, `\0\0\x02\x01${short('\x01\xff')}\0\0`)}`,
    `s ${envelope(0x84, 0xffff, 12, `${short('STATUS_CHANGE')}${short('DOWN')}`)}${result(5, 1)}`,
  ];
  const lines = [
    ...BEGUN,
    'REGISTER TOPOLOGY_CHANGE, STATUS_CHANGE: READY',
    'QUERY SELECT * FROM people: Rows',
    'PREPARE INSERT INTO t VALUES (?): Prepared',
    'EXECUTE INSERT INTO t VALUES (?): Write timeout Operation timed out (failed)',
    'EXECUTE statement: Unprepared unknown',
    'BATCH INSERT INTO t VALUES (?) (2 statements): Void',
    '< EVENT STATUS_CHANGE DOWN',
  ];
  expect(said(steps)).toEqual(lines);
  for (const size of [1, 5, 40]) expect(saidInPieces(steps, size)).toEqual(lines);
});

test('what comes before a body, and compressed ones', () => {
  const traced = envelope(0x84, 1, 8, `${'u'.repeat(16)}\0\x01${short('careful')}${'\0\0\0\x01'}`, 0x0a);
  const lz4 = '\0\0\0\x1e\xf0\x0f\0\0\0\x17SELECT * FROM people e\0\x01\0'.replace('\xf0\x0f', '\xf0\x0c');
  expect(said([...FIRST, `c ${query(1, 'a')}`, `s ${traced}`]).at(-1)).toBe('QUERY a: Void');
  const packed = envelope(4, 1, 7, lz4, 1);
  expect(said([`c ${startup({ COMPRESSION: 'lz4' })}`, FIRST[1], `c ${packed}`]).at(-1)).toMatch(
    /^QUERY SELECT \* FROM/,
  );
});

/** @param {string} hex */
const hexed = (hex) => Buffer.from(hex, 'hex').toString('latin1');
/** As cassandra-driver 3.30 writes them: a query alone; two queries and OPTIONS behind an lz4 header. */
const FRAMED = hexed(
  '340002fef00805100001070000002b0000002153454c454354202a2046524f4d2070656f706c65205748455245206964203d203700010000000094d02f78',
);
const PACKED = hexed(
  '4200220104567a89ff060510000307000000660000005c53454c454354206101003af30b2046524f4d20740001000000000510000407000000190000000f6f0014622200500100000000b063e57e',
);
const NOT_PACKED = hexed('0900000004c2b8950510000405000000002df502aa');

test('version 5: envelopes in frames, from the answer to STARTUP on', () => {
  const ready = envelope(0x85, 0, 2, '');
  const plain = [`c ${startup({ DRIVER_NAME: 'py' }, 5)}`, `s ${ready}`, `c ${FRAMED}${FRAMED}`];
  expect(said(plain)).toEqual([...BEGUN, ...Array(2).fill('QUERY SELECT * FROM people WHERE id = 7: ?')]);
  for (const size of [1, 10]) expect(saidInPieces(plain, size)).toEqual(said(plain));
  const packed = [`c ${startup({ COMPRESSION: 'lz4' }, 5)}`, `s ${ready}`, `c ${PACKED}${NOT_PACKED}`];
  expect(said(packed)).toEqual([
    'STARTUP : READY',
    `QUERY SELECT ${'a'.repeat(78)} FROM t: ?`,
    'QUERY SELECT b FROM t: ?',
    'OPTIONS : ?',
  ]);
});

test('a frame begins where its check fits, after missing bytes', () => {
  const steps = [`c ${startup({ DRIVER_NAME: 'py' }, 5)}`, `s ${envelope(0x85, 0, 2, '')}`, 'c~30', `c ${FRAMED}`];
  expect(said(steps)).toEqual([...BEGUN, 'QUERY SELECT * FROM people WHERE id = 7: ?']);
});

test('an older version than asked for is no failure; from mid-connection', () => {
  const probe = [`c ${startup({}, 5)}`, `s ${failure(0, 10, 'unsupported version')}`];
  expect(said(probe)).toEqual(['STARTUP : Protocol error unsupported version']);
  const rounds = ['a', 'b', 'c'].flatMap((text, i) => [`c ${query(i, text)}`, `s ${result(i, 1)}`]);
  const conversation = new Conversation({ guessed: true }).run(['s rows and rows', ...rounds, 'c.fin', 's.fin']);
  expect(conversation.analysis.protocolOf(0)).toBe('cassandra');
  expect(linesOf(conversation)).toEqual(['QUERY a: Void', 'QUERY b: Void', 'QUERY c: Void']);
});

test('LZ4 stops at what is no block', () => {
  expect(unpackLz4(bytesOf('\x1fa\x01\0\xff\xff\xff')).length).toBeGreaterThan(500);
  for (const bad of ['', '\xf0', '\x10a\0\0', '\x10a\x09\0', '\xff\xff\xff']) {
    expect(unpackLz4(bytesOf(bad)).length).toBeLessThan(2);
  }
});
