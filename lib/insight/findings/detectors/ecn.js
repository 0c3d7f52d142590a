import { CE } from '../../../shared/tcp-numbers.js';
import { echoesMarks, ECN, ecnHandshake } from '../../../transport/tcp/ecn-handshake.js';
import { TCP } from '../../../transport/tcp/header.js';
import { VERDICT } from '../../../transport/verdict.js';
import { defineKind } from '../define-kind.js';
import { controlsWhere, Shown } from '../evidence/evidence.js';
import { counted, detector, finding, ofEachDirection, receiverName, senderName } from '../finding.js';

export const ECN_REFUSED = defineKind('ecn_refused', 'ECN refused', 'network', ['RFC 3168 section 6.1.1']);
export const ECN_BLEACHED = defineKind('ecn_bleached', 'ECN bleached', 'network', ['RFC 3168 section 6.1', 'RFC 8311']);
export const CONGESTION_MARKS = defineKind('congestion_marks', 'Congestion marked', 'network', [
  'RFC 3168 section 6.1.2',
  'RFC 8087',
]);

/** Unmarked data packets that leave no doubt. */
const MIN_PACKETS = 10;
/** Confidence in where the capture was taken. */
const MIN_CONFIDENCE = 0.5;

/** The client asked for ECN, and the answer left it out. */
export const ecnRefused = detector([ECN_REFUSED], (context) => {
  const { packets } = context;
  const { asked, agreed } = ecnHandshake(packets);
  if (asked === null || asked === ECN.NONE || agreed !== ECN.NONE) return [];
  const syns = controlsWhere(packets, (i) => (packets.flags[i] & TCP.SYN) !== 0);
  return finding(
    {
      kind: ECN_REFUSED,
      severity: 'note',
      during: syns,
      message:
        'The client offered ECN and the server did not accept it: a congested queue on the path can only drop packets, not mark them.',
      advice:
        'Enable ECN at the server (Linux: net.ipv4.tcp_ecn=1). If it is enabled, look for a middlebox that clears ECE and CWR in SYNs.',
    },
    { frames: syns.frames },
  );
});

/**
 * Both ends use ECN, but data is captured without it: something on the path cleared the field (RFC 8311). Ends with
 * accurate ECN feedback test for that themselves and then stop using ECN (RFC 9768 section 3.2.2.3).
 */
export const ecnBleached = detector([ECN_BLEACHED], (context) => {
  const { packets, vantages } = context;
  if (ecnHandshake(packets).agreed !== ECN.CLASSIC) return [];
  return context.ways.flatMap(({ direction }) => {
    const vantage = vantages?.[direction];
    const plain = new Shown(packets);
    if (
      vantage === undefined ||
      vantage.place === 'sender' ||
      vantage.place === 'unknown' ||
      vantage.confidence < MIN_CONFIDENCE
    ) {
      return [];
    }
    for (let i = 0; i < packets.count; i++) {
      if (packets.direction[i] !== direction || packets.length[i] === 0 || packets.verdict[i] !== VERDICT.ORIGINAL) {
        continue;
      }
      if (packets.ecn[i] !== 0) return [];
      plain.add(i);
    }
    if (plain.count < MIN_PACKETS) return [];
    return finding(
      {
        kind: ECN_BLEACHED,
        severity: 'warning',
        direction,
        during: plain,
        message: `Both ends negotiated ECN, but none of ${plain.count} data packets of the ${senderName(direction)} carries it here: something on the path clears the ECN field.`,
        advice:
          'Look for a router that rewrites the whole TOS byte rather than the DSCP alone: it erases congestion marks, too.',
      },
      { packets: plain.count, frames: plain.frames },
    );
  });
});

/** Queues on the path marked packets instead of dropping them: ECN at work. */
export const congestionMarks = ofEachDirection([CONGESTION_MARKS], ({ direction }, { packets, seen }) => {
  if ((seen.flags[1 - direction] & TCP.ECE) === 0 && (seen.ecn[direction] & (1 << CE)) === 0) {
    return null;
  }
  const echoes = new Shown(packets);
  const marks = new Shown(packets);
  const isEcho = echoesMarks(packets);
  for (let i = 0; i < packets.count; i++) {
    if (packets.flags[i] & TCP.SYN) continue;
    if (isEcho && packets.direction[i] !== direction && packets.flags[i] & TCP.ECE) echoes.add(i);
    if (packets.direction[i] === direction && packets.ecn[i] === CE) marks.add(i);
  }
  if (echoes.count + marks.count === 0) return null;
  const shown = echoes.count > 0 ? echoes : marks;
  const counts = [
    ...(echoes.count > 0 ? [`${counted(echoes.count, 'ACK')} with ECE`] : []),
    ...(marks.count > 0 ? [`${counted(marks.count, 'CE mark')} seen here`] : []),
  ];
  return finding(
    {
      kind: CONGESTION_MARKS,
      severity: 'note',
      direction,
      during: shown,
      message: `Queues on the path to the ${receiverName(direction)} marked packets instead of dropping them: ${counts.join(', ')}.`,
      advice: 'Nothing to do: ECN works as intended, and the sender slows down without loss.',
    },
    { echoes: echoes.count, marks: marks.count, frames: shown.frames },
  );
});
