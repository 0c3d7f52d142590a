import { hasVerdict } from '../../../transport/packets.js';
import { TCP } from '../../../transport/tcp/header.js';
import { VERDICT } from '../../../transport/verdict.js';
import { defineKind, SHOWS } from '../define-kind.js';
import { packetsWhere, Shown } from '../evidence/evidence.js';
import { isCutOff } from '../evidence/icmp.js';
import { silenceBefore } from '../evidence/silence.js';
import { counted, detector, finding, inSeconds, receiverName, senderName, timeText } from '../finding.js';
import { hasShown } from '../shows.js';

export const KEEP_ALIVE = defineKind('keep_alive', 'Keep-alives', 'idle', ['RFC 9293 section 3.8.4']);
export const HALF_OPEN = defineKind(
  'half_open',
  'Peer gone',
  'retransmission_timeout',
  ['RFC 9293 section 3.5.1', 'RFC 5482'],
  { needs: SHOWS.BOTH_WAYS },
);
export const KEEP_ALIVE_UNANSWERED = defineKind(
  'keep_alive_unanswered',
  'Keep-alive unanswered',
  'retransmission_timeout',
  ['RFC 9293 section 3.8.4'],
  {
    needs: SHOWS.BOTH_WAYS,
    mayOccur: ({ seen }) => hasVerdict(seen, 0, VERDICT.KEEP_ALIVE) || hasVerdict(seen, 1, VERDICT.KEEP_ALIVE),
  },
);

/** After so many transmissions without any answer the other end is gone. */
const MIN_UNANSWERED = 3;
/**
 * An end that has closed and sent nothing for so long has dropped the connection's state: FIN-WAIT-2 lasts 60 s
 * (Linux's tcp_fin_timeout, BSD's finwait2_timeout), 120 s with Windows.
 */
const FORGOTTEN_NS = 60e9;

/**
 * How long before the first unanswered packet the other end, which had closed, fell silent, where nobody waited for
 * what was sent: it had dropped the connection's state, or only the close was left.
 * @param {import('../context.js').Context['packets']} packets @param {number} first
 * @returns {number} 0: somebody may have waited
 */
function closedBeforeNs({ count, direction, flags, length, timeNs }, first) {
  let lastNs = NaN;
  let hasClosed = false;
  for (let i = 0; i < first; i++) {
    if (direction[i] === direction[first]) continue;
    lastNs = timeNs[i];
    hasClosed ||= (flags[i] & TCP.FIN) !== 0;
  }
  if (!hasClosed) return 0;
  const agoNs = timeNs[first] - lastNs;
  return agoNs >= FORGOTTEN_NS || length.subarray(first, count).every((bytes) => bytes === 0) ? agoNs : 0;
}

/**
 * Unanswered packets that one end repeated at the end of the capture: none where they are too few.
 * @param {import('../context.js').Context['packets']} packets
 * @returns {{ first: number, unanswered: number, keepAlives: number }} first: index of the first of these packets; the
 *   number of packets where there is none
 */
function unansweredTail(packets) {
  const last = packets.count - 1;
  let first = packets.count;
  let unanswered = 0;
  let keepAlives = 0;
  for (let i = last; i >= 0 && packets.direction[i] === packets.direction[last]; i--) {
    const verdict = packets.verdict[i];
    const again =
      verdict === VERDICT.RETRANSMISSION || verdict === VERDICT.KEEP_ALIVE || verdict === VERDICT.WINDOW_PROBE;
    if (!again || packets.flags[i] & TCP.SYN) continue;
    unanswered++;
    if (verdict === VERDICT.KEEP_ALIVE) keepAlives++;
    first = i;
  }
  return unanswered < MIN_UNANSWERED
    ? { first: packets.count, unanswered: 0, keepAlives: 0 }
    : { first, unanswered, keepAlives };
}

