import { JsonBytes } from '../../lib/tcpflow/describe/json-bytes.js';

/**
 * A connection as `analyze --json` writes it.
 * @param {import('../../lib/analysis/segment-analysis.js').SegmentAnalysis} analysis @param {number} index
 * @param {JsonBytes} [json] to write into
 * @returns {string}
 */
export function flowJson(analysis, index, json = new JsonBytes(analysis.tcp.flows.jsonBuffer)) {
  analysis.writeFlow(json, index);
  return textOf(json);
}

/** What was written. @param {JsonBytes} json @returns {string} */
export const textOf = (json) => Buffer.concat(json.take()).toString();
