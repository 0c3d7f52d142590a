import { hasVerdict } from '../../../transport/packets.js';
import { TCP } from '../../../transport/tcp/header.js';
import { VERDICT } from '../../../transport/verdict.js';
import { ONE_WAY } from '../../verdict/outcome.js';
import { defineKind, SHOWS } from '../define-kind.js';
import { isCopy } from '../evidence/duplicate-acks.js';
import { packetsWhere, Shown } from '../evidence/evidence.js';
import { lacksJumbograms, MIN_DROPS, missingOf, missingShares, ofUnseen, SMALL_SHARE } from '../evidence/missing.js';
import { isCopiedOnPath, MIN_DUPLICATES } from '../evidence/reported-twice.js';
import {
  bytesText,
  counted,
  detector,
  finding,
  percent,
  receiverName,
  senderName,
  shareOf,
  timesText,
  timeText,
} from '../finding.js';
import { isFailure } from '../rank/precedence.js';
import { hasShown, MIN_ONE_WAY } from '../shows.js';

export const CAPTURE_DROPS = defineKind(
  'capture_drops',
  'Packets missing from the capture',
  'capture',
  ['pcap_stats(3PCAP)'],
  { needs: SHOWS.BOTH_WAYS, doubts: (other, { evidence }) => isDoubtful(other) && evidence.missingShare !== null },
);
export const DUPLICATES_IN_CAPTURE = defineKind('duplicates_in_capture', 'Duplicates in the capture', 'capture', [
  'editcap(1), option -d',
]);
export const OFFLOAD = defineKind('offload', 'Offloaded (TSO/GRO) segments', 'capture', [
  'ethtool(8), options gso, gro, tso, lro',
]);
export const CLOCK_JUMPED = defineKind('clock_jumped', 'Capture clock set forward', 'capture', [
  'RFC 7323 section 5.4',
  'clock_settime(2)',
]);
export const NO_HANDSHAKE = defineKind('no_handshake', 'No handshake captured', 'capture', []);

/** @typedef {import('../context.js').Context} Context */
/** @typedef {Context['packets']} Packets */

/**
 * Whether a finding rests on when something was sent, or on what was not seen. An outcome was seen.
 * @param {import('../finding.js').Finding} found
 */
const isDoubtful = ({ code, cause, severity, costSeconds }) =>
  cause !== 'capture' && ((costSeconds ?? 0) > 0 || (severity === 'warning' && !isFailure(code)));

const JUMBOGRAMS =
  ' Every gap exceeds 64 KiB: the capture filter probably missed IPv6 jumbograms (BIG TCP), as tcp and port N do.';
const LOSSES_DOUBTFUL = 'Losses reported for this connection may be packets that the capture missed.';
const ALL_DOUBTFUL =
  'How long anything took, and what the path lost, cannot be told from so few packets, and is not reported.';
const WITH_MORE_ROOM =
  'Capture again with a larger buffer (-B) or a shorter snap length (-s), or on a port with less traffic.';
const WITH_JUMBOGRAMS =
  'Capture again with the filter "tcp or ip6[6]=0", or without one; if that does not help, with a larger buffer (-B).';

/** Acknowledged, but never seen: the capture lacks packets. */
export const captureDrops = detector([CAPTURE_DROPS], (context) => {
  const { packets } = context;
  if (hasShown(context, SHOWS.WHOLE)) return [];
  const drops = packetsWhere(packets, ofUnseen(packets));
  const missingBytes = missingOf(packets);
  const lacksMuch = !hasShown(context, SHOWS.MOST);
  const shares = missingShares(packets);
  const share = Math.max(...shares);
  const isOne = drops.count < MIN_DROPS;
  const much = lacksMuch ? `, ${percent(share)} of what the ${senderName(shares.indexOf(share))} sent` : '';
  const cause = lacksJumbograms(context) ? JUMBOGRAMS : '';
  return finding(
    {
      kind: CAPTURE_DROPS,
      severity: share < SMALL_SHARE ? 'note' : 'warning',
      during: drops,
      message: isOne
        ? `Packets are missing from the capture: 1 ACK is for ${bytesText(missingBytes)} that it does not contain${much}.${cause}`
        : `Packets are missing from the capture: ${counted(drops.count, 'ACK')} are for data that it does not contain${much}.${cause}`,
      advice: `${cause === '' ? WITH_MORE_ROOM : WITH_JUMBOGRAMS} ${lacksMuch ? ALL_DOUBTFUL : LOSSES_DOUBTFUL}`,
    },
    { acknowledgements: drops.count, missingShare: lacksMuch ? shareOf(share) : null, frames: drops.frames },
  );
});

