import { DUPLICATE_THRESHOLD } from '../../../shared/tcp-numbers.js';
import { ForwardRto } from './forward-rto.js';
import { Rack } from './rack.js';
import { Reduction } from './reduction.js';
import { Undo } from './undo.js';

/** @typedef {'Open'|'Disorder'|'CWR'|'Recovery'|'Loss'} RecoveryState as Linux names them */

/** @typedef {import('../acknowledgement.js').Acknowledgement} Acknowledgement */

/** Finds losses and governs the congestion window while they are repaired. */
export class Recovery {
  /** @type {RecoveryState} */
  state = 'Open';
  /** Recovery ends when all below is acknowledged. */
  highOffset = 0;
  /** End of an outstanding tail loss probe. 0: none. */
  probeEnd = 0;
  probeWasNew = false;
  #sender;
  /** @type {import('../profiles.js').TcpFeatures} */
  #features = /** @type {any} */ (null);
  // Made when they are needed: most connections lose nothing.
  /** @type {Rack|null} */
  #rack = null;
  /** @type {Reduction|null} */
  #reduction = null;
  /** @type {Undo|null} */
  #undo = null;
  /** @type {ForwardRto|null} */
  #forwardRto = null;

  /** @param {import('../sender.js').Sender} sender */
  constructor(sender) {
    this.#sender = sender;
  }

  /** As new. @param {import('../profiles.js').TcpFeatures} features */
  restart(features) {
    this.state = 'Open';
    this.highOffset = this.probeEnd = 0;
    this.probeWasNew = false;
    this.#features = features;
    this.#rack = features.rack ? new Rack() : null;
    this.#reduction = this.#undo = this.#forwardRto = null;
  }

  /** Lost segments wait, new data go first. */
  get wantsNew() {
    return this.#forwardRto !== null && this.#forwardRto.wantsNew;
  }

  get isRepairing() {
    return this.state === 'Recovery' || this.state === 'Loss';
  }

