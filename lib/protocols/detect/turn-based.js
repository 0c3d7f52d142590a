/**
 * Protocols, by their names in `signatures.js`, whose client asks and waits, and whose server speaks when it is asked:
 * there a silence behind the client's data is the server's. Those that push, or let a request hang until there is news,
 * are not among them.
 * @type {ReadonlySet<string|null>}
 */
const TURN_BASED = new Set([
  'redis',
  'mysql',
  'postgresql',
  'tds',
  'cassandra',
  'ldap',
  'smtp',
  'pop3',
  'imap',
  'nntp',
  'ftp',
  'dns',
  'modbus',
]);

/** @param {string|null} name of a connection's protocol */
export const isTurnBased = (name) => TURN_BASED.has(name);
