import { receiverName } from './finding.js';
import { wellFinding } from './summary.js';
import { hidesWindow } from './unobservable.js';

/** @typedef {import('./context.js').Context} Context */
/** @typedef {import('./finding.js').Finding} Finding */

/**
 * Nothing above a note was found. Where a receive window cannot be read that may have held the data back, no more is
 * claimed than what was seen; `untold` of the evidence then says so.
 * @param {Context} context @param {boolean} hasNotes @returns {Finding}
 */
export function allWell(context, hasNotes) {
  const { ways, startNs, endNs } = context;
  const hidden = ways.filter((way) => hidesWindow(way, context)).map(({ direction }) => receiverName(direction));
  const windows = hidden.length === 1 ? `the ${hidden[0]}'s receive window` : 'the receive windows';
  return wellFinding(
    { startNs, endNs, of: 'this connection', hasNotes, evidence: {} },
    hidden.length === 0 ? null : `whether ${windows} held data back cannot be told`,
  );
}
