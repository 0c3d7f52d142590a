/** Settings of multiplexed connections seen in a capture: MUX's credit and fragments, HTTP/2's windows. */
import { FORMAT } from '../protocols/webmux/format.js';
import { sessionLedgers } from '../protocols/webmux/ledger.js';

/** @typedef {import('../simulator/applications/page/page.js').PageTraffic} PageTraffic */
/** @typedef {Pick<import('../protocols/message-analysis.js').MessageAnalysis, 'mux'|'describeHttp2'>} Multiplexed */

/**
 * @param {Multiplexed} messages @param {number[]} flows
 * @returns {PageTraffic['mux']} of the first connection with MUX; without one, the draft's of 1998, whose credit is the
 *   larger
 */
export function muxOf({ mux }, flows) {
  const record = mux.connections.find(({ flow, isWithdrawn }) => flows.includes(flow) && !isWithdrawn);
  if (record === undefined) return { format: '1998' };
  let fragmentBytes = 1;
  for (const row of mux.rowsOf(record)) fragmentBytes = Math.max(fragmentBytes, mux.length[row]);
  const [session] = sessionLedgers(mux, record);
  const credits = session?.directions.map(({ initialCredit }) => initialCredit) ?? [];
  return {
    format: record.format === FORMAT.W96 ? '1996' : '1998',
    fragmentBytes: Math.min(fragmentBytes, LARGEST),
    ...(credits.length === 0 ? {} : { creditBytes: Math.max(1, Math.min(LARGEST, ...credits)) }),
  };
}
/** Largest length in a short header. */
const LARGEST = 0x3ffff;

/**
 * @param {Multiplexed} messages
 * @param {number[]} flows
 * @returns {PageTraffic['http2']} the client's window, where a capture shows its settings
 */
export function http2Of(messages, flows) {
  for (const flow of flows) {
    const streamWindowBytes = Number(messages.describeHttp2(flow)?.clientToServer.settings.initialWindowSize);
    if (streamWindowBytes > 0) return { streamWindowBytes };
  }
  return undefined;
}
