import { LIKELY, POSSIBLE } from '../../confidence.js';
import { criticalParts, IDLE } from '../flow-ledger.js';
import { APP, PATH, QUIC_OF } from '../owners.js';
import { Strip } from '../strip.js';
import { firstReaching, NOT_INFERRED } from '../transfers.js';

/** @typedef {import('../exchange.js').Exchange} Exchange */
/** @typedef {import('../flow-ledger.js').FlowLedger} FlowLedger */
/** @typedef {import('../strip.js').Cause} Cause */
/** @typedef {import('../strip.js').Interval} Interval */
/** @typedef {import('../../../transport/quic/sent.js').LimitSpan} LimitSpan */
/** @typedef {{ startNs: number, endNs: number }} Span */
/**
 * Until the other end's next packet came.
 * @typedef {{ asker: number, askedNs: number, answerNs: number }} Turn
 */
/** @typedef {Span & { rule: 'pto' | 'loss_recovery' }} Repair while its sender waited to learn of a loss */

/**
 * What of a connection the ledger is made of. Times are those at the capture point.
 * @typedef {object} QuicTime
 * @property {number} startNs
 * @property {number} endNs
 * @property {boolean} isClosed no data was decrypted
 * @property {readonly Turn[]} setup turns of the handshake, up to the client's first packet of data; empty: it was not
 *   captured
 * @property {readonly { asked: Span, answered: Span | null, isWhole: boolean, reset: object | null }[]} streams of the
 *   client, both ways; `isWhole`: both ends sent their last byte; `reset`: an end gave up before
 * @property {readonly (readonly LimitSpan[])[]} limits by direction
 * @property {readonly (readonly Repair[])[]} repairs by direction, by start, none within another
 * @property {readonly [number, number]} halfNs half of the shortest round trip to the client, and to the server
 * @property {(ns: number) => number} frameAt the frame of the latest packet by then
 */

/** @type {Cause} */
const NOT_DECRYPTED = {
  owner: 'unknown',
  rule: 'not_decrypted',
  confidence: 0,
  would: "the connection's keys",
  isIdle: true,
};
/** @type {Cause} */
const UNANSWERED = { owner: 'unknown', rule: 'unanswered', confidence: 0, would: 'a capture at the server' };

/**
 * What the client waited for; its time is laid only where no other exchange has it.
 * @typedef {object} Plan
 * @property {Exchange['kind']} kind
 * @property {Exchange['outcome']} outcome
 * @property {number} startNs
 * @property {number} endNs
 * @property {(strip: Strip, toNs: number) => void} lay from where the strip is
 */

/**
 * Whose a QUIC connection's time was, as of TCP's: its streams are what was asked. `intervals` of its exchanges are of
 * the time that they have.
 * @param {QuicTime} time @returns {FlowLedger}
 */
export function quicLedgerOf(time) {
  const { startNs, endNs, isClosed, frameAt } = time;
  const strip = new Strip(startNs);
  const between = isClosed ? NOT_DECRYPTED : IDLE;
  const plans = plansOf(time).sort((a, b) => a.startNs - b.startNs || a.endNs - b.endNs);
  /** @type {Map<Plan, Interval[]>} */
  const laid = new Map();
  let waitedNs = 0;
  for (const { exchange, fromNs, toNs } of criticalParts(plans, startNs, endNs)) {
    strip.until(fromNs, between);
    const own = new Strip(strip.atNs);
    exchange.lay(own, toNs);
    for (const one of own.intervals) one.frames = [...new Set([frameAt(one.startNs), frameAt(one.endNs)])];
    strip.lay(own.intervals, fromNs, toNs);
    waitedNs += toNs - fromNs;
    laid.set(exchange, own.intervals);
  }
  strip.until(endNs, between);
  const exchanges = plans.map((plan) => ({
    ...{ kind: plan.kind, row: -1, frames: [frameAt(plan.startNs), frameAt(plan.endNs)], outcome: plan.outcome },
    ...{ startNs: plan.startNs, endNs: plan.endNs, intervals: laid.get(plan) ?? [] },
  }));
  return { startNs, endNs, waitedNs, intervals: strip.intervals, exchanges };
}

/** @param {QuicTime} time @returns {Plan[]} */
function plansOf(time) {
  const requests = time.streams.map((stream) => requestOf(time, stream));
  return time.setup.length === 0 ? requests : [setupOf(time), ...requests];
}

/** The handshake, until the client can send data. @param {QuicTime} time @returns {Plan} */
function setupOf(time) {
  const { startNs, setup } = time;
  return {
    ...{ kind: 'connection_setup', outcome: 'none', startNs, endNs: Math.round(setup[setup.length - 1].answerNs) },
    lay(strip, toNs) {
      for (const turn of setup) layWait(strip, time, { ...turn, rule: 'handshake', toNs });
    },
  };
}

