import { FIN, SYN } from '../tcp/segment.js';

/** @typedef {import('../tcp/endpoint.js').Endpoint} Endpoint */
/** @typedef {import('../tcp/segment.js').Segment} Segment */
/** @typedef {import('../tcp/roles.js').Observer} Observer */

/**
 * A packet from its sending to its arrival, or to where it was dropped.
 * @typedef {object} Sending
 * @property {number} number
 * @property {number} flow
 * @property {boolean} isClient from the client
 * @property {number} sentNs
 * @property {number} start @property {number} length @property {number} flags @property {number} ack
 * @property {string} retransmission its kind; "": none
 * @property {number} previous sending of the same; -1: none
 * @property {number} trigger the packet whose arrival let it go, in the same instant; -1: none
 * @property {boolean} isMade by a box
 * @property {boolean} isReaders its sender's application does not read at once
 * @property {boolean} isWindowShut its sender waits for window
 * @property {''|'window'|'clamp'} released its sender had waited until the trigger came: for the receiver's window, or
 *   as its own congestion window may not grow
 * @property {number} arrivedNs -1: it has not
 * @property {boolean} isNews with data that its receiver did not have, or part of a handshake
 * @property {string} droppedBy "": it was not; "link", "refused" by its receiver, or a kind of box
 */
/** What held a sender back, in ns by `limit` of senders. @typedef {Record<string, number>} Limits */

/** @param {Endpoint} end */
const keyOf = ({ flow, isClient }) => 2 * flow + (isClient ? 1 : 0);

/** @param {Endpoint} end @param {string} limit @returns {Sending['released']} */
function releasedFrom({ features: { maxWindowSegments } }, limit) {
  if (limit === 'rwnd') return 'window';
  return limit === 'cwnd' && maxWindowSegments < 2 ** 32 ? 'clamp' : '';
}

/**
 * Keeps when each packet left and came, and what let it go.
 * @implements {Observer}
 */
export class EventLog {
  /** By number. @type {Map<number, Sending>} */
  sendings = new Map();
  /** By flow, in order of time. @type {Map<number, Sending[]>} */
  flows = new Map();
  /** By flow, of both ends' data. @type {Map<number, Limits>} */
  limits = new Map();
  /** Dropped packets with data or control flags, by what dropped them. @type {Record<string, number>} */
  drops = {};
  /**
   * By end, the packet that came last, when, and what had held the end back.
   * @type {Map<number, { ns: number, number: number, limit: string }>}
   */
  #came = new Map();
  /** By end, its limit and since when. @type {Map<number, { limit: string, ns: number }>} */
  #limit = new Map();

  /** @type {import('../tcp/roles.js').Observer['observe']} */
  observe(endpoint, ev, segment, retransmission) {
    const { nowNs } = endpoint.events;
    if (ev === 'in' && segment !== null) this.#noteArrival(endpoint, segment, nowNs);
    else if (ev === 'out' && segment !== null) {
      const came = this.#came.get(keyOf(endpoint));
      this.#add(segment, nowNs, {
        retransmission,
        trigger: came?.ns === nowNs ? came.number : -1,
        released: came?.ns === nowNs ? releasedFrom(endpoint, came.limit) : '',
        isReaders: endpoint.reader !== null,
        isWindowShut: endpoint.sender.limit === 'rwnd',
      });
    }
    if (ev === 'limit') this.#noteLimit(endpoint, nowNs);
  }

  /** @param {Segment} segment @param {string} by */
  noteDropped({ number, length, flags }, by) {
    const sending = this.sendings.get(number);
    const name = by === '' ? 'link' : by;
    if (sending) sending.droppedBy = name;
    if (length > 0 || flags & (SYN | FIN)) this.drops[name] = (this.drops[name] ?? 0) + 1;
  }

  /** @param {Segment} segment @param {number} cause */
  noteMade(segment, cause) {
    const { nowNs } = segment.from.events;
    this.#add(segment, nowNs, { trigger: cause, isMade: true });
  }

  /** @param {Segment} segment @param {number} sentNs @param {Partial<Sending>} more */
  #add({ number, from, start, length, flags, ack, previous }, sentNs, more) {
    /** @type {Sending} */
    const sending = {
      number,
      flow: from.flow,
      isClient: from.isClient,
      sentNs,
      start,
      length,
      flags,
      ack,
      retransmission: '',
      previous,
      trigger: -1,
      isMade: false,
      isReaders: false,
      isWindowShut: false,
      released: '',
      arrivedNs: -1,
      isNews: false,
      droppedBy: '',
      ...more,
    };
    this.sendings.set(number, sending);
    const all = this.flows.get(from.flow);
    if (all) all.push(sending);
    else this.flows.set(from.flow, [sending]);
  }

  /** @param {Endpoint} endpoint @param {Segment} segment @param {number} nowNs */
  #noteArrival(endpoint, segment, nowNs) {
    const { number, start, length, flags } = segment;
    this.#came.set(keyOf(endpoint), { ns: nowNs, number, limit: endpoint.sender.limit });
    const sending = this.sendings.get(number);
    if (sending === undefined) return;
    const { next } = endpoint.receiver.queue;
    sending.arrivedNs = nowNs;
    sending.isNews = (length > 0 && start + length > next) || (flags & FIN) !== 0 || !endpoint.isEstablished;
  }

  /** @param {Endpoint} endpoint @param {number} nowNs */
  #noteLimit(endpoint, nowNs) {
    const key = keyOf(endpoint);
    const before = this.#limit.get(key);
    if (before) {
      const sums = this.limits.get(endpoint.flow) ?? {};
      sums[before.limit] = (sums[before.limit] ?? 0) + nowNs - before.ns;
      this.limits.set(endpoint.flow, sums);
    }
    this.#limit.set(key, { limit: endpoint.sender.limit, ns: nowNs });
  }
}
