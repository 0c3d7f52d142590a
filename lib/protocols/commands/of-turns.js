/** The common part of descriptors of protocols that are only identified. */
import { REQUEST } from '../http1/start-line.js';
import { namesOf } from './head.js';
import { TurnsConnection } from './turns.js';

/** @type {import('../protocol.js').MessageText} */
const TURN_TEXT = {
  headForm: 'names',
  head: () => ({ method: null, headers: [], headerBytes: 0 }),
  name: (table, row) => ({ method: null, target: `${table.bodyBytes[row]} bytes`, host: null }),
  more: (table, row) =>
    table.kind[row] === REQUEST
      ? {}
      : { status: null, outcome: null, outcomeText: namesOf(table, row)?.text ?? '', failed: false },
};

/**
 * @param {import('../protocol.js').Protocol} protocol that is only identified
 * @returns {import('../protocol.js').Protocol} the same, with the ends' turns as messages
 */
export const ofTurns = (protocol) => ({
  open: (opening) => new TurnsConnection(protocol.names[0], opening),
  ...protocol,
  messages: TURN_TEXT,
  hasTurnsOnly: true,
});
