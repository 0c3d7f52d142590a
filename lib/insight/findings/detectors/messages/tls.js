import { TCP } from '../../../../engine/segment-batch.js';
import { alertName } from '../../../../protocols/tls/describe.js';
import { finding, receiverName, senderName, tripText } from '../../finding.js';

/** @typedef {import('../../finding.js').Detector} Detector */
/** @typedef {import('../../context.js').Context} Context */

/**
 * What a handshake takes at best before the first request: of TLS 1.3, of a resumed session, and of a client that does
 * not wait for the end (RFC 7918).
 */
const LEAST = 1;

/** Round trips that encryption took before the first request. @type {Detector} */
export const tlsRoundTrips = (context) => {
  const tls = context.messages?.tls ?? null;
  const rttNs = Math.max(0, ...context.ways.map(({ rttMinNs }) => rttMinNs));
  if (tls === null || tls.version === null || tls.startNs === null || rttNs === 0) return [];
  const { version, startNs, handshakeRoundTrips: roundTrips, handshakeNs } = tls;
  if (version === 'TLS 1.3' || tls.resumed === true || roundTrips === null || roundTrips <= LEAST) return [];
  return [
    finding(
      {
        code: 'tls_round_trips',
        severity: 'note',
        direction: 0,
        startNs,
        endNs: startNs + (handshakeNs ?? 0),
        costNs: (roundTrips - LEAST) * rttNs,
        message: `${version} took ${roundTrips} round trips of ${tripText(rttNs)} before the first request, where TLS 1.3, or a session resumed, takes one.`,
        advice:
          'Let the server speak TLS 1.3, resume sessions, and send certificates that fit into its initial window.',
      },
      { version, roundTrips, frames: framesOf(context, startNs) },
    ),
  ];
};

/** The handshake's first data packets. @param {Context} context @param {number} startNs */
function framesOf({ packets: { count, length, flags, timeNs, frame } }, startNs) {
  const frames = [];
  for (let i = 0; i < count && frames.length < 4; i++) {
    if (length[i] > 0 && timeNs[i] >= startNs && (flags[i] & TCP.SYN) === 0) frames.push(frame[i]);
  }
  return frames;
}

/**
 * An end gave up within the handshake: an alert can be read before that end encrypts, or where its keys are there.
 * Warnings end nothing.
 * @type {Detector}
 */
export const tlsFailed = ({ messages, packets }) => {
  const tls = messages?.tls ?? null;
  const alert = tls?.alerts.find(({ level }) => level === 'fatal');
  if (
    tls === null ||
    alert === undefined ||
    (tls.readyNs !== null && tls.readyNs <= alert.timeNs) ||
    hasGoneOn(tls, alert.timeNs)
  ) {
    return [];
  }
  const direction = packets.direction[packets.frame.indexOf(alert.firstFrame)] ?? 0;
  const name = alertName(alert.description);
  return [
    finding(
      {
        code: 'tls_failed',
        severity: 'error',
        direction,
        startNs: tls.startNs ?? alert.timeNs,
        endNs: alert.timeNs,
        costNs: null,
        message: `TLS failed: the ${senderName(direction)} gave up with the fatal alert ${name}.`,
        advice: adviceOn(name, senderName(direction), receiverName(direction)),
      },
      { alert: name, sender: senderName(direction), version: tls.version, frames: [alert.firstFrame] },
    ),
  ];
};

/**
 * Whether the client sent its first data only after an alert.
 * @param {import('../../../../protocols/tls/connection.js').TlsInfo} tls
 * @param {number} alertNs
 */
const hasGoneOn = ({ startNs, handshakeNs }, alertNs) =>
  startNs !== null && handshakeNs !== null && startNs + handshakeNs > alertNs;

/**
 * What helps, by the alert (RFC 8446 section 6.2).
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
      `Give the ${other} a certificate that is valid for its name and time, with all that lies between it and its root, or let the ${by} trust that root.`,
  ],
  [['no_certificate', 'certificate_required'], (by, other) => `Give the ${other} a certificate that the ${by} trusts.`],
  [['access_denied'], (by, other) => `The ${other}'s certificate is valid but not allowed: see what the ${by} admits.`],
  [['protocol_version', 'inappropriate_fallback'], () => 'Let both ends speak a version in common, TLS 1.2 or 1.3.'],
  [
    ['handshake_failure', 'insufficient_security', 'illegal_parameter', 'missing_extension'],
    () => 'Let both ends have a cipher suite, a group, and a kind of certificate in common.',
  ],
  [
    ['unrecognized_name'],
    (by) => `Let the ${by} serve the name that is asked for (SNI), or ask for one that it serves.`,
  ],
  [['no_application_protocol'], () => 'Let both ends have an application protocol (ALPN) in common.'],
  [['unknown_psk_identity'], () => 'Let both ends have the same pre-shared key.'],
];

/** @param {string} alert @param {string} by who sent it @param {string} other */
function adviceOn(alert, by, other) {
  const known = ADVICE.find(([alerts]) => alerts.includes(alert));
  return known ? known[1](by, other) : `See the ${by}'s log for what it did not accept.`;
}
