import { LOCAL_NS } from '../../transport/path.js';
import { TCP } from '../../transport/tcp/header.js';
import { kindOf, spuriousOf, VERDICT } from '../../transport/verdict.js';
import { causeSpansOf } from '../cause-spans.js';
import { obeysUnscaled } from '../findings/detectors/causes/window-scaling-lost.js';
import { CAUSE } from '../sender/causes.js';
import { distancesOf } from './places.js';

/** @typedef {import('../findings/context.js').Context} Context */
/** @typedef {import('../sender/spans.js').Span} Span */

/** @type {Span[]} */
const NONE = [];
/** Retransmissions searched for the one that got through. */
const MAX_SEARCHED = 64;
/** What a sender seems to wait for whose window is not what it shows. @type {readonly number[]} */
const OF_WINDOWS = [CAUSE.CONGESTION_WINDOW, CAUSE.APPLICATION, CAUSE.NETWORK];
/** Round trips after which more follows, where the window was one segment. */
const FROM_ONE = Object.freeze([0.7, 3]);
/** Windows that tell that none of them was a passing one. */
const MIN_SHOWN = 4;
/** Of the largest window: what is not read. Hosts take a part of the buffer back as memory runs short. */
const UNREAD_SHARE = 1 / 8;
/** Of the windows: those that may tell of a buffer that is empty nonetheless. */
const READ_SHARE = 1 / 4;

/** What the ledger asks of a connection, found once. */
export class FlowFacts {
  #context;
  #stallsOf;
  /** @type {(Span[] | null)[]} */
  #spans = [null, null];
  /** Needed retransmissions, by direction. @type {number[][]} */
  #needed = [[], []];
  /** The others. @type {number[][]} */
  #needless = [[], []];
  /**
   * Acknowledgements that moved, of each direction's data.
   * @type {({ offset: number[], packet: number[] } | null)[]}
   */
  #acks = [null, null];
  /** @type {{ startNs: number, endNs: number, end: number }[] | null} */
  #lostAcks = null;
  /** @type {({ packet: number[], bytes: number[] } | null)[]} */
  #windows = [null, null];

