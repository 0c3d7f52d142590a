/** Captures of one path, laid over the session's own: read when they are first asked about, kept for later queries. */
import { OpenedAnalysis } from '../analysis/opened-analysis.js';
import { readReport } from '../report/report-data.js';
import { restoredAnalysis } from '../report/restored-analysis.js';
import { RequestError } from './request-error.js';

/** @typedef {import('./session.js').SessionState} SessionState */
/** @typedef {import('../path/path-analysis.js').PathAnalysis} PathAnalysis */

/** Findings of a path, and its connections, that are listed on the page. */
export const MAX_LISTED_ON_PATH = 500;
/** How often memory is checked while another capture is read. */
const LOOK_MS = 100;

/**
 * A capture of the path; `revision` changes with its content, `source` is for the host, or a report's data.
 * @typedef {{ id: string, name: string, revision: string, sizeBytes: number, source: unknown }} PathCapture
 * @typedef {{ captures: readonly PathCapture[], clocks: 'estimated'|'synchronised' }} PathQuestion `captures`: the
 *   session's own first
 */

export class PathSession {
  /** Captures in memory beside the session's own. @type {OpenedAnalysis[]} */
  others = [];
  /** Of each capture, the session's own first. @type {readonly OpenedAnalysis[]} */
  #analyses = [];
  #host;
  #columnBytes;
  #key = '';
  #revision = '';
  /** @type {Promise<PathAnalysis> | null} */
  #path = null;

  /** @param {import('./host.js').Host} host @param {number} columnBytes most that typed arrays may take */
  constructor(host, columnBytes) {
    this.#host = host;
    this.#columnBytes = columnBytes;
  }

  /** As the captures are now. @param {SessionState} state @param {PathQuestion} question */
  async summary(state, question) {
    const path = await this.#of(state, question, false);
    const points = path.points();
    const labels = path.labels();
    const findings = path.findings();
    return {
      points: points.map((point, place) => ({ ...point, label: labels[place] })),
      segments: path.segments(),
      notes: path.notes(),
      verdict: path.verdict(),
      findings: findings.slice(0, MAX_LISTED_ON_PATH),
      findingCount: findings.length,
      connections: path.sharedConnections(MAX_LISTED_ON_PATH),
    };
  }

  /**
   * As the captures were when the summary was asked for, so that a view of growing ones is of one moment.
   * @param {SessionState} state
   * @param {PathQuestion & import('../path/ladder/ladder.js').LadderQuestion} question
   */
  async ladder(state, question) {
    const path = await this.#of(state, question, true);
    const points = question.captures.length;
    if (question.between?.some((place) => place >= points)) {
      throw new RequestError(400, 'bad_request', `"between" must name two of the ${points} captures, from 0.`);
    }
    return path.ladder(question);
  }

  /** Of each capture, as laid over each other. @param {SessionState} state @param {PathQuestion} question */
  async analyses(state, question) {
    await this.#of(state, question, false);
    return this.#analyses;
  }

  /** @param {SessionState} state @param {PathQuestion} question @param {boolean} asItWas */
  #of(state, { captures, clocks }, asItWas) {
    const key = JSON.stringify([clocks, ...captures.map(({ id }) => id)]);
    const revision = JSON.stringify([state.version, ...captures.map(({ revision: of }) => of)]);
    if (this.#path === null || key !== this.#key || (revision !== this.#revision && !asItWas)) {
      this.#key = key;
      this.#revision = revision;
      const path = this.#read(state, captures, clocks);
      this.#path = path;
      path.catch(() => {
        if (this.#path === path) this.#path = null;
      });
    }
    return this.#path;
  }

  /** @param {SessionState} state @param {readonly PathCapture[]} captures @param {PathQuestion['clocks']} clocks */
  async #read(state, captures, clocks) {
    await this.#path?.catch(() => undefined);
    this.others = [];
    const { PathAnalysis, pointOf } = await import('../path/path-analysis.js');
    const points = [];
    const analyses = [];
    for (const [place, { name, source }] of captures.entries()) {
      const isThere = place === 0 && state.ended;
      const analysis = isThere ? state.analysis : await this.#readOther(state, source);
      analyses.push(analysis);
      points.push(pointOf(name, analysis));
      await this.#host.turn();
    }
    this.#analyses = analyses;
    return new PathAnalysis(points, clocks === 'synchronised' ? { aheadNs: captures.map(() => 0) } : {});
  }

  /** @param {SessionState} state @param {unknown} source */
  async #readOther(state, source) {
    const host = this.#host;
    if (isReport(source)) {
      const restored = await restoredAnalysis(await readReport(source.report), host.ciphers);
      this.others.push(restored);
      return restored;
    }
    const analysis = new OpenedAnalysis({ ciphers: host.ciphers });
    this.others.push(analysis);
    const full = new AbortController();
    const look = setInterval(() => {
      if (host.columnBytes([state.analysis, ...this.others]) > this.#columnBytes) full.abort();
    }, LOOK_MS);
    try {
      await host.readOther(source, analysis.ingest, { signal: full.signal });
    } catch (error) {
      this.others = [];
      throw full.signal.aborted ? tooLarge() : error;
    } finally {
      clearInterval(look);
    }
    analysis.examiner.renew();
    return analysis;
  }
}

/** @param {any} source @returns {source is { report: Uint8Array<ArrayBuffer> }} */
export const isReport = (source) => source?.report instanceof Uint8Array;

const tooLarge = () =>
  new RequestError(
    413,
    'memory_limit',
    'These captures together need more memory than there is; cut them to the same time (editcap -A, -B).',
  );
