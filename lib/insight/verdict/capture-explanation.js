import { flowText } from '../../shared/quic-flow.js';
import { counted } from '../findings/finding.js';
import { doesLimitLead, leadRule } from '../findings/rank/weight.js';
import { connectionSecondsText, limitPart, worstOf } from './capture-verdict.js';
import { costText, LEAD_WORDS, section, WELL_WORDS, yieldedLines } from './explanation.js';
import { joined } from './verdict.js';
import { LIMIT_TITLES } from './words.js';

/** @typedef {import('../findings/capture/overall.js').CaptureFinding} CaptureFinding */
/** @typedef {import('../findings/unobservable.js').Unobservable} Unobservable */
/** @typedef {import('../findings/rank/yields.js').Yielded} Yielded */
/** @typedef {import('./explanation.js').Explanation} Explanation */
/** @typedef {import('./capture-verdict.js').LimitSums['most']} MostLimit */

/**
 * What the capture's first sentence was chosen from.
 * @typedef {object} Weighed
 * @property {import('./verdict.js').Verdict} verdict
 * @property {CaptureFinding[]} findings worst first
 * @property {MostLimit} most
 */

const NOT_EXAMINED_WORDS = 'nothing was found, but not all connections were analysed';
const OUTCOME_WORDS = 'nothing else was found, so what became of the connections leads';
/** What stands beside findings, and is none. @type {readonly string[]} */
const NO_CANDIDATES = ['all_well', 'not_examined'];

/** What could not be observed, in how many connections. */
export class UnobservableSums {
  /** @type {Map<string, { title: string, connections: number, reasons: Map<string, number> }>} */
  #kinds = new Map();

  /** @param {readonly Unobservable[]} unobservable in one connection */
  add(unobservable) {
    for (const code of new Set(unobservable.map((one) => one.code))) {
      const reasons = unobservable.filter((one) => one.code === code);
      const kind = this.#kinds.get(code) ?? { title: reasons[0].title, connections: 0, reasons: new Map() };
      kind.connections++;
      for (const { reason } of reasons) kind.reasons.set(reason, (kind.reasons.get(reason) ?? 0) + 1);
      this.#kinds.set(code, kind);
    }
  }

  /**
   * @param {number} connections of the capture
   * @returns {string[]} those in most connections first, each with its commonest reason
   */
  lines(connections) {
    return [...this.#kinds.values()]
      .sort((a, b) => b.connections - a.connections)
      .map(({ title, connections: some, reasons }) => {
        const [[reason]] = [...reasons].sort(([, a], [, b]) => b - a);
        return `${title}, in ${ofAll(some, connections)}: ${reason}`;
      });
  }
}

/**
 * The connection that shows what leads, worst or longest.
 * @param {Weighed} weighed @param {number} connections @returns {number | null} its number
 */
export function leadingConnection({ findings, most }, connections) {
  const worst = worstOf(findings, connections);
  if (most !== null && doesLimitLead(worst, most.limit)) return most.flow;
  return worst?.flows[0] ?? null;
}

/**
 * Why the first sentence of a capture of several connections leads.
 * @param {Weighed} weighed
 * @param {{ connections: number, unobservable: UnobservableSums, leading: { number: number, yielded: Yielded[] } |
 *   null }} known yielded: in the connection that shows what leads
 * @returns {Explanation}
 */
export function captureExplanationOf({ verdict, findings, most }, { connections, unobservable, leading }) {
  const worst = worstOf(findings, connections);
  const unexamined = findings.filter(({ code }) => code === 'not_examined').map(({ message }) => message);
  return {
    sentence: verdict.sentence,
    why: whyOf(verdict, worst, most),
    sections: [
      ...section(
        'Found, worst first',
        findings.filter(({ code }) => !NO_CANDIDATES.includes(code)).map((one) => candidateLine(one, connections)),
      ),
      ...section(
        'Limit',
        most === null
          ? []
          : [
              `${LIMIT_TITLES[most.limit.cause]}: ${limitPart(most, connections)}, longest in connection ${flowText(most.flow)}`,
            ],
      ),
      ...section(`Not reported in connection ${leading?.number}`, yieldedLines(leading?.yielded ?? [])),
      ...section('May have occurred unseen', [...unexamined, ...unobservable.lines(connections)]),
    ],
  };
}

/** @param {Weighed['verdict']} verdict @param {CaptureFinding | null} worst @param {MostLimit} most */
function whyOf({ code }, worst, most) {
  if (code === 'all_well') return WELL_WORDS;
  if (code === 'not_examined') return NOT_EXAMINED_WORDS;
  const limit = most?.limit ?? null;
  const isOutcome = worst === null || (worst.severity === 'note' && worst.evidence.outcome !== undefined);
  return isOutcome && limit === null ? OUTCOME_WORDS : LEAD_WORDS[leadRule(worst, limit)];
}

/** @param {CaptureFinding} found @param {number} connections */
function candidateLine({ severity, title, costSeconds, evidence, flows }, connections) {
  const some = Number(evidence.connections ?? 1);
  const summed = evidence.connectionSeconds;
  const costs = typeof summed === 'number' ? connectionSecondsText(summed) : costText(costSeconds);
  const cost = joined([severity, `${title}: ${costs}`]);
  if (flows.length === 0) return `${cost}, in ${ofAll(some, connections)}`;
  return some === 1
    ? `${cost}, in connection ${flowText(flows[0])}`
    : `${cost}, in ${ofAll(some, connections)}, worst in connection ${flowText(flows[0])}`;
}

/** @param {number} some @param {number} connections */
const ofAll = (some, connections) => `${some} of ${counted(connections, 'connection')}`;
