/** Descriptions of commands and their outcomes. */
import { REQUEST } from '../http1/start-line.js';
import { MESSAGE_FLAG } from '../model/message-table.js';
import { namesOf } from './head.js';

/** @type {import('../protocol.js').MessageText} */
export const COMMAND_TEXT = {
  headForm: 'names',
  head: (table, row) => ({
    method: table.kind[row] === REQUEST ? (namesOf(table, row)?.name ?? null) : null,
    headers: [],
    headerBytes: 0,
  }),
  name: (table, row) => {
    const names = namesOf(table, row);
    return { method: names?.name ?? null, target: names?.text ?? null, host: null };
  },
  more: (table, row) => {
    if (table.kind[row] === REQUEST) return {};
    const names = namesOf(table, row);
    return {
      status: table.status[row] === 0 ? null : table.status[row],
      outcome: names?.name || null,
      outcomeText: names?.text ?? '',
      failed: (table.flags[row] & MESSAGE_FLAG.CALL_FAILED) !== 0,
    };
  },
};
