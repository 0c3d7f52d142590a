import { TCP } from '../../../engine/segment-batch.js';
import { ANALYSIS } from '../../../tcpflow/verdicts/analysis-flags.js';
import { VERDICT } from '../../../tcpflow/verdicts/verdict.js';
import { ONE_WAY } from '../../summary/outcome.js';
import { isCopy } from '../evidence/duplicate-acks.js';
import { packetsWhere } from '../evidence/evidence.js';
import { bytesText, counted, detector, finding, receiverName, senderName } from '../finding.js';
import { defineKind } from '../kind.js';
import { isCopiedOnPath } from './duplicates.js';
import { lacksJumbograms, neverSeen, ofUnseen } from './never-seen.js';

export const CAPTURE_DROPS = defineKind('capture_drops', 'Packets missing from the capture', 'capture', [
  'pcap_stats(3PCAP)',
]);
export const DUPLICATES_IN_CAPTURE = defineKind('duplicates_in_capture', 'Duplicates in the capture', 'capture', [
  'editcap(1), option -d',
]);
export const OFFLOAD = defineKind('offload', 'Offloaded (TSO/GRO) segments', 'capture', [
  'ethtool(8), options gso, gro, tso, lro',
]);
export const NO_HANDSHAKE = defineKind('no_handshake', 'No handshake captured', 'capture', []);

/** @typedef {import('../context.js').Context} Context */
/** @typedef {Context['packets']} Packets */

const MIN_DROPS = 2;
/** More than the FIN's sequence number, which an acknowledgement counts too. */
const MIN_MISSING_BYTES = 2;
const MIN_DUPLICATES = 2;
/** Packets of one end alone that leave no doubt. */
const MIN_ONE_WAY = 5;

const JUMBOGRAMS =
  ' Every gap exceeds 64 KiB: the capture filter probably missed IPv6 jumbograms (BIG TCP), as tcp and port N do.';
const WITH_MORE_ROOM =
  'Capture again with a larger buffer (-B) or a shorter snap length (-s), or on a port with less traffic.';
const WITH_JUMBOGRAMS =
  'Capture again with the filter "tcp or ip6[6]=0", or without one; if that does not help, with a larger buffer (-B).';

/** Codes of findings about the capture rather than the connection. */
export const CAPTURE_CODES = Object.freeze([
  'capture_drops',
  'duplicates_in_capture',
  'offload',
  'one_way',
  'no_handshake',
]);

/** Bytes of both directions that were acknowledged and never seen. @param {Packets} packets */
const missingOf = (packets) =>
  neverSeen(packets)
    .flat()
    .reduce((sum, bytes) => sum + bytes, 0);

/** Whether the capture has lost packets of a connection. @param {Packets} packets @param {Context['seen']} seen */
export function lacksPackets(packets, seen) {
  if ((seen.analysis & ANALYSIS.ack_lost_segment) === 0) return false;
  const { count } = packetsWhere(packets, ofUnseen(packets));
  return missingOf(packets) >= (count < MIN_DROPS ? MIN_MISSING_BYTES : 1);
}

/** Acknowledged, but never seen: the capture lacks packets. */
export const captureDrops = detector([CAPTURE_DROPS], (context) => {
  const { packets, seen } = context;
  if (!lacksPackets(packets, seen) || isOneWay(packets) >= 0) return [];
  const drops = packetsWhere(packets, ofUnseen(packets));
  const missingBytes = missingOf(packets);
  const isOne = drops.count < MIN_DROPS;
  const cause = lacksJumbograms(context) ? JUMBOGRAMS : '';
  return [
    finding(
      {
        kind: CAPTURE_DROPS,
        severity: 'warning',
        direction: null,
        startNs: drops.startNs,
        endNs: drops.endNs,
        costNs: null,
        message: isOne
          ? `Packets are missing from the capture: 1 ACK is for ${bytesText(missingBytes)} that it does not contain.${cause}`
          : `Packets are missing from the capture: ${counted(drops.count, 'ACK')} are for data that it does not contain.${cause}`,
        advice: `${cause === '' ? WITH_MORE_ROOM : WITH_JUMBOGRAMS} Losses reported for this connection may be packets that the capture missed.`,
      },
      { acknowledgements: drops.count, frames: drops.frames },
    ),
  ];
});

