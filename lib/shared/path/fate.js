/** What became of a packet at a point; `NONE` where it was first seen, and where its connection was not captured. */
export const FATE = Object.freeze({ NONE: 0, ARRIVED: 1, LOST: 2, NOT_CAPTURED: 3, DUPLICATE: 4 });

/** As they are printed. @type {readonly (string | null)[]} */
export const FATE_NAMES = Object.freeze([null, 'arrived', 'lost', 'not_captured', 'duplicate']);
