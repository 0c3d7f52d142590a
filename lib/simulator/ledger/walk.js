import { FIN, RST, SYN } from '../tcp/segment.js';

/** @typedef {import('./event-log.js').Sending} Sending */
/** @typedef {import('./event-log.js').EventLog} EventLog */
/**
 * @typedef {'client_app'|'client_tcp'|'path_to_server'|'server_tcp'|'server_app'|'path_to_client'|'capture'} Owner
 */
/** @typedef {{ startNs: number, endNs: number, owner: Owner, rule: string }} Interval */
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

  /** @param {number} startNs @param {number} endNs @param {Owner} owner @param {string} rule */
  #add(startNs, endNs, owner, rule) {
    if (endNs > startNs) this.intervals.push({ startNs, endNs, owner, rule });
  }

  /** @param {Sending} sending that has arrived */
  #journey({ isClient, sentNs, arrivedNs, isMade }) {
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
    if (droppedBy !== '') this.#add(sentNs, again.sentNs, this.#charges[droppedBy] ?? way, rule);
    else if (this.#wasAnswerDropped(earlier)) {
      this.#add(sentNs, again.sentNs, this.#chargedAnswer(earlier) ?? back, 'ack_lost');
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

  /** @param {Sending} sending */
  #wasAnswerDropped(sending) {
    return sending.arrivedNs >= 0 && this.#answersOf(sending)[0]?.droppedBy !== '';
  }

  /** @param {Sending} sending */
  #chargedAnswer(sending) {
    return this.#charges[this.#answersOf(sending)[0]?.droppedBy ?? ''];
  }

  /** Nothing came in that instant: its host's timer, or application. @param {Sending} sending */
  #byTimer(sending) {
    const { isClient, sentNs, length, flags } = sending;
    const own = isClient ? 'client' : 'server';
    const other = isClient ? 'server' : 'client';
    const came = this.#lastNews(isClient, sentNs);
    const said = this.#lastSaid(isClient, sentNs, sending);
    if (length === 0 && (flags & (SYN | FIN | RST)) === 0) {
      if (sending.retransmission === 'probe' && sending.isWindowShut && said) {
        this.#add(said.sentNs, sentNs, `${other}_app`, 'zero_window');
        return said;
      }
      if (came) {
        const ofReader = sending.isReaders && sending.retransmission === '';
        this.#add(
          came.arrivedNs,
          sentNs,
          ofReader ? `${own}_app` : `${own}_tcp`,
          ofReader ? 'zero_window' : 'delayed_ack',
        );
        this.#journey(came);
        return came;
      }
    }
    if (said && (!came || said.sentNs > came.arrivedNs)) {
      if (isClient && length === 0) return this.#gaveUp(sending, said);
      this.#add(said.sentNs, sentNs, isClient || length > 0 ? `${own}_app` : 'client_app', 'write_pause');
      return said;
    }
    if (!came) return null;
    this.#add(
      came.arrivedNs,
      sentNs,
      length > 0 || isClient ? `${own}_app` : 'client_app',
      isClient ? 'idle' : 'think',
    );
    this.#journey(came);
    return came;
  }

  /**
   * The client ends what was not answered.
   * @param {Sending} end @param {Sending} asked
   */
  #gaveUp(end, asked) {
    const { arrivedNs, sentNs, droppedBy } = asked;
    if (arrivedNs < 0) this.#add(sentNs, end.sentNs, this.#charges[droppedBy] ?? 'path_to_server', 'unanswered');
    else {
      const answer = this.#all.find((other) => !other.isClient && other.length > 0 && other.sentNs >= arrivedNs);
      if (answer === undefined) this.#add(arrivedNs, end.sentNs, 'server_app', 'unanswered');
      else {
        const owner = this.#charges[answer.droppedBy] ?? 'path_to_client';
        this.#add(answer.sentNs, end.sentNs, owner, 'unanswered');
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
  #lastSaid(isClient, beforeNs, than) {
    /** @type {Sending|undefined} */
    let last;
    for (const sending of this.#all) {
      if (sending.sentNs >= beforeNs) break;
      const isIt = sending.isClient === isClient && !sending.isMade && sending !== than;
      if (isIt && (sending.length > 0 || sending.flags & SYN || sending.retransmission === 'probe')) last = sending;
    }
    return last;
  }
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
