import { CaptureOnlyFindings, NOTHING } from './capture-only.js';
import { conclude, look } from './examination.js';
import {
  hasReason,
  isExaminable,
  MAX_EXAMINED_FLOWS,
  MAX_EXAMINED_IN_ALL,
  MAX_EXAMINED_PACKETS,
  MAX_OPENED_PACKETS,
  PACKETS_TOGETHER,
} from './worth-examining.js';

/** @typedef {import('./evidence/message-facts.js').MessageAnalysis} MessageAnalysis */

/** @typedef {import('./examination.js').Examination} Examination */
/**
 * @typedef {(flow: number) => import('../../transport/losses.js').LossesAndReordering | undefined}
 *   VerdictsOf
 */
/** @typedef {import('./capture-only.js').Examined} Examined */
/** @typedef {import('./examination.js').OnLedger} OnLedger */

/** Connections whose findings are kept. */
export const MAX_KEPT_EXAMINATIONS = 16_384;
/** A growing connection is examined again when it has grown by this share. */
const GROWTH = 1 / 8;

/** Budget of packets and connections that may still be examined. */
class Budget {
  #packets = 0;
  #flows = 0;

  /**
   * Deducts the cost of a connection, if enough is left.
   * @param {number} packets
   * @param {boolean} isNew not examined before
   */
  allows(packets, isNew) {
    if (this.#packets + packets > MAX_EXAMINED_IN_ALL || (isNew && this.#flows >= MAX_EXAMINED_FLOWS)) return false;
    this.#packets += packets;
    if (isNew) this.#flows++;
    return true;
  }
}

/** Unlimited, for a user who waits for all connections: only each one's length is bounded. */
const UNBOUNDED = { allows: () => true };

/** Examines connections, within limits; findings are kept until the connection has grown. */
export class Examiner extends CaptureOnlyFindings {
  #tcp;
  #messages;
  #muxCredit;
  #isAll;
  /** @type {Pick<Budget, 'allows'>} */
  #budget;
  /** @type {Map<number, Examination>} */
  #known = new Map();
  /**
   * Examined together with others before their turn, with their last row then.
   * @type {Map<number, { lastRow: number, examination: Examination }>}
   */
  #made = new Map();
  /** @type {VerdictsOf|null} */
  #verdictsOf;
  /** @type {OnLedger|null} */
  #onLedger;
  /**
   * Connections in the order in which they will be asked for, and the position reached.
   * @type {number[]|null}
   */
  #planned = null;
  #plannedAt = 0;
  /** Whether what is known was found after the capture's end. */
  #isFinal = false;
  /** What its findings rest on besides the packets. */
  #hostLog = /** @type {import('../../shared/hostlog/host-log.js').HostLog | null} */ (null);

  /**
   * @param {import('../../transport/tcp/tcp-transport.js').TcpTransport} tcp
   * @param {MessageAnalysis} messages
   * @param {number} [muxCredit] what WebMUX sessions start with
   * @param {{ all?: boolean, reasons?: number[] | null, verdictsOf?: VerdictsOf | null, onLedger?: OnLedger | null
   *   }} [extent] all: every
   *   connection up to `MAX_OPENED_PACKETS`, however long that takes; reasons: as in `CaptureOnlyFindings`; verdictsOf:
   *   for a finished capture whose connections are asked for in order, so that several are examined together; onLedger:
   *   of each connection that is examined
   */
  constructor(tcp, messages, muxCredit, { all = false, reasons = null, verdictsOf = null, onLedger = null } = {}) {
    super(tcp, messages, reasons);
    this.#tcp = tcp;
    this.#messages = messages;
    this.#muxCredit = muxCredit;
    this.#isAll = all;
    this.#verdictsOf = verdictsOf;
    this.#onLedger = onLedger;
    this.#budget = all ? UNBOUNDED : new Budget();
  }

  get #mostPackets() {
    return this.#isAll ? MAX_OPENED_PACKETS : MAX_EXAMINED_PACKETS;
  }

