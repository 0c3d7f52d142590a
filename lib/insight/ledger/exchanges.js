import { Spans } from '../findings/evidence/spans.js';
import { decodedExchange } from './decoded.js';
import { closeOf, Endings } from './endings.js';
import { lookUpOf } from './look-up.js';
import { openingExchange } from './opening.js';
import { segmentsOf } from './segments.js';
import { tlsExchange, turnsOf } from './turns.js';

/** @typedef {import('./flow-facts.js').FlowFacts} FlowFacts */

/** @param {FlowFacts} facts @returns {import('./exchange.js').Exchange[]} of a connection, in no order */
export function exchangesOf(facts) {
  const { context, packets } = facts;
  const opening = openingExchange(facts);
  // Messages are timed by the capture's clock: where that was set back, packets alone tell.
  const decoded = context.clock === null ? (context.messages?.exchanges ?? []) : [];
  const busy = new Spans(
    decoded.map(({ startNs, endNs, sentNs }) => ({ startNs, endNs: Math.max(endNs, sentNs) + 1 })),
  );
  const all = segmentsOf(packets, Math.min(...context.ways.map(({ mss }) => mss)));
  const answers = all.filter(({ direction }) => direction === 1);
  const unread = all.filter(({ startNs, endNs }) => busy.within(startNs, endNs + 1) === 0);
  const tlsEndNs = tlsEndOf(facts);
  const ofTls = unread.filter(({ startNs }) => startNs < tlsEndNs);
  const ends = new Endings(facts);
  return [
    ...lookUpOf(facts),
    ...(opening === null ? [] : [opening]),
    ...(ofTls.length === 0 ? [] : [tlsExchange(facts, ofTls, tlsEndNs)]),
    ...decoded.map((one) => decodedExchange(facts, one, { ends, turns: all, answers })),
    ...turnsOf(facts, unread.slice(ofTls.length), {
      isDecoded: decoded.length > 0,
      isFirst: ofTls.length === 0 && (decoded.length === 0 || unread[0]?.startNs < decoded[0].startNs),
      ends,
    }),
    ...closeOf(facts, ends),
  ];
}

/** When the client's first record of application data began; 0 without TLS. @param {FlowFacts} facts */
function tlsEndOf({ context: { messages, clock } }) {
  const tls = clock === null ? (messages?.tls ?? null) : null;
  return tls === null || tls.startNs === null || tls.handshakeNs === null ? 0 : tls.startNs + tls.handshakeNs;
}
