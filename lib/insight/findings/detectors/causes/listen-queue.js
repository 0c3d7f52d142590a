import { defineKind } from '../../define-kind.js';
import { counted, detector, finding, MAX_EVIDENCE_FRAMES, timesText, timeText } from '../../finding.js';

export const LISTEN_QUEUE = defineKind('listen_queue', 'Listen queue full', 'handshake', [
  'listen(2)',
  'tcp(7), tcp_abort_on_overflow',
]);

/** @typedef {import('../../evidence/listen-queue.js').ListenDrops} ListenDrops */

/**
 * Only the host's counters would prove it: a local firewall drops SYNs in the same way, and one on the path drops what
 * follows a SYN.
 */
const CONFIDENCE = Object.freeze({ AT_SERVER: 0.8, ELSEWHERE: 0.6 });

/**
 * The server's host dropped parts of a handshake that had arrived: its listen queue was full. In a capture taken
 * elsewhere packet loss looks the same, unless everything from one end is ignored while the other's packets arrive.
 */
export const listenQueue = detector([LISTEN_QUEUE], ({ listenDrops: drops, packets, endNs }) => {
  if (drops === null) return [];
  const { what, sinceNs, untilNs, packets: dropped, isAtServer } = drops;
  const costNs = (untilNs ?? endNs) - sinceNs;
  const found = finding(
    {
      kind: LISTEN_QUEUE,
      severity: untilNs === null ? 'error' : 'warning',
      startNs: sinceNs,
      endNs: untilNs ?? endNs,
      costNs,
      message: isAtServer
        ? `${MESSAGES[what](drops, timeText(costNs))} Its listen queue was full, probably.`
        : `${passedOver(drops, timeText(costNs))} ${WHO[untilNs === null ? 'never' : 'late']}`,
      advice: `Let the application accept connections faster, or raise its backlog (listen(), net.core.somaxconn; for SYNs net.ipv4.tcp_max_syn_backlog). \`ss -ltn\` at the server shows the queue and its limit, \`nstat\` counts ListenOverflows and ListenDrops.${isAtServer ? '' : ' If they count nothing, look for a stateful firewall that does not see the SYN-ACK (asymmetric routes).'}`,
    },
    {
      dropped: dropped.length,
      what,
      confidence: isAtServer ? CONFIDENCE.AT_SERVER : CONFIDENCE.ELSEWHERE,
      frames: dropped.slice(0, MAX_EVIDENCE_FRAMES).map((i) => packets.frame[i]),
    },
  );
  return isAtServer || untilNs !== null ? found : { ...found, title: 'Dropped after the SYN' };
});

/** A firewall that drops what follows a SYN does so for good. */
const WHO = {
  never:
    'A firewall on the path that sees only one direction drops what follows a SYN, probably, or its listen queue was full.',
  late: 'Its listen queue was full, probably, or a firewall on the path drops what follows a SYN.',
};

/** @type {Record<ListenDrops['what'], (drops: ListenDrops, time: string) => string>} */
const MESSAGES = {
  syn: ({ packets, untilNs }, time) =>
    untilNs === null
      ? `The server's host did not answer ${counted(packets.length, 'SYN')} that arrived there over ${time}.`
      : `The server's host dropped ${counted(packets.length, 'SYN')} that had arrived there, and answered the next one: connecting took ${time} longer.`,
  ack: ({ hasData, untilNs }, time) =>
    `The server's host dropped the last ACK of the handshake${hasData ? ', and the data after it,' : ''} although it had arrived there${
      untilNs === null ? `, for ${time}` : `: the connection was accepted ${time} later`
    }.`,
  reset: () =>
    "The server's host reset the connection when the last ACK of the handshake arrived (as with net.ipv4.tcp_abort_on_overflow).",
};

/** @param {ListenDrops} drops seen elsewhere @param {string} time */
const passedOver = ({ packets, repeats, untilNs }, time) =>
  `The server ignored ${counted(packets.length, 'packet')} with which the client completed the handshake and sent its first data, and retransmitted its SYN-ACK ${timesText(repeats)}${untilNs === null ? `, for ${time}` : `; it accepted the connection ${time} later`}.`;
