/** Statements of the protocols of `commands/binary`: without constants, persons and files. */
import { protocolNamed } from '../../../lib/protocols/registry.js';
import { statementOf } from '../../../lib/protocols/statements/statement.js';

test.each([
  ['tds', 'Batch', "SELECT a FROM t WHERE b = 'joe' AND c = 7", 'SELECT a FROM t WHERE b = ? AND c = ?'],
  ['tds', 'RPC', 'sp_executesql UPDATE t SET a = 5', 'UPDATE t SET a = ?'],
  ['tds', 'Login', 'joe shop', 'Login'],
  ['cassandra', 'EXECUTE', 'SELECT a FROM t WHERE b = 5', 'SELECT a FROM t WHERE b = ?'],
  ['cassandra', 'PREPARE', 'SELECT a FROM t WHERE b = 5', 'PREPARE SELECT a FROM t WHERE b = ?'],
  ['cassandra', 'STARTUP', 'py', 'STARTUP'],
  ['ldap', 'bind', 'cn=joe', 'bind'],
  ['smb', 'Create', 'joe.txt', 'Create'],
  ['nfs', 'LOOKUP', 'joe.txt', 'LOOKUP'],
])('%s: %s %s', (name, method, target, statement) => {
  const protocol = protocolNamed(name);
  if (protocol === null) throw new Error(name);
  expect(statementOf(protocol, { method, target, host: null })).toBe(statement);
});
