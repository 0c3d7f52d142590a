import { FIN, RST, SYN } from '../tcp/segment.js';

/** @typedef {import('./event-log.js').Sending} Sending */
/** @typedef {import('./event-log.js').EventLog} EventLog */
/**
 * @typedef {'client_app'|'client_tcp'|'path_to_server'|'server_tcp'|'server_app'|'path_to_client'|'capture'} Owner
 */
/** A client that ends sooner after it has written does not wait for an answer. */
const PATIENCE_NS = 1e6;

/**
 * What would show that a packet, or its answer, got through: a packet of the end it went to that acknowledges more than
 * `ack`; news: not one that is only sent again.
 * @typedef {{ isClient: boolean, afterNs: number, ack: number, isNews: boolean }} Proof
 */
/**
 * proof: where none is seen, nobody can tell who dropped it; isAtServer: nor does that show elsewhere.
 * @typedef {{ startNs: number, endNs: number, owner: Owner, rule: string, proof?: Proof, isAtServer?: boolean }}
 *   Interval
 */
/**
 * Who is charged for what a kind of box drops; the path where it is not named.
 * @typedef {Record<string, Owner>} Charges
 */

/**
 * The critical path of a connection, walked back from its last packet to its first (Barford and Crovella, 2001), with
 * all that the simulation knows: whose turn it was at each moment.
 */
class Walk {
  /** From the last to the first. @type {Interval[]} */
  intervals = [];
  #log;
  #all;
  #charges;
  /**
   * A round trip that is that of a window too small: whose, and whose data waited.
   * @type {{ owner: Owner, isClients: boolean }|null}
   */
  #window = null;
  #leastNs = { toServer: Infinity, toClient: Infinity };

  /** @param {EventLog} log @param {Sending[]} all of a flow, in order of time @param {Charges} charges */
  constructor(log, all, charges) {
    this.#log = log;
    this.#all = all;
    this.#charges = charges;
    for (const { isClient, sentNs, arrivedNs, isMade } of all) {
      if (arrivedNs < 0 || isMade) continue;
      const way = isClient ? 'toServer' : 'toClient';
      this.#leastNs[way] = Math.min(this.#leastNs[way], arrivedNs - sentNs);
    }
  }

  run() {
    const last = this.#all.reduce((a, b) =>
      Math.max(b.sentNs, b.arrivedNs) >= Math.max(a.sentNs, a.arrivedNs) ? b : a,
    );
    /** @type {Sending|null} */
    let at = last;
    if (last.arrivedNs >= 0) this.#journey(last);
    for (let steps = 4 * this.#all.length; at !== null && steps > 0; steps--) at = this.#before(at);
    return this.intervals.reverse();
  }

