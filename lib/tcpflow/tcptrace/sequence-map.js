import { ACK_KIND } from './ack-kind.js';
import { FIRST, LAST, RESENT, SegmentList, SENT } from './segment-list.js';
import { SendTimes } from './send-times.js';

/** @typedef {import('./round-trips.js').RoundTrips} RoundTrips */

/** Sequence numbers of a quadrant. */
const QUADRANT_SIZE = 2 ** 30;
const NO_NEIGHBOURS = -1;

/** How often the highest acknowledged byte of a segment was acknowledged, where that is more than once. */
class Repetitions {
  /**
   * Ends in falling order, so that those below an acknowledgement lie at the end.
   * @type {{ ack: number, count: number }[]}
   */
  #kept = [];

  /**
   * Forgets the counts of segments that begin below `ack`.
   * @param {number} ack
   * @param {number} coveringLast end of the segment that contains `ack`, −1 none
   */
  forgetBelow(ack, coveringLast) {
    for (let top = this.#kept.at(-1); top && (top.ack < ack || top.ack === coveringLast + 1); top = this.#kept.at(-1)) {
      this.#kept.pop();
    }
  }

  /** @param {number} ack @returns {number} times that it was seen, this one included */
  count(ack) {
    const top = this.#kept.at(-1);
    if (top?.ack === ack) return ++top.count;
    this.#kept.push({ ack, count: 2 });
    return 2;
  }

  /** @param {number} ack */
  forget(ack) {
    if (this.#kept.at(-1)?.ack === ack) this.#kept.pop();
  }
}

/** A quarter of the sequence space. */
class Quadrant {
  segments = new SegmentList();
  sent = new SendTimes();
  repetitions = new Repetitions();
  /** Indexes of the quadrants before and after, while they are kept. */
  before = NO_NEIGHBOURS;
  after = NO_NEIGHBOURS;
}

/** What a segment was, compared with those seen. */
class Placement {
  /** Bytes that had been seen, SYN and FIN included. */
  repeatedBytes = 0;
  outOfOrder = false;
}

/**
 * Which bytes of a direction were seen, when each was last sent and whether it was acknowledged: tcptrace's sequence
 * space (Ostermann, rexmit.c of 6.6.7), from which it tells retransmissions, disorder, round trips and duplicate
 * acknowledgements.
 *
 * ```
 *   quadrants   [ 0 … 2^30 ) [ 2^30 … 2^31 ) [ 2^31 … ) [ … 2^32 )
 *                 forgotten     before          here       after      ← the one opposite is dropped on entering
 *   segments      1–1000 acked · 1001–2000 · ░hole░ · 3001–4000
 * ```
 *
 * Sequence numbers are those of the wire; segments are cut where quadrants meet, which is why none wraps. Where
 * tcptrace walks from the list's start, binary search is used here, with the same result: linear in packets whatever
 * the traffic (a segment that lies over many smaller ones visits each, 65 535 at the most).
 */
export class SequenceMap {
  /** @type {(Quadrant | null)[]} */
  #quadrants = [null, null, null, null];
  #placement = new Placement();

