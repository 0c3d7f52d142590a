/** PostgreSQL's first message in all its forms, and statements of a pipeline. */
import { signedProtocol } from '../../../lib/protocols/detect/detect.js';
import { protocolAgreed } from '../../../lib/protocols/registry.js';
import { bytesOf, converse } from '../support/conversation.js';
import { big, said } from './support.js';

/** @param {string} type @param {string} body */
const pg = (type, body) => `${type}${big(body.length + 4, 4)}${body}`;
/** @param {string} body */
const untyped = (body) => `${big(body.length + 4, 4)}${body}`;
/** @param {string[]} parameters @param {number} [minor] of the version */
const startup = (parameters, minor = 0) => untyped(`\0\x03${big(minor, 2)}${parameters.join('\0')}\0\0`);
const READY = pg('Z', 'I');
const LOGIN = [`c ${startup(['database', 'shop', 'user', 'joe'])}`, `s ${pg('R', '\0\0\0\0')}${READY}`];
/** @param {string} sql */
const execution = (sql) => `${pg('P', `\0${sql}\0\0\0`)}${pg('B', '\0\0\0\0\0\0\0\0')}${pg('E', '\0\0\0\0\0')}`;
/** @param {string} tag */
const done = (tag) => `${pg('1', '')}${pg('2', '')}${pg('C', `${tag}\0`)}`;
const ERROR = pg('E', 'SERROR\0VERROR\0C23505\0Mduplicate key\0\0');

describe('the first message', () => {
  test.each([
    ['parameters in any order', startup(['client_encoding', 'UTF8', 'user', 'joe'])],
    ['protocol 3.2', startup(['user', 'joe'], 2)],
    ['replication', startup(['replication', 'database', 'user', 'joe', 'database', 'shop'])],
    ['options of many bytes', startup(['user', 'joe', 'options', '-c a=b '.repeat(300)])],
    ['a request to cancel', untyped('\x04\xd2\x16\x2e\0\0\0\x01\0\0\0\x02')],
    ['one with the longer key of 3.2', untyped(`\x04\xd2\x16\x2e\0\0\0\x01${'k'.repeat(32)}`)],
    ['a request for GSSAPI', untyped('\x04\xd2\x16\x30')],
  ])('%s', (_, message) => {
    const bytes = bytesOf(message);
    expect(signedProtocol(bytes, 0, bytes.length)?.names[0]).toBe('postgresql');
  });

  test.each([
    ['no user', startup(['database', 'shop'])],
    ['names that are none', startup(['us er', 'joe'])],
    ['a length that does not fit', `${startup(['user', 'joe']).slice(0, -1)}x`],
  ])('%s: none', (_, message) => {
    const bytes = bytesOf(message);
    expect(signedProtocol(bytes, 0, bytes.length)).toBeNull();
  });

  test('TLS from the first byte on names it (PostgreSQL 17)', () => {
    expect(protocolAgreed('postgresql')?.names[0]).toBe('postgresql');
  });

  test('a request to cancel is a row, without an answer', () => {
    const steps = [`c ${untyped('\x04\xd2\x16\x2e\0\0\0\x01\0\0\0\x02')}`];
    expect(said(steps)).toEqual(['CancelRequest : -']);
    expect(converse([...steps, 's.fin', 'c.fin']).analysis.protocolOf(0)).toBe('postgresql');
  });
});

describe('a pipeline', () => {
  test('each statement has its own row and answer, and Sync belongs to the last', () => {
    expect(
      said([
        ...LOGIN,
        `c ${execution('insert 1')}${execution('insert 2')}${execution('select 3')}${pg('S', '')}`,
        `s ${done('INSERT 0 1')}${done('INSERT 0 2')}`,
        `s ${done('SELECT 3')}${READY}`,
      ]).slice(1),
    ).toEqual(['Execute insert 1: OK INSERT 0 1', 'Execute insert 2: OK INSERT 0 2', 'Execute select 3: OK SELECT 3']);
  });

  test('the failed statement is the one that fails; those behind it are not executed, and wait for nothing', () => {
    expect(
      said([
        ...LOGIN,
        `c ${execution('good')}${execution('bad')}${execution('skipped')}${pg('S', '')}${pg('Q', 'select 1\0')}`,
        `s ${done('INSERT 0 1')}${pg('1', '')}${ERROR}${READY}${pg('C', 'SELECT 1\0')}${READY}`,
      ]).slice(1),
    ).toEqual([
      'Execute good: OK INSERT 0 1',
      'Execute bad: 23505 duplicate key (failed)',
      'Execute skipped: -',
      'Query select 1: OK SELECT 1',
    ]);
  });

  test('a Sync that is sent later is a command of its own', () => {
    expect(
      said([
        ...LOGIN,
        `c ${execution('a')}${pg('H', '')}`,
        `s ${done('SELECT 1')}`,
        `c ${pg('S', '')}`,
        `s ${READY}`,
      ]).slice(1),
    ).toEqual(['Execute a: OK SELECT 1', 'Sync : OK']);
  });

  test('a statement prepared earlier shows its text, by its portal; one from before the capture its name', () => {
    const bind = (/** @type {string} */ portal, /** @type {string} */ name) =>
      pg('B', `${portal}\0${name}\0\0\0\0\0\0\0`);
    expect(
      said([
        ...LOGIN,
        `c ${pg('P', 'one\0select one\0\0\0')}${pg('P', 'two\0select two\0\0\0')}${pg('S', '')}`,
        `s ${pg('1', '').repeat(2)}${READY}`,
        `c ${bind('p1', 'one')}${bind('p2', 'two')}${pg('E', 'p2\0\0\0\0\0')}${pg('E', 'p1\0\0\0\0\0')}${pg('S', '')}`,
        `s ${pg('2', '').repeat(2)}${pg('C', 'SELECT 2\0')}${pg('C', 'SELECT 1\0')}${READY}`,
        `c ${bind('', 'three')}${pg('E', '\0\0\0\0\0')}${pg('S', '')}`,
        `s ${pg('2', '')}${pg('C', 'SELECT 3\0')}${READY}`,
      ]).slice(2),
    ).toEqual([
      'Execute select two: OK SELECT 2',
      'Execute select one: OK SELECT 1',
      'Execute statement three: OK SELECT 3',
    ]);
  });

  test('COPY in the extended protocol: its data and the Sync behind them have one answer', () => {
    expect(
      said([
        ...LOGIN,
        `c ${execution('copy t from stdin')}${pg('S', '')}`,
        `s ${pg('1', '')}${pg('2', '')}${pg('G', '\0\0\0')}`,
        `c ${pg('d', 'row')}${pg('c', '')}${pg('S', '')}`,
        `s ${pg('C', 'COPY 1\0')}${READY}`,
        `c ${pg('Q', 'select 1\0')}`,
        `s ${pg('C', 'SELECT 1\0')}${READY}`,
      ]).slice(1),
    ).toEqual(['Execute copy t from stdin: OK COPY IN', 'CopyData : OK COPY 1', 'Query select 1: OK SELECT 1']);
  });

  test('a stream of replication is no answer that never ends', () => {
    expect(
      said([
        ...LOGIN,
        `c ${pg('Q', 'START_REPLICATION\0')}`,
        `s ${pg('W', '\0\0\0')}${pg('d', 'w...')}${pg('d', 'k...')}`,
        `c ${pg('d', 'r...')}`,
      ]).slice(1),
    ).toEqual(['Query START_REPLICATION: OK']);
  });
});
