/** What a segment with sequence space is, by our own rules; index = the value in the packet table's column `verdict`. */
export const VERDICTS = /** @type {const} */ ([
  null, 'original', 'retransmission', 'reordered', 'duplicate_in_capture', 'keep_alive', 'window_probe',
]);

export const VERDICT = Object.freeze({ NONE: 0, ORIGINAL: 1, RETRANSMISSION: 2, REORDERED: 3, DUPLICATE_IN_CAPTURE: 4, KEEP_ALIVE: 5, WINDOW_PROBE: 6 });

/** What made the sender send again; index = the value in a judgement. */
export const KINDS = /** @type {const} */ ([null, 'fast', 'rto', 'tlp', 'syn', 'probe']);

export const KIND = Object.freeze({ NONE: 0, FAST: 1, RTO: 2, TLP: 3, SYN: 4, PROBE: 5 });

const KIND_MASK = 7;
const SPURIOUS_SHIFT = 3;

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