  /**
   * A segment was sent.
   * @param {number} seq wire number of its first byte
   * @param {number} length SYN and FIN counted
   * @param {number} timeUs
   * @param {RoundTrips} times
   * @returns {Placement} valid until the next call
   */
  add(seq, length, timeUs, times) {
    const placement = this.#placement;
    const index = Math.floor(seq / QUADRANT_SIZE);
    const here = this.#enter(index);
    placement.repeatedBytes = 0;
    placement.outOfOrder = false;
    const room = (index + 1) * QUADRANT_SIZE - seq;
    addTo(here, seq, seq + Math.min(length, room) - 1, timeUs, times, placement);
    if (length > room) {
      const start = ((index + 1) & 3) * QUADRANT_SIZE;
      addTo(this.#at(here.after), start, start + length - room - 1, timeUs, times, placement);
    }
    return placement;
  }

  /**
   * The other side acknowledged.
   * @param {number} ack wire number
   * @param {boolean} repeats it looks like a duplicate: no data, the same number and window as before, with data
   *   outstanding
   * @param {number} timeUs @param {RoundTrips} times
   * @returns {number} one of ACK_KIND
   */
  acknowledge(ack, repeats, timeUs, times) {
    const here = this.#enter(Math.floor(ack / QUADRANT_SIZE));
    const before = this.#at(here.before);
    let latestBefore = -Infinity;
    const { segments } = before;
    for (segments.seekUnacknowledged(); !segments.atEnd; segments.skipAcknowledged()) {
      latestBefore = Math.max(latestBefore, segments.get(SENT));
      times.cumulative++;
      acknowledgeOne(segments);
    }
    const kind = acknowledgeIn(here, ack, repeats, latestBefore, timeUs, times);
    here.sent.acknowledge(ack);
    return kind;
  }

  /** @param {number} index @returns {Quadrant} that one of the kept ones */
  #at(index) {
    return /** @type {Quadrant} */ (this.#quadrants[index]);
  }

  /** Ensures that a quadrant and its neighbours exist, and drops the opposite one. @param {number} index */
  #enter(index) {
    const quadrants = this.#quadrants;
    const here = (quadrants[index] ??= new Quadrant());
    if (here.before !== NO_NEIGHBOURS && here.after !== NO_NEIGHBOURS) return here;
    const next = (index + 1) & 3;
    const previous = (index + 3) & 3;
    quadrants[(index + 2) & 3] = null;
    const after = (quadrants[next] ??= new Quadrant());
    const before = (quadrants[previous] ??= new Quadrant());
    here.after = next;
    here.before = previous;
    after.before = index;
    after.after = NO_NEIGHBOURS;
    before.after = index;
    before.before = NO_NEIGHBOURS;
    return here;
  }
}

/**
 * Enters the bytes from `first` to `last`. A piece below a recorded segment is a new one; bytes in a recorded segment
 * were seen before, and the lowest such segment counts as sent now.
 * @param {Quadrant} quadrant
 * @param {number} first
 * @param {number} last
 * @param {number} timeUs
 * @param {RoundTrips} times
 * @param {Placement} placement
 */
function addTo(quadrant, first, last, timeUs, times, placement) {
  const { segments, sent } = quadrant;
  let repeats = false;
  for (segments.seek(first); !segments.atEnd && first <= last; segments.next()) {
    const knownFirst = segments.get(FIRST);
    const knownLast = segments.get(LAST);
    if (first < knownFirst) {
      if (last < knownLast) placement.outOfOrder = true;
      const end = Math.min(last, knownFirst - 1);
      sent.add(first, timeUs);
      segments.insert(first, end, timeUs);
      first = end + 1;
      if (first > last) return;
    }
    segments.set(RESENT, (segments.get(RESENT) + 1) & 255);
    if (!repeats) sendAgain(quadrant, timeUs, times);
    repeats = true;
    const end = Math.min(last, knownLast);
    placement.repeatedBytes += end - first + 1;
    first = end + 1;
  }
  if (first > last) return;
  sent.add(first, timeUs);
  segments.insert(first, last, timeUs);
}

/**
 * The segment at the cursor was sent again.
 * @param {Quadrant} quadrant
 * @param {number} timeUs
 * @param {RoundTrips} times
 */
function sendAgain({ segments, sent }, timeUs, times) {
  if (!segments.isAcknowledged) times.resent(timeUs - segments.get(SENT), segments.get(RESENT));
  segments.set(SENT, timeUs);
  sent.add(segments.get(FIRST), timeUs);
}

/**
 * Acknowledges the segment at the cursor and joins it with acknowledged neighbours; the cursor is then after it, or at
 * the joined one.
 * @param {SegmentList} segments
 */
function acknowledgeOne(segments) {
  segments.acknowledge();
  segments.joinBefore();
  segments.next();
  if (!segments.atEnd) segments.joinBefore();
}

/**
 * @param {Quadrant} quadrant the acknowledgement's own
 * @param {number} ack
 * @param {boolean} repeats
 * @param {number} latestBefore latest sending in the quadrant before
 * @param {number} timeUs @param {RoundTrips} times
 */
function acknowledgeIn({ segments, sent, repetitions }, ack, repeats, latestBefore, timeUs, times) {
  let kind = /** @type {number} */ (ACK_KIND.NONE);
  segments.seek(ack - 1);
  const found = !segments.atEnd && segments.get(FIRST) < ack;
  const coveringLast = found ? segments.get(LAST) : -1;
  const duplicate = found && coveringLast === ack - 1 && segments.isAcknowledged;
  repetitions.forgetBelow(ack, coveringLast >= ack ? coveringLast : -1);
  for (segments.seekUnacknowledged(); !segments.atEnd && segments.get(FIRST) < ack; segments.skipAcknowledged()) {
    if (segments.get(LAST) + 1 === ack) {
      const sentUs = segments.get(SENT);
      const postLoss = latestBefore > sentUs || sent.sentBelowAfter(segments.get(FIRST), sentUs);
      kind = times.acknowledged(
        timeUs - sentUs,
        segments.get(RESENT) > 0,
        postLoss,
        segments.get(LAST) - segments.get(FIRST) + 1,
      );
    } else {
      kind = ACK_KIND.CUMULATIVE;
      times.cumulative++;
    }
    acknowledgeOne(segments);
  }
  if (!duplicate) return kind;
  if (!repeats) {
    repetitions.forget(ack);
    return kind;
  }
  times.duplicates++;
  if (repetitions.count(ack) !== 4) return ACK_KIND.CUMULATIVE;
  times.triples++;
  return ACK_KIND.TRIPLE;
}
