/** Statements without their constants: SQL, routes, keys. */
import fc from 'fast-check';

import { MAX_PIECE_BYTES } from '../../../lib/protocols/commands/limits.js';
import { queryText } from '../../../lib/protocols/commands/shown-text.js';
import { protocolNamed } from '../../../lib/protocols/registry.js';
import { keyPattern, routeOf } from '../../../lib/protocols/statements/names.js';
import { shortSql, sqlDigest } from '../../../lib/protocols/statements/sql.js';
import { statementOf } from '../../../lib/protocols/statements/statement.js';

test.each([
  [
    "SELECT id FROM orders WHERE customer = 17 AND note = 'it''s' LIMIT 10;",
    'SELECT id FROM orders WHERE customer = ? AND note = ? LIMIT ?',
  ],
  ['select * from t where a in (1,2, 3)  and b=-5', 'select * from t where a in (…) and b = ?'],
  ['select * from t where a in (7) and b = $1', 'select * from t where a in (…) and b = ?'],
  ["INSERT INTO people VALUES (1, 'one'), (2, NULL)", 'INSERT INTO people VALUES (…)'],
  ["INSERT INTO people VALUES (1, 'one')", 'INSERT INTO people VALUES (…)'],
  ['UPDATE x SET a = a - 1 WHERE b IS NULL', 'UPDATE x SET a = a - ? WHERE b IS NULL'],
  ['SELECT /* who */ count(*)::int -- all\n FROM "Users" u', 'SELECT count(*)::int FROM "Users" u'],
  ["SELECT $tag$a 'b' $1$tag$, E'a\\'b', 0x1F, 1.5e-3, true", 'SELECT ?, ?, ?, ?, ?'],
  ["SELECT a->>'k' FROM t2 WHERE x <> 3", 'SELECT a ->> ? FROM t2 WHERE x <> ?'],
  ["SELECT * FROM t WHERE s = 'cut off by a lim…", 'SELECT * FROM t WHERE s = ?…'],
  // wherever the limit falls in a list
  ['INSERT INTO t VALUES (1, 2…', 'INSERT INTO t VALUES…'],
  ["INSERT INTO t VALUES (1, 2), (3, 'x…", 'INSERT INTO t VALUES…'],
  ['INSERT INTO t VALUES (1, 2), (3, 4), …', 'INSERT INTO t VALUES…'],
  ['SELECT a FROM t WHERE b IN (1, 2, 3…', 'SELECT a FROM t WHERE b IN…'],
])('%s', (text, digest) => {
  expect(sqlDigest(text)).toBe(digest);
});

test('long statements are told apart by their ends, whatever the constants; longer ones by their beginnings', () => {
  const digestOf = (/** @type {string} */ text) => {
    const bytes = Buffer.from(text);
    return sqlDigest(queryText(bytes, 0, Math.min(bytes.length, MAX_PIECE_BYTES)));
  };
  const long = (/** @type {string} */ value, /** @type {string} */ end) =>
    `SELECT ${'a_column, '.repeat(50)} b FROM t WHERE c = '${value}' AND ${end} = 1`;
  expect(digestOf(long('x', 'd'))).toBe(digestOf(long('y'.repeat(300), 'd')));
  expect(digestOf(long('x', 'd'))).not.toBe(digestOf(long('x', 'e')));
  const rows = (/** @type {string} */ value) =>
    `INSERT INTO t (a, b) VALUES ${Array.from({ length: 300 }, (_, k) => `(${k}, '${value}')`).join(', ')}`;
  expect(digestOf(rows('x'))).toBe('INSERT INTO t(a, b) VALUES…');
  for (let length = 1; length < 60; length++) expect(digestOf(rows('x'.repeat(length)))).toBe(digestOf(rows('x')));
});

test("double quotes enclose names, and in MySQL text; backquotes enclose MySQL's names", () => {
  expect(sqlDigest('SELECT "a" FROM `t 1`')).toBe('SELECT "a" FROM `t 1`');
  expect(sqlDigest('SELECT "a" FROM `t 1`', { quotesText: true })).toBe('SELECT ? FROM `t 1`');
});

