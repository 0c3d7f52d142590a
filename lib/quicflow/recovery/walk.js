import { STATE } from '../../transport/bursts.js';
import { FRAME, isStream } from '../wire/frame-types.js';
import { PACKET, SPACE } from '../wire/versions.js';
import { isBefore } from './acknowledgements.js';
import { CAUSE, FATE, PROBE } from './fates.js';
import { NumberSpace } from './number-space.js';
import { RoundTrip } from './round-trip.js';
import { EVENT, WalkLog } from './walk-log.js';

/** @typedef {import('./packets.js').QuicPackets} QuicPackets */
/** @typedef {import('./sends.js').Sends} Sends */
/** @typedef {import('./carried.js').Carried} Carried */
/** @typedef {import('./acknowledgements.js').Acknowledgements} Acknowledgements */

/** How far behind (RFC 9002 section 6.1.1), and how much later than a round trip (section 6.1.2), is lost. */
const PACKET_THRESHOLD = 3;
const TIME_THRESHOLD = 9 / 8;
/** Time-outs come as late as computed, or a little sooner where a stack counts otherwise. */
const SOONEST_TIMEOUT = 0.9;
/** Before any RTT is known stacks wait 0.2 s (quic-go, msquic) to 1 s (RFC 9002 section 6.2.2). */
const FIRST_TIMEOUT_NS = 0.2e9;
/** Packets of one time-out leave together. */
const SAME_TIMEOUT_NS = 1e6;
/** Time-outs between two losses that make congestion persistent (RFC 9002 section 7.6.1). */
const PERSISTENT = 3;
/** Timers fire up to so much late, in user space. */
const LATE_TIMER_NS = 0.5e6;
/** Longest exponential back-off that is followed. */
const MAX_BACKOFF = 2 ** 10;

/**
 * @typedef {object} Known
 * @property {number} shiftNs from when the other end's packets pass the capture point until what they set off does
 * @property {number} maxAckDelayNs of the receiver, by its transport parameters
 * @property {number} credit bytes of streams that it allows at first; Infinity: not known
 * @property {boolean} isZeroRttRejected
 */

/**
 * An end's loss recovery (RFC 9002), followed through what it sent and got. Thresholds differ between stacks, and some
 * adapt: what is acknowledged later and was not sent again meanwhile had not been declared lost.
 */
export class Walk {
  /** Of each send. */
  lostNs;
  fate;
  cause;
  probe;
  /** Bytes in flight behind it. */
  inFlightAt;
  /** Unadjusted RTT samples: when, how long, what the peer says it waited, the row of its packet. */
  samples;
  log;
  /** How long a sender waited for each time-out. @type {Map<number, number>} */
  waitsOfProbes = new Map();
  roundTrip = new RoundTrip();
  /** When congestion was persistent. @type {{ startNs: number, endNs: number }[]} */
  persistent = [];
  #packets;
  #direction;
  #sends;
  #carried;
  #acks;
  #known;
  /** @type {Space[]} */
  #spaces;
  #inFlight = 0;
  /** Declared lost, and not sent again. */
  #waiting = 0;
  #credit;
  #undone = 0;
  #gaps = 0;
  /** A window is not lowered again for what left before this. */
  #recoveryNs = -Infinity;
  #isRecovering = false;
  #isPersistent = false;
  #backoff = 1;
  #probeNs = -Infinity;
  #lastRow = 0;
  #lastSend = -1;
  #path = -1;
  /** No new data left from the latest send up to this one before a loss timer may fire late. */
  #freshBefore = 0;
  /** It has waited for longer than usual before it declared something lost. */
  #isPatient = false;

  /**
   * @param {QuicPackets} packets @param {number} direction
   * @param {{ sends: Sends, carried: Carried, acks: Acknowledgements }} sent
   * @param {Known} known
   */
  constructor(packets, direction, { sends, carried, acks }, known) {
    const { count } = sends;
    this.lostNs = new Float64Array(count).fill(NaN);
    this.fate = new Uint8Array(count);
    this.cause = new Uint8Array(count);
    this.probe = new Uint8Array(count);
    this.inFlightAt = new Float64Array(count);
    this.samples = new Samples(packets.count);
    this.log = new WalkLog(2 * (count + packets.count));
    this.#packets = packets;
    this.#direction = direction;
    this.#sends = sends;
    this.#carried = carried;
    this.#acks = acks;
    this.#known = known;
    this.#credit = known.credit;
    this.#spaces = sends.bySpace.map((list) => new Space(list, sends.pn));
    this.#run();
    this.#endWithoutAcknowledgement();
  }

