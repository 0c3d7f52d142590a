import { VERDICT } from '../../../../transport/verdict.js';
import { defineKind, SHOWS } from '../../define-kind.js';
import { Spans } from '../../evidence/spans.js';
import { unseenPauses } from '../../evidence/upstream.js';
import { detector, finding, MAX_EVIDENCE_FRAMES, senderName, timeText } from '../../finding.js';
import { NOTICEABLE_NS, NOTICEABLE_SHARE } from '../../times.js';

export const TLS_SLOW = defineKind(
  'tls_slow',
  'Slow TLS handshake',
  'handshake',
  ['RFC 8446 section 2', 'RFC 5246 section 7.3'],
  { needs: SHOWS.BOTH_WAYS, mayOccur: ({ messages }) => messages?.tls != null },
);

/** @typedef {import('../../context.js').Context} Context */
/**
 * `isHello`: for the answer to the ClientHello.
 * @typedef {{ end: number, startNs: number, endNs: number, waitNs: number, isHello: boolean, frame: number }} Wait
 */

const ADVICE = [
  'Check how the client validates the certificate: an unreachable OCSP responder or revocation list, a proxy or scanner that inspects TLS, or a user who is asked for a certificate.',
  'Check what the server does before it answers: it may fetch an OCSP response, sign slowly, wait for a server behind it, or have no free worker.',
];

/**
 * Times in which an end had the other's flight and had not begun its own, up to the end of the handshake.
 * @param {Context} context @param {{ startNs: number, endNs: number, farNs: number[], busy: Spans }} known
 */
function waitsOf({ packets }, { startNs, endNs, farNs, busy }) {
  const { count, direction, length, timeNs, verdict, frame } = packets;
  /** @type {Wait[]} */
  const waits = [];
  let last = -1;
  let flights = 0;
  for (let i = 0; i < count && timeNs[i] <= endNs; i++) {
    if (length[i] === 0 || verdict[i] !== VERDICT.ORIGINAL || timeNs[i] < startNs) continue;
    if (last >= 0 && direction[i] !== direction[last]) {
      flights++;
      const hadNs = timeNs[last] + farNs[direction[i]];
      const waitNs = timeNs[i] - hadNs - busy.within(hadNs, timeNs[i]);
      const when = { startNs: hadNs, endNs: timeNs[i], waitNs };
      if (waitNs >= NOTICEABLE_NS) waits.push({ end: direction[i], ...when, isHello: flights === 1, frame: frame[i] });
    }
    last = i;
  }
  return waits;
}

/**
 * An end that took its time within the handshake, as its packets show: neither the way nor a loss did.
 */
export const tlsSlow = detector([TLS_SLOW], (context) => {
  const { messages, vantages, ways, durationNs } = context;
  const tls = messages?.tls ?? null;
  if (tls === null || tls.startNs === null || tls.handshakeNs === null) return [];
  // Up to TLS 1.2 what ends it is the first request, which its client need not have had ready.
  const endNs = tls.startNs + tls.handshakeNs - (tls.version === 'TLS 1.3' ? 0 : 1);
  const busy = new Spans(
    ways.flatMap((way) => [
      ...way.episodes.map(({ startNs, endNs: untilNs }) => ({ startNs, endNs: untilNs ?? Infinity })),
      ...unseenPauses(way, context),
    ]),
  );
  const farNs = [vantages?.[0].senderNs ?? 0, vantages?.[0].receiverNs ?? 0];
  const waits = waitsOf(context, { startNs: tls.startNs, endNs, farNs, busy });
  return [0, 1].flatMap((end) => {
    const own = waits.filter((wait) => wait.end === end);
    const costNs = own.reduce((sum, { waitNs }) => sum + waitNs, 0);
    if (own.length === 0) return [];
    const [{ startNs, isHello }] = own;
    const before = isHello ? 'to answer the ClientHello' : 'to continue the TLS handshake';
    return finding(
      {
        kind: TLS_SLOW,
        severity: costNs >= durationNs * NOTICEABLE_SHARE ? 'warning' : 'note',
        direction: end,
        startNs,
        endNs: own[own.length - 1].endNs,
        costNs,
        message: `The ${senderName(end)} took ${timeText(costNs)} ${before}${own.length > 1 ? `, ${own.length} times in all` : ''}: neither the network nor the other end caused it.`,
        advice: ADVICE[end],
      },
      { waits: own.length, frames: own.slice(0, MAX_EVIDENCE_FRAMES).map(({ frame }) => frame) },
    );
  });
});
