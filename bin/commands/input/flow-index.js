import { QUIC_FLOWS } from '../../../lib/shared/quic-flow.js';
import { UsageError } from '../usage-error.js';

/** Connections of QUIC have names instead of numbers. @param {string} text */
export const isQuicName = (text) => /^q\d+$/.test(text);

/**
 * @param {string} text what the option was given @param {string} option such as `--flow`
 * @returns {number} @throws {UsageError} that is no number of a connection
 */
export function flowNumber(text, option) {
  if (!/^\d+$/.test(text)) throw new UsageError(`${option} takes the number of a connection, not "${text}"`);
  return Number(text);
}

/** @param {number | string} shown @param {number} count @returns {Error} the capture has no such connection */
export const noConnection = (shown, count) =>
  new Error(`There is no connection ${shown} in this capture of ${count}: "analyze FILE" lists them.`);

/**
 * @param {Pick<import('../../../lib/analysis/capture-analysis.js').CaptureAnalysis, 'connections'>} analysis
 * @param {number} number as shown
 * @returns {number} index @throws {Error} the capture has no such connection
 */
export function flowIndex(analysis, number) {
  const index = analysis.connections.indexOf(number);
  if (index < 0) throw noConnection(number, analysis.connections.count);
  return index;
}

/**
 * @param {import('../../../lib/analysis/capture-analysis.js').CaptureAnalysis} analysis
 * @param {string} text what the option was given: 12, or q0 @param {string} option such as `--flow`
 * @returns {number} index, of QUIC's from `QUIC_FLOWS` on
 * @throws {Error} the capture has no such connection
 */
export const anyFlowIndex = (analysis, text, option) =>
  isQuicName(text) ? QUIC_FLOWS + quicIndex(analysis, text) : flowIndex(analysis, flowNumber(text, option));

/**
 * @param {import('../../../lib/analysis/capture-analysis.js').CaptureAnalysis} analysis @param {string} name
 * @returns {number} index among QUIC's connections @throws {Error} the capture has no such connection
 */
export function quicIndex({ ingest: { quic } }, name) {
  const index = Number(name.slice(1));
  const count = quic?.connections.length ?? 0;
  if (index < count) return index;
  throw new Error(
    `There is no connection ${name} in this capture, which has ${count} of QUIC: "analyze FILE" lists them.`,
  );
}