/** The clock of the capture was set forward: what lies across is no one's time, and no rate or RTT counts it. */
export const clockJumped = detector([CLOCK_JUMPED], ({ jumps, packets }) => {
  if (jumps.length === 0) return [];
  const shown = new Shown(packets);
  for (const { packet } of jumps) {
    shown.add(packet - 1);
    shown.add(packet);
  }
  const ns = jumps.reduce((sum, jump) => sum + jump.ns, 0);
  return finding(
    {
      kind: CLOCK_JUMPED,
      severity: 'warning',
      during: shown,
      message: `The capture's clock was set forward ${timesText(jumps.length)}, by ${timeText(ns)} in all, while the connection went on as if nothing had passed. No time, rate or RTT here counts that.`,
      advice:
        'Times after it are not comparable with those before. A virtual machine that was suspended, or a step of NTP, does that; capture with a clock that is slewed.',
    },
    { outcome: `by ${timeText(ns)}`, jumps: jumps.length, frames: shown.frames },
  );
});

/** */
export const duplicatesInCapture = detector([DUPLICATES_IN_CAPTURE], ({ packets }) => {
  const { verdict, direction, length, seen } = packets;
  const isMarked = [0, 1].some((end) => hasVerdict(seen, end, VERDICT.DUPLICATE_IN_CAPTURE));
  if (!isMarked && seen.sameIds < MIN_DUPLICATES) return [];
  const all = packetsWhere(packets, (i) => verdict[i] === VERDICT.DUPLICATE_IN_CAPTURE || isCopy(packets, i));
  if (all.count < MIN_DUPLICATES) return [];
  const isOnPath = [0, 1].map((way) => isCopiedOnPath(packets, way));
  const isOwn = (/** @type {number} */ i) => length[i] === 0 || !isOnPath[direction[i]];
  const copies = isOnPath.includes(true)
    ? packetsWhere(packets, (i) => isOwn(i) && (verdict[i] === VERDICT.DUPLICATE_IN_CAPTURE || isCopy(packets, i)))
    : all;
  if (copies.count < MIN_DUPLICATES) return [];
  return finding(
    {
      kind: DUPLICATES_IN_CAPTURE,
      severity: 'note',
      during: copies,
      message: `${counted(copies.count, 'packet')} are in the capture more than once: captured at two interfaces, or duplicated on the path.`,
      advice:
        'Capture on one interface, or remove the duplicates with editcap -d. If the path duplicates packets, look for a switching loop or a mirror port that feeds back.',
    },
    { packets: copies.count, frames: copies.frames },
  );
});

/**
 * Segments longer than a link takes: seen before the sender's network card cuts them, or after the receiver's joins
 * them.
 */
export const offload = detector([OFFLOAD], ({ packets, seen, options: { mss } }) =>
  [0, 1].flatMap((direction) => {
    const limit = mss[1 - direction];
    if (limit === null || seen.longest[direction] <= limit) return [];
    const long = packetsWhere(packets, (i) => packets.direction[i] === direction && packets.length[i] > limit);
    return finding(
      {
        kind: OFFLOAD,
        severity: 'note',
        direction,
        during: long,
        message: `${counted(long.count, 'segment')} of the ${senderName(direction)} ${long.count === 1 ? 'is' : 'are'} longer than the ${receiverName(direction)}'s MSS of ${limit} bytes: captured on a host with segmentation or receive offload (TSO, GRO).`,
        advice:
          'The wire carried them as several packets: their count, gaps and times are not observable here. To see them, turn offload off (ethtool -K … tso off gso off gro off lro off) or capture outside the host.',
      },
      { segments: long.count, mss: limit, frames: long.frames },
    );
  }),
);

/** One end's packets alone. */
export const oneWay = detector([ONE_WAY], (context) => {
  const { packets } = context;
  if (hasShown(context, SHOWS.BOTH_WAYS)) return [];
  const end = packets.seen.packets[0] > 0 ? 0 : 1;
  const answers = packetsWhere(packets, (i) => (packets.flags[i] & TCP.ACK) !== 0);
  if (answers.count < MIN_ONE_WAY) return [];
  return finding(
    {
      kind: ONE_WAY,
      severity: 'warning',
      during: context,
      message: `Only the ${senderName(end)}'s packets are in the capture: those that it acknowledges took another path, or were filtered out.`,
      advice:
        'Capture where both directions pass, or at an end, with a filter for both: loss and RTT are not measurable from one direction.',
    },
    { packets: packets.count, frames: answers.frames },
  );
});

/** The capture begins in mid-connection. */
export const noHandshake = detector([NO_HANDSHAKE], ({ packets, options: { synOptions }, startNs }) => {
  if (synOptions[0] !== 0 || synOptions[1] !== 0 || packets.count === 0 || packets.flags[0] & TCP.SYN) return [];
  return finding(
    {
      kind: NO_HANDSHAKE,
      severity: 'note',
      startNs,
      endNs: startNs,
      message: 'The capture starts in mid-connection: TCP options, window scale and handshake RTT are not known.',
      advice: 'Start the capture before the connection opens.',
    },
    { frames: [packets.frame[0]] },
  );
});
