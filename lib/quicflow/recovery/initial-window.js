import { STATE } from '../../transport/bursts.js';
import { SPACE } from '../wire/versions.js';
import { Opening } from './opening.js';
import { StreamCredit } from './stream-credit.js';
import { EVENT } from './walk-log.js';

/** @typedef {import('./recover.js').DirectionRecovery} DirectionRecovery */

/** What an acknowledgement sets off leaves within this share of the round trip, and nothing for this long before. */
export const ANSWER_SHARE = 1 / 4;
const STOPPED_SHARE = 1 / 8;
/** No stack is known to begin with less (RFC 9002 section 7.2: ten packets at least, two of any size). */
const MIN_BYTES = 2 * 1200;
/** Slow start lets go twice what was acknowledged, and so many packets: more, and something else had stopped it. */
const SPARE_PACKETS = 2;

/**
 * The initial window: what was in flight when a sender first stopped amid a stream, until an acknowledgement made it go
 * on, less what was acknowledged before, by which slow start had widened the window. Null where the application had no
 * more, where pacing, credit or the address' validation had stopped it, or something was lost before.
 * @param {DirectionRecovery} sent
 * @param {number} rttNs
 * @returns {number | null} bytes
 */
export function initialWindowOf(sent, rttNs) {
  const { log } = sent.walk;
  const stops = new Stops(sent, rttNs);
  let firstNs = Infinity;
  let delivered = 0;
  for (let e = 0; e < log.count && log.state[e] === STATE.OPEN; e++) {
    stops.take(e);
    if (log.delivered[e] === 0 || sent.packets.space[log.packet[e]] !== SPACE.APP || stops.isByOther) continue;
    if (stops.isLast) return null;
    if (stops.endsWith(e)) {
      const bytes = log.inFlight[e - 1] - delivered;
      return bytes >= MIN_BYTES && isSlowStart(sent, e) ? bytes : null;
    }
    delivered += log.delivered[e];
    firstNs = Math.min(firstNs, log.timeNs[e]);
    if (stops.isAmidStream && log.timeNs[e] - firstNs > rttNs) return null;
  }
  return null;
}

/** Where a sender stopped, event by event. */
class Stops {
  /** What the address' validation or credit had stopped. */
  isByOther = false;
  /** No new data left after. */
  isLast = false;
  isAmidStream = false;
  #sent;
  #rttNs;
  #opening;
  #credit;
  #fullBytes;
  #isByAddress = false;
  #next = 0;

  /** @param {DirectionRecovery} sent @param {number} rttNs */
  constructor(sent, rttNs) {
    this.#sent = sent;
    this.#rttNs = rttNs;
    this.#fullBytes = sent.maxPacketBytes;
    this.#opening = new Opening(sent);
    this.#credit = new StreamCredit(sent.direction, sent.receiver);
  }

  /** @param {number} e event, in order */
  take(e) {
    const { walk, sends, carried, packets } = this.#sent;
    const { log } = walk;
    const last = log.lastSend[e];
    this.#opening.take(e);
    if (log.kind[e] === EVENT.SENT) this.#isByAddress = this.#opening.left < this.#fullBytes;
    this.#next = carried.nextFresh[last + 1] ?? sends.count;
    this.isLast = this.#next === sends.count;
    this.isAmidStream =
      carried.freshOffset[this.#next] > 0 && carried.freshStream[this.#next] === carried.freshStream[last];
    this.isByOther = this.#isByAddress || (this.isAmidStream && this.#isByCredit(e));
    if (log.send[e] < 0) this.#credit.read(packets, log.packet[e]);
  }

  /** Whether nothing more was allowed before that event. @param {number} e */
  #isByCredit(e) {
    const { walk, carried } = this.#sent;
    const { log } = walk;
    if (this.#credit.of(carried.freshStream[this.#next]) <= carried.freshOffset[this.#next]) return true;
    return e > 0 && log.credit[e - 1] <= carried.total[log.lastSend[e]];
  }

  /** Whether an event made it go on. @param {number} e */
  endsWith(e) {
    const { walk, sends } = this.#sent;
    const { log } = walk;
    const isPrompt = sends.timeNs[this.#next] - log.timeNs[e] <= this.#rttNs * ANSWER_SHARE;
    const hasPaused = log.timeNs[e] - sends.timeNs[log.lastSend[e]] >= this.#rttNs * STOPPED_SHARE;
    return this.isAmidStream && isPrompt && hasPaused;
  }
}

/**
 * Whether no more left than slow start lets go, once the sender went on.
 * @param {DirectionRecovery} sent @param {number} e the acknowledgement
 */
function isSlowStart({ walk: { log }, maxPacketBytes }, e) {
  let delivered = log.delivered[e];
  let at = e + 1;
  for (; at < log.count && log.kind[at] !== EVENT.SENT; at++) delivered += log.delivered[at];
  const before = log.inFlight[at - 1];
  for (; at < log.count && log.kind[at] === EVENT.SENT; at++);
  return log.inFlight[at - 1] - before <= 2 * delivered + SPARE_PACKETS * maxPacketBytes;
}
