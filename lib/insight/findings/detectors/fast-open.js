import { OPTION, TCP } from '../../../transport/tcp/header.js';
import { defineKind } from '../define-kind.js';
import { controlsWhere } from '../evidence/evidence.js';
import { detector, finding } from '../finding.js';

export const FAST_OPEN = defineKind('fast_open', 'Fast open', 'handshake', ['RFC 7413']);

/** @typedef {import('../context.js').Context} Context */

const SYN_ACK = TCP.SYN | TCP.ACK;

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
  return finding(
    {
      kind: FAST_OPEN,
      severity: 'note',
      during: asked,
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
  );
});
