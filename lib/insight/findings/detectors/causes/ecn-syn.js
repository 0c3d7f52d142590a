import { OPTION, TCP } from '../../../../transport/tcp/header.js';
import { defineKind } from '../../define-kind.js';
import { controlsOf, Shown } from '../../evidence/evidence.js';
import { counted, detector, finding, timeText } from '../../finding.js';
import { MIN_SYN_TIMEOUT_NS } from '../../times.js';

export const ECN_SYN_DROPPED = defineKind(
  'ecn_syn_dropped',
  'ECN SYNs dropped',
  'handshake',
  ['RFC 3168 section 6.1.1.1'],
  { explains: ['syn_loss', 'listen_queue'] },
);

const { ACK, CWR, ECE, RST, SYN } = TCP;
const ECN_SETUP = ECE | CWR;
/** One SYN may be lost like any packet; two in a row, but not the plain one, seldom are. */
const CONFIDENCE = Object.freeze({ ONE: 0.5, MORE: 0.8 });

/**
 * SYNs that asked for ECN got no answer, and the first without did (RFC 3168 section 6.1.1.1 has hosts fall back so):
 * something drops them for the flags. Refuted by an answer that echoes the timestamp of such a SYN, or by a plain SYN
 * that got no answer either: then SYNs were lost, or dropped by a busy host.
 */
export const ecnSynDropped = detector([ECN_SYN_DROPPED], ({ packets, icmpErrors }) => {
  const { flags, timeNs, tsValue, tsEcho, options } = packets;
  if (icmpErrors.length > 0) return [];
  const asked = new Shown(packets);
  /** @type {number[]} */
  const syns = [];
  let reply = -1;
  for (const i of controlsOf(packets)) {
    const kind = flags[i] & (SYN | ACK | RST);
    if (kind === SYN) syns.push(i);
    else if (reply < 0) reply = i;
    if (reply >= 0) break;
  }
  const plain = syns.pop();
  for (const i of syns) if ((flags[i] & ECN_SETUP) === ECN_SETUP) asked.add(i);
  if (plain === undefined || reply < 0 || (flags[reply] & (SYN | ACK | RST)) !== (SYN | ACK)) return [];
  if (asked.count === 0 || asked.count < syns.length || (flags[plain] & ECN_SETUP) !== 0) return [];
  const isStamped = (options[reply] & options[plain] & OPTION.TIMESTAMPS) !== 0;
  const isOfEarlier = isStamped && tsEcho[reply] !== tsValue[plain] && syns.some((i) => tsValue[i] === tsEcho[reply]);
  const costNs = timeNs[plain] - asked.startNs;
  if (isOfEarlier || costNs < MIN_SYN_TIMEOUT_NS) return [];
  const confidence = asked.count > 1 ? CONFIDENCE.MORE : CONFIDENCE.ONE;
  return finding(
    {
      kind: ECN_SYN_DROPPED,
      severity: 'warning',
      startNs: asked.startNs,
      endNs: timeNs[plain],
      costNs,
      message: `${counted(asked.count, 'SYN')} that asked for ECN got no answer, and the first SYN without it did: ${
        asked.count > 1
          ? 'something drops SYNs that ask for ECN, probably'
          : 'something drops SYNs that ask for ECN, or this one was lost'
      }. Connecting took ${timeText(costNs)} longer.`,
      advice:
        'Connect several times with ECN off at the client (Linux: net.ipv4.tcp_ecn=0). If the first SYN is then always answered, look for a firewall on the path or at the server that drops SYNs with ECE and CWR.',
    },
    { syns: asked.count, confidence, frames: [...asked.frames.slice(0, 8), packets.frame[plain]] },
  );
});
