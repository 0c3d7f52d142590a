/** SQL Server's TDS, detected from the client's PRELOGIN: its messages, and TLS within it. */
import { openTds } from '../../commands/binary/tds/grammar.js';
import { ofCommands } from '../../commands/of-commands.js';
import { has, isThere, uint16 } from '../../detect/first-bytes.js';
import { tdsStatement } from '../../statements/statement.js';
import { TdsConnection } from './connection.js';

/** @typedef {import('../../protocol.js').First} First */

/** PRELOGIN (MS-TDS 2.2.6.5): one packet whose first option is the version. @param {First} first */
const isTds = (first) =>
  uint16(first, 0) === 0x1201 && isThere(first, uint16(first, 2)) && has(first, '\0\0', 4) && has(first, '\0\0', 8);

const { open, ...commands } = ofCommands('tds', openTds);

/** @type {import('../../protocol.js').Protocol} */
export const TDS = {
  names: ['tds'],
  aliases: ['mssql'],
  signature: isTds,
  isTurnBased: true,
  hasOwnWords: true,
  statement: tdsStatement,
  rows: /^(\d+) rows?$/,
  ...commands,
  turnsToTls: true,
  open: (opening) => {
    const outer = open?.(opening) ?? null;
    return outer && new TdsConnection(opening.openInner, outer);
  },
};
