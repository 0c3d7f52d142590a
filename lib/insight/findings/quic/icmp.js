import { FILTERED, PATH_MTU, TIME_EXCEEDED, UNREACHABLE } from '../detectors/causes/icmp.js';
import { counted, finding, MAX_EVIDENCE_FRAMES, receiverName, senderName } from '../finding.js';
import { quicDetector } from './context.js';

/** @typedef {import('./context.js').QuicContext} QuicContext */
/** @typedef {import('../../../transport/quic/facts.js').QuicIcmpError} QuicIcmpError */
/** @typedef {import('../define-kind.js').Kind} Kind */

const ADVICE = new Map([
  [
    PATH_MTU,
    'Usually harmless: a QUIC sender probes for the largest datagram that fits (RFC 8899), and goes on with smaller ones. At the start of a connection, a path below 1200 bytes cannot carry QUIC at all.',
  ],
  [FILTERED, 'Check the rules of the firewall that sent the ICMP error: it rejects UDP here, so browsers use TCP.'],
  [
    UNREACHABLE,
    "Check that a program listens on this UDP port, and the route to it. If it is the server's, browsers use TCP, and try QUIC again later.",
  ],
  [TIME_EXCEEDED, 'Look for a routing loop (traceroute shows it), or a sender with a low initial TTL.'],
]);

const AFTER_CLOSE = 'Nothing to do: what comes to a port whose program has ended is answered so.';
const UNANSWERED = 'sent nothing after it';
const CLOSED = 'had closed the connection before';
const MAY_HAVE_CLOSED = 'may have closed the connection before: its data is not decrypted';
/**
 * An end that fell silent longer before the connection's last packet did not close it then: our choice, some probe
 * time-outs (RFC 9002 section 6.2).
 */
const AT_THE_END_NS = 1e9;

/** @param {QuicIcmpError['kind']} kind @returns {Kind|null} null: it says nothing of the connection */
function kindOf(kind) {
  if (kind === 'fragmentation_needed' || kind === 'packet_too_big') return PATH_MTU;
  if (kind === 'administratively_prohibited') return FILTERED;
  if (kind === 'time_exceeded') return TIME_EXCEEDED;
  return kind === 'source_quench' || kind === 'parameter_problem' ? null : UNREACHABLE;
}

/** What ICMP errors say of the datagrams that they quote. */
export const quicIcmp = quicDetector([PATH_MTU, FILTERED, UNREACHABLE, TIME_EXCEEDED], (context) => {
  /** @type {Map<string, { kind: Kind, errors: QuicIcmpError[] }>} */
  const groups = new Map();
  for (const error of context.facts.icmpErrors) {
    const kind = kindOf(error.kind);
    if (kind === null) continue;
    const key = `${kind.code} ${error.direction}`;
    const group = groups.get(key) ?? { kind, errors: [] };
    group.errors.push(error);
    groups.set(key, group);
  }
  return Array.from(groups.values(), (group) => findingOf(group, context));
});

/**
 * What became of the end that did not get the datagrams.
 * @param {QuicIcmpError} last @param {QuicContext['facts']} facts
 */
function outcomeOf({ timeNs, direction }, { lastSentNs, closedBy, isClosed, endNs }) {
  // It still gets what the other end sends, or has moved on.
  if (lastSentNs[1 - direction] > timeNs) return 'went on to send';
  if (closedBy === receiverName(direction)) return CLOSED;
  // Closed: it sent data, of which the last may have been its close.
  const wasAtEnd = endNs - lastSentNs[1 - direction] < AT_THE_END_NS;
  return isClosed[1 - direction] && wasAtEnd ? MAY_HAVE_CLOSED : UNANSWERED;
}

/** @param {{ kind: Kind, errors: QuicIcmpError[] }} group of one direction @param {QuicContext} context */
function findingOf({ kind, errors }, { facts }) {
  const [first] = errors;
  const last = errors[errors.length - 1];
  const { direction } = first;
  const outcome = outcomeOf(last, facts);
  const isFatal = outcome === UNANSWERED && kind !== PATH_MTU;
  const mtu = errors.reduce((least, one) => Math.min(least, one.mtu ?? Infinity), Infinity);
  const said = first.kind.replaceAll('_', ' ');
  const how = Number.isFinite(mtu) ? `: the next hop's MTU is ${mtu} bytes` : '';
  return finding(
    {
      kind,
      severity: isFatal ? 'error' : 'note',
      direction,
      startNs: first.timeNs,
      endNs: isFatal ? facts.endNs : last.timeNs,
      costNs: isFatal ? Math.max(0, facts.endNs - first.timeNs) || null : null,
      message: `${counted(errors.length, 'datagram')} of the ${senderName(direction)} came back as ICMP "${said}" from ${first.reporter}${how}. The ${receiverName(direction)} ${outcome}.`,
      advice: outcome === CLOSED || outcome === MAY_HAVE_CLOSED ? AFTER_CLOSE : String(ADVICE.get(kind)),
    },
    {
      errors: errors.length,
      kind: first.kind,
      from: first.reporter,
      ...(kind === PATH_MTU ? { mtu: Number.isFinite(mtu) ? mtu : null } : {}),
      frames: errors.slice(0, MAX_EVIDENCE_FRAMES).map(({ frame }) => frame),
    },
  );
}