  /** @param {import('../sent.js').Sent} sent has arrived */
  onDelivered(sent) {
    if (this.#rack === null) return;
    const { rtt, nowNs } = this.#sender;
    this.#rack.onDelivered(sent, nowNs, rtt.minRttNs);
  }

  /** Something was sent while losses are repaired. */
  noteSent() {
    if (this.#isReducing()) this.#reduction?.noteSent();
  }

  #isReducing() {
    return this.state === 'Recovery' || this.state === 'CWR';
  }

  /** A retransmission, except probes. @param {number} timestampMs */
  noteRetransmitted(timestampMs) {
    this.#undo?.noteRetransmitted(timestampMs);
  }

  /** The receiver reports a duplicate (D-SACK). @param {number} end @param {number} una before this acknowledgement */
  noteDuplicate(end, una) {
    this.#undo?.noteDuplicate(end, una);
    this.#rack?.onDuplicate();
  }

  /** What F-RTO wanted to send is out, or there was none. */
  endForwardRto() {
    if (this.#forwardRto === null) return;
    if (this.#sender.nxt > this.highOffset) this.#forwardRto.wantsNew = false;
    else this.#forwardRto.giveUp();
  }

  /**
   * Nothing is being repaired, reduced, probed for or taken back: where nothing is missing either, an acknowledgement
   * of more needs `grow` only.
   */
  get isCalm() {
    return this.state === 'Open' && this.probeEnd === 0 && (this.#undo === null || !this.#undo.areAllDuplicates);
  }

  /** By time, a segment may count as lost without SACK: a later retransmission has arrived. */
  get mayMissSome() {
    return this.#rack !== null && this.#rack.isAfter(this.#sender.queue.oldestSent);
  }

  /** Opens the window. @param {number} delivered segments */
  grow(delivered) {
    const { window, congestion, nowNs, isLimitedByWindow } = this.#sender;
    if (delivered === 0 || (!isLimitedByWindow && this.#features.windowValidation)) return;
    congestion.onAcknowledged(
      window,
      this.#features.windowGrowth === 'ack' ? Math.min(1, delivered) : delivered,
      nowNs,
    );
  }

  /** @param {Acknowledgement} acknowledgement @returns {number} when to look again; Infinity: not needed */
  onAck(acknowledgement) {
    const { queue } = this.#sender;
    const lostBefore = queue.lostOut;
    if (!this.#sender.hasSack) this.#countDuplicates(acknowledgement);
    this.#rack?.adapt(queue.nextOrder);
    const isOvertaken = this.#takeBack(acknowledgement);
    if (!isOvertaken) this.#leave(acknowledgement);
    const lookAgainNs = isOvertaken ? Infinity : this.findLosses();
    if (acknowledgement.isEcho) this.#onEcho();
    const isClean = acknowledgement.advanced && queue.lostOut <= lostBefore;
    this.#adapt(acknowledgement, isClean);
    return lookAgainNs;
  }

  /** @param {Acknowledgement} acknowledgement */
  #countDuplicates({ isDuplicate, advanced, taken }) {
    const { queue, nxt } = this.#sender;
    if (advanced && (this.state === 'Loss' || !this.isRepairing)) queue.sackedOut = 0;
    else if (advanced) {
      queue.sackedOut = Math.max(0, queue.sackedOut - Math.max(0, taken - 1));
    } // one was the hole, the others the duplicates
    else if (isDuplicate && (this.state !== 'Loss' || nxt > this.highOffset)) {
      queue.sackedOut = Math.min(queue.sackedOut + 1, queue.packetsOut - queue.lostOut);
    }
  }

  /**
   * Whether the reduction was unneeded, by state as in Linux.
   * @param {Acknowledgement} acknowledgement
   * @returns {boolean} missing segments were reordered: nothing more counts as lost now
   */
  #takeBack(acknowledgement) {
    const { una, nxt, queue } = this.#sender;
    const isRepaired = una >= this.highOffset;
    const isOfOriginal =
      acknowledgement.advanced && this.#undo !== null && this.#undo.isOfOriginal(acknowledgement.echoMs);
    const areAllDuplicates = this.#undo !== null && this.#undo.areAllDuplicates;
    if (this.state === 'Loss') {
      const isUnneeded =
        isOfOriginal ||
        (acknowledgement.advanced && areAllDuplicates) ||
        this.#forwardRto?.onAck(acknowledgement, nxt > this.highOffset);
      if (isUnneeded) this.#giveBack();
      return false;
    }
    if (this.state === 'Recovery' && isOfOriginal && !isRepaired) {
      queue.sawReordering = true;
      if (queue.retransOut > 0) return true;
      this.#giveBack();
    } else if (areAllDuplicates || (this.state === 'Recovery' && isOfOriginal)) this.#giveBack();
    return false;
  }

  #giveBack() {
    const { queue, window } = this.#sender;
    queue.unmarkLost();
    this.#undo?.giveBack(window);
    this.#rack?.onRecovered(false);
    this.#forwardRto?.giveUp();
    if (this.isRepairing) this.state = 'Open';
  }

  /** @param {Acknowledgement} acknowledgement */
  #leave({ advanced }) {
    const { queue, una } = this.#sender;
    const isRepaired = una >= this.highOffset;
    if (this.state === 'Loss' && isRepaired) this.state = 'Open';
    if (this.state === 'CWR' && una > this.highOffset) this.#endReduction();
    if (this.state !== 'Recovery') return;
    const endsWithAny = !this.#sender.hasSack && this.#features.fastRecovery === 'reno';
    if (isRepaired || (advanced && endsWithAny)) {
      this.#rack?.onRecovered(true);
      this.#endReduction();
      if (!this.#sender.hasSack) queue.sackedOut = 0;
    } else if (advanced && !this.#sender.hasSack && queue.packetsOut > 0) queue.markLost(queue.first);
  }

  /** Also on a timer. @returns {number} when to look again; Infinity: not needed */
  findLosses() {
    const { queue, rtt, nowNs, hasSack } = this.#sender;
    const lostBefore = queue.lostOut;
    let lookAgainNs = Infinity;
    if (hasSack && this.#rack !== null) lookAgainNs = this.#rack.markLost(queue, rtt, this.isRepairing, nowNs);
    else if (hasSack) queue.markLostByCount();
    else this.#findByDuplicates();
    if (!this.isRepairing) {
      if (queue.lostOut > lostBefore) this.#enter();
      else if (this.state !== 'CWR') this.state = queue.sackedOut > 0 ? 'Disorder' : 'Open';
    }
    return lookAgainNs;
  }

  #findByDuplicates() {
    const { queue, una } = this.#sender;
    if (this.isRepairing || this.#features.fastRecovery === 'none') return;
    if (queue.sackedOut >= DUPLICATE_THRESHOLD && una >= this.highOffset) queue.markLost(queue.first);
  }

  #endReduction() {
    const { window } = this.#sender;
    this.state = 'Open';
    window.cwnd = window.ssthresh;
    window.count = 0;
  }

  #enter() {
    const isReducedAlready = this.state === 'CWR';
    this.state = 'Recovery';
    this.highOffset = this.#sender.nxt;
    this.probeEnd = 0;
    if (isReducedAlready) return;
    this.#beginUndo();
    this.#reduce();
  }

  #beginUndo() {
    this.#undo ??= new Undo(this.#features);
    this.#undo.begin(this.#sender.window, this.#sender.una);
  }

  /** A mark of congestion is echoed: reduces once a round trip (RFC 3168, section 6.1.2). */
  #onEcho() {
    this.#undo?.forget();
    if (this.isRepairing || this.state === 'CWR') return;
    this.state = 'CWR';
    this.highOffset = this.#sender.nxt;
    this.#reduce();
  }

  #reduce() {
    const { window, congestion, endpoint } = this.#sender;
    this.probeEnd = 0;
    window.ssthresh = congestion.ssthreshAfterLoss(window);
    this.#reduction ??= new Reduction(this.#features.recoveryWindow);
    this.#reduction.start(window);
    endpoint.ecn.noteReduction();
  }

  /** @param {Acknowledgement} acknowledgement @param {boolean} isClean */
  #adapt({ delivered, advanced }, isClean) {
    const { queue, window } = this.#sender;
    if (this.#isReducing()) {
      this.#reduction?.onAck(window, queue.inFlight, delivered, isClean);
      return;
    }
    if (advanced || this.state !== 'Open') this.grow(delivered);
  }

