import { RoundTrips } from './round-trips.js';
import { SequenceMap } from './sequence-map.js';

/** Time of an event not seen yet: as in tcptrace, a packet of the first microsecond of 1970 is not recorded. */
export const NEVER = 0;

/** Sequence number and IP identification of the latest segments. */
const SEGMENTS_REMEMBERED = 8;

/**
 * What tcptrace keeps of one direction of a connection (its `tcb`), named as its long output names it. Bytes, packets,
 * and times in µs since 1970 (`NEVER`: not yet).
 */
export class Direction {
  packets = 0;
  /** Counted in 8 bits, as there. */
  resets = 0;
  syns = 0;
  fins = 0;
  ackPackets = 0;
  pureAcks = 0;
  /** ACKs with SACK blocks; the resets among them do not count. */
  sackPackets = 0;
  dsackPackets = 0;
  maxSackBlocks = 0;
  sacksSent = 0;
  uniqueBytes = 0;
  dataPackets = 0;
  dataBytes = 0;
  rexmitPackets = 0;
  rexmitBytes = 0;
  probePackets = 0;
  probeBytes = 0;
  outOfOrderPackets = 0;
  pushedPackets = 0;
  offersWindowScale = false;
  offersTimestamps = false;
  offersSack = false;
  windowScale = 0;
  urgentPackets = 0;
  urgentBytes = 0;
  mss = 0;
  maxSegment = 0;
  minSegment = 0;
  truncatedBytes = 0;
  truncatedPackets = 0;
  hardwareDuplicates = 0;

  maxWindow = 0;
  minWindow = 0;
  windowTotal = 0;
  /** Packets since window statistics restarted with the first scaled window; 0 before. */
  scaledPackets = 0;
  zeroWindows = 0;
  lastWindow = 0;
  /** End of the window last advertised, in the other direction's numbers. */
  windowEnd = 0;

  initialWindowBytes = 0;
  initialWindowPackets = 0;
  /** The other side acknowledged more than the SYN. */
  dataAcked = false;

  firstDataUs = NEVER;
  lastDataUs = NEVER;
  lastUs = NEVER;
  maxIdleUs = 0;

  /** Wire numbers of the latest SYN and FIN, and the end of the latest segment. */
  syn = 0;
  fin = 0;
  latestSeq = 0;
  /** What this side last acknowledged, or the number of the other side's SYN; 0 nothing yet. */
  ack = 0;
  /** When this side last sent an ACK. */
  ackUs = NEVER;

  owin = new OutstandingWindow();
  map = new SequenceMap();
  roundTrips = new RoundTrips();
  wraps = new SequenceWraps();
  #seenSeq = new Uint32Array(SEGMENTS_REMEMBERED);
  #seenId = new Uint16Array(SEGMENTS_REMEMBERED);
  #seenNext = 0;

  /**
   * The same number and IP identification as one of the latest segments, neither being 0.
   * @param {number} seq
   * @param {number} identification
   */
  isHardwareDuplicate(seq, identification) {
    const ids = this.#seenId;
    const seqs = this.#seenSeq;
    if (identification !== 0 && seq !== 0) {
      for (let k = 0; k < SEGMENTS_REMEMBERED; k++) if (seqs[k] === seq && ids[k] === identification) return true;
    }
    seqs[this.#seenNext] = seq;
    ids[this.#seenNext] = identification;
    this.#seenNext = (this.#seenNext + 1) % SEGMENTS_REMEMBERED;
    return false;
  }
}

/** Unacknowledged data, tcptrace's "owin": one more than what is outstanding, as there. */
class OutstandingWindow {
  /** Sum of the samples, those below 0 included: where it is 0, tcptrace takes no acknowledgement for a duplicate. */
  balance = 0;
  max = 0;
  /** The smallest that is not 0. */
  min = 0;
  total = 0;
  count = 0;
  /** Bytes × seconds. */
  weighted = 0;
  #latest = 0;
  #latestUs = NEVER;

  /**
   * @param {number} bytes below 0: what was sent is acknowledged already
   * @param {number} timeUs
   * @returns {number} bytes, 0 at least
   */
  add(bytes, timeUs) {
    this.balance += bytes;
    this.#sample(Math.max(0, bytes), timeUs);
    return this.#latest;
  }

  #sample(/** @type {number} */ bytes, /** @type {number} */ timeUs) {
    if (bytes > this.max) this.max = bytes;
    if (bytes > 0 && (this.min === 0 || bytes < this.min)) this.min = bytes;
    this.total += bytes;
    this.count++;
    if (this.#latestUs !== NEVER) {
      this.weighted += Math.trunc((this.#latest * Math.max(0, timeUs - this.#latestUs)) / 1e6);
    }
    this.#latest = bytes;
    this.#latestUs = timeUs;
  }
}

/** How often the sequence numbers of a direction wrapped. */
class SequenceWraps {
  count = 0;
  #visited = 0;

  /** @param {number} start @param {number} end not wrapped @param {number} syn wire number of the SYN */
  follow(start, end, syn) {
    const first = Math.floor(start / 2 ** 30);
    const last = Math.floor(end / 2 ** 30);
    if (this.#visited === 15 && Math.floor(syn / 2 ** 30) === last && end >= syn) {
      this.count++;
      this.#visited = 0;
    }
    this.#visited |= (1 << first) | ((1 << last) & 15);
  }
}
