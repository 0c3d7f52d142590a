import { Timer } from '../engine/event-queue.js';
import { NS_PER_MS } from '../units.js';
import { Acknowledgement } from './acknowledgement.js';
import { congestionControl, RENO } from './congestion/congestion.js';
import { Pacer } from './congestion/pacer.js';
import { restartAfterIdle } from './congestion/window-growth.js';
import { Recovery } from './recovery/recovery.js';
import { RttEstimator } from './rtt-estimator.js';
import { FIN, PSH, SYN } from './segment.js';
import { SendQueue } from './send-queue.js';

const MIN_PROBE_NS = 2 * NS_PER_MS;
/** What RFC 8985, section 7.2, allows for the delayed acknowledgement of a single segment. */
const LONE_SEGMENT_NS = 200 * NS_PER_MS;
const GIVE_UP_AFTER = 15;

/** @typedef {import('./segment.js').Segment} Segment */
/** @typedef {import('./sent.js').Sent} Sent */
/** @typedef {'fast'|'rto'|'tlp'|'tlp_new'|'syn'|'probe'} Retransmission */

/** The sending half of an endpoint: written data, what may be sent, what is in flight, and the timers. */
export class Sender {
  una = 0;
  nxt = 0;
  /**
   * End of the data written by the application, in offsets. Initially NaN, like the congestion window, so that V8 does
   * not assume small integers.
   */
  written = NaN;
  finRequested = false;
  finSent = false;
  peerWindowBytes = 0;
  #maxPeerWindowBytes = 0;
  queue;
  window = { cwnd: NaN, ssthresh: Infinity, count: 0 };
  hasSack = false;
  /** What limited the next byte when sending stopped. @type {'cwnd'|'rwnd'|'nagle'|'pacing'|'app'|'idle'} */
  limit = 'idle';
  isLimitedByWindow = true;
  #mostOut = 0;
  #usageEnd = 0;
  #lastSentNs = NaN;
  /** @type {'retransmit'|'probe'|'persist'|'reorder'} */
  timerKind = 'retransmit';
  #rtoBaseNs = NaN;
  #probeBaseNs = NaN;
  #timer;
  /** @type {Pacer|null} */
  #pacer = null;
  #timeouts = 0;
  #acknowledgement;

  rtt = new RttEstimator();
  /** @type {import('./congestion/window-growth.js').CongestionControl} */
  congestion = RENO;

  /** @param {import('./endpoint.js').Endpoint} endpoint @param {import('./profiles.js').TcpFeatures} features */
  constructor(endpoint, features) {
    this.endpoint = endpoint;
    this.features = features;
    this.queue = new SendQueue(endpoint.segments.sents);
    this.recovery = new Recovery(this);
    this.written = 1;
    this.#acknowledgement = new Acknowledgement(this.recovery);
    this.#timer = new Timer(endpoint.events, () => this.#onTimer());
  }

  /** As new. @param {import('./profiles.js').TcpFeatures} features */
  restart(features) {
    const {
      endpoint: { events },
      window,
    } = this;
    this.features = features;
    this.una = this.nxt = 0;
    this.written = 1;
    this.finRequested = this.finSent = this.hasSack = false;
    this.peerWindowBytes = this.#maxPeerWindowBytes = 0;
    this.queue.restart(features.rack);
    window.cwnd = features.initialWindowSegments;
    window.ssthresh = Infinity;
    window.count = 0;
    this.limit = 'idle';
    this.isLimitedByWindow = true;
    this.#mostOut = this.#usageEnd = this.#rtoBaseNs = this.#probeBaseNs = this.#timeouts = 0;
    this.#lastSentNs = -1;
    this.timerKind = 'retransmit';
    this.rtt.restart(features);
    this.congestion = congestionControl(features);
    this.recovery.restart(features);
    this.#pacer = features.pacing ? new Pacer(events, () => this.transmit()) : null;
    this.#timer.remove();
  }

  get nowNs() {
    return this.endpoint.events.nowNs;
  }
  get isTimerSet() {
    return this.#timer.isSet;
  }