  /** The retransmission timer ran off. @param {boolean} isFirst of this loss */
  onTimeout(isFirst) {
    const { queue, window, congestion } = this.#sender;
    this.#forwardRto ??= new ForwardRto();
    this.#forwardRto.begin(this.#features.frto && (!this.isRepairing || !isFirst));
    if (isFirst) {
      this.#beginUndo();
      window.ssthresh = congestion.ssthreshAfterLoss(window);
    }
    this.#sender.endpoint.ecn.noteReduction();
    congestion.onTimeout();
    queue.markAllLost(this.#sender.hasSack);
    window.cwnd = 1;
    window.count = 0;
    this.highOffset = this.#sender.nxt;
    this.probeEnd = 0;
    this.state = 'Loss';
  }

  /**
   * Was the probe for tail loss a repair? Then the loss counts as congestion (RFC 8985, section 7.4).
   * @param {Acknowledgement} acknowledgement
   */
  onProbeAnswered({ hasDsack, advanced }) {
    const { una, window, congestion } = this.#sender;
    if (this.probeEnd === 0 || una < this.probeEnd) return;
    const wasRepair = !this.probeWasNew && !hasDsack && advanced && una > this.probeEnd;
    if (wasRepair) window.cwnd = window.ssthresh = congestion.ssthreshAfterLoss(window);
    if (wasRepair || this.probeWasNew || hasDsack || !advanced) this.probeEnd = 0;
  }
}
