/** A redirect loop over connections of one request each, which no connection shows by itself. */
import { protocolOf } from '../../../protocols/describe-message.js';
import { REQUEST } from '../../../protocols/http1/start-line.js';
import { redirectKey, urlKey } from '../../../protocols/model/url.js';
import {
  ELSEWHERE,
  longestChain,
  LOOP_REDIRECTS,
  REDIRECT_LOOP,
  REDIRECT_LOOP_ADVICE,
} from '../detectors/messages/redirects.js';
import { finding, MAX_EVIDENCE_FRAMES, quotedText } from '../finding.js';
import { MAX_NAMED_FLOWS } from './parallel.js';

/** @typedef {import('../../../transport/tcp/tcp-transport.js').Connections} Connections */
/** @typedef {import('../../../protocols/message-analysis.js').MessageAnalysis} MessageAnalysis */
/** @typedef {import('../../../protocols/model/message-table.js').MessageTable} MessageTable */

/** Requests of a capture whose header fields are read for it. */
export const MAX_CHAINED_REQUESTS = 10_000;

/** Whether a row is a request of HTTP with an answer. @param {MessageTable} table @param {number} row */
const isAnswered = (table, row) =>
  table.kind[row] === REQUEST && table.pair[row] >= 0 && protocolOf(table, row)?.isHttp === true;

/** @param {MessageTable} table @param {number} row of a request with an answer */
const isRedirected = ({ status, pair }, row) => ELSEWHERE.includes(status[pair[row]]);

/** Whether enough requests were redirected. @param {MessageTable} table */
function mayLoop(table) {
  let redirected = 0;
  for (let row = 0; row < table.count && redirected <= LOOP_REDIRECTS; row++) {
    if (isAnswered(table, row) && isRedirected(table, row)) redirected++;
  }
  return redirected > LOOP_REDIRECTS;
}

/** The first answered requests by when they began. @param {MessageTable} table @returns {number[]} rows */
function answeredOf(table) {
  const rows = [];
  for (let row = 0; row < table.count && rows.length < MAX_CHAINED_REQUESTS; row++) {
    if (isAnswered(table, row)) rows.push(row);
  }
  return rows.sort((a, b) => table.startNs[a] - table.startNs[b] || a - b);
}

/**
 * @param {Connections} flows @param {Pick<MessageAnalysis, 'table' | 'describe'>} messages
 * @returns {import('./parallel.js').Between | null}
 */
export function redirectsAcross(flows, messages) {
  const { table } = messages;
  if (table === null || !mayLoop(table)) return null;
  const linkOf = (/** @type {number} */ row) => {
    const request = messages.describe(row);
    const flow = table.flow[row];
    const { address } = flows.endpoint(flow, flows.clientEndpoint(flow));
    const location = isRedirected(table, row) ? redirectKey(messages.describe(table.pair[row]), request) : null;
    return { url: `${address} ${urlKey(request)}`, location: location && `${address} ${location}` };
  };
  const chain = longestChain(answeredOf(table), linkOf);
  const among = [...new Set(chain.map((row) => table.flow[row]))];
  const isOwn = among.some((flow) => chain.filter((row) => table.flow[row] === flow).length > LOOP_REDIRECTS);
  if (chain.length <= LOOP_REDIRECTS || isOwn) return null; // a connection shows it by itself
  const last = chain[chain.length - 1];
  const location = redirectKey(messages.describe(table.pair[last]), messages.describe(last)) ?? '';
  return {
    flows: among.slice(0, MAX_NAMED_FLOWS),
    found: finding(
      {
        kind: REDIRECT_LOOP,
        severity: 'warning',
        direction: 1,
        startNs: table.startNs[chain[0]],
        endNs: table.endNs[table.pair[last]],
        message: `${chain.length} requests on ${among.length} connections were redirected, each to the next; the last (status ${table.status[table.pair[last]]}) to ${quotedText(location)}.`,
        advice: REDIRECT_LOOP_ADVICE,
      },
      { redirects: chain.length, frames: chain.slice(0, MAX_EVIDENCE_FRAMES).map((row) => table.firstFrame[row]) },
    ),
  };
}
