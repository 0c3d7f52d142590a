import { grouped } from '../../../shared/text/quantities.js';
import { REFUSAL, refusalOf, signs, TCP } from '../../../transport/tcp/header.js';
import { defineKind, SHOWS } from '../define-kind.js';
import { controlsOf, packetsWhere } from '../evidence/evidence.js';
import { refusedOf } from '../evidence/refused.js';
import { counted, detector, finding, receiverName, senderName, timeText } from '../finding.js';

/** @typedef {import('../context.js').Context} Context */
/** @typedef {import('../evidence/evidence.js').Shown} Shown */

export const TIMESTAMPS_BACK = defineKind(
  'timestamps_back',
  'Timestamps went back',
  'recovery',
  ['RFC 7323 section 5.3'],
  {
    explains: [
      'tail_loss_timeout',
      'lost_retransmission',
      'random_loss',
      'congestion_loss',
      'spurious_retransmission',
      'path_stalled',
    ],
  },
);
/** Where the capture has gaps, the window may have moved on within them. */
export const OUTSIDE_WINDOW = defineKind(
  'outside_window',
  'Segment outside the window',
  'recovery',
  ['RFC 9293 section 3.10.7.4', 'RFC 5961'],
  { needs: SHOWS.WHOLE },
);
export const UNSIGNED = defineKind(
  'unsigned',
  'TCP signature on one side only',
  'handshake',
  ['RFC 2385', 'RFC 5925'],
  { explains: ['syn_loss', 'syn_ack_loss', 'syn_unanswered', 'listen_queue', 'connection_refused', 'reset'] },
);

/** A reset so soon answers what came before it: no round trip is longer than the initial RTO (RFC 6298 section 2). */
const ANSWERED_WITHIN_NS = 1e9;

/**
 * PAWS: timestamps that fell below the latest accepted one, as when a middlebox changes them or moves the connection to
 * another host. Those that the receiver took all the same do not count (lib/engine/verdicts).
 */
export const timestampsBack = detector([TIMESTAMPS_BACK], (context) =>
  [0, 1].flatMap((direction) => {
    const { packets } = context;
    const refused = refusedOf(packets, direction, [REFUSAL.TIMESTAMP]);
    if (refused.count === 0) return [];
    const first = packets.frame.indexOf(refused.frames[0]);
    const untilNs = takenAgainNs(packets, first);
    const costNs = (untilNs ?? context.endNs) - refused.startNs;
    const back = latestStamp(packets, first) - (packets.tsValue[first] >>> 0);
    const receiver = receiverName(direction);
    return finding(
      {
        kind: TIMESTAMPS_BACK,
        severity: untilNs === null ? 'error' : 'warning',
        direction,
        startNs: refused.startNs,
        endNs: untilNs ?? context.endNs,
        costNs,
        message: `The ${senderName(direction)}'s timestamps went back by ${grouped(Math.max(back, 1))} ticks, so the ${receiver} refused ${counted(refused.count, 'packet')} that reached it (PAWS) and repeated its last ACK${untilNs === null ? ', to the end of the capture' : `, for ${timeText(costNs)}`}.`,
        advice: `Look for what changes timestamps on the path or moves the connection to another host: a middlebox that rewrites or randomises them, a load balancer, a failover. Netstat at the ${receiver} counts PAWSEstab. Without timestamps (net.ipv4.tcp_timestamps=0) it does not occur.`,
      },
      { refused: refused.count, ticksBack: back, frames: refused.frames },
    );
  }),
);

/** When the other end acknowledged something beyond a refused packet; null: never. */
function takenAgainNs(/** @type {Context['packets']} */ packets, /** @type {number} */ first) {
  const { count, direction, ackOffset, seqOffset, endOffset, timeNs, flags } = packets;
  const isData = endOffset[first] > seqOffset[first];
  for (let i = first + 1; i < count; i++) {
    const isOwn = direction[i] === direction[first];
    if (isData ? !isOwn && ackOffset[i] > seqOffset[first] : isOwn && refusalOf(flags[i]) === REFUSAL.NONE) {
      return timeNs[i];
    }
  }
  return null;
}

