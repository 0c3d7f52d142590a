import { TCP } from '../../../packet/segment-batch.js';
import { finding, tripText } from '../finding.js';

/** @typedef {import('../finding.js').Detector} Detector */
/** @typedef {import('../context.js').Context} Context */

/** A full handshake up to TLS 1.2 takes two round trips (RFC 5246 section 7.3), TLS 1.3 and a resumed one take one. */
const OLD_FULL = 2;
const OTHER = 1;

/** Round trips that encryption took before the first request. @type {Detector} */
export const tlsRoundTrips = (context) => {
  const tls = context.messages?.tls ?? null, rttNs = Math.max(0, ...context.ways.map(({ rttMinNs }) => rttMinNs));
  if (tls === null || tls.version === null || tls.startNs === null || rttNs === 0) return [];
  if (tls.version === 'TLS 1.3' || tls.resumed === true) return [];
  const costNs = (OLD_FULL - OTHER) * rttNs;
  return [finding({ code: 'tls_round_trips', severity: 'note', direction: 0, startNs: tls.startNs, endNs: tls.startNs + OLD_FULL * rttNs, costNs,
    message: `${tls.version} took ${OLD_FULL} round trips of ${tripText(rttNs)} before the first request, where TLS 1.3, or a session resumed, takes one.`,
    advice: 'Let the server speak TLS 1.3, resume sessions, and send certificates that fit into its initial window.' }, {
      version: tls.version, roundTrips: OLD_FULL, frames: framesOf(context, tls.startNs),
    })];
};

/** The handshake's first data packets. @param {Context} context @param {number} startNs */
function framesOf({ packets: { count, length, flags, timeNs, frame } }, startNs) {
  const frames = [];
  for (let i = 0; i < count && frames.length < 4; i++) if (length[i] > 0 && timeNs[i] >= startNs && (flags[i] & TCP.SYN) === 0) frames.push(frame[i]);
  return frames;
}
