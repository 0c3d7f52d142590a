import { OPTION, TCP } from '../../packet/segment-batch.js';
import { controlsWhere } from './evidence.js';
import { finding } from './finding.js';

/** @typedef {import('./finding.js').Detector} Detector */

/** Data in the SYN saves a round trip (RFC 7413), if the server takes it. @type {Detector} */
export const fastOpen = ({ packets }) => {
  const { flags, options, length, endOffset, ackOffset } = packets, isOpening = (/** @type {number} */ i) => (flags[i] & (TCP.SYN | TCP.ACK)) === TCP.SYN;
  const asked = controlsWhere(packets, (i) => isOpening(i) && (options[i] & OPTION.FAST_OPEN) !== 0);
  if (asked.count === 0) return [];
  let sent = 0, taken = 0;
  for (let i = 0; i < packets.count; i++) {
    if (isOpening(i) && length[i] > 0) sent = Math.max(sent, endOffset[i]);
    if ((flags[i] & (TCP.SYN | TCP.ACK)) === (TCP.SYN | TCP.ACK)) taken = Math.max(taken, ackOffset[i]);
  }
  const outcome = taken >= sent
    ? 'The SYN carried data and the server took it: a round trip was saved.'
    : 'The SYN carried data, but the server did not take it: it was sent again after the handshake.';
  return [finding({ code: 'fast_open', severity: 'note', direction: null, startNs: asked.startNs, endNs: asked.endNs, costNs: null,
    message: sent === 0 ? 'The client asked for a Fast Open cookie, with which the next connection can save a round trip.' : outcome,
    advice: sent === 0 || taken >= sent ? '' : 'The cookie may be out of date, or a middlebox removes data from SYNs.' }, {
      dataInSyn: Math.max(0, sent - 1), frames: asked.frames,
    })];
};