  /** @param {Context} context @param {() => import('../sender/credit-stalls.js').Stalls} stallsOf */
  constructor(context, stallsOf) {
    this.#context = context;
    this.#stallsOf = stallsOf;
    this.context = context;
    this.packets = context.packets;
    this.distances = distancesOf(context);
    const { resends, judgement, direction } = context.packets;
    for (const i of resends) {
      (spuriousOf(judgement[i]) === true ? this.#needless : this.#needed)[direction[i]].push(i);
    }
  }

  /** Half of the shortest round trip between the capture point and an end; 0: not known. @param {number} end */
  halfNs(end) {
    return (this.distances[end] ?? 0) / 2;
  }

  /** Whether the capture was taken at an end, or beside it. @param {number} end */
  isAt(end) {
    const ns = this.distances[end];
    return ns !== null && ns < LOCAL_NS;
  }

  /**
   * When an end was kept waiting for its timer as the acknowledgement of what it then repeated had been lost behind the
   * capture point, by start.
   * @returns {{ startNs: number, endNs: number, end: number }[]}
   */
  get lostAcks() {
    return (this.#lostAcks ??= [0, 1]
      .flatMap((end) => this.#needless[end].filter((i) => this.isTimed(i)).map((i) => this.#lostAckOf(end, i)))
      .filter(({ startNs, endNs }) => startNs < endNs)
      .sort((a, b) => a.startNs - b.startNs));
  }

  /** @param {number} end @param {number} i what it repeated */
  #lostAckOf(end, i) {
    const { timeNs, endOffset } = this.packets;
    const ack = this.acknowledged(end, endOffset[i]);
    return { startNs: ack < 0 ? Infinity : timeNs[ack], endNs: timeNs[i], end };
  }

  /**
   * Whether a direction's data comes back as after a retransmission timeout: with what it repeats, or with a single
   * full segment, and more a round trip later (a window from one, RFC 5681 section 3.1). What had waited in an
   * application comes at once.
   * @param {number} d direction @param {number} from a packet that comes after the silence, or with its end
   */
  startsAgain(d, from) {
    const { direction, length, timeNs, verdict, count } = this.packets;
    let i = from;
    while (i < count && timeNs[i] === timeNs[from] && (direction[i] !== d || length[i] === 0)) i++;
    if (i >= count || direction[i] !== d || length[i] === 0) return false;
    if (verdict[i] === VERDICT.RETRANSMISSION) return this.isTimed(i);
    if (this.roundTripNs === 0 || length[i] < (this.wayOf(d)?.mss ?? Infinity)) return false;
    const [soonest, latest] = FROM_ONE.map((trips) => timeNs[i] + trips * this.roundTripNs);
    let k = i + 1;
    while (k < count && timeNs[k] < latest && (direction[k] !== d || length[k] === 0)) k++;
    return k < count && timeNs[k] >= soonest && timeNs[k] < latest;
  }

  /** Of the whole path; 0: not known. */
  get roundTripNs() {
    return (this.distances[0] ?? 0) + (this.distances[1] ?? 0);
  }

  /** @param {number} direction */
  wayOf(direction) {
    return this.#context.ways.find((way) => way.direction === direction) ?? null;
  }

  /** What a direction's time was spent on: values of `CAUSE`, in order. @param {number} direction */
  spansOf(direction) {
    const before = this.#spans[direction];
    if (before !== null) return before;
    const way = this.wayOf(direction);
    const spans = way === null ? NONE : this.#causesOf(way);
    this.#spans[direction] = spans;
    return spans;
  }

  /**
   * Where a sender takes the other end's window unscaled, that is what it waited for.
   * @param {import('../findings/context.js').DirectionContext} way
   */
  #causesOf(way) {
    const { spans } = causeSpansOf(this.#context, way, this.#stallsOf);
    if (!obeysUnscaled(way, this.#context)) return spans;
    return spans.map((one) => (OF_WINDOWS.includes(one.value) ? { ...one, value: CAUSE.RECEIVE_WINDOW } : one));
  }

  /**
   * Whether an end's window stayed smaller than it had been, as its application does not read: over several
   * acknowledgements, or by more than those two segments that one of them may tell of before they are read.
   * @param {number} end @param {number} fromNs @param {number} untilNs @param {number} mss of what it receives
   */
  isUnread(end, fromNs, untilNs, mss) {
    const { direction, windowBytes, timeNs, count } = this.packets;
    const { packet, bytes } = (this.#windows[end] ??= this.#windowsOf(end));
    const first = this.packetUpTo(fromNs);
    const largest = bytes[lastUpTo(packet.length, (k) => packet[k], first)] ?? 0;
    const shown = [];
    for (let i = Math.max(0, first); i < count && timeNs[i] < untilNs; i++) {
      if (direction[i] === end) shown.push(windowBytes[i]);
    }
    if (shown.length < MIN_SHOWN) {
      return Math.max(this.#lastBefore(end, first), ...shown) + 2 * mss < largest;
    }
    const least = largest - Math.max(mss / 2, largest * UNREAD_SHARE);
    return shown.filter((bytes) => bytes >= least).length <= shown.length * READ_SHARE;
  }

  /** The window that an end showed last; −1: none. @param {number} end @param {number} first packet */
  #lastBefore(end, first) {
    const { direction, windowBytes } = this.packets;
    for (let i = first, n = 0; i >= 0 && n < MAX_SEARCHED; i--, n++) if (direction[i] === end) return windowBytes[i];
    return -1;
  }

  /** An end's windows that were larger than all before. @param {number} end */
  #windowsOf(end) {
    const { direction, windowBytes, flags, count } = this.packets;
    const packet = [];
    const bytes = [];
    let most = 0;
    for (let i = 0; i < count; i++) {
      if (direction[i] !== end || windowBytes[i] <= most || (flags[i] & (TCP.SYN | TCP.RST)) !== 0) continue;
      most = windowBytes[i];
      packet.push(i);
      bytes.push(most);
    }
    return { packet, bytes };
  }

  /** @param {number} i packet */
  frame(i) {
    return this.packets.frame[i];
  }

  /**
   * Whether a direction's last data up to a packet ended a write of its application.
   * @param {number} direction @param {number} last packet
   */
  endsWrite(direction, last) {
    const { direction: directions, length, flags } = this.packets;
    let i = last;
    for (let n = 0; i >= 0 && n < MAX_SEARCHED && (directions[i] !== direction || length[i] === 0); n++) i--;
    if (i < 0 || directions[i] !== direction) return false;
    return (flags[i] & TCP.PSH) !== 0 || length[i] < (this.wayOf(direction)?.mss ?? 0);
  }

  /** The last packet up to a time; −1: none. @param {number} ns */
  packetUpTo(ns) {
    return lastUpTo(this.packets.count, (i) => this.packets.timeNs[i], ns);
  }

  /**
   * The needed retransmission of a direction by which bytes before `offset` got through last.
   * @param {number} direction @param {number} afterNs @param {number} untilNs @param {number} offset
   * @returns {number} packet; −1: none
   */
  lastRepair(direction, afterNs, untilNs, offset) {
    return this.#lastOf(this.#needed[direction], afterNs, untilNs, offset);
  }

  /**
   * The same that nothing had been lost for.
   * @param {number} direction @param {number} afterNs @param {number} untilNs @param {number} offset
   */
  lastNeedless(direction, afterNs, untilNs, offset) {
    return this.#lastOf(this.#needless[direction], afterNs, untilNs, offset);
  }

  /** @param {number[]} resends @param {number} afterNs @param {number} untilNs @param {number} offset */
  #lastOf(resends, afterNs, untilNs, offset) {
    const { timeNs, seqOffset } = this.packets;
    const last = lastUpTo(resends.length, (k) => timeNs[resends[k]], untilNs);
    for (let k = last; k >= 0 && k > last - MAX_SEARCHED; k--) {
      const i = resends[k];
      if (timeNs[i] <= afterNs) return -1;
      if (seqOffset[i] < offset) return i;
    }
    return -1;
  }

  /**
   * What an end sent next without repeating anything, and whether its number shows that it had sent data meanwhile that
   * did not pass here.
   * @param {number} end @param {number} afterNs
   * @returns {{ packet: number, hasSentMore: boolean, topOffset: number }} packet −1: nothing
   */
  nextOf(end, afterNs) {
    const { count, direction, flags, timeNs, seqOffset, endOffset } = this.packets;
    let topOffset = 1;
    for (let i = 0; i < count; i++) {
      if (direction[i] !== end || (flags[i] & TCP.RST) !== 0) continue;
      const isNext = timeNs[i] >= afterNs && seqOffset[i] >= topOffset;
      if (isNext) return { packet: i, hasSentMore: seqOffset[i] > topOffset, topOffset };
      topOffset = Math.max(topOffset, endOffset[i]);
    }
    return { packet: -1, hasSentMore: false, topOffset };
  }

  /**
   * Whether a direction sent anything again.
   * @param {number} direction @param {number} afterNs @param {number} untilNs
   */
  hasRepeated(direction, afterNs, untilNs) {
    return this.packets.resends.some((i) => {
      const ns = this.packets.timeNs[i];
      return this.packets.direction[i] === direction && ns > afterNs && ns <= untilNs;
    });
  }

  /** Whether a timer sent it, not duplicate acknowledgements. @param {number} i retransmission */
  isTimed(i) {
    return kindOf(this.packets.judgement[i]) !== 'fast';
  }

  /**
   * The packet that acknowledged a direction's bytes before `offset` first; −1: none.
   * @param {number} direction @param {number} offset
   */
  acknowledged(direction, offset) {
    const { offset: offsets, packet } = (this.#acks[direction] ??= this.#acksOf(direction));
    const before = lastUpTo(offsets.length, (k) => offsets[k], offset - 1);
    return packet[before + 1] ?? -1;
  }

  /** @param {number} direction */
  #acksOf(direction) {
    const { count, direction: directions, ackOffset } = this.packets;
    const offset = [];
    const packet = [];
    let most = 1;
    for (let i = 0; i < count; i++) {
      if (directions[i] === direction || ackOffset[i] <= most) continue;
      most = ackOffset[i];
      offset.push(most);
      packet.push(i);
    }
    return { offset, packet };
  }
}

/**
 * The last of rising values that is not above one.
 * @param {number} count @param {(k: number) => number} of @param {number} value @returns {number} −1: none
 */
export function lastUpTo(count, of, value) {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (of(middle) <= value) low = middle + 1;
    else high = middle;
  }
  return low - 1;
}
