import { TCP } from '../../../transport/tcp/header.js';
import { segmentSize } from '../../../transport/tcp/segment-size.js';
import { NO_ID } from '../../../transport/tcp/stack/habits.js';
import { VERDICT } from '../../../transport/verdict.js';
import { LIMIT } from '../../sender/limits.js';
import { defineKind, SHOWS } from '../define-kind.js';
import { isCopy } from '../evidence/duplicate-acks.js';
import { Shown } from '../evidence/evidence.js';
import { finding, ofEachDirection, percent, receiverName, senderName, shareOf } from '../finding.js';

/** Data packets with enough acknowledgements to show whether some are lost. */
export const MIN_DATA = 60;

export const ACK_LOSS = defineKind('ack_loss', 'ACKs lost', 'network', ['RFC 3449 section 3', 'RFC 5690'], {
  needs: SHOWS.WHOLE,
  mayOccur: (_, way) => way !== null && way.dataPackets >= MIN_DATA,
});
export const ACK_THINNING = defineKind('ack_thinning', 'ACKs thinned', 'network', [
  'RFC 3449 section 5',
  'RFC 5681 section 4.2',
]);

/** @typedef {import('../context.js').Context} Context */

/**
 * IP identifications of successive packets, where a host counts a connection's packets: mostly one more; a few missing,
 * never many.
 */
const MAX_MISSING = 64;
const COUNTING_SHARE = 0.6;
const MIN_ACKS = 30;
/**
 * An acknowledgement after a missing one covers its data too: more than the others by this much for each missing one.
 * Otherwise the numbers went to other connections.
 */
const COVERED = 0.5;
/** Rarer losses have no noticeable effect. */
const MIN_SHARE = 0.01;
const MIN_LOST = 3;
/**
 * A receiver acknowledges two full segments at the latest (RFC 9293 section 3.8.6.3): this many for one, for most of
 * the data, are thinned.
 */
const THIN = 4;
const THIN_SHARE = 0.5;
/** A receiver with a full buffer acknowledges when it has room again. */
const WINDOW_SHARE = 0.1;
/** Its header has no identification. */
const UNNUMBERED_IP = 6;

/**
 * Whether packet i is an acknowledgement of that direction, and not a duplicate in the capture.
 *
 * @param {import('../context.js').Context['packets']} packets
 * @param {number} i
 * @param {number} direction
 */
const isAcknowledgement = (packets, i, direction) =>
  packets.direction[i] === direction &&
  (packets.flags[i] & (TCP.SYN | TCP.RST)) === 0 &&
  packets.verdict[i] !== VERDICT.DUPLICATE_IN_CAPTURE;

/**
 * Acknowledgements lost before the capture point: there are gaps in that end's IP identifications, which count its
 * packets. Where the capture itself dropped packets these may be among them.
 */