/** The latest timestamp of an end that was taken before a packet, as on the wire. */
function latestStamp(/** @type {Context['packets']} */ { direction, flags, tsValue }, /** @type {number} */ before) {
  for (let i = before - 1; i >= 0; i--) {
    if (direction[i] === direction[before] && refusalOf(flags[i]) === REFUSAL.NONE) return tsValue[i] >>> 0;
  }
  return tsValue[before] >>> 0;
}

/** An old duplicate, an injected segment, or one of another connection whose addresses were not translated. */
export const outsideWindow = detector([OUTSIDE_WINDOW], (context) =>
  [0, 1].flatMap((direction) => {
    const { packets } = context;
    const refused = refusedOf(packets, direction, [REFUSAL.WINDOW, REFUSAL.UNSENT]);
    if (refused.count === 0) return [];
    const isReset = isAnsweredByReset(packets, refused);
    const one = refused.count === 1;
    const receiver = receiverName(direction);
    return finding(
      {
        kind: OUTSIDE_WINDOW,
        severity: isReset ? 'error' : 'warning',
        direction,
        during: refused,
        message: `${counted(refused.count, 'packet')} in the ${senderName(direction)}'s name ${one ? 'is' : 'are'} outside the window by more than a window, so the ${receiver} cannot have taken ${one ? 'it' : 'them'}${isReset ? `; a reset of the ${receiver} followed, which ended the connection` : ''}: an old duplicate, an injected packet, or one that address translation passed on untranslated.`,
        advice:
          'At a NAT (Kubernetes, Docker) look for packets that conntrack calls INVALID and does not translate: drop them (iptables -m conntrack --ctstate INVALID -j DROP) or be liberal (net.netfilter.nf_conntrack_tcp_be_liberal=1). Otherwise compare TTL and IP identification with the other packets to see who sent it.',
      },
      { refused: refused.count, frames: refused.frames },
    );
  }),
);

/** Whether the end that refused a packet reset the connection at once. */
function isAnsweredByReset(/** @type {Context['packets']} */ packets, /** @type {Shown} */ refused) {
  const { direction, flags, timeNs } = packets;
  return controlsOf(packets).some(
    (i) =>
      (flags[i] & TCP.RST) !== 0 &&
      refusalOf(flags[i]) === REFUSAL.NONE &&
      direction[i] !== refused.direction &&
      timeNs[i] >= refused.startNs &&
      timeNs[i] - refused.endNs <= ANSWERED_WITHIN_NS,
  );
}

/**
 * One end has a password and the other has none: each ignores the other. Where both sign and nothing is answered, the
 * passwords may differ, which the capture does not show.
 */
export const unsigned = detector([UNSIGNED], (context) => {
  const { packets, options } = context;
  const end = signs(options.synOptions[0]) ? 0 : 1;
  if (!signs(options.synOptions[end])) return [];
  const refused = refusedOf(packets, 1 - end, [REFUSAL.SIGNATURE]);
  const syns = packetsWhere(packets, (i) => (packets.flags[i] & TCP.SYN) !== 0 && packets.direction[i] === end);
  if (refused.count === 0 && !isAlone(packets, end)) return [];
  const endNs = Math.max(refused.endNs, syns.endNs);
  const [by, other] = [senderName(end), receiverName(end)];
  const found = finding(
    {
      kind: UNSIGNED,
      severity: 'error',
      startNs: syns.startNs,
      endNs,
      costNs: endNs - syns.startNs,
      message:
        refused.count > 0
          ? `The ${by} signs its segments (TCP MD5 or TCP-AO) and the ${other} does not: the ${by} ignored ${counted(refused.count, 'answer')} without a signature. Every packet arrived.`
          : `The ${by} signs its SYN (TCP MD5 or TCP-AO), and nothing answers: the ${other} has no password for it, or another one, unless the path drops it.`,
      advice: `Configure the same password at both ends, for these addresses (BGP, MSDP, LDP: neighbor password). Linux counts TCPMD5NotFound, TCPMD5Unexpected and TCPMD5Failure in nstat.`,
    },
    { refused: refused.count, syns: syns.count, frames: refused.count > 0 ? refused.frames : syns.frames },
  );
  return refused.count > 0 ? found : { ...found, title: 'Signed SYN unanswered' };
});

/** Whether the other end said nothing at all. */
const isAlone = (/** @type {Context['packets']} */ { seen }, /** @type {number} */ end) => seen.packets[1 - end] === 0;
