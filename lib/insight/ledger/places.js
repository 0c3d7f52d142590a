import { TCP } from '../../transport/tcp/header.js';

/** @typedef {import('../findings/context.js').Context} Context */

/**
 * Shortest round trips between the capture point and each end, the client first; null: not known.
 * @typedef {[toClient: number | null, toServer: number | null]} Distances
 */

/** @param {Pick<Context, 'packets' | 'vantages'>} context @returns {Distances} */
export function distancesOf({ packets, vantages }) {
  const shaken = ofHandshake(packets);
  return [
    vantages?.[0].senderNs ?? vantages?.[1].receiverNs ?? shaken[0],
    vantages?.[0].receiverNs ?? vantages?.[1].senderNs ?? shaken[1],
  ];
}

/**
 * By a handshake in which nothing was sent again.
 * @param {Context['packets']} packets
 * @returns {Distances}
 */
function ofHandshake({ controls, flags, direction, timeNs, count }) {
  const [syn, synAck] = controls;
  const isShaken =
    controls.length >= 2 &&
    (flags[syn] & (TCP.SYN | TCP.ACK)) === TCP.SYN &&
    direction[syn] === 0 &&
    direction[synAck] === 1 &&
    (flags[synAck] & (TCP.SYN | TCP.ACK)) === (TCP.SYN | TCP.ACK);
  if (!isShaken) return [null, null];
  const ack = synAck + 1;
  const isAnswered = ack < count && direction[ack] === 0 && (flags[ack] & (TCP.SYN | TCP.RST)) === 0;
  return [isAnswered ? timeNs[ack] - timeNs[synAck] : null, timeNs[synAck] - timeNs[syn]];
}