  /** The endpoint is closed. */
  stop() {
    this.#timer.cancel();
    this.#pacer?.stop();
  }

  /** SYN or SYN/ACK, offset 0. @param {number} flags */
  sendSyn(flags) {
    const sent = this.queue.add(0, 1, flags, this.nowNs);
    this.nxt = 1;
    this.#rtoBaseNs = this.nowNs;
    this.#transmitSegment(sent, '');
    this.#setTimer(Infinity);
  }

  /** Sends what may be sent. @returns {boolean} some was */
  transmit() {
    const limitBefore = this.limit;
    this.limit = 'app';
    let hasSent = false;
    if (this.queue.packetsOut === 0) this.#restartAfterIdle();
    while (this.#sendNext()) hasSent = true;
    if (this.recovery.wantsNew) {
      this.recovery.endForwardRto();
      while (this.#sendNext()) hasSent = true;
    }
    if (this.written === this.nxt && this.queue.packetsOut === 0) this.limit = 'idle';
    if (this.limit !== limitBefore) this.endpoint.observe('limit');
    this.#noteUse();
    if (hasSent || !this.isTimerSet) this.#setTimer(Infinity);
    return hasSent;
  }

  /**
   * Segments of the congestion window that are used: without limited transmit, duplicate acknowledgements free none
   * before a recovery.
   */
  #usedWindow() {
    const { queue } = this;
    return this.features.limitedTransmit || this.recovery.isRepairing
      ? queue.inFlight
      : queue.inFlight + queue.sackedOut;
  }

  #isHeld() {
    const hasMore = this.queue.lostOut > this.queue.retransOut || this.nxt < this.written;
    if (this.#pacer === null || !hasMore || !this.#pacer.holds()) return false;
    this.limit = 'pacing';
    return true;
  }

  /** @returns {boolean} sent one */
  #sendNext() {
    if (this.#usedWindow() >= Math.min(this.window.cwnd, this.features.maxWindowSegments)) {
      const hasMore = this.queue.lostOut > this.queue.retransOut || this.nxt < this.written;
      if (hasMore) this.limit = 'cwnd';
      return false;
    }
    if (this.#isHeld()) return false;
    const lost = this.recovery.wantsNew ? null : this.queue.nextLost();
    if (!lost) return this.#sendNew('');
    this.#sendAgain(lost, this.recovery.state === 'Loss' ? 'rto' : 'fast');
    return true;
  }

  /** @param {''|'tlp_new'} label @returns {boolean} sent one */
  #sendNew(label) {
    const available = this.written - this.nxt;
    const mss = this.endpoint.mss;
    if (available === 0 && (!this.finRequested || this.finSent)) return false;
    const length = this.#allowedLength(Math.min(mss, available), available);
    if (length < 0) return false;
    const isLast = length === available;
    const flags = (isLast && length > 0 ? PSH : 0) | (isLast && this.finRequested ? FIN : 0);
    if (this.queue.packetsOut === 0) this.#rtoBaseNs = this.nowNs;
    this.#probeBaseNs = this.nowNs;
    const end = this.nxt + length + (flags & FIN ? 1 : 0);
    const sent = this.queue.add(this.nxt, end, flags, this.nowNs);
    if (flags & FIN) this.finSent = true;
    this.#transmitSegment(sent, label);
    this.nxt = end;
    this.recovery.noteSent();
    return true;
  }

  /**
   * The part of a segment allowed by the peer's window and Nagle's algorithm.
   * @param {number} requested
   * @param {number} available
   * @returns {number} -1: not to be sent now
   */
  #allowedLength(requested, available) {
    const room = this.una + this.peerWindowBytes - this.nxt;
    const isAlone = this.queue.packetsOut === 0;
    let length = requested;
    if (length > room) {
      // Sender's side of silly window avoidance (RFC 1122, section 4.2.3.4).
      if (room <= 0 || !(isAlone || 2 * room >= this.#maxPeerWindowBytes)) {
        this.limit = 'rwnd';
        return -1;
      }
      length = room;
    }
    if (this.features.nagle && !isAlone && length < this.endpoint.mss && !(this.finRequested && length === available)) {
      this.limit = 'nagle';
      return -1;
    }
    return length;
  }

