import { OPTION, TCP } from '../../../transport/tcp/header.js';
import { controlsWhere } from '../evidence/evidence.js';
import { detector, finding } from '../finding.js';
import { defineKind } from '../kind.js';

export const FAST_OPEN = defineKind('fast_open', 'Fast open', 'handshake', ['RFC 7413']);

/** @typedef {import('../context.js').Context} Context */

const SYN_ACK = TCP.SYN | TCP.ACK;

/** Whether all data, if any, came in SYNs. @param {Context} context */
export function isDataInSynsAlone({ packets: { count, flags, length }, seen }) {
  if (seen.data[0] + seen.data[1] === 0) return true;
  for (let i = 0; i < count; i++) if (length[i] > 0 && (flags[i] & TCP.SYN) === 0) return false;
  return true;
}

/**
 * When the data of a SYN was sent again because the server had not taken it (RFC 7413 section 4.2.2): nothing was lost
 * then.
 * @param {Context} context
 * @returns {number} NaN: it was not
 */
export function refusedDataNs({ packets: { count, flags, length, direction, timeNs, ackOffset, seqOffset } }) {
  if (count === 0 || length[0] === 0 || (flags[0] & SYN_ACK) !== TCP.SYN) return NaN;
  let isRefused = false;
  for (let i = 1; i < count; i++) {
    if (direction[i] !== direction[0] && (flags[i] & SYN_ACK) === SYN_ACK) isRefused = ackOffset[i] === 1;
    else if (direction[i] === direction[0] && length[i] > 0 && (flags[i] & TCP.SYN) === 0) {
      return isRefused && seqOffset[i] === 1 ? timeNs[i] : NaN;
    }
  }
  return NaN;
}

/** Data in the SYN saves a round trip (RFC 7413), if the server takes it. */
export const fastOpen = detector([FAST_OPEN], ({ packets }) => {
  const { flags, options, length, endOffset, ackOffset } = packets;
  const isOpening = (/** @type {number} */ i) => (flags[i] & SYN_ACK) === TCP.SYN;
  const asked = controlsWhere(packets, (i) => isOpening(i) && (options[i] & OPTION.FAST_OPEN) !== 0);
  if (asked.count === 0) return [];
  let sent = 0;
  let taken = -1;
  for (let i = 0; i < packets.count; i++) {
    if (isOpening(i) && length[i] > 0) sent = Math.max(sent, endOffset[i]);
    if ((flags[i] & SYN_ACK) === SYN_ACK) taken = Math.max(taken, ackOffset[i]);
  }
  if (taken < 0) return []; // the connection itself was not accepted
  const outcome =
    taken >= sent
      ? 'The SYN carried data and the server accepted it, which saved a round trip.'
      : 'The SYN carried data, but the server did not accept it: the client retransmitted it after the handshake.';
  return [
    finding(
      {
        kind: FAST_OPEN,
        severity: 'note',
        direction: null,
        startNs: asked.startNs,
        endNs: asked.endNs,
        costNs: null,
        message:
          sent === 0
            ? 'The client requested a Fast Open cookie, with which its next connection can save a round trip.'
            : outcome,
        advice:
          sent === 0 || taken >= sent
            ? ''
            : 'Check that Fast Open is enabled at the server (Linux: net.ipv4.tcp_fastopen=3). Else the cookie had expired, or a middlebox strips data from SYNs.',
      },
      { dataInSyn: Math.max(0, sent - 1), frames: asked.frames },
    ),
  ];
});
