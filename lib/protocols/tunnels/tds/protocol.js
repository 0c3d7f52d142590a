/** SQL Server's TDS, detected from the client's PRELOGIN: TLS within it is read, and turns are shown. */
import { ofTurns } from '../../commands/of-turns.js';
import { TurnsConnection } from '../../commands/turns.js';
import { has, isThere, uint16 } from '../../detect/first-bytes.js';
import { TdsConnection } from './connection.js';

/** @typedef {import('../../protocol.js').First} First */

/** PRELOGIN (MS-TDS 2.2.6.5): one packet whose first option is the version. @param {First} first */
const isTds = (first) =>
  uint16(first, 0) === 0x1201 && isThere(first, uint16(first, 2)) && has(first, '\0\0', 4) && has(first, '\0\0', 8);

/** @type {import('../../protocol.js').Protocol} */
export const TDS = ofTurns({
  names: ['tds'],
  turnsToTls: true,
  signature: isTds,
  open: (opening) => new TdsConnection(opening.openInner, new TurnsConnection('tds', opening)),
  isTurnBased: true,
});
