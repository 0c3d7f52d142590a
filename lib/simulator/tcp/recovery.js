import { Rack } from './rack.js';
import { Reduction } from './reduction.js';
import { DUPLICATE_THRESHOLD } from './send-queue.js';

/** @typedef {'Open'|'Disorder'|'CWR'|'Recovery'|'Loss'} RecoveryState as Linux names them */

/**
 * What an acknowledgement told.
 * @typedef {object} Told
 * @property {boolean} advanced it acknowledged more
 * @property {boolean} isDuplicate
 * @property {number} taken segments that the cumulative acknowledgement covers
 * @property {number} delivered segments that are known to have arrived now
 * @property {boolean} hasDsack something came twice
 */

/** Finds losses and governs the congestion window while they are repaired. */
export class Recovery {
  /** @type {RecoveryState} */
  state = 'Open';
  /** Recovery ends when all below is acknowledged. */
  highOffset = 0;
  /** A probe for tail loss is out; what it reached to. 0: none. */
  probeEnd = 0;
  probeWasNew = false;
  #sender;
  #features;
  #rack;
  #reduction;

  /** @param {import('./sender.js').Sender} sender @param {import('./profiles.js').TcpFeatures} features */
  constructor(sender, features) {
    this.#sender = sender;
    this.#features = features;
    this.#rack = new Rack();
    this.#reduction = new Reduction(features.recoveryWindow);
  }

  get isRepairing() { return this.state === 'Recovery' || this.state === 'Loss'; }

  /** @param {import('./send-queue.js').Sent} sent has arrived */
  onDelivered(sent) {
    const { rtt, nowNs } = this.#sender;
    this.#rack.onDelivered(sent, nowNs, rtt.minRttNs);
  }

  /** Something was sent while losses are repaired. */
  noteSent() {
    if (this.state === 'Recovery') this.#reduction.noteSent();
  }

  /** @param {Told} told @returns {number} when to look again; Infinity: not needed */
  onAck(told) {
    const { queue } = this.#sender, lostBefore = queue.lostOut;
    if (!this.#sender.hasSack) this.#countDuplicates(told);
    this.#leave(told);
    const lookAgainNs = this.findLosses();
    const isClean = told.advanced && queue.lostOut <= lostBefore;
    this.#adapt(told, isClean);
    return lookAgainNs;
  }

  /** @param {Told} told */
  #countDuplicates({ isDuplicate, advanced, taken }) {
    const { queue } = this.#sender;
    if (advanced && (this.state === 'Loss' || !this.isRepairing)) queue.sackedOut = 0;
    else if (advanced) queue.sackedOut = Math.max(0, queue.sackedOut - Math.max(0, taken - 1)); // one was the hole, the others the duplicates
    else if (isDuplicate && this.state !== 'Loss') queue.sackedOut = Math.min(queue.sackedOut + 1, queue.packetsOut - queue.lostOut);
  }

  /** @param {Told} told */
  #leave({ advanced }) {
    const { queue, una, window } = this.#sender;
    const isRepaired = una >= this.highOffset;
    if (this.state === 'Loss' && isRepaired) this.state = 'Open';
    if (this.state !== 'Recovery') return;
    const endsWithAny = !this.#sender.hasSack && this.#features.fastRecovery === 'reno';
    if (isRepaired || (advanced && endsWithAny)) {
      this.state = 'Open';
      window.cwnd = window.ssthresh;
      window.count = 0;
      if (!this.#sender.hasSack) queue.sackedOut = 0;
    } else if (advanced && !this.#sender.hasSack && queue.packetsOut > 0) queue.markLost(queue.first);
  }

  /** Also when a timer asks for it. @returns {number} when to look again; Infinity: not needed */
  findLosses() {
    const { queue, rtt, nowNs, hasSack } = this.#sender, lostBefore = queue.lostOut;
    let lookAgainNs = Infinity;
    if (hasSack && this.#features.rack) lookAgainNs = this.#rack.markLost(queue, rtt, this.isRepairing, nowNs);
    else if (hasSack) queue.markLostByCount();
    else this.#findByDuplicates();
    if (!this.isRepairing) {
      if (queue.lostOut > lostBefore) this.#enter();
      else this.state = queue.sackedOut > 0 ? 'Disorder' : 'Open';
    }
    return lookAgainNs;
  }

  #findByDuplicates() {
    const { queue, una } = this.#sender;
    if (this.isRepairing || this.#features.fastRecovery === 'none') return;
    if (queue.sackedOut >= DUPLICATE_THRESHOLD && una >= this.highOffset) queue.markLost(queue.first);
  }

  #enter() {
    this.state = 'Recovery';
    this.highOffset = this.#sender.nxt;
    this.probeEnd = 0;
    this.#sender.window.ssthresh = this.#sender.congestion.ssthreshAfterLoss(this.#sender.window);
    this.#reduction.start(this.#sender.window);
  }

  /** @param {Told} told @param {boolean} isClean */
  #adapt({ delivered, advanced }, isClean) {
    const { queue, window, congestion, nowNs, isLimitedByWindow } = this.#sender;
    if (this.state === 'Recovery') {
      this.#reduction.onAck(window, queue.inFlight, delivered, isClean);
      return;
    }
    if (!advanced && this.state === 'Open') return;
    if (delivered === 0 || !isLimitedByWindow) return;
    congestion.onAcknowledged(window, this.#features.windowGrowth === 'ack' ? Math.min(1, delivered) : delivered, nowNs);
  }

  /** The retransmission timer ran off. @param {boolean} isFirst of this loss */
  onTimeout(isFirst) {
    const { queue, window, congestion } = this.#sender;
    if (isFirst) window.ssthresh = congestion.ssthreshAfterLoss(window);
    congestion.onTimeout();
    queue.markAllLost(this.#sender.hasSack);
    window.cwnd = 1;
    window.count = 0;
    this.highOffset = this.#sender.nxt;
    this.probeEnd = 0;
    this.state = 'Loss';
  }

  /** Was the probe for tail loss a repair? Then the loss counts as congestion (RFC 8985, section 7.4). @param {Told} told */
  onProbeAnswered({ hasDsack, advanced }) {
    const { una, window, congestion } = this.#sender;
    if (this.probeEnd === 0 || una < this.probeEnd) return;
    const wasRepair = !this.probeWasNew && !hasDsack && advanced && una > this.probeEnd;
    if (wasRepair) window.cwnd = window.ssthresh = congestion.ssthreshAfterLoss(window);
    if (wasRepair || this.probeWasNew || hasDsack || !advanced) this.probeEnd = 0;
  }
}