  /** @param {Sent} sent @param {Retransmission} kind */
  #sendAgain(sent, kind) {
    this.queue.noteSentAgain(sent, this.nowNs);
    if (sent === this.queue.first) this.#rtoBaseNs = this.nowNs;
    if (kind === 'fast' || kind === 'rto') this.recovery.noteRetransmitted(this.endpoint.timestamps.nowMs);
    this.#transmitSegment(sent, kind);
    this.recovery.noteSent();
  }

  /** @param {Sent} sent @param {Retransmission|''} kind */
  #transmitSegment(sent, kind) {
    this.#lastSentNs = this.nowNs;
    this.#pacer?.noteSent(
      sent.end - sent.start,
      this.endpoint.mss,
      this.window,
      this.queue.packetsOut,
      this.rtt.srttNs,
    );
    const controls = (sent.flags & FIN ? 1 : 0) + (sent.flags & SYN ? 1 : 0);
    sent.sending = this.endpoint.send(sent.start, sent.end - sent.start - controls, sent.flags, kind, sent.sending);
  }

  /**
   * Whether the congestion window is used, so may grow: as Linux's tcp_cwnd_validate and tcp_is_cwnd_limited have it.
   */
  #noteUse() {
    const { queue, window } = this;
    const isFull = this.limit === 'cwnd';
    if (this.una >= this.#usageEnd || isFull || (!this.isLimitedByWindow && queue.packetsOut > this.#mostOut)) {
      this.isLimitedByWindow = isFull;
      this.#mostOut = queue.packetsOut;
      this.#usageEnd = this.nxt;
    }
    if (window.cwnd < window.ssthresh && window.cwnd < 2 * this.#mostOut) this.isLimitedByWindow = true;
  }

  #restartAfterIdle() {
    const { features, window, rtt } = this;
    const idleNs = this.nowNs - this.#lastSentNs;
    if (this.nxt <= 1 || this.nxt === this.written || this.#lastSentNs < 0) return;
    this.congestion.onIdle(idleNs);
    if (features.idleRestart === 'off' || idleNs <= rtt.rtoNs) return;
    restartAfterIdle(window, features, idleNs / rtt.rtoNs);
  }

  /**
   * Nothing is in flight or waiting, and this segment's acknowledgement has no news: the case for all data to an end
   * that only receives.
   * @param {Segment} segment
   */
  isUntouchedBy({ ack, windowBytes, sackEdges }) {
    return this.limit === 'idle' && ack === this.una && windowBytes === this.peerWindowBytes && sackEdges === 0;
  }

  /**
   * An acknowledgement has come.
   * @param {Segment} segment
   */
  onAck(segment) {
    if (segment.ack > this.nxt) return;
    if (segment.ack > this.una && segment.sackEdges === 0 && this.queue.isWhole && this.recovery.isCalm) {
      this.#onPlainAck(segment);
      return;
    }
    const isDuplicate =
      segment.ack === this.una &&
      segment.length === 0 &&
      segment.windowBytes === this.peerWindowBytes &&
      this.queue.packetsOut > 0;
    this.peerWindowBytes = segment.windowBytes;
    this.#maxPeerWindowBytes = Math.max(this.#maxPeerWindowBytes, segment.windowBytes);
    if (segment.ack < this.una) return;
    const advanced = segment.ack > this.una;
    const lookAgainNs = this.#account(segment, isDuplicate);
    this.transmit();
    if (lookAgainNs !== Infinity || advanced || this.#acknowledgement.arrived > 0 || this.timerKind === 'persist') {
      this.#setTimer(lookAgainNs);
    }
  }

  /**
   * The same as for any acknowledgement, where nothing is missing and more is acknowledged.
   * @param {Segment} segment
   */
  #onPlainAck({ ack, windowBytes, timestamp, timestampEcho, flags }) {
    const { queue, recovery, nowNs } = this;
    const acknowledgement = this.#acknowledgement;
    this.peerWindowBytes = windowBytes;
    if (windowBytes > this.#maxPeerWindowBytes) this.#maxPeerWindowBytes = windowBytes;
    acknowledgement.begin(true, false, false, this.endpoint.ecn.isEcho(flags), timestamp >= 0 ? timestampEcho : -1);
    this.una = ack;
    acknowledgement.taken = queue.acknowledge(ack, acknowledgement);
    if (queue.tookSentAgain) acknowledgement.forgetTimes();
    acknowledgement.delivered = acknowledgement.arrived;
    this.#timeouts = 0;
    this.#rtoBaseNs = nowNs;
    if (acknowledgement.arrived > 0) this.#probeBaseNs = nowNs;
    this.#sampleRtt();
    let lookAgainNs = Infinity;
    if (acknowledgement.isEcho || recovery.mayMissSome) lookAgainNs = recovery.onAck(acknowledgement);
    else recovery.grow(acknowledgement.delivered);
    const isTimed = this.transmit();
    if (!isTimed || lookAgainNs !== Infinity) this.#setTimer(lookAgainNs);
  }

  /** @param {Segment} segment @param {boolean} isDuplicate @returns {number} when to look for losses again */
  #account({ ack, flags, sack, sackEdges: edgesSent, timestampEcho, timestamp, altered, from }, isDuplicate) {
    const { queue, recovery } = this;
    const acknowledgement = this.#acknowledgement;
    // a box that shifts sequence numbers but not SACK blocks: outside of all that was sent, which is ignored
    const sackEdges = from.peerShift + (altered === null ? 0 : altered.sackShift) === 0 ? edgesSent : 0;
    const advanced = ack > this.una;
    const hasDsack = sackEdges > 0 && (sack[1] <= ack || (sackEdges > 2 && sack[0] >= sack[2] && sack[1] <= sack[3]));
    acknowledgement.begin(
      advanced,
      isDuplicate,
      hasDsack,
      this.endpoint.ecn.isEcho(flags),
      timestamp >= 0 ? timestampEcho : -1,
    );
    if (hasDsack) recovery.noteDuplicate(sack[1], this.una);
    this.una = ack;
    acknowledgement.taken = queue.acknowledge(ack, acknowledgement);
    if (queue.tookSentAgain) acknowledgement.forgetTimes();
    const sackedBefore = queue.sackedOut;
    for (let index = 0; index < sackEdges; index += 2) {
      queue.selectivelyAcknowledge(sack[index], sack[index + 1], acknowledgement);
    }
    acknowledgement.hasNewSack = this.hasSack && queue.sackedOut > sackedBefore;
    acknowledgement.delivered = acknowledgement.arrived + (isDuplicate && !this.hasSack ? 1 : 0);
    if (advanced) {
      this.#timeouts = 0;
      this.#rtoBaseNs = this.nowNs;
    }
    if (acknowledgement.arrived > 0) this.#probeBaseNs = this.nowNs;
    this.#sampleRtt();
    if (!advanced && acknowledgement.arrived === 0 && !isDuplicate && !hasDsack && !acknowledgement.isEcho) {
      return Infinity;
    }
    recovery.onProbeAnswered(acknowledgement);
    return recovery.onAck(acknowledgement);
  }

  /**
   * From data sent only once; by the timestamp where some of the newly acknowledged data was retransmitted: the rest
   * may have waited for it (Karn; Linux, tcp_clean_rtx_queue).
   */
  #sampleRtt() {
    const { advanced, arrived, echoMs, oldestSentNs, newestSentNs } = this.#acknowledgement;
    const { nowNs } = this;
    let rttNs = oldestSentNs >= 0 ? nowNs - oldestSentNs : -1;
    if (rttNs < 0 && advanced && echoMs >= 0 && arrived > 0) rttNs = this.endpoint.timestamps.sinceNs(echoMs);
    if (rttNs < 0) return;
    if (this.endpoint.observer !== null) this.endpoint.observe('rtt', null, '', Math.round(rttNs / 1e3));
    this.rtt.sample(rttNs);
    if (newestSentNs >= 0) this.congestion.onRtt(this.window, nowNs - newestSentNs, this.una, this.nxt, nowNs);
  }

  /** @param {number} lookAgainNs for losses; Infinity: no need */
  #setTimer(lookAgainNs) {
    if (this.queue.packetsOut === 0) {
      this.#setPersist();
      return;
    }
    const rtoNs = this.#onTick(this.#rtoBaseNs + this.rtt.rtoNs);
    const probeNs = this.#probeDueNs();
    if (lookAgainNs !== Infinity) this.#arm('reorder', Math.min(lookAgainNs, rtoNs));
    else if (probeNs < Infinity) {
      this.#arm('probe', Math.min(probeNs, rtoNs));
    } // instead of a time-out that would come sooner, as Linux does
    else this.#arm('retransmit', rtoNs);
  }

  /** @param {Sender['timerKind']} kind @param {number} timeNs */
  #arm(kind, timeNs) {
    this.timerKind = kind;
    this.#timer.set(Math.max(timeNs, this.nowNs));
  }

  /** @param {number} timeNs @returns {number} */
  #onTick(timeNs) {
    const tickNs = this.features.rtoTickMs * NS_PER_MS;
    return tickNs > 0 ? Math.ceil(timeNs / tickNs) * tickNs : timeNs;
  }

  #probeDueNs() {
    const { queue, recovery, rtt } = this;
    const isAllowed =
      this.features.tlp &&
      this.hasSack &&
      (recovery.state === 'Open' || recovery.state === 'CWR') &&
      recovery.probeEnd === 0 &&
      rtt.hasSample &&
      this.#timeouts === 0;
    if (!isAllowed || queue.sackedOut > 0) return Infinity;
    return this.#probeBaseNs + 2 * rtt.srttNs + (queue.packetsOut === 1 ? LONE_SEGMENT_NS : MIN_PROBE_NS);
  }

  /** The peer's window is closed: it is to be asked. */
  #setPersist() {
    if (this.nxt === this.written || this.limit !== 'rwnd') this.#timer.cancel();
    else if (this.timerKind !== 'persist' || !this.isTimerSet) this.#arm('persist', this.nowNs + this.rtt.rtoNs);
  }

  #onTimer() {
    const { timerKind } = this;
    if (timerKind === 'persist') this.#askForWindow();
    else if (timerKind === 'probe') this.#probe();
    else if (timerKind === 'reorder') this.#lookAgain();
    else this.#timeOut();
  }

  #lookAgain() {
    const lookAgainNs = this.recovery.findLosses();
    this.transmit();
    this.#setTimer(lookAgainNs);
  }

  /** As Linux does: an old sequence number without data. */
  #askForWindow() {
    this.rtt.backOff();
    this.endpoint.send(this.una - 1, 0, 0, 'probe', -1);
    this.#arm('persist', this.nowNs + this.rtt.rtoNs);
  }

  #probe() {
    const { recovery, queue } = this;
    recovery.probeWasNew = this.#sendNew('tlp_new');
    if (!recovery.probeWasNew) this.#sendAgain(queue.last, 'tlp');
    recovery.probeEnd = this.nxt;
    this.#rtoBaseNs = this.nowNs;
    this.#setTimer(Infinity);
  }

  #timeOut() {
    const { first } = this.queue;
    const isFirst = this.#timeouts === 0;
    this.#timeouts++;
    if (this.#timeouts > GIVE_UP_AFTER) {
      this.endpoint.abort();
      return;
    }
    this.endpoint.observe('rto', null, '', this.#timeouts, Math.round(this.rtt.rtoNs / NS_PER_MS));
    this.rtt.backOff();
    if (!(first.flags & SYN)) this.recovery.onTimeout(isFirst);
    this.#sendAgain(first, first.flags & SYN ? 'syn' : 'rto');
    this.#rtoBaseNs = this.nowNs;
    this.#setTimer(Infinity);
  }
}
