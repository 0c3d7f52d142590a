/** Sequence numbers as the user chose: relative to the SYN, or as in the packets (`tcpdump -S`). */
import { SEQUENCE_SPACE } from '../../../../lib/shared/tcp-numbers.js';
import { formatNumber } from '../../../base/format.js';

/** @param {number} number @returns {number} as its 32 bits have it */
export const wrapped = (number) => ((Math.round(number) % SEQUENCE_SPACE) + SEQUENCE_SPACE) % SEQUENCE_SPACE;

/**
 * @param {Pick<import('./model.js').Model, 'columns'|'hasWireNumbers'>} model
 * @param {number} direction whose bytes are counted: of an acknowledgement the other end's
 * @param {number} offset from the SYN
 * @returns {string}
 */
export const sequenceWords = ({ columns, hasWireNumbers }, direction, offset) =>
  formatNumber(hasWireNumbers ? wrapped(offset + columns.isn[direction]) : offset);
