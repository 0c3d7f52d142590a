import { Timer } from '../engine/event-queue.js';
import { NS_PER_MS } from '../units.js';
import { UNSCALED_WINDOW_BYTES } from './offers.js';
import { ReceiveQueue } from './receive-queue.js';
import { WindowTuning } from './window-tuning.js';

/** Linux acknowledges so many segments at once after a congestion mark. */
const QUICK_ACKS_FOR_CONGESTION = 2;

/** The receiving half of an endpoint: what has come, what has been read, the window, and when to acknowledge. */
export class Receiver {
  queue = new ReceiveQueue();
  /** Offset to which the application has read. */
  read = 1;
  /** Shift of the window that this end advertises; 0 until negotiated. */
  scale = 0;
  tuning = new WindowTuning();
  #capacityBytes = 0;
  #rightEdge = 0;
  /** The last advertised window, in bytes. */
  #advertised = 0;
  #unacknowledged = 0;
  #quickAcks = 0;
  #timer;

  /** @param {import('./endpoint.js').Endpoint} endpoint @param {import('./profiles.js').TcpFeatures} features */
  constructor(endpoint, features) {
    this.endpoint = endpoint;
    this.features = features;
    this.#timer = new Timer(endpoint.events, () => endpoint.acknowledge());
  }

  /** As new. @param {import('./profiles.js').TcpFeatures} features */
  restart(features) {
    this.features = features;
    this.queue.restart();
    this.read = 1;
    this.scale = this.#rightEdge = this.#advertised = this.#unacknowledged = 0;
    this.#capacityBytes = features.receiveWindowBytes;
    this.tuning.restart(features);
    this.#quickAcks = features.quickAcks;
    this.#timer.remove();
  }

  /**
   * The window to advertise now; its right edge never moves back.
   * @param {boolean} isSyn whose window is never scaled
   * @returns {number} as on the wire
   */
  windowField(isSyn) {
    const scale = isSyn ? 0 : this.scale;
    const { next } = this.queue;
    const { mss } = this.endpoint;
    const capacity = this.#capacityBytes;
    const advertised = this.#rightEdge > next ? this.#rightEdge - next : 0;
    const unread = next > this.read ? next - this.read : 0;
    const free = capacity > unread ? capacity - unread : 0;
    // Receiver's side of silly window avoidance (RFC 1122, section 4.2.3.3).
    const bytes =
      free - advertised < mss && 2 * (free - advertised) < capacity ? advertised : Math.max(free, advertised);
    const field = Math.min(bytes, UNSCALED_WINDOW_BYTES * (1 << scale)) >> scale;
    const edge = next + (field << scale);
    if (edge > this.#rightEdge) this.#rightEdge = edge;
    this.#advertised = this.#rightEdge - next;
    return field;
  }

  /** @param {number} offset @returns {boolean} right of the window that was advertised, and not by a probe's byte */
  isBeyond(offset) {
    return this.#rightEdge > 0 && offset > this.#rightEdge;
  }

  /** The next segments are to be acknowledged at once. */
  acknowledgeNext() {
    this.#quickAcks = Math.max(this.#quickAcks, QUICK_ACKS_FOR_CONGESTION);
  }

  /** @param {number} start @param {number} end of a segment with data or FIN @param {number} length its data */
  onSegment(start, end, length) {
    const before = this.queue.next;
    const kind = this.queue.take(start, end);
    if (kind === 'new' || kind === 'filled') this.#grow(length);
    this.#unacknowledged += this.queue.next - before;
    if (kind !== 'new' || this.queue.hasHole || this.#isDue(length)) this.endpoint.acknowledgeSoon();
    else if (!this.#timer.isSet) this.#delay();
  }

  /**
   * Linux: by two segments for each full one that comes, while there is room; it is acknowledged at once then.
   * @param {number} length
   */
  #grow(length) {
    const { limitBytes } = this.tuning;
    const mss = this.endpoint.mss;
    if (length < mss / 2 || this.#capacityBytes >= limitBytes) return;
    this.#capacityBytes = Math.min(this.#capacityBytes + 2 * mss, limitBytes);
    if (this.features.quickAckGrowth) this.#quickAcks |= 1;
  }

  /** @param {number} length */
  #isDue(length) {
    if (this.#quickAcks > 0) {
      this.#quickAcks--;
      return true;
    }
    const { delayedAckSegments } = this.features;
    return (
      this.#unacknowledged > (delayedAckSegments - 1) * Math.max(this.endpoint.mss, length) &&
      (this.endpoint.reader === null || this.#canMoveOn())
    );
  }

  /**
   * Linux acknowledges a second segment at once only if the advertised window would not shrink; else it waits for the
   * application to read.
   */
  #canMoveOn() {
    return this.features.windowUpdates === 'segments' || this.#freeBytes() >= this.#advertised;
  }

  #freeBytes() {
    return this.#capacityBytes - (this.queue.next - this.read);
  }

  #delay() {
    const { delayedAckMs, delayedAckGrid } = this.features;
    const { nowNs } = this.endpoint.events;
    const delayNs = delayedAckMs * NS_PER_MS;
    this.#timer.set(delayedAckGrid ? (Math.floor(nowNs / delayNs) + 1) * delayNs : nowNs + delayNs);
  }

  /** An acknowledgement is sent, alone or with data. */
  noteAcknowledged() {
    this.#unacknowledged = 0;
    this.#timer.cancel();
  }

  /** The application reads. @param {number} offset to which */
  readTo(offset) {
    const known = Math.max(0, this.#rightEdge - this.queue.next);
    this.read = offset;
    this.tuning.onRead(offset, this.endpoint.mss, this.endpoint.events.nowNs);
    const isDue = this.features.windowUpdates === 'doubled' ? this.#isDoubled(known) : this.#isWider(known);
    if (isDue) this.endpoint.acknowledge();
  }

  /** As Linux (tcp_cleanup_rbuf). @param {number} known bytes of the window that the other end knows of */
  #isDoubled(known) {
    const { mss, reader } = this.endpoint;
    const free = this.#freeBytes();
    return (
      (reader !== null && this.#unacknowledged > mss) ||
      (2 * known <= this.#capacityBytes && free >= Math.max(2 * known, mss, 1))
    );
  }

  /** @param {number} known bytes of the window that the other end knows of */
  #isWider(known) {
    const step = Math.min(2 * this.endpoint.mss, this.#capacityBytes / 2);
    return known < step && this.#freeBytes() - known >= step;
  }

  stop() {
    this.#timer.cancel();
  }
}