/** A request and its answer. @param {QuicTime} time @param {QuicTime['streams'][number]} stream @returns {Plan} */
function requestOf(time, { asked, answered, isWhole, reset }) {
  const { startNs, endNs, halfNs } = time;
  const begin = {
    kind: /** @type {const} */ ('request'),
    startNs: Math.round(Math.max(startNs, asked.startNs - halfNs[0])),
  };
  if (answered === null) {
    const outcome = reset === null ? 'unanswered' : 'reset';
    return { ...begin, outcome, endNs, lay: (strip, toNs) => strip.until(toNs, UNANSWERED) };
  }
  const outcome = reset === null ? 'incomplete' : 'reset';
  return {
    ...begin,
    outcome: isWhole ? 'answered' : outcome,
    endNs: Math.round(Math.min(endNs, Math.max(asked.endNs, answered.endNs) + halfNs[0])),
    lay(strip, toNs) {
      strip.until(Math.min(asked.startNs, toNs), propagation(0));
      layTransfer(strip, time, 0, Math.min(asked.endNs, answered.startNs, toNs));
      const wait = { asker: 0, askedNs: asked.endNs, answerNs: answered.startNs, toNs };
      layWait(strip, time, { ...wait, rule: 'think' });
      layTransfer(strip, time, 1, Math.min(answered.endNs, toNs));
      strip.until(toNs, propagation(1));
    },
  };
}

/** @param {number} direction @returns {Cause} */
const propagation = (direction) => ({ owner: PATH[direction], rule: 'propagation', confidence: LIKELY });

/**
 * From a question's last byte to its answer's first: the path there and back, losses of the question, and the rest,
 * which is the other end's: its application's, in the handshake its QUIC's.
 * @param {Strip} strip @param {QuicTime} time
 * @param {Turn & { rule: 'think' | 'handshake', toNs: number }} wait
 */
function layWait(strip, { halfNs, repairs }, { asker, askedNs, answerNs, rule, toNs }) {
  const other = 1 - asker;
  const wayNs = Math.min(halfNs[other], Math.max(0, answerNs - askedNs) / 2);
  strip.until(Math.min(askedNs + wayNs, toNs), propagation(asker));
  const otherwise = { owner: (rule === 'think' ? APP : QUIC_OF)[other], rule, confidence: LIKELY };
  const leftNs = Math.min(answerNs - wayNs, toNs);
  layBetweenLosses(strip, repairs[asker], { toNs: leftNs, direction: asker, otherwise });
  strip.until(Math.min(answerNs, toNs), propagation(other));
}

/**
 * Time in which an end sent nothing new: what it waited for a loss to show is the path's.
 * @param {Strip} strip @param {readonly Repair[]} repairs
 * @param {{ toNs: number, direction: number, otherwise: Cause }} what direction: of what was lost
 */
function layBetweenLosses(strip, repairs, { toNs, direction, otherwise }) {
  for (let k = firstReaching(repairs, strip.atNs); k < repairs.length && repairs[k].startNs < toNs; k++) {
    const { startNs, endNs, rule } = repairs[k];
    strip.until(startNs, otherwise);
    strip.until(Math.min(endNs, toNs), { owner: PATH[direction], rule, confidence: LIKELY });
  }
  strip.until(toNs, otherwise);
}

/**
 * What a direction's data waited for.
 * @param {Strip} strip @param {QuicTime} time @param {number} d direction @param {number} toNs
 */
function layTransfer(strip, time, d, toNs) {
  const spans = time.limits[d];
  for (let k = firstReaching(spans, strip.atNs); k < spans.length && spans[k].startNs < toNs; k++) {
    const { startNs, endNs, limit } = spans[k];
    strip.until(startNs, NOT_INFERRED);
    layLimit(strip, time, { d, limit, endNs: Math.min(endNs, toNs) });
  }
  strip.until(toNs, NOT_INFERRED);
}

/** @param {Strip} strip @param {QuicTime} time @param {{ d: number, limit: LimitSpan['limit'], endNs: number }} span */
function layLimit(strip, { repairs }, { d, limit, endNs }) {
  const of = (/** @type {import('../owners.js').Owner} */ owner, /** @type {string} */ rule = limit) =>
    strip.until(endNs, { owner, rule, confidence: POSSIBLE });
  switch (limit) {
    case 'application':
    case 'idle': {
      const otherwise = { owner: APP[d], rule: 'write_pause', confidence: LIKELY };
      return layBetweenLosses(strip, repairs[d], { toNs: endNs, direction: d, otherwise });
    }
    case 'flow_control_connection':
    case 'flow_control_stream':
      return of(QUIC_OF[1 - d], 'flow_control');
    case 'stream_limit':
      return of(QUIC_OF[1 - d]);
    case 'pacing':
      return of(QUIC_OF[d]);
    default: {
      // A round trip each: the data's way, then that of what lets more be sent.
      strip.until((strip.atNs + endNs) / 2, { owner: PATH[d], rule: limit, confidence: POSSIBLE });
      return of(PATH[1 - d]);
    }
  }
}
