/**
 * A tool that an assistant may call: it reads, and changes nothing but which captures are open.
 * @typedef {object} Tool
 * @property {string} name
 * @property {string} title
 * @property {string} description for the assistant
 * @property {import('zod').ZodObject} input
 * @property {import('zod').ZodObject} output
 * @property {(given: Given, asked: any) => Promise<Answered>} run throws `ToolError`, or an error whose message is for
 *   the user
 *
 * @typedef {{ content: ({ type: 'text', text: string } | { type: 'image', data: string, mimeType: string })[],
 *   structuredContent: Record<string, unknown> }} Answered
 *
 * @typedef {object} Given what the command was started with
 * @property {import('../open-captures.js').OpenCaptures} captures
 * @property {import('../../picture/page-browser.js').PageBrowser} browser draws pictures; closed with the command
 * @property {string | undefined} tables folder of tables that index or watch wrote
 */
import { quicConnections } from '../../../../lib/analysis/quic/load.js';
import { flowOfText } from '../../../../lib/shared/quic-flow.js';
import { ToolError } from '../answer.js';

/** @typedef {import('../open-captures.js').OpenCapture} OpenCapture */

/**
 * @param {OpenCapture} capture @param {number} number
 * @returns {number} index of the connection @throws {ToolError} there is no such one
 */
export function indexOf({ analysis: { connections } }, number) {
  const index = connections.indexOf(number);
  if (index < 0) throw new ToolError(`The capture has no connection ${number}: connections lists those that it has.`);
  return index;
}

/**
 * The same of any transport.
 * @param {OpenCapture} capture @param {number | string} named number, or name of a QUIC connection
 * @returns {number} index, of QUIC's from `QUIC_FLOWS` on @throws {ToolError} there is no such one
 */
export function anyIndexOf({ connections }, named) {
  const index = connections.indexOf(typeof named === 'number' ? named : (flowOfText(named) ?? -1));
  if (index < 0) throw new ToolError(`The capture has no connection ${named}: connections lists those that it has.`);
  return index;
}

/**
 * @param {OpenCapture} capture
 * @returns {Promise<import('../../../../lib/analysis/quic/quic-connections.js').QuicConnections | null>}
 */
export const quicOf = ({ analysis: { ingest } }) => quicConnections(ingest);
