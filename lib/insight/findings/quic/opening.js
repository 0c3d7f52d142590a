import { defineKind, SHOWS } from '../define-kind.js';
import { counted, finding, timeText } from '../finding.js';
import { MIN_COST_NS } from '../times.js';
import { quicDetector, spansWith } from './context.js';

export const QUIC_UNANSWERED = defineKind('quic_unanswered', 'QUIC unanswered', 'handshake', ['RFC 9002 section 6.2'], {
  yieldsTo: { unreachable: 0, filtered: 0, time_exceeded: 0 },
});
export const QUIC_AMPLIFICATION_LIMIT = defineKind(
  'quic_amplification_limit',
  'QUIC amplification limit',
  'handshake',
  ['RFC 9000 section 8.1'],
  { needs: SHOWS.HANDSHAKE | SHOWS.DECRYPTED, onlyOf: 1 },
);
export const QUIC_HANDSHAKE_ROUND_TRIPS = defineKind(
  'quic_handshake_round_trips',
  'QUIC handshake with extra round trips',
  'handshake',
  ['RFC 9000 section 8.1.2', 'RFC 9000 section 6'],
  { needs: SHOWS.HANDSHAKE },
);
export const QUIC_ZERO_RTT_REJECTED = defineKind(
  'quic_zero_rtt_rejected',
  'QUIC 0-RTT rejected',
  'handshake',
  ['RFC 9001 section 4.6.2'],
  { needs: SHOWS.HANDSHAKE | SHOWS.DECRYPTED, onlyOf: 1 },
);

const SERVER = 1;
/** One datagram, or none for so long, may wait for an answer: no first time-out is longer (RFC 9002 section 6.2.2). */
const MIN_ATTEMPTS = 2;
const LONGEST_FIRST_WAIT_NS = 1e9;

/** What made the handshake longer than a round trip. */
export const quicOpening = quicDetector(
  [QUIC_UNANSWERED, QUIC_AMPLIFICATION_LIMIT, QUIC_HANDSHAKE_ROUND_TRIPS, QUIC_ZERO_RTT_REJECTED],
  (context) => [...unanswered(context), ...amplification(context), ...roundTrips(context), ...rejected(context)],
);

/** @typedef {import('./context.js').QuicContext} QuicContext */

/** @param {QuicContext} context */
function unanswered({ facts: { datagrams, startNs, endNs }, durationNs }) {
  if (datagrams[SERVER] > 0 || datagrams[0] < MIN_ATTEMPTS || durationNs < LONGEST_FIRST_WAIT_NS) return [];
  return [
    finding(
      {
        kind: QUIC_UNANSWERED,
        severity: 'error',
        startNs,
        endNs,
        costNs: durationNs,
        message: `Nothing answered the client's ${counted(datagrams[0], 'datagram')} in ${timeText(durationNs)}.`,
        advice:
          'Check that the server speaks QUIC on that port, and that no firewall drops UDP: browsers then fall back to TCP.',
      },
      { datagrams: datagrams[0] },
    ),
  ];
}

/** @param {QuicContext} context */
function amplification(context) {
  const { spans, costNs } = spansWith(context, SERVER, ['anti_amplification']);
  if (costNs < MIN_COST_NS) return [];
  return [
    finding(
      {
        kind: QUIC_AMPLIFICATION_LIMIT,
        severity: 'warning',
        direction: SERVER,
        startNs: spans[0].startNs,
        endNs: spans[spans.length - 1].endNs,
        costNs,
        message: `For ${timeText(costNs)} the server had sent three times what it had received, and had to wait for the client, whose address was not validated yet.`,
        advice:
          'Shorten the certificate chain, compress it (RFC 8879), or let clients come back with a token, so that the handshake fits into what the client sends first.',
      },
      { waits: spans.length },
    ),
  ];
}

/** @param {QuicContext} context */
function roundTrips({ facts, rttNs }) {
  const { hasRetry, hasVersionNegotiation, startNs } = facts;
  const extra = Number(hasRetry) + Number(hasVersionNegotiation);
  if (extra === 0) return [];
  const why = [hasRetry ? 'a Retry' : '', hasVersionNegotiation ? 'version negotiation' : ''].filter(Boolean);
  return [
    finding(
      {
        kind: QUIC_HANDSHAKE_ROUND_TRIPS,
        severity: 'note',
        startNs,
        endNs: startNs + extra * rttNs,
        costNs: rttNs > 0 ? extra * rttNs : null,
        message: `The handshake took ${counted(extra, 'extra round trip')}: ${why.join(' and ')}.`,
        advice: hasRetry
          ? 'A server needs Retry only under load; tokens of NEW_TOKEN spare it for clients that come back.'
          : 'Let the client begin with a version that the server speaks, or remember it.',
      },
      { roundTrips: extra },
    ),
  ];
}

/** @param {QuicContext} context */
function rejected({ facts, rttNs }) {
  const { zeroRtt, startNs } = facts;
  if (!zeroRtt.offered || zeroRtt.accepted !== false) return [];
  return [
    finding(
      {
        kind: QUIC_ZERO_RTT_REJECTED,
        severity: 'note',
        direction: 0,
        startNs,
        endNs: startNs + rttNs,
        costNs: rttNs > 0 ? rttNs : null,
        message:
          'The server rejected what the client had sent with its first packets (0-RTT), so the client had to repeat it.',
        advice:
          "Check that the server's ticket keys are shared and kept as long as tickets live, and that it has enabled early data.",
      },
      {},
    ),
  ];
}
