import { KIND_MASK, KINDS, SPURIOUS_SHIFT } from '../engine/enums.js';

export { KIND, KIND_MASK, KINDS, VERDICT, VERDICTS } from '../engine/enums.js';

/** @type {(boolean | null)[]} */
const SPURIOUS = [null, false, true];

/**
 * A retransmission's kind and whether it was spurious, as the packet table's column `judgement` keeps them.
 * @param {number} kind of `KIND` @param {boolean | null} spurious null: not known
 */
export const judgement = (kind, spurious) => kind | (SPURIOUS.indexOf(spurious) << SPURIOUS_SHIFT);

/** @param {number} value of the column `judgement` */
export const kindOf = (value) => KINDS[value & KIND_MASK];

/** @param {number} value of the column `judgement` @returns {boolean | null} */
export const spuriousOf = (value) => SPURIOUS[value >> SPURIOUS_SHIFT];