export const ackLoss = ofEachDirection([ACK_LOSS], ({ direction }, { packets, seen, options: { ipVersion } }) => {
  const acks = 1 - direction;
  const shown = new Shown(packets);
  if (seen.packets[acks] - seen.data[acks] < MIN_ACKS || ipVersion === UNNUMBERED_IP) {
    return null;
  }
  const after = { one: new Mean(), some: new Mean() };
  let last = -1;
  let pure = 0;
  let steps = 0;
  let ones = 0;
  let missing = 0;
  let dataEnd = -1;
  let acked = -1;
  for (let i = 0; i < packets.count; i++) {
    if (!isAcknowledgement(packets, i, acks)) continue;
    if (packets.length[i] === 0) pure++;
    const isDataGap = dataEnd >= 0 && packets.seqOffset[i] > dataEnd;
    dataEnd = Math.max(dataEnd, packets.endOffset[i]);
    const step = last < 0 || packets.ipId[i] === NO_ID ? 0 : (packets.ipId[i] - last) & 0xffff;
    if (step >= 0x10000 - MAX_MISSING) {
      // Reordered: what was taken for missing arrives late.
      missing = Math.max(0, missing - 1);
      continue;
    }
    last = packets.ipId[i];
    const newBytes = acked < 0 ? 0 : Math.max(0, packets.ackOffset[i] - acked);
    acked = Math.max(acked, packets.ackOffset[i]);
    if (step === 0) continue;
    steps++;
    if (step === 1) {
      ones++;
      if (newBytes > 0) after.one.add(newBytes);
    } else if (step <= MAX_MISSING && !isDataGap) {
      missing += step - 1;
      if (newBytes > 0) after.some.add(newBytes);
      shown.add(i);
    }
  }
  const share = missing / (missing + pure);
  const isCovered = after.some.value >= after.one.value * (1 + (COVERED * missing) / Math.max(1, shown.count));
  if (!isCovered) return null;
  if (
    pure < MIN_ACKS ||
    ones + shown.count < steps * COUNTING_SHARE ||
    ones < steps * THIN_SHARE ||
    missing < MIN_LOST ||
    share < MIN_SHARE
  ) {
    return null;
  }
  return finding(
    {
      kind: ACK_LOSS,
      severity: 'warning',
      direction,
      during: shown,
      message: `${missing} of the ${receiverName(direction)}'s ${missing + pure} ACKs, ${percent(share)}, were lost before the capture point: its IP IDs skip them.`,
      advice: `Harmless up to a few percent, as a later ACK covers a lost one. Above that, look for loss on the path from the ${receiverName(direction)} to the ${senderName(direction)}.`,
    },
    { missing, seen: pure, share: shareOf(share), frames: shown.frames },
  );
});

/** A running mean. */
class Mean {
  #sum = 0;
  #count = 0;

  /** @param {number} value */
  add(value) {
    this.#sum += value;
    this.#count++;
  }

  get value() {
    return this.#count === 0 ? 0 : this.#sum / this.#count;
  }
}

/** Acknowledgements for many segments each, except those after a filled hole: something thins them. */
export const ackThinning = ofEachDirection(
  [ACK_THINNING],
  ({ direction, mss, limitNs, activeNs }, { packets, seen, options }) => {
    const shown = new Shown(packets);
    if (seen.packets[1 - direction] < MIN_ACKS || limitNs[LIMIT.RECEIVE_WINDOW] > activeNs * WINDOW_SHARE) {
      return null;
    }
    let acked = -1;
    let thinBytes = 0;
    let allBytes = 0;
    let acks = 0;
    let isHole = false;
    for (let i = 0; i < packets.count; i++) {
      if (packets.direction[i] === direction || packets.ackOffset[i] < acked || packets.flags[i] & TCP.SYN) continue;
      if (packets.ackOffset[i] === acked) {
        isHole ||= !isCopy(packets, i);
        continue;
      }
      const bytes = acked < 0 || isHole ? 0 : packets.ackOffset[i] - acked;
      isHole = packets.sackCount[i] > 0;
      acked = packets.ackOffset[i];
      acks++;
      allBytes += bytes;
      if (bytes < THIN * mss) continue;
      thinBytes += bytes;
      shown.add(i);
    }
    if (acks < MIN_ACKS || allBytes === 0 || thinBytes < allBytes * THIN_SHARE) return null;
    // In mid-connection the MSS may be unknown.
    if (segmentSize(packets, options, direction) === null) return null;
    return finding(
      {
        kind: ACK_THINNING,
        severity: 'note',
        direction,
        during: shown,
        message: `The ${receiverName(direction)} sent few ACKs: ${percent(thinBytes / allBytes)} of the data was acknowledged ${THIN} or more segments at a time.`,
        advice:
          'Check for GRO or LRO at the receiver (ethtool -k), a modem or middlebox that thins ACKs, and ACK loss. A sender that does not pace then sends bursts.',
      },
      { acks, meanSegments: Math.round((allBytes / Math.max(1, acks) / mss) * 10) / 10, frames: shown.frames },
    );
  },
);
