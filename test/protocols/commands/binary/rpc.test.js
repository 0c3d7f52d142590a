/** ONC RPC by number: NFS 3 and 4 with their statuses, other programs, records of several fragments. */
import { Conversation } from '../../support/conversation.js';
import { big, linesOf, said, saidInPieces } from '../support.js';
import {
  call,
  compound,
  compounded,
  FIRST,
  lookup,
  opaque,
  PUTFH,
  record,
  reply,
  SEQUENCE,
  status,
  transfer,
} from './rpc.js';

const BEGUN = ['NULL : OK'];
const lastOf = (/** @type {string[]} */ steps) => said([...FIRST, ...steps]).slice(1);

test('NFS 3: calls at once, cut anywhere', () => {
  const data = 'x'.repeat(5000);
  const write = transfer(4, 7, 65536, 5000).slice(4) + `\0\0\0\x02${opaque(data)}`;
  const steps = [
    ...FIRST,
    `c ${lookup(2, 'a.txt')}${transfer(3, 6, 0, 4096)}${record(write.slice(0, 200), false)}${record(write.slice(200))}`,
    `s ${reply(3, status(0) + opaque(data))}${reply(2, status(2))}`,
    `s ${reply(4, status(28))}`,
    `c ${call(5, 12, opaque('handle') + opaque('b.txt'))}${call(6, 1, opaque('handle'))}${call(7, 99, '')}`,
    `s ${reply(5, status(0))}${reply(6, status(70))}${reply(7, '', 3)}`,
  ];
  const lines = [
    ...BEGUN,
    'LOOKUP a.txt: NOENT',
    'READ 4096 bytes at 0: OK',
    'WRITE 5000 bytes at 65536: NOSPC (failed)',
    'REMOVE b.txt: OK',
    'GETATTR : STALE (failed)',
    'procedure 99 : PROC_UNAVAIL (failed)',
  ];
  expect(said(steps)).toEqual(lines);
  for (const size of [1, 3, 900]) expect(saidInPieces(steps, size)).toEqual(lines);
});

test('NFS 4: operations of a compound, and the one that failed', () => {
  const open = `${big(1, 4)}${big(1, 4)}${big(0, 4)}${big(7, 8)}${opaque('owner')}`;
  const created = `${open}${big(1, 4)}${big(0, 4)}${big(1, 4)}${big(3, 4)}${opaque('attr')}${big(0, 4)}${opaque('new.txt')}`;
  expect(
    lastOf([
      `c ${compound(2, SEQUENCE, PUTFH, [15, opaque('dir')], [10, ''], [9, `${big(2, 4)}${big(7, 8)}`])}`,
      `s ${compounded(2, 0, 5)}`,
      `c ${compound(3, SEQUENCE, PUTFH, [18, `${open}${big(0, 4)}${big(0, 4)}${opaque('a.txt')}`], [3, big(1, 4)])}`,
      `s ${compounded(3, 13, 3)}`,
      `c ${compound(4, PUTFH, [18, created], [25, `${'s'.repeat(16)}${big(8192, 8)}${big(100, 4)}`])}`,
      `s ${compounded(4, 0, 3)}`,
      `c ${compound(5, PUTFH, [38, `${'s'.repeat(16)}${big(0, 8)}${big(2, 4)}${opaque('data')}`], [5, ''])}`,
      `s ${compounded(5, 10008, 2)}`,
      `c ${compound(6, [42, 'unknown'], [10, ''])}`,
    ]),
  ).toEqual([
    'COMPOUND SEQUENCE, PUTFH, LOOKUP dir, GETFH, GETATTR: OK',
    'COMPOUND SEQUENCE, PUTFH, OPEN a.txt, ACCESS: ACCES OPEN (failed)',
    'COMPOUND PUTFH, OPEN new.txt, READ 100 bytes at 8192: OK',
    'COMPOUND PUTFH, WRITE 4 bytes at 0, COMMIT: DELAY WRITE',
    'COMPOUND EXCHANGE_ID, …: ?',
  ]);
});

test('other programs, refusals, and calls of the server', () => {
  expect(
    said([
      `c ${call(1, 3, '\0\0\0\0', 2, 100000)}`,
      `s ${reply(1, big(2049, 4))}`,
      `c ${call(2, 1, opaque('/srv'), 3, 100005)}`,
      `s ${record(`${big(2, 4)}\0\0\0\x01\0\0\0\x01\0\0\0\x01\0\0\0\x05`)}`,
      `s ${call(2, 1, '', 1, 1073741824)}`,
      `c ${reply(2, '')}`,
    ]),
  ).toEqual([
    'portmap GETPORT version 2: OK',
    'mount MNT /srv: AUTH_TOOWEAK (failed)',
    'nfs_callback COMPOUND version 1: OK',
  ]);
});

test('from mid-connection, and behind missing bytes', () => {
  const rounds = [5, 6, 7].flatMap((id) => [`c ${lookup(id, `n${id}`)}`, `s ${reply(id, status(0))}`]);
  const conversation = new Conversation({ guessed: true }).run(['s the rest of data', ...rounds, 'c.fin', 's.fin']);
  expect(conversation.analysis.protocolOf(0)).toBe('nfs');
  expect(linesOf(conversation)).toEqual(['LOOKUP n5: OK', 'LOOKUP n6: OK', 'LOOKUP n7: OK']);
  const long = reply(2, status(0) + opaque('x'.repeat(500)));
  const cut = [`c ${lookup(2, 'a')}`, `s ${long.slice(0, 100)}`, `s~${long.length - 100}`];
  expect(lastOf([...cut, `c ${lookup(3, 'b')}`, `s ${reply(3, status(0))}`])).toEqual([
    'LOOKUP a: OK (cut)',
    'LOOKUP b: OK',
  ]);
});