  /**
   * @param {number} startNs @param {number} endNs @param {Owner} owner @param {string} rule
   * @param {Pick<Interval, 'proof' | 'isAtServer'>} [shown]
   */
  #add(startNs, endNs, owner, rule, shown) {
    if (endNs > startNs) this.intervals.push({ startNs, endNs, owner, rule, ...shown });
  }

  /** @param {Sending} sending that has arrived */
  #journey({ isClient, sentNs, arrivedNs, isMade, length }) {
    if (this.#window !== null) {
      this.#add(sentNs, arrivedNs, this.#window.owner, 'receive_window');
      if (length > 0 && isClient === this.#window.isClients) this.#window = null;
      return;
    }
    const owner = isClient ? 'path_to_server' : 'path_to_client';
    const leastNs = this.#leastNs[isClient ? 'toServer' : 'toClient'];
    const queueNs = isMade ? 0 : arrivedNs - sentNs - leastNs;
    this.#add(arrivedNs - queueNs, arrivedNs, owner, 'queue');
    this.#add(sentNs, arrivedNs - queueNs, owner, 'propagation');
  }

  /** @param {Sending} sending @returns {Sending|null} the one whose departure it followed; null: it was the first */
  #before(sending) {
    const { retransmission, previous, trigger, isMade } = sending;
    const earlier = this.#log.sendings.get(previous);
    if (earlier && retransmission !== '' && retransmission !== 'probe') return this.#repaired(sending, earlier);
    const cause = this.#log.sendings.get(trigger);
    if (cause && sending.released !== '' && sending.length > 0) this.#window = windowOwner(sending, cause);
    if (cause && isMade) {
      this.#add(cause.sentNs, sending.sentNs, cause.isClient ? 'path_to_server' : 'path_to_client', 'propagation');
      return cause;
    }
    if (cause && cause.arrivedNs >= 0) {
      this.#journey(cause);
      return cause;
    }
    return isMade ? null : this.#byTimer(sending);
  }

  /** @param {Sending} again @param {Sending} earlier sending of the same */
  #repaired(again, earlier) {
    const { isClient, droppedBy, arrivedNs, sentNs } = earlier;
    const isToServer = isClient;
    const rule = repairRule(again);
    const way = isToServer ? 'path_to_server' : 'path_to_client';
    const back = isToServer ? 'path_to_client' : 'path_to_server';
    const dropped = this.#droppedAnswer(earlier);
    if (droppedBy !== '') this.#add(sentNs, again.sentNs, this.#charges[droppedBy] ?? way, rule, shownOf(earlier));
    else if (dropped) {
      this.#add(sentNs, again.sentNs, this.#charges[dropped.droppedBy] ?? back, 'ack_lost', shownOf(dropped));
    } else {
      // it had arrived, or was on its way: what was late
      const endNs = arrivedNs < 0 ? again.sentNs : Math.min(arrivedNs, again.sentNs);
      this.#add(endNs, again.sentNs, back, 'late');
      this.#add(sentNs, endNs, way, 'late');
    }
    return earlier;
  }

  /** @param {Sending} sending that arrived */
  #answersOf({ isClient, arrivedNs, start, length }) {
    return this.#all.filter(
      (other) => other.isClient !== isClient && other.sentNs >= arrivedNs && other.ack >= start + Math.max(length, 1),
    );
  }

  /** @param {Sending} sending @returns {Sending|null} its acknowledgement, which was dropped */
  #droppedAnswer(sending) {
    const answer = sending.arrivedNs >= 0 ? this.#answersOf(sending)[0] : undefined;
    return answer !== undefined && answer.droppedBy !== '' ? answer : null;
  }

  /** Nothing came in that instant: its host's timer, or application. @param {Sending} sending */
  #byTimer(sending) {
    const { isClient, sentNs, length, flags } = sending;
    const own = isClient ? 'client' : 'server';
    const came = this.#lastNews(isClient, sentNs);
    const lastSent = this.#lastSent(isClient, sentNs, sending);
    if (length === 0 && (flags & (SYN | FIN | RST)) === 0) {
      const before = this.#ofBare(sending, lastSent, came);
      if (before) return before;
    }
    if (lastSent && (!came || lastSent.sentNs >= came.arrivedNs)) {
      if (isClient && length === 0 && sentNs - lastSent.sentNs > PATIENCE_NS) return this.#gaveUp(sending, lastSent);
      this.#add(lastSent.sentNs, sentNs, isClient || length > 0 ? `${own}_app` : 'client_app', 'write_pause');
      return lastSent;
    }
    if (!came) return null;
    // a server that ends instead of answering; else it ends what was idle
    const isOwn = isClient || length > 0 || came.length > 0;
    this.#add(came.arrivedNs, sentNs, isOwn ? `${own}_app` : 'client_app', isClient ? 'idle' : 'think');
    this.#journey(came);
    return came;
  }

  /**
   * An acknowledgement, or a probe, without data.
   * @param {Sending} sending @param {Sending} [lastSent] @param {Sending} [came]
   * @returns {Sending|null|undefined} what it followed
   */
  #ofBare(sending, lastSent, came) {
    const { isClient, sentNs, retransmission, isReaders } = sending;
    const own = isClient ? 'client' : 'server';
    if (retransmission === 'probe' && sending.isWindowShut && lastSent) {
      this.#add(lastSent.sentNs, sentNs, isClient ? 'server_app' : 'client_app', 'zero_window');
      return lastSent;
    }
    if (retransmission === 'probe') return this.#idle(sending, lastSent, came);
    if (!came) return null;
    if (isReaders) this.#add(came.arrivedNs, sentNs, `${own}_app`, 'zero_window');
    else this.#add(came.arrivedNs, sentNs, `${own}_tcp`, 'delayed_ack');
    this.#journey(came);
    return came;
  }

  /**
   * A keep-alive probe.
   * @param {Sending} probe @param {Sending} [lastSent] @param {Sending} [came]
   */
  #idle(probe, lastSent, came) {
    const before = lastSent && (!came || lastSent.sentNs >= came.arrivedNs) ? lastSent : came;
    if (before === undefined) return null;
    this.#add(before === lastSent ? before.sentNs : before.arrivedNs, probe.sentNs, 'client_app', 'idle');
    if (before === came) this.#journey(before);
    return before;
  }

  /**
   * The client ends what was not answered.
   * @param {Sending} end @param {Sending} asked
   */
  #gaveUp(end, asked) {
    const { arrivedNs, sentNs, droppedBy } = asked;
    if (arrivedNs < 0 || arrivedNs > end.sentNs) {
      const owner = this.#charges[droppedBy] ?? 'path_to_server';
      this.#add(sentNs, end.sentNs, owner, 'unanswered', shownOf(asked));
    } else {
      const answer = this.#all.find((other) => !other.isClient && other.length > 0 && other.sentNs >= arrivedNs);
      if (answer === undefined) {
        const proof = { isClient: false, afterNs: end.sentNs, ack: 0, isNews: false };
        this.#add(arrivedNs, end.sentNs, 'server_app', 'unanswered', { proof });
      } else {
        const owner = this.#charges[answer.droppedBy] ?? 'path_to_client';
        this.#add(answer.sentNs, end.sentNs, owner, 'unanswered', shownOf(answer));
        this.#add(arrivedNs, answer.sentNs, 'server_app', 'think');
      }
      this.#add(sentNs, arrivedNs, 'path_to_server', 'propagation');
    }
    return asked;
  }

  /** @param {boolean} isClient @param {number} beforeNs @returns {Sending|undefined} news that came to an end */
  #lastNews(isClient, beforeNs) {
    /** @type {Sending|undefined} */
    let last;
    for (const sending of this.#all) {
      if (sending.sentNs >= beforeNs) break;
      const { arrivedNs, isNews } = sending;
      const isIt = sending.isClient !== isClient && isNews && arrivedNs >= 0 && arrivedNs < beforeNs;
      if (isIt && (last === undefined || arrivedNs >= last.arrivedNs)) last = sending;
    }
    return last;
  }

  /** @param {boolean} isClient @param {number} beforeNs @param {Sending} than @returns {Sending|undefined} */
  #lastSent(isClient, beforeNs, than) {
    /** @type {Sending|undefined} */
    let last;
    for (const sending of this.#all) {
      if (sending.sentNs > beforeNs || sending === than) break;
      const isIt = sending.isClient === isClient && !sending.isMade;
      if (isIt && (sending.length > 0 || sending.flags & SYN || sending.retransmission === 'probe')) last = sending;
    }
    return last;
  }
}

