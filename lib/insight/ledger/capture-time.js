/** @typedef {import('./flow-ledger.js').FlowLedger} FlowLedger */
/** @typedef {import('./strip.js').Sums} Sums */
/** @typedef {import('./exchange.js').Exchange} Exchange */

/** Waits of a capture whose share of the wall clock is reported: of more, only connection-seconds are. */
export const MAX_WAITS_TOGETHER = 2 ** 17;

/** Outcomes of what was asked. */
export const OUTCOMES = /** @type {const} */ (['answered', 'unanswered', 'incomplete', 'failed', 'reset']);

/** Whose the time of several connections was. */
export class CaptureTime {
  connections = 0;
  /** Exchanges by outcome. @type {Record<typeof OUTCOMES[number], number>} */
  outcomes = { answered: 0, unanswered: 0, incomplete: 0, failed: 0, reset: 0 };
  /** Durations of the connections, summed. */
  connectionNs = 0;
  /** @type {Sums} */
  sums = {};
  /** Of the waits alone. @type {Sums} */
  waits = {};
  /**
   * When whose turn began (1) and ended (−1).
   * @type {[timeNs: number, owner: keyof Sums, step: 1 | -1][]}
   */
  #events = [];

  /** @param {FlowLedger} ledger of one of them */
  add({ startNs, endNs, intervals, exchanges }) {
    this.connections++;
    this.connectionNs += endNs - startNs;
    for (const { outcome } of exchanges) if (outcome !== 'none') this.outcomes[outcome]++;
    for (const one of intervals) {
      this.sums[one.owner] = (this.sums[one.owner] ?? 0) + one.endNs - one.startNs;
      if (!one.isIdle) this.#addWait(one);
    }
    const before = exchanges.filter(({ kind }) => kind === 'name_look_up');
    for (const one of before.flatMap(({ intervals: own }) => own)) this.#addWait(one);
  }

  /** @param {import('./strip.js').Interval} interval */
  #addWait({ startNs, endNs, owner }) {
    this.waits[owner] = (this.waits[owner] ?? 0) + endNs - startNs;
    if (this.#events.length < MAX_WAITS_TOGETHER) this.#events.push([startNs, owner, 1], [endNs, owner, -1]);
  }

  /**
   * Time in which any connection waited, by the clock: shared evenly among those that wait at a moment. The shares are
   * rounded down to ns, and the last owner has the rest.
   * @returns {{ ns: number, sums: Sums } | null} null: of too many waits
   */
  get wallClock() {
    if (this.#events.length >= MAX_WAITS_TOGETHER) return null;
    const events = this.#events.sort((a, b) => a[0] - b[0]);
    /** @type {Map<keyof Sums, number>} */
    const now = new Map();
    /** @type {Map<keyof Sums, number>} */
    const shares = new Map();
    let waiting = 0;
    let ns = 0;
    let atNs = 0;
    for (const [timeNs, owner, step] of events) {
      if (waiting > 0 && timeNs > atNs) {
        ns += timeNs - atNs;
        for (const [one, count] of now) shares.set(one, (shares.get(one) ?? 0) + ((timeNs - atNs) * count) / waiting);
      }
      atNs = timeNs;
      waiting += step;
      now.set(owner, (now.get(owner) ?? 0) + step);
    }
    return { ns, sums: wholeShares(shares, ns) };
  }
}

/** @param {Map<keyof Sums, number>} shares @param {number} ns their sum @returns {Sums} integers that sum exactly */
function wholeShares(shares, ns) {
  /** @type {Sums} */
  const sums = {};
  let upToNs = 0;
  let whole = 0;
  for (const [owner, share] of shares) {
    upToNs += share;
    const next = Math.min(ns, Math.round(upToNs));
    if (next > whole) sums[owner] = next - whole;
    whole = Math.max(whole, next);
  }
  return sums;
}
