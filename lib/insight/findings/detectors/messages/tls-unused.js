import { defineKind, SHOWS } from '../../define-kind.js';
import { endingOf } from '../../evidence/evidence.js';
import { AT_ONCE_NS } from '../../evidence/messages/encrypted-alert.js';
import { detector, finding, quotedText, timeText } from '../../finding.js';
import { hasShown } from '../../shows.js';

export const TLS_UNUSED = defineKind(
  'tls_unused',
  'Closed at the TLS handshake',
  'handshake',
  ['RFC 8446 section 4.4.2.4', 'RFC 9525'],
  { needs: SHOWS.BOTH_WAYS, mayOccur: ({ messages }) => (messages?.tls ?? null) !== null, yieldsTo: { tls_failed: 0 } },
);

/** @typedef {import('../../context.js').Context} Context */

/**
 * Most bytes that a client sends behind the server's answer without asking anything: ChangeCipherSpec (6), Finished
 * (74 with SHA-384) and close_notify (24) of TLS 1.3.
 */
const SILENT_BYTES = 104;

/**
 * A client that closes the connection as soon as it has the server's part of the handshake, without asking anything,
 * did not like what it saw: most often the certificate. One that opens ahead waits, or asks the
 * same server on another connection.
 */
export const tlsUnused = detector([TLS_UNUSED], (context) => {
  const { messages, packets } = context;
  const tls = messages?.tls ?? null;
  const ending = endingOf(packets);
  if (messages === null || tls === null || tls.version === null || tls.startNs === null) return [];
  if (ending === null || ending.direction !== 0 || !hasShown(context, SHOWS.BOTH_WAYS)) return [];
  if (messages.exchanges.length > 0 || tls.resumed === true || !messages.isAllKnown) return [];
  const { answeredNs, bytes } = sentSince(packets, ending);
  const isSilent = tls.version === 'TLS 1.3' ? bytes <= SILENT_BYTES : tls.handshakeNs === null;
  if (answeredNs < 0 || !isSilent || ending.timeNs - answeredNs > AT_ONCE_NS) return [];
  if (messages.isAskedElsewhere(SILENT_BYTES)) return [];
  const [certificate] = tls.chains.find(({ endpoint }) => endpoint !== messages.client)?.certificates ?? [];
  return finding(
    {
      kind: TLS_UNUSED,
      severity: 'warning',
      startNs: tls.startNs,
      endNs: ending.timeNs,
      message: `The client ${ending.verb} the connection ${timeText(ending.timeNs - answeredNs)} after the server's part of the ${tls.version} handshake, without asking anything${certificate === undefined ? '' : `: ${certificateText(certificate)}`}.`,
      advice:
        "Check the client's log: it probably rejects the server's certificate (its issuer, name or date). A health check that only connects looks the same.",
    },
    { version: tls.version, subject: certificate?.subject ?? null, frames: [ending.frame] },
  );
});

/**
 * When the server's last data before the ending came, and what the client had sent behind the server's first.
 * @param {Context['packets']} packets @param {import('../../evidence/evidence.js').Ending} ending
 */
function sentSince({ count, direction, length, timeNs }, ending) {
  let answeredNs = -1;
  let bytes = 0;
  for (let i = 0; i < count && timeNs[i] <= ending.timeNs; i++) {
    if (length[i] === 0) continue;
    if (direction[i] === 1) answeredNs = timeNs[i];
    else if (answeredNs >= 0) bytes += length[i];
  }
  return { answeredNs, bytes };
}

/** @param {import('../../../../protocols/tls/certificates.js').Certificate} certificate */
const certificateText = ({ subject, issuer }) =>
  subject === issuer
    ? `its certificate is self-signed (${quotedText(subject)})`
    : `its certificate is of ${quotedText(subject)}, issued by ${quotedText(issuer)}`;