/**
 * @param {Sending} data that had waited for window @param {Sending} update that opened it
 * @returns {{ owner: Owner, isClients: boolean }}
 */
function windowOwner({ isClient, released }, { isReaders }) {
  if (released === 'clamp') return { owner: isClient ? 'client_tcp' : 'server_tcp', isClients: isClient };
  const receiver = isClient ? 'server' : 'client';
  return { owner: isReaders ? `${receiver}_app` : `${receiver}_tcp`, isClients: isClient };
}

/** @param {Sending} lost @returns {Pick<Interval, 'proof' | 'isAtServer'>} */
function shownOf({ isClient, sentNs, start, length, flags }) {
  const isNews = length === 0 && (flags & (SYN | FIN)) === 0;
  const proof = { isClient: !isClient, afterNs: sentNs, ack: isNews ? start - 1 : start, isNews };
  return isClient && flags & SYN ? { proof, isAtServer: true } : { proof };
}

/** @param {Sending} again */
function repairRule({ retransmission, isClient }) {
  if (retransmission === 'syn') return isClient ? 'syn_timeout' : 'syn_ack_timeout';
  return retransmission === 'fast' ? 'loss_recovery' : 'rto';
}

/**
 * The true ledger of time of a connection: intervals without gap or overlap, from its first packet to its last.
 * @param {EventLog} log @param {number} flow @param {Charges} [charges]
 * @returns {Interval[]}
 */
export function trueLedger(log, flow, charges = {}) {
  const all = log.flows.get(flow);
  return all ? new Walk(log, all, charges).run() : [];
}