/** The end of the capture shows one end alone, repeating its packets. */
export const halfOpen = detector([HALF_OPEN, KEEP_ALIVE_UNANSWERED], (context) => {
  const { packets } = context;
  const { first, unanswered, keepAlives } = unansweredTail(packets);
  const last = packets.count - 1;
  if (unanswered === 0 || isCutOff(context, packets.direction[first])) return [];
  if (context.listenDrops?.untilNs === null) return [];
  const startNs = packets.timeNs[first];
  const endNs = packets.timeNs[last];
  const direction = packets.direction[first];
  const kind = keepAlives === unanswered ? KEEP_ALIVE_UNANSWERED : HALF_OPEN;
  const shown = new Shown(packets);
  for (let i = first; i <= last; i++) shown.add(i);
  const closedNs = closedBeforeNs(packets, first);
  const [sender, receiver] = [senderName(direction), receiverName(direction)];
  const idle = kind === HALF_OPEN && closedNs === 0 ? silenceBefore(packets, first) : null;
  const behind = idle === null ? '' : `, after ${timeText(idle.ns)} of silence`;
  const sent = `The ${sender} sent ${unanswered} retransmissions or probes over ${timeText(endNs - startNs)} and got no answer${behind}`;
  const found = finding(
    {
      kind,
      severity: closedNs > 0 ? 'note' : 'error',
      direction,
      startNs,
      endNs,
      costNs: closedNs > 0 ? null : endNs - startNs,
      message: closedNs > 0 ? `${sent}; ${closedText(receiver, closedNs)}` : `${sent}: ${goneText(receiver, idle)}`,
      advice: idle === null ? GONE_ADVICE : FORGOTTEN_ADVICE,
    },
    { unanswered, ...(idle === null ? {} : { idleSeconds: inSeconds(idle.ns) }), frames: shown.frames },
  );
  return [idle === null ? found : { ...found, title: 'Peer gone after idle' }];
});

const GONE_ADVICE =
  'Look for a host that crashed or lost its link, a firewall or NAT that dropped its state, or, if only short segments were answered, a path MTU black hole. TCP_USER_TIMEOUT makes a sender give up sooner.';
const FORGOTTEN_ADVICE =
  'Send keep-alives more often than the idle timeout of a NAT, firewall or load balancer (TCP keep-alives: SO_KEEPALIVE, Linux net.ipv4.tcp_keepalive_time), or close connections that are idle for longer. TCP_USER_TIMEOUT makes a sender give up sooner.';

/** @param {string} receiver @param {number} closedNs */
const closedText = (receiver, closedNs) =>
  `the ${receiver} had closed and sent its last packet ${timeText(closedNs)} before, so nobody waited.`;

/** @param {string} receiver @param {import('../evidence/silence.js').Silence | null} idle */
const goneText = (receiver, idle) =>
  idle === null
    ? `the ${receiver}, or the path to it, is gone.`
    : `the ${receiver} is gone, or a middlebox dropped the idle connection.`;

/**
 * Pauses over which an end sent probes: from the last data before them to the next.
 * @param {import('../context.js').Context['packets']} packets
 * @param {number} end
 * @param {number} until index of the first packet that does not count
 */
function pausesNs({ verdict, direction, length, timeNs }, end, until) {
  let sumNs = 0;
  let lastNs = timeNs[0];
  let isProbed = false;
  for (let i = 0; i < until; i++) {
    const isProbe = verdict[i] === VERDICT.KEEP_ALIVE;
    if (isProbe && direction[i] === end) isProbed = true;
    if (isProbe || length[i] === 0) continue;
    if (isProbed) sumNs += timeNs[i] - lastNs;
    lastNs = timeNs[i];
    isProbed = false;
  }
  return isProbed ? sumNs + timeNs[until - 1] - lastNs : sumNs;
}

/** No stack sends keep-alives sooner (Linux counts TCP_KEEPIDLE in seconds): what does probes a window. */
const MIN_KEEP_ALIVE_NS = 1e9;

/** @param {import('../context.js').Context['packets']} packets @param {number} i */
const isKeepAlive = ({ verdict, timeNs }, i) =>
  verdict[i] === VERDICT.KEEP_ALIVE && (i === 0 || timeNs[i] - timeNs[i - 1] >= MIN_KEEP_ALIVE_NS);

/** Answered probes over a pause: the pause was intended. Unanswered ones at the capture's end do not count. */
export const keepAlive = detector([KEEP_ALIVE], (context) => {
  const { packets, seen } = context;
  return [0, 1].flatMap((end) => {
    if (!hasVerdict(seen, end, VERDICT.KEEP_ALIVE)) return [];
    const first = hasShown(context, SHOWS.BOTH_WAYS) ? unansweredTail(packets).first : packets.count;
    const probes = packetsWhere(packets, (i) => i < first && packets.direction[i] === end && isKeepAlive(packets, i));
    if (probes.count === 0) return [];
    const costNs = pausesNs(packets, end, first);
    return finding(
      {
        kind: KEEP_ALIVE,
        severity: 'note',
        direction: end,
        during: probes,
        costNs: costNs > 0 ? costNs : null,
        message: `The ${senderName(end)} sent ${counted(probes.count, 'keep-alive')} in ${costNs > 0 ? `a pause of ${timeText(costNs)}` : 'a pause'}.`,
        advice: 'Harmless: keep-alives detect a dead peer, and keep the state of firewalls and NATs from expiring.',
      },
      { probes: probes.count, frames: probes.frames },
    );
  });
});
