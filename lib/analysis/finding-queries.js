import { verdictRank } from '../insight/findings/rank/weight.js';
import { outcomeOf } from '../insight/verdict/outcome.js';
import { verdictNotYet, verdictWithoutFindings } from '../insight/verdict/verdict.js';

/** @typedef {import('../insight/findings/capture-only.js').Examined} Examined */
/** @typedef {import('../insight/verdict/verdict.js').Verdict} Verdict */

/** @type {Examined} */
const NO_FINDINGS = { findings: [] };

/** Answers about problems of connections and of the capture as a whole. */
export class FindingQueries {
  #ingest;
  /**
   * The examiner; without one there are no findings. Set on demand, since loading the detectors would slow the start.
   * @type {Pick<import('../insight/findings/capture-only.js').CaptureOnlyFindings, 'examine' | 'examineOpened' |
   *   'isPassedOver' | 'overall'> | null}
   */
  examiner = null;
  /**
   * Whose the connections' time was; set where that is asked for.
   * @type {import('./time-queries.js').TimeQueries | null}
   */
  times = null;

  /** @param {import('./ingest.js').Ingest} ingest */
  constructor(ingest) {
    this.#ingest = ingest;
  }

  /**
   * Findings of a connection, worst first; cached.
   * @param {number} index
   * @returns {Examined}
   */
  ofConnection(index) {
    const { verdicts } = this.#ingest;
    verdicts.refresh(index);
    return this.examiner?.examine(index, verdicts.found(index)) ?? NO_FINDINGS;
  }

  /**
   * Findings of a connection that a user opens, however many others have been examined.
   * @param {number} index
   * @returns {Examined}
   */
  ofOpened(index) {
    const { verdicts } = this.#ingest;
    verdicts.refresh(index);
    return this.examiner?.examineOpened(index, verdicts.found(index)) ?? NO_FINDINGS;
  }

  /**
   * A connection's verdict, in one sentence.
   * @param {number} index
   * @returns {Verdict}
   */
  verdict(index) {
    return this.ofConnection(index).verdict ?? this.#verdictWithoutFindings(index);
  }

  /**
   * A connection's findings or, without any, its verdict.
   * @param {number} index
   * @returns {readonly { code: string, title: string }[]}
   */
  findingsOrVerdict(index) {
    const { findings } = this.ofConnection(index);
    return findings.length > 0 ? findings : [this.#verdictWithoutFindings(index)];
  }

  /** @param {number} index */
  #verdictWithoutFindings(index) {
    const { tcp, messages } = this.#ingest;
    return this.examiner?.isPassedOver(index)
      ? verdictNotYet(tcp.flows.at(index).packets)
      : verdictWithoutFindings(outcomeOf(tcp.flows, messages, index));
  }

  /**
   * `summary`, `verdict` and `findings` of `analyze --json`, of the capture as a whole.
   * @returns {{ summary?: string, verdict?: Verdict, findings:
   *   import('../insight/findings/capture/overall.js').CaptureFinding[] }} no summary and verdict without connections
   */
  ofCapture() {
    const overall = this.overall();
    if (overall === null) return { findings: [] };
    const { summary, verdict, findings } = overall;
    return { summary, verdict, findings };
  }

  /** The same, and the limit that took the most time; null without connections. */
  overall() {
    const { durationNs, tcp } = this.#ingest;
    if (tcp.flows.count === 0) return null;
    return this.examiner?.overall((index) => this.ofConnection(index), durationNs) ?? this.#withoutExaminer();
  }

  /** Whether connections are too few to compare, and none is unusual. */
  #withoutExaminer() {
    const verdicts = Array.from({ length: this.#ingest.tcp.flows.count }, (_, index) => this.verdict(index));
    const [worst] = verdicts.sort((a, b) => verdictRank(b) - verdictRank(a));
    return { summary: `${worst.sentence}.`, verdict: worst, findings: [], most: null };
  }

  /** The capture's verdict, and its worst finding's sentence ("" without findings); null without connections. */
  captureVerdict() {
    const { verdict, findings } = this.ofCapture();
    return verdict === undefined ? null : { ...verdict, message: findings[0]?.message ?? '' };
  }
}