  #run() {
    const { count, direction, timeNs } = this.#packets;
    const sends = this.#sends;
    const { shiftNs } = this.#known;
    let next = 0;
    for (let row = 0; row < count; row++) {
      if (direction[row] === this.#direction) continue;
      const atNs = timeNs[row] + shiftNs;
      for (; next < sends.count && isBefore(sends, next, atNs, row, shiftNs); next++) this.#send(next);
      this.#fire(atNs);
      this.#receive(row, atNs);
    }
    for (; next < sends.count; next++) this.#send(next);
    this.#fire((timeNs[count - 1] ?? 0) + shiftNs);
  }

  /** @param {number} k of the sends */
  #send(k) {
    const { space, timeNs, bytes, inFlight, ackEliciting, packet, path } = this.#sends;
    const atNs = timeNs[k];
    this.#fire(atNs);
    const numbers = this.#spaces[space[k]];
    numbers.sent++;
    if (this.#path >= 0 && path[k] !== this.#path && inFlight[k]) this.#leavePath(k, atNs);
    if (inFlight[k]) this.#path = path[k];
    if (ackEliciting[k]) this.#markProbe(k, atNs, numbers);
    this.#waiting = Math.max(0, this.#waiting - this.#carried.again[k]);
    if (inFlight[k]) this.#inFlight += bytes[k];
    this.#lastSend = k;
    this.inFlightAt[k] = this.#inFlight;
    if (packet[k] < 0) return;
    this.#lastRow = packet[k];
    if (this.#direction === 0 && space[k] === SPACE.HANDSHAKE) this.#discard(SPACE.INITIAL);
    if (this.#direction === 1 && this.#has(packet[k], FRAME.HANDSHAKE_DONE)) this.#discard(SPACE.HANDSHAKE);
    this.#note(EVENT.SENT, atNs, k, 0);
  }

  /** Whether a time-out set it off. @param {number} k @param {number} atNs @param {Space} numbers */
  #markProbe(k, atNs, numbers) {
    if (this.#sends.isProbe[k]) {
      numbers.lastElicitingNs = atNs; // it probes the path's MTU: no time-out set it off
      return;
    }
    const [initial, handshake, app] = this.#spaces;
    const lastNs = Math.max(initial.lastElicitingNs, handshake.lastElicitingNs, app.lastElicitingNs);
    const waitedNs = atNs - lastNs;
    const isWaiting = this.#inFlight > 0 && lastNs > -Infinity;
    const isLate = isWaiting && waitedNs >= this.#timeoutNs() * this.#backoff * SOONEST_TIMEOUT;
    if (isLate) {
      this.waitsOfProbes.set(k, waitedNs);
      this.#backoff = Math.min(MAX_BACKOFF, this.#backoff * 2);
      this.#probeNs = atNs;
    }
    if (isLate || atNs - this.#probeNs < SAME_TIMEOUT_NS) this.probe[k] = this.#kindOfProbe(k);
    numbers.lastElicitingNs = atNs;
  }

  /** @param {number} k */
  #kindOfProbe(k) {
    if (this.#carried.fresh[k] > 0) return PROBE.NEW_DATA;
    return this.#carried.again[k] > 0 ? PROBE.OLD_DATA : PROBE.PING;
  }

  #timeoutNs() {
    if (!this.roundTrip.isMeasured) return FIRST_TIMEOUT_NS;
    return this.roundTrip.timeoutNs(this.#known.maxAckDelayNs);
  }

  /**
   * On another path a sender begins anew (RFC 9000 section 9.4): what it sends again at once, it no longer counts.
   * @param {number} send the first on it @param {number} atNs
   */
  #leavePath(send, atNs) {
    const { timeNs, path } = this.#sends;
    const { resentBy } = this.#carried;
    const numbers = this.#spaces[SPACE.APP];
    for (let at = numbers.openFrom(0); at < numbers.sent; at = numbers.openFrom(at + 1)) {
      const k = numbers.list[at];
      const again = resentBy[k];
      if (path[k] !== path[send] && again >= send && timeNs[again] - atNs < this.roundTrip.smoothedNs) {
        this.#drop(numbers, at);
      }
    }
    this.#isRecovering = this.#isPersistent = false;
    this.#backoff = 1;
  }

  /** @param {number} row @param {number} atNs */
  #receive(row, atNs) {
    const { frameStart, frameCount, frames, space, type: kinds } = this.#packets;
    let isData = false;
    this.#lastRow = row;
    if (kinds[row] === PACKET.RETRY || kinds[row] === PACKET.VERSION_NEGOTIATION) this.#discard(SPACE.INITIAL);
    const delivered = this.#acks.largest[row] < 0 ? 0 : this.#acknowledge(row, atNs);
    for (let f = frameStart[row]; f < frameStart[row] + frameCount[row]; f++) {
      const type = frames.type[f];
      if (type === FRAME.MAX_DATA) {
        this.#credit = this.#credit === Infinity ? frames.a[f] : Math.max(this.#credit, frames.a[f]);
      } else if (isStream(type) || type === FRAME.CRYPTO) isData = true;
      else if (type === FRAME.HANDSHAKE_DONE && this.#direction === 0) this.#discard(SPACE.HANDSHAKE);
    }
    if (this.#direction === 1 && space[row] === SPACE.HANDSHAKE) this.#discard(SPACE.INITIAL);
    this.#note(isData ? EVENT.DATA : EVENT.ACKNOWLEDGED, atNs, -1, delivered);
  }

  /** @param {number} row @param {number} type */
  #has(row, type) {
    const { frameStart, frameCount, frames } = this.#packets;
    for (let f = frameStart[row]; f < frameStart[row] + frameCount[row]; f++) if (frames.type[f] === type) return true;
    return false;
  }

  /** @param {number} row @param {number} atNs @returns {number} bytes no longer in flight */
  #acknowledge(row, atNs) {
    const { first, list, largest, gaps, isSample } = this.#acks;
    const numbers = this.#spaces[this.#packets.space[row]];
    let delivered = 0;
    let top = -1;
    for (let n = first[row]; n < first[row + 1]; n++) {
      delivered += this.#deliver(numbers, list[n]);
      if (this.#sends.pn[list[n]] === largest[row]) top = list[n];
    }
    numbers.largest = Math.max(numbers.largest, largest[row]);
    this.#gaps = gaps[row];
    if (isSample[row]) this.#sample(row, atNs, atNs - this.#sends.timeNs[top]);
    if (first[row + 1] > first[row]) this.#backoff = 1;
    this.#detect(numbers, atNs);
    return delivered;
  }

  /** @param {Space} numbers @param {number} k */
  #deliver(numbers, k) {
    const { bytes, inFlight, timeNs } = this.#sends;
    const was = this.fate[k];
    this.fate[k] = FATE.ACKED;
    if (was === FATE.LOST) this.#undone++;
    if (inFlight[k] && timeNs[k] > this.#recoveryNs) this.#isRecovering = this.#isPersistent = false;
    if (was !== FATE.OUTSTANDING) return 0;
    numbers.close(numbers.positionOf(this.#sends.pn[k]));
    if (!inFlight[k]) return 0;
    this.#inFlight -= bytes[k];
    return bytes[k];
  }

  /** @param {number} row @param {number} atNs @param {number} rttNs */
  #sample(row, atNs, rttNs) {
    const waitedNs = this.#acks.waitedNs[row];
    this.samples.add(row, atNs, rttNs, waitedNs);
    this.roundTrip.sample(rttNs, Math.min(waitedNs, this.#known.maxAckDelayNs));
  }

  /** Loss timers that are due. @param {number} nowNs */
  #fire(nowNs) {
    for (;;) {
      const [initial, handshake, app] = this.#spaces;
      const later = handshake.lossNs < app.lossNs ? handshake : app;
      const numbers = initial.lossNs < later.lossNs ? initial : later;
      if (numbers.lossNs > nowNs) return;
      const atNs = numbers.lossNs;
      this.#detect(numbers, atNs);
      this.#note(EVENT.TIMER, atNs, -1, 0);
    }
  }

  /** @param {Space} numbers @param {number} nowNs */
  #detect(numbers, nowNs) {
    const { pn, timeNs } = this.#sends;
    const delayNs = this.roundTrip.lossDelayNs(TIME_THRESHOLD);
    numbers.lossNs = Infinity;
    let oldest = -1;
    let latest = -1;
    for (let at = numbers.openFrom(0); at < numbers.sent; at = numbers.openFrom(at + 1)) {
      const k = numbers.list[at];
      if (pn[k] >= numbers.largest) break;
      const isLate = timeNs[k] + delayNs <= nowNs;
      if (!isLate && numbers.largest - pn[k] < PACKET_THRESHOLD) {
        numbers.lossNs = Math.min(numbers.lossNs, timeNs[k] + delayNs);
        continue;
      }
      if (!this.#lose(numbers, at, nowNs, isLate ? CAUSE.TIME_THRESHOLD : CAUSE.PACKET_THRESHOLD)) continue;
      if (oldest < 0) oldest = k;
      latest = k;
    }
    if (latest >= 0) this.#back(oldest, latest, nowNs);
  }

  /**
   * @param {Space} numbers @param {number} at @param {number} nowNs @param {number} cause
   * @returns {boolean} whether it is a sign of congestion
   */
  #lose(numbers, at, nowNs, cause) {
    const { bytes, inFlight, isProbe, packet } = this.#sends;
    const k = numbers.list[at];
    if (this.#isForgotten(k)) {
      this.#drop(numbers, at);
      return false;
    }
    if (this.#isSpared(k, nowNs)) {
      numbers.close(at); // its acknowledgement will come
      return false;
    }
    const isRejected =
      this.#known.isZeroRttRejected && packet[k] >= 0 && this.#packets.type[packet[k]] === PACKET.ZERO_RTT;
    if (isRejected || isProbe[k]) {
      this.#drop(numbers, at);
      return false;
    }
    numbers.close(at);
    this.fate[k] = FATE.LOST;
    this.lostNs[k] = nowNs;
    this.cause[k] = cause;
    if (!inFlight[k]) return false;
    this.#inFlight -= bytes[k];
    this.#waiting += this.#carried.bytes[k];
    return true;
  }

  /**
   * Whether its sender waited for longer, as it was acknowledged later: surely where new data left first; where nothing
   * did, as it had done before. Elsewhere than at the sender times are too vague.
   * @param {number} k @param {number} nowNs
   */
  #isSpared(k, nowNs) {
    const ackedNs = this.#acks.ackedNs[k];
    if (Number.isNaN(ackedNs)) return false;
    if (!this.#sends.inFlight[k]) return true;
    const { bytes, resentBy, nextFresh } = this.#carried;
    if (this.#known.shiftNs > 0 || bytes[k] === 0) return false;
    const { timeNs, count } = this.#sends;
    if (resentBy[k] >= 0 && timeNs[resentBy[k]] <= ackedNs) {
      this.#isPatient = false;
      return false;
    }
    const afterNs = Math.min(nowNs + LATE_TIMER_NS, ackedNs);
    if (this.#freshBefore < this.#lastSend + 1) this.#freshBefore = this.#lastSend + 1;
    let fresh = nextFresh[this.#freshBefore] ?? count;
    while (fresh < count && timeNs[fresh] < afterNs) fresh = nextFresh[fresh + 1] ?? count;
    this.#freshBefore = fresh;
    if (fresh < count && timeNs[fresh] < ackedNs) this.#isPatient = true;
    return this.#isPatient;
  }

  /**
   * Its data is never sent again though two round trips later new data is: an acknowledgement of it was lost, and the
   * peer does not repeat it (RFC 9000 section 13.2.4).
   * @param {number} k
   */
  #isForgotten(k) {
    const { bytes, resentBy, lastFresh } = this.#carried;
    if (!Number.isNaN(this.#acks.ackedNs[k])) return false;
    if (bytes[k] === 0 || resentBy[k] >= 0 || lastFresh < 0) return false;
    const { timeNs } = this.#sends;
    return timeNs[lastFresh] > timeNs[k] + 2 * this.roundTrip.smoothedNs;
  }

  /**
   * The window is lowered, unless it was for what left at that time.
   * @param {number} oldest @param {number} latest @param {number} nowNs
   */
  #back(oldest, latest, nowNs) {
    const { timeNs } = this.#sends;
    const apartNs = timeNs[latest] - timeNs[oldest];
    const isAfterSample = this.samples.count > 0 && timeNs[oldest] > this.samples.timeNs[0];
    if (isAfterSample && apartNs > PERSISTENT * this.#timeoutNs()) {
      this.#isPersistent = true;
      this.persistent.push({ startNs: timeNs[oldest], endNs: nowNs });
    }
    if (timeNs[latest] <= this.#recoveryNs) return;
    this.#recoveryNs = nowNs;
    this.#isRecovering = true;
  }

  /** Keys of a space are dropped: what it has in flight counts no more (RFC 9002 section 6.4). @param {number} space */
  #discard(space) {
    const numbers = this.#spaces[space];
    for (let at = numbers.openFrom(0); at < numbers.sent; at = numbers.openFrom(at + 1)) this.#drop(numbers, at);
    numbers.lossNs = Infinity;
    numbers.lastElicitingNs = -Infinity;
    this.#backoff = 1;
  }

  /** It is neither acknowledged nor lost. @param {Space} numbers @param {number} at */
  #drop(numbers, at) {
    const k = numbers.list[at];
    numbers.close(at);
    this.fate[k] = FATE.DROPPED;
    if (this.#sends.inFlight[k]) this.#inFlight -= this.#sends.bytes[k];
  }

  /**
   * Never acknowledged, and a time-out sent their data again: lost, or the acknowledgements were. What never came to
   * the capture point was lost in any case.
   */
  #endWithoutAcknowledgement() {
    const { count, packet, inFlight, timeNs } = this.#sends;
    for (let k = 0; k < count; k++) {
      const again = this.#carried.resentBy[k];
      const isUnseen = packet[k] < 0 && inFlight[k] === 1 && this.fate[k] !== FATE.ACKED;
      const isProbed = this.fate[k] === FATE.OUTSTANDING && again >= 0 && this.probe[again] !== PROBE.NONE;
      if (this.cause[k] !== CAUSE.NONE || (!isUnseen && !isProbed)) continue;
      this.fate[k] = FATE.LOST;
      this.cause[k] = CAUSE.PTO;
      this.lostNs[k] = timeNs[isProbed ? again : k];
    }
  }

  #state() {
    if (this.#isPersistent) return STATE.LOSS;
    return this.#isRecovering ? STATE.RECOVERY : STATE.OPEN;
  }

  /** @param {number} kind of `EVENT` @param {number} atNs @param {number} send −1: nothing @param {number} delivered */
  #note(kind, atNs, send, delivered) {
    const { log } = this;
    const at = log.count++;
    log.kind[at] = kind;
    log.timeNs[at] = atNs;
    log.packet[at] = this.#lastRow;
    log.send[at] = send;
    log.lastSend[at] = this.#lastSend;
    log.inFlight[at] = this.#inFlight;
    log.waiting[at] = this.#waiting;
    log.delivered[at] = delivered;
    log.credit[at] = this.#credit;
    log.state[at] = this.#state();
    log.gaps[at] = this.#gaps;
    log.undone[at] = this.#undone;
  }
}

/** A number space with its timers. */
class Space extends NumberSpace {
  /** The highest number acknowledged, and when the loss timer fires. */
  largest = -1;
  lossNs = Infinity;
  lastElicitingNs = -Infinity;
}

class Samples {
  count = 0;

  /** @param {number} capacity */
  constructor(capacity) {
    this.timeNs = new Float64Array(capacity);
    this.rttNs = new Float64Array(capacity);
    this.waitedNs = new Float64Array(capacity);
    this.packet = new Int32Array(capacity);
  }

  /** @param {number} row @param {number} atNs @param {number} rttNs @param {number} waitedNs */
  add(row, atNs, rttNs, waitedNs) {
    const at = this.count++;
    this.timeNs[at] = atNs;
    this.rttNs[at] = rttNs;
    this.waitedNs[at] = waitedNs;
    this.packet[at] = row;
  }
}
