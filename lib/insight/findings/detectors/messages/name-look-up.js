import { defineKind } from '../../define-kind.js';
import { counted, detector, finding, quotedText, timeText } from '../../finding.js';

export const SLOW_NAME_LOOK_UP = defineKind('slow_name_look_up', 'Slow DNS lookup', 'handshake', [
  'RFC 1035 section 7.2',
  'W3C Resource Timing, domainLookupStart',
]);

/**
 * From noticeable on a note, from this on a warning: resolvers answer within a round trip or two of 10 to 300 ms, and
 * no stub resolver asks again sooner than after 1 s (Windows; Linux 5 s).
 */
const LONG_NS = 500e6;

/** @type {Readonly<Record<number, string>>} */
const TYPE_NAMES = { 1: 'A', 28: 'AAAA', 65: 'HTTPS' };

/** @param {number} type of a DNS record */
const typeName = (type) => TYPE_NAMES[type] ?? `type ${type}`;

/**
 * The client looked the server's name up before it connected, and that took long: time that the connection itself
 * does not show.
 */
export const slowNameLookUp = detector([SLOW_NAME_LOOK_UP], ({ messages, packets, startNs }) => {
  const lookUp = messages?.lookUp ?? null;
  if (lookUp === null) return [];
  const { name, queries, askedNs, answeredNs, unanswered } = lookUp;
  const costNs = answeredNs - askedNs;
  return finding(
    {
      kind: SLOW_NAME_LOOK_UP,
      severity: costNs >= LONG_NS ? 'warning' : 'note',
      startNs: askedNs,
      endNs: answeredNs,
      costNs,
      message:
        unanswered.length > 0
          ? `DNS did not answer the query for ${unanswered.map(typeName).join(' and ')} of ${quotedText(name)}; the client had the address, and connected ${timeText(costNs)} after it had asked, at a time limit of its resolver probably.`
          : `DNS took ${timeText(costNs)} to resolve ${quotedText(name)} (${counted(queries, 'query', 'queries')}); the client connected ${timeText(startNs - answeredNs)} later.`,
      advice:
        'Query the resolver directly (dig), for A and AAAA. Repeated queries mean that one was lost, or that a resolver in the list does not answer.',
    },
    { name, queries, frames: [packets.frame[0]] },
  );
});
