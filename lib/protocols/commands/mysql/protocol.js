/** MySQL and MariaDB: detection and parser. */
import { byteAt, has, isThere } from '../../detect/first-bytes.js';
import { sqlStatement } from '../../statements/statement.js';
import { ofCommands } from '../of-commands.js';
import { CompressedConnection } from './compression.js';
import { TLS_REQUEST_BYTES } from './fields.js';
import { MysqlGrammar } from './grammar.js';

/** @typedef {import('../../protocol.js').First} First */

/** A server's first packet: its length, number 0, protocol 10, a version. @param {First} first */
function isGreeting(first) {
  const length = byteAt(first, 0) | (byteAt(first, 1) << 8) | (byteAt(first, 2) << 16);
  const digit = byteAt(first, 5);
  return (
    isThere(first, length + 4) && byteAt(first, 3) === 0 && byteAt(first, 4) === 10 && digit >= 0x30 && digit <= 0x39
  );
}

/** A login within TLS: number 2, protocol 4.1, 19 zeros after the character set. @param {First} first */
function isLogin(first) {
  const length = byteAt(first, 0) | (byteAt(first, 1) << 8) | (byteAt(first, 2) << 16);
  return (
    isThere(first, length + 4) &&
    length > TLS_REQUEST_BYTES &&
    byteAt(first, 3) === 2 &&
    (byteAt(first, 5) & 2) !== 0 &&
    has(first, '\0'.repeat(19), 13)
  );
}

/** @type {import('../../protocol.js').Protocol} */
export const MYSQL = {
  names: ['mysql'],
  signature: (first) => isGreeting(first) || isLogin(first),
  isTurnBased: true,
  hasOwnWords: true,
  statement: sqlStatement(/^COM_(?:QUERY|STMT_)/, { quotesText: true }),
  rows: /^(\d+) rows?\b/,
  ...ofCommands('mysql', (talk) => new MysqlGrammar(talk), {
    hasStartTls: true,
    unpack: (commands) => new CompressedConnection(commands, /** @type {MysqlGrammar} */ (commands.grammar)),
  }),
};
