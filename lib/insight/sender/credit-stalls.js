/**
 * Time in which a sender had to wait for flow control above TCP: WebMUX sessions (draft-gettys-webmux-00, "Flow
 * Control") and windows of HTTP/2 (RFC 9113 section 5.2). At TCP's level it looks application limited.
 */
import { sessionLedgers } from '../../protocols/webmux/ledger.js';
import { CAUSE } from './causes.js';
import { overlaid, together } from './spans.js';

/** @typedef {import('./spans.js').Span} Span */
/** @typedef {import('./spans.js').Stretch} Stretch */
/** @typedef {[Stretch[], Stretch[]]} Stalls by direction, the client's first: by start, none touching the next */

/** @type {Stalls} */
export const NO_STALLS = [[], []];

/**
 * Stalls of a connection's senders; simultaneous waits of several sessions or streams are one.
 * @param {import('../../protocols/message-analysis.js').MessageAnalysis} messages
 * @param {number} flow index
 * @param {0|1} client endpoint
 * @param {number} endNs the connection's last packet, up to which a sender waits where no more credit arrives
 * @param {number} [muxCredit] what WebMUX sessions start with, instead of the assumed credit
 * @returns {Stalls}
 */
export function creditStalls(messages, flow, client, endNs, muxCredit) {
  const records = messages.mux.connectionsOf(flow);
  const facts = messages.http2Of(flow);
  if (records.length === 0 && facts.length === 0) return NO_STALLS;
  const sessions = records.flatMap((record) => sessionLedgers(messages.mux, record, muxCredit));
  const of = (/** @type {number} */ endpoint) =>
    together(
      [
        ...sessions.flatMap(({ directions }) => muxStalls(directions[endpoint], endNs)),
        ...facts.flatMap(({ sides }) => [
          ...sides[endpoint].flow.stalls,
          ...sides[endpoint].flow.blocked.map(({ startNs }) => ({ startNs, endNs })),
        ]),
      ].filter((stall) => stall.endNs > stall.startNs),
    );
  return [of(client), of(1 - client)];
}

/**
 * @param {import('../../protocols/webmux/ledger.js').DirectionLedger} ledger
 * @param {number} endNs
 * @returns {Stretch[]}
 */
const muxStalls = ({ stalls, blockedNs }, endNs) =>
  blockedNs === null ? stalls : [...stalls, { startNs: blockedNs, endNs }];

/**
 * Causes in which "application limited" becomes "credit" while that was used up. Other causes stay: what TCP itself
 * could not send was not limited by credit.
 * @param {Span[]} causes values of `CAUSE`, in order @param {Stretch[]} stalls by start, none touching the next
 * @returns {Span[]}
 */
export const withCredit = (causes, stalls) => overlaid(causes, stalls, [CAUSE.APPLICATION], CAUSE.CREDIT);