  /** Renews the budget: the user asks for other connections. */
  renew() {
    if (!this.#isAll) this.#budget = new Budget();
  }

  /**
   * The end settles verdicts and messages of connections that have not grown since. They are examined anew, so that
   * what was asked before the end changes no answer after it.
   */
  #beginAnewAtEnd() {
    const hostLog = this.#tcp.hostLog();
    if (!this.#tcp.hasEnded || (this.#isFinal && this.#hostLog === hostLog)) return;
    this.#isFinal = true;
    this.#hostLog = hostLog;
    this.#known.clear();
    this.#made.clear();
    this.renew();
  }

  /**
   * @override
   * @param {number} flow index
   * @param {import('../../transport/losses.js').LossesAndReordering | undefined} judged
   * @returns {Examined} findings worst first; where no more may be examined, what was found when the connection was
   *   shorter
   */
  examine(flow, judged) {
    this.#beginAnewAtEnd();
    const { flows } = this.#tcp;
    const known = this.#known.get(flow);
    const isDue = !this.#isFresh(flow) && isExaminable(flows, this.#messages, flow, this.#mostPackets);
    if (isDue && this.#budget.allows(flows.at(flow).packets, known === undefined)) {
      return this.#examine(flow, judged);
    }
    return known?.examined ?? NOTHING;
  }

  /**
   * Findings of a connection that a user opens, whatever has been examined before.
   * @param {number} flow index
   * @param {import('../../transport/losses.js').LossesAndReordering | undefined} judged
   * @returns {Examined} nothing where it is longer than `MAX_OPENED_PACKETS`, or plainly in order
   */
  examineOpened(flow, judged) {
    return this.isDeferred(flow) ? this.#examine(flow, judged) : (this.#known.get(flow)?.examined ?? NOTHING);
  }

  /** Whether opening a connection would give findings, or other ones. @param {number} flow index */
  isDeferred(flow) {
    this.#beginAnewAtEnd();
    return !this.#isFresh(flow) && isExaminable(this.#tcp.flows, this.#messages, flow, MAX_OPENED_PACKETS);
  }

  /** Whether it has not grown much since it was examined. @param {number} flow index */
  #isFresh(flow) {
    const known = this.#known.get(flow);
    return known !== undefined && this.#tcp.flows.at(flow).packets < known.packets * (1 + GROWTH);
  }

  /**
   * @param {number} flow index
   * @param {import('../../transport/losses.js').LossesAndReordering | undefined} judged
   */
  #examine(flow, judged) {
    const examination = this.#madeOf(flow) ?? this.#examineWithNext(flow, judged);
    this.#known.delete(flow);
    this.#known.set(flow, examination);
    if (!this.#isAll && this.#known.size > MAX_KEPT_EXAMINATIONS) {
      this.#known.delete(/** @type {number} */ (this.#known.keys().next().value));
    }
    return examination.examined;
  }

  /**
   * A connection's earlier findings, if they still hold.
   * @param {number} flow index
   * @returns {Examination|undefined}
   */
  #madeOf(flow) {
    const made = this.#made.get(flow);
    return made?.lastRow === this.#tcp.flows.at(flow).lastRow ? made.examination : undefined;
  }

  /**
   * @param {number} flow index
   * @param {import('../../transport/losses.js').LossesAndReordering | undefined} judged
   */
  #examineWithNext(flow, judged) {
    const next = this.#verdictsOf === null ? [] : this.#nextOf(flow, this.#verdictsOf);
    const [examination, ...others] = conclude([this.#look(flow, judged), ...next], this.#onLedger);
    others.forEach((other, k) =>
      this.#made.set(next[k].flow, { lastRow: this.#tcp.flows.at(next[k].flow).lastRow, examination: other }),
    );
    return examination;
  }

  /**
   * @param {number} flow index
   * @param {import('../../transport/losses.js').LossesAndReordering | undefined} judged
   */
  #look(flow, judged) {
    return look({ tcp: this.#tcp, messages: this.#messages, muxCredit: this.#muxCredit }, flow, judged);
  }

  /**
   * The connections that will be asked for next and are examined with this one.
   * @param {number} flow index
   * @param {VerdictsOf} verdictsOf
   */
  #nextOf(flow, verdictsOf) {
    const { flows } = this.#tcp;
    const planned = (this.#planned ??= this.#plan());
    const next = [];
    let packets = flows.at(flow).packets;
    while (planned[this.#plannedAt] <= flow) this.#plannedAt++;
    for (; packets < PACKETS_TOGETHER && this.#plannedAt < planned.length; this.#plannedAt++) {
      const other = planned[this.#plannedAt];
      if (this.#madeOf(other) !== undefined) continue;
      next.push(this.#look(other, verdictsOf(other)));
      packets += flows.at(other).packets;
    }
    return next;
  }

  /** @override @returns {number[]} earlier findings count too, whatever came since; at the end, those since then */
  others() {
    this.#beginAnewAtEnd();
    return [...this.#known.keys()].filter((flow) => !hasReason(this.#tcp.flows, this.#messages, flow));
  }

  /** Before any was examined: those that will be. @returns {number[]} in order */
  #plan() {
    const { flows } = this.#tcp;
    const budget = this.#isAll ? UNBOUNDED : new Budget();
    const packetsOf = (/** @type {number} */ flow) => flows.at(flow).packets;
    return this.withReason().filter(
      (flow) => packetsOf(flow) <= this.#mostPackets && budget.allows(packetsOf(flow), true),
    );
  }
}
