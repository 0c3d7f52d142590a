import { nameOfFirst } from '../../../../protocols/detect/detect.js';
import { latin1 } from '../../../../protocols/model/latin1.js';
import { alertName } from '../../../../protocols/tls/describe.js';
import { TCP } from '../../../../transport/tcp/header.js';
import { defineKind, SHOWS } from '../../define-kind.js';
import { endingOf } from '../../evidence/evidence.js';
import { encryptedAlert } from '../../evidence/messages/encrypted-alert.js';
import { detector, finding, quotedText, receiverName, senderName, timeText, tripText } from '../../finding.js';
import { hasShown } from '../../shows.js';

export const TLS_ROUND_TRIPS = defineKind('tls_round_trips', 'TLS handshake', 'handshake', [
  'RFC 8446 section 2',
  'RFC 5246 section 7.3',
]);
export const TLS_FAILED = defineKind('tls_failed', 'TLS failed', 'handshake', [
  'RFC 8446 section 6',
  'RFC 5246 section 7.2',
]);

/** @typedef {import('../../context.js').Context} Context */
/** @typedef {import('../../../../protocols/tls/connection.js').TlsInfo} TlsInfo */

/**
 * Fewest round trips of a handshake before the first request: of TLS 1.3, of a resumed session, and with False Start
 * (RFC 7918).
 */
const LEAST = 1;

/** Round trips that encryption took before the first request. */
export const tlsRoundTrips = detector([TLS_ROUND_TRIPS], (context) => {
  const tls = context.messages?.tls ?? null;
  const rttNs = Math.max(0, ...context.ways.map(({ rttMinNs }) => rttMinNs));
  if (tls === null || tls.version === null || tls.startNs === null || rttNs === 0) return [];
  const { version, startNs, handshakeRoundTrips: roundTrips, handshakeNs } = tls;
  if (version === 'TLS 1.3' || tls.resumed === true || roundTrips === null || roundTrips <= LEAST) return [];
  return finding(
    {
      kind: TLS_ROUND_TRIPS,
      severity: 'note',
      direction: 0,
      startNs,
      endNs: startNs + (handshakeNs ?? 0),
      costNs: (roundTrips - LEAST) * rttNs,
      message: `${version} took ${roundTrips} round trips of ${tripText(rttNs)} before the first request; TLS 1.3, or a resumed session, takes one.`,
      advice:
        'Enable TLS 1.3 and session resumption at the server, and keep its certificate chain within the initial window.',
    },
    { version, roundTrips, frames: framesOf(context, startNs) },
  );
});

/** The handshake's first data packets. @param {Context} context @param {number} startNs */
function framesOf({ packets: { count, length, flags, timeNs, frame } }, startNs) {
  const frames = [];
  for (let i = 0; i < count && frames.length < 4; i++) {
    if (length[i] > 0 && timeNs[i] >= startNs && (flags[i] & TCP.SYN) === 0) frames.push(frame[i]);
  }
  return frames;
}

/**
 * An end aborted the handshake: an alert is readable before that end encrypts, or with its keys. Warnings are not
 * fatal.
 */
export const tlsFailed = detector([TLS_FAILED], (context) => {
  const { messages, packets } = context;
  const tls = messages?.tls ?? null;
  if (tls !== null && hasNoAnswer(tls)) return tls.unlikeTls === null ? unanswered(context, tls) : unlike(context, tls);
  const alert = tls?.alerts.find(({ level, isBeforeData }) => level === 'fatal' && isBeforeData);
  if (tls !== null && alert === undefined) return unread(context, tls);
  if (tls === null || alert === undefined || hasGoneOn(tls, alert.timeNs)) return [];
  const direction = packets.direction[packets.frame.indexOf(alert.firstFrame)] ?? 0;
  const name = alertName(alert.description);
  return finding(
    {
      kind: TLS_FAILED,
      severity: 'error',
      direction,
      startNs: tls.startNs ?? alert.timeNs,
      endNs: alert.timeNs,
      message: `TLS failed: the ${senderName(direction)} sent the fatal alert ${name}.`,
      advice: adviceOn(name, senderName(direction), receiverName(direction)),
    },
    { alert: name, sender: senderName(direction), version: tls.version, frames: [alert.firstFrame] },
  );
});

/** An alert that cannot be read. @param {Context} context @param {TlsInfo} tls */
function unread(context, tls) {
  const found = encryptedAlert(context, tls);
  if (found === null) return [];
  const { direction, startNs, endNs, frame, confidence, message, advice } = found;
  const sender = senderName(direction);
  return finding(
    { kind: TLS_FAILED, severity: 'error', direction, startNs, endNs, message, advice },
    { alert: null, sender, version: tls.version, confidence, frames: [frame] },
  );
}

/** @param {TlsInfo} tls */
const hasNoAnswer = ({ startNs, version, alerts }) => startNs !== null && version === null && alerts.length === 0;

/**
 * The server speaks something else.
 * @param {Context} context @param {TlsInfo} tls
 */
