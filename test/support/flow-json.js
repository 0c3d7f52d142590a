import { JsonBytes } from '../../lib/tcpflow/describe/json-bytes.js';

/**
 * A connection as `analyze --json` writes it.
 * @param {import('../../lib/analysis/capture-analysis.js').CaptureAnalysis} analysis @param {number} index
 * @param {JsonBytes} [json] to write into
 * @returns {string}
 */
export function flowJson(analysis, index, json = new JsonBytes(analysis.ingest.tcp.flows.jsonBuffer)) {
  analysis.connections.write(json, index);
  return textOf(json);
}

/** What was written. @param {JsonBytes} json @returns {string} */
export const textOf = (json) => Buffer.concat(json.take()).toString();
