/** PostgreSQL: detection and parser. */
import { sqlStatement } from '../../statements/statement.js';
import { ofCommands } from '../of-commands.js';
import { isFirstMessage } from './fields.js';
import { PostgresqlGrammar } from './grammar.js';

/** @type {import('../../protocol.js').Protocol} */
export const POSTGRESQL = {
  names: ['postgresql'],
  agreed: ['postgresql'],
  signature: isFirstMessage,
  isTurnBased: true,
  statement: sqlStatement(/^(?!Startup)/),
  rows: /^[A-Z ]+ (?:\d+ )?(\d+)$/,
  ...ofCommands('postgresql', (talk) => new PostgresqlGrammar(talk), { hasStartTls: true }),
};