function unlike({ packets }, { unlikeTls, startNs }) {
  if (unlikeTls === null || startNs === null) return [];
  const direction = packets.direction[packets.frame.indexOf(unlikeTls.frame)] ?? 0;
  if (direction === 0) return [];
  const name = nameOfFirst(unlikeTls.bytes, unlikeTls.length);
  const what = protocolText(name);
  const [line] = latin1(unlikeTls.bytes, 0, unlikeTls.length).split(/[\r\n]/, 1);
  const quoted = name === null || line === '' ? '' : `: ${quotedText(line)}`;
  const verb = unlikeTls.timeNs < startNs ? 'had greeted the client with' : 'answered the ClientHello with';
  return finding(
    {
      kind: TLS_FAILED,
      severity: 'error',
      direction: 1,
      startNs: Math.min(startNs, unlikeTls.timeNs),
      endNs: Math.max(startNs, unlikeTls.timeNs),
      message: `TLS failed: the server ${verb} ${what}${quoted}.`,
      advice: `That port does not speak TLS: connect without it${name === null ? '' : ` (${name === 'http' ? 'http:' : what})`}, or to the port that does.`,
    },
    { alert: null, sender: 'server', answer: name, frames: [unlikeTls.frame] },
  );
}

/** @param {string | null} name of a protocol */
function protocolText(name) {
  if (name === null) return 'bytes that are not TLS';
  return name === 'http' ? 'plain HTTP' : name.toUpperCase();
}

/**
 * No server takes longer for its first answer: a signature takes some ms, and a lost ClientHello is retransmitted after
 * 0.2 s (Linux) to 1 s (RFC 6298).
 */
const SILENCE_NS = 1e9;

/**
 * The server did not answer the ClientHello at all, or very late.
 * @param {Context} context @param {TlsInfo} tls
 */
function unanswered(context, { startNs, sni }) {
  const { packets, ways, endNs } = context;
  const ending = endingOf(packets);
  if (startNs === null || ways.some(({ direction }) => direction === 1) || !hasShown(context, SHOWS.BOTH_WAYS)) {
    return [];
  }
  const untilNs = ending?.timeNs ?? endNs;
  const isServers = ending?.direction === 1;
  if (!context.messages?.isAllKnown || (!isServers && untilNs - startNs < SILENCE_NS)) return [];
  const waited = timeText(Math.max(0, untilNs - startNs));
  const gaveUp = ending === null ? 'by the end of the capture' : 'when the client gave up';
  return finding(
    {
      kind: TLS_FAILED,
      severity: 'error',
      direction: 1,
      startNs,
      endNs: untilNs,
      costNs: isServers ? null : untilNs - startNs,
      message: isServers
        ? `TLS failed: the server ${ending.verb} the connection ${waited} after the ClientHello, without answering it.`
        : `TLS failed: the server had not answered the ClientHello ${gaveUp}, ${waited} later.`,
      advice: `Check that the server speaks TLS on that port${sni === null ? '' : ' for the name in SNI'}, and that no middlebox drops the ClientHello.`,
    },
    { alert: null, sender: 'server', answer: null, frames: framesOf(context, startNs) },
  );
}

/**
 * Whether the client sent its first data only after an alert.
 * @param {import('../../../../protocols/tls/connection.js').TlsInfo} tls
 * @param {number} alertNs
 */
const hasGoneOn = ({ startNs, handshakeNs }, alertNs) =>
  startNs !== null && handshakeNs !== null && startNs + handshakeNs > alertNs;

/**
 * Advice, by alert (RFC 8446 section 6.2).
 * @type {[alerts: string[], advice: (by: string, other: string) => string][]}
 */
const ADVICE = [
  [
    [
      'unknown_ca',
      'certificate_unknown',
      'bad_certificate',
      'unsupported_certificate',
      'certificate_expired',
      'certificate_revoked',
    ],
    (by, other) =>
      `Give the ${other} a certificate that is valid for its name and date, with all intermediate certificates, or let the ${by} trust its root.`,
  ],
  [['no_certificate', 'certificate_required'], (by, other) => `Give the ${other} a certificate that the ${by} trusts.`],
  [
    ['access_denied'],
    (by, other) => `The ${other}'s certificate is valid but not allowed: check the ${by}'s access rules.`,
  ],
  [['protocol_version', 'inappropriate_fallback'], () => 'Enable a common version at both ends, TLS 1.2 or 1.3.'],
  [
    ['handshake_failure', 'insufficient_security', 'illegal_parameter', 'missing_extension'],
    () => 'Enable a common cipher suite, group and certificate type at both ends.',
  ],
  [['unrecognized_name'], (by) => `Configure the ${by} for the requested name (SNI), or request one that it serves.`],
  [['no_application_protocol'], () => 'Enable a common application protocol (ALPN) at both ends.'],
  [['unknown_psk_identity'], () => 'Configure the same pre-shared key at both ends.'],
];

/** @param {string} alert @param {string} by who sent it @param {string} other */
function adviceOn(alert, by, other) {
  const known = ADVICE.find(([alerts]) => alerts.includes(alert));
  return known ? known[1](by, other) : `Check the ${by}'s log for what it did not accept.`;
}
