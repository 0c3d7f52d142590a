/** What a segment with sequence space is, by our own rules; index = the value in the packet table's column `verdict`. */
export const VERDICTS = /** @type {const} */ ([
  null, 'original', 'retransmission', 'reordered', 'duplicate_in_capture', 'keep_alive', 'window_probe',
]);

export const VERDICT = Object.freeze({ NONE: 0, ORIGINAL: 1, RETRANSMISSION: 2, REORDERED: 3, DUPLICATE_IN_CAPTURE: 4, KEEP_ALIVE: 5, WINDOW_PROBE: 6 });