test('what differs in constants alone is one statement, what differs in more is not', () => {
  const value = fc.oneof(
    fc.integer().map(String),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(String),
    fc.string().map((text) => `'${text.replace(/\\/g, '').replace(/'/g, "''")}'`),
  );
  fc.assert(
    fc.property(value, value, (one, other) => {
      const of = (/** @type {string} */ constant) => sqlDigest(`SELECT a FROM t WHERE b = ${constant} ORDER BY c`);
      expect(of(one)).toBe(of(other));
      expect(of(one)).not.toBe(sqlDigest(`SELECT a FROM t WHERE d = ${one} ORDER BY c`));
    }),
  );
});

test('any text has a digest, and a digest is its own', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const digest = sqlDigest(text);
      expect(typeof digest).toBe('string');
      expect(digest.length).toBeLessThanOrEqual(text.length * 2 + 1);
    }),
  );
  expect(sqlDigest(sqlDigest('SELECT a FROM t WHERE b IN (1, 2)'))).toBe('SELECT a FROM t WHERE b IN (…)');
});

test('a long text is read in time that grows with its length', () => {
  for (const text of ["'".repeat(1e5), '/*'.repeat(1e5), '(1,'.repeat(5e4), '$a'.repeat(1e5), '"'.repeat(1e5 + 1)]) {
    const began = performance.now();
    sqlDigest(text);
    expect(performance.now() - began).toBeLessThan(2000);
  }
});

test.each([
  ['SELECT id, name, price FROM orders WHERE customer = ? AND day > ?', 'SELECT … FROM orders WHERE …'],
  ['SELECT a.x, b.y, b.z FROM a JOIN b ON a.i = b.i', 'SELECT … FROM a …'],
  ['INSERT INTO measurements(station, at, value) VALUES (…)', 'INSERT INTO measurements …'],
  ['UPDATE accounts SET balance = balance - ? WHERE id = ?', 'UPDATE accounts … WHERE …'],
  ['BEGIN', 'BEGIN'],
])('%s for a sentence', (digest, short) => {
  expect(shortSql(digest)).toBe(short);
});

test.each([
  ['/users/17/orders/550e8400-e29b-41d4-a716-446655440000?page=2#x', '/users/{id}/orders/{id}'],
  ['/static/app.3f2a9c81.js', '/static/app.{id}.js'],
  ['/img/17.png', '/img/{id}.png'],
  ['/api/v1/items', '/api/v1/items'],
  ['http://a.test/days/2024-01-02', '/days/{id}'],
  ['/session/AbCdEf1234567890Xy', '/session/{id}'],
  ['/shop.v1.Cart/Add', '/shop.v1.Cart/Add'],
  ['/repos/torvalds/linux', '/repos/torvalds/linux'],
  ['/', '/'],
  ['*', '*'],
])('the route of %s', (target, route) => {
  expect(routeOf(target)).toBe(route);
});

test.each([
  ['user:17:cart', 'user:{id}:cart'],
  ['order-17', 'order-{id}'],
  ['0.8', '{id}'],
  ['orders.v1.created', 'orders.v1.created'],
  ['greeting', 'greeting'],
])('the pattern of %s', (key, pattern) => {
  expect(keyPattern(key)).toBe(pattern);
});

test.each([
  ['http/1.1', { method: 'GET', target: '/users/17', host: 'a.test' }, 'GET a.test/users/{id}'],
  ['http/2', { method: 'POST', target: '/shop.v1.Cart/Add', host: 'a.test' }, 'POST a.test/shop.v1.Cart/Add'],
  ['redis', { method: 'GET', target: 'user:17', host: null }, 'GET user:{id}'],
  ['kafka', { method: 'Produce', target: 'events', host: null }, 'Produce events'],
  ['mongodb', { method: 'find', target: 'shop.people', host: null }, 'find shop.people'],
  ['postgresql', { method: 'Query', target: 'SELECT 1', host: null }, 'SELECT ?'],
  ['postgresql', { method: 'Startup', target: 'joe@shop', host: null }, 'Startup'],
  ['mysql', { method: 'COM_STMT_EXECUTE', target: 'SELECT "a"', host: null }, 'SELECT ?'],
  ['mysql', { method: 'COM_INIT_DB', target: 'shop', host: null }, 'COM_INIT_DB'],
  ['smtp', { method: 'RCPT', target: 'TO:<joe@a.test>', host: null }, 'RCPT'],
])('%s: %j', (name, asked, statement) => {
  const protocol = /** @type {import('../../../lib/protocols/protocol.js').Protocol} */ (protocolNamed(name));
  expect(statementOf(protocol, asked)).toBe(statement);
});
