/** ClickHouse's native protocol: detection and parser. */
import { sqlStatement } from '../../../statements/statement.js';
import { ofCommands } from '../../of-commands.js';
import { isHello } from './begins.js';
import { ClickHouseGrammar } from './grammar.js';

/** @type {import('../../../protocol.js').Protocol} */
export const CLICKHOUSE = {
  names: ['clickhouse'],
  signature: isHello,
  isTurnBased: true,
  hasOwnWords: true,
  statement: sqlStatement(/^Query$/),
  rows: /^(\d+) rows?\b/,
  ...ofCommands('clickhouse', (talk) => new ClickHouseGrammar(talk)),
};
