import { TCP } from '../../../../transport/tcp/header.js';
import { defineKind } from '../../define-kind.js';
import { controlsOf } from '../../evidence/evidence.js';
import { detector, finding, timeText } from '../../finding.js';
import { NOTICEABLE_NS } from '../../times.js';

export const SYN_PROXY = defineKind('syn_proxy', 'SYN proxy', 'handshake', [
  'RFC 4987 section 3.6',
  'iptables SYNPROXY',
]);

/**
 * A window of 0 in the SYN-ACK, before a byte was sent, which a later packet of the server opens: no application can
 * have filled it. A proxy answers for the server and connects to it behind (Linux SYNPROXY, firewalls, protection from
 * SYN floods):
 *
 * ```
 *   SYN              ───►
 *                    ◄───  SYN-ACK, window 0     the proxy's
 *   ACK              ───►                        and its own handshake with the server
 *                    ◄───  ACK, window open
 * ```
 *
 * Refuted by a window that is open in the SYN-ACK, however small.
 */
export const synProxy = detector([SYN_PROXY], ({ packets, endNs }) => {
  const { flags, window, direction, timeNs, frame } = packets;
  const reply = controlsOf(packets).find((i) => direction[i] === 1 && (flags[i] & TCP.SYN) !== 0);
  if (reply === undefined || window[reply] > 0) return [];
  const opened = openedAt(packets, reply);
  const completedNs = acknowledgedNs(packets, reply);
  if (completedNs === null) return [];
  const untilNs = opened < 0 ? endNs : timeNs[opened];
  const costNs = Math.max(0, untilNs - completedNs);
  const answered = 'The SYN-ACK offers a window of 0 before a byte was sent: a SYN proxy answered for the server';
  return finding(
    {
      kind: SYN_PROXY,
      severity: severityOf(opened, costNs),
      startNs: timeNs[reply],
      endNs: untilNs,
      costNs,
      message:
        opened < 0
          ? `${answered}, and never opened the window, for ${timeText(costNs)}: it had no connection to the server behind it.`
          : `${answered}, and opened the window ${timeText(costNs)} after the handshake, when it had connected to the server behind it.`,
      advice:
        'Look at the firewall, load balancer or DDoS protection in front of the server: its way to the server behind it takes that long. No application is to blame.',
    },
    { frames: [frame[reply], ...(opened < 0 ? [] : [frame[opened]])] },
  );
});

/** @param {number} opened @param {number} costNs */
function severityOf(opened, costNs) {
  if (opened < 0) return 'error';
  return costNs >= NOTICEABLE_NS ? 'warning' : 'note';
}

/** @typedef {import('../../context.js').Context['packets']} Packets */

/** The server's first packet with an open window; −1: none. @param {Packets} packets @param {number} reply */
function openedAt({ count, direction, flags, window }, reply) {
  for (let i = reply + 1; i < count; i++) {
    if (direction[i] === 1 && (flags[i] & (TCP.RST | TCP.SYN)) === 0 && window[i] > 0) return i;
  }
  return -1;
}

/** When the client acknowledged the SYN-ACK; null: never. @param {Packets} packets @param {number} reply */
function acknowledgedNs({ count, direction, ackOffset, timeNs }, reply) {
  for (let i = reply + 1; i < count; i++) if (direction[i] === 0 && ackOffset[i] >= 1) return timeNs[i];
  return null;
}