/** */
export const duplicatesInCapture = detector([DUPLICATES_IN_CAPTURE], ({ packets }) => {
  const { verdict, direction, length } = packets;
  const all = packetsWhere(packets, (i) => verdict[i] === VERDICT.DUPLICATE_IN_CAPTURE || isCopy(packets, i));
  if (all.count < MIN_DUPLICATES) return [];
  const isOnPath = [0, 1].map((way) => isCopiedOnPath(packets, way));
  const isOwn = (/** @type {number} */ i) => length[i] === 0 || !isOnPath[direction[i]];
  const copies = isOnPath.includes(true)
    ? packetsWhere(packets, (i) => isOwn(i) && (verdict[i] === VERDICT.DUPLICATE_IN_CAPTURE || isCopy(packets, i)))
    : all;
  if (copies.count < MIN_DUPLICATES) return [];
  return [
    finding(
      {
        kind: DUPLICATES_IN_CAPTURE,
        severity: 'note',
        direction: null,
        startNs: copies.startNs,
        endNs: copies.endNs,
        costNs: null,
        message: `${counted(copies.count, 'packet')} are in the capture more than once: captured at two interfaces, or duplicated on the path.`,
        advice:
          'Capture on one interface, or remove the duplicates with editcap -d. If the path duplicates packets, look for a switching loop or a mirror port that feeds back.',
      },
      { packets: copies.count, frames: copies.frames },
    ),
  ];
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
    return [
      finding(
        {
          kind: OFFLOAD,
          severity: 'note',
          direction,
          startNs: long.startNs,
          endNs: long.endNs,
          costNs: null,
          message: `${counted(long.count, 'segment')} of the ${senderName(direction)} ${long.count === 1 ? 'is' : 'are'} longer than the ${receiverName(direction)}'s MSS of ${limit} bytes: captured on a host with segmentation or receive offload (TSO, GRO).`,
          advice:
            'The wire carried them as several packets: their count, gaps and times are not observable here. To see them, turn offload off (ethtool -K … tso off gso off gro off lro off) or capture outside the host.',
        },
        { segments: long.count, mss: limit, frames: long.frames },
      ),
    ];
  }),
);

/**
 * @param {import('../context.js').Context['packets']} packets
 * @returns {number} which end alone was captured; −1 both, or too little to tell
 */
export function isOneWay({ count, seen }) {
  if (count < MIN_ONE_WAY || (seen.packets[0] > 0 && seen.packets[1] > 0)) return -1;
  return seen.packets[0] > 0 ? 0 : 1;
}

/** One end's packets alone. */
export const oneWay = detector([ONE_WAY], (context) => {
  const { packets } = context;
  const end = isOneWay(packets);
  const answers = end < 0 ? null : packetsWhere(packets, (i) => (packets.flags[i] & TCP.ACK) !== 0);
  if (answers === null || answers.count < MIN_ONE_WAY) return [];
  return [
    finding(
      {
        kind: ONE_WAY,
        severity: 'warning',
        direction: null,
        startNs: context.startNs,
        endNs: context.endNs,
        costNs: null,
        message: `Only the ${senderName(end)}'s packets are in the capture: those that it acknowledges took another path, or were filtered out.`,
        advice:
          'Capture where both directions pass, or at an end, with a filter for both: loss and RTT are not measurable from one direction.',
      },
      { packets: packets.count, frames: answers.frames },
    ),
  ];
});

/** The capture begins in mid-connection. */
export const noHandshake = detector([NO_HANDSHAKE], ({ packets, options: { synOptions }, startNs }) => {
  if (synOptions[0] !== 0 || synOptions[1] !== 0 || packets.count === 0 || packets.flags[0] & TCP.SYN) return [];
  return [
    finding(
      {
        kind: NO_HANDSHAKE,
        severity: 'note',
        direction: null,
        startNs,
        endNs: startNs,
        costNs: null,
        message: 'The capture starts in mid-connection: TCP options, window scale and handshake RTT are not known.',
        advice: 'Start the capture before the connection opens.',
      },
      { frames: [packets.frame[0]] },
    ),
  ];
});
