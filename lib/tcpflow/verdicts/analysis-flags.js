/**
 * Analysis flags of a segment, one bit each, in the column `analysis`.
 * The first fifteen bear Wireshark's names (without the prefix `tcp.analysis.`).
 */
export const ANALYSIS_FLAGS = /** @type {const} */ ([
  'retransmission',
  'fast_retransmission',
  'spurious_retransmission',
  'out_of_order',
  'lost_segment',
  'ack_lost_segment',
  'duplicate_ack',
  'keep_alive',
  'keep_alive_ack',
  'window_full',
  'window_update',
  'zero_window',
  'zero_window_probe',
  'zero_window_probe_ack',
  'reused_ports',
]);

/** @typedef {typeof ANALYSIS_FLAGS[number]} AnalysisFlag */

/** Flag name to bit. @type {Readonly<Record<AnalysisFlag, number>>} */
export const ANALYSIS = Object.freeze(
  /** @type {Record<AnalysisFlag, number>} */ (Object.fromEntries(ANALYSIS_FLAGS.map((name, bit) => [name, 1 << bit]))),
);

/**
 * @param {number} bits of `ANALYSIS`
 * @returns {AnalysisFlag[]} in the order of the bits
 */
export function flagNames(bits) {
  return ANALYSIS_FLAGS.filter((_, bit) => bits & (1 << bit));
}
