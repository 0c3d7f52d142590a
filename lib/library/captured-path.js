/** @typedef {import('../path/path-analysis.js').PathAnalysis} PathAnalysis */
/** @typedef {import('../path/describe/packet-lines.js').PathPacket} PathPacket a line of `path --packets` */
/** @typedef {import('../path/describe/describe-path.js').DescribedConnection} PathConnection */
/** @typedef {import('../path/findings/joined-findings.js').PathFinding} PathFinding */
/** @typedef {import('../path/segments/segment-figures.js').SegmentFigures} PathSegment */

/** Captures of one path that were read: what happened to each packet between them (docs/path.md). */
export class CapturedPath {
  #analysis;

  /** @param {PathAnalysis} analysis */
  constructor(analysis) {
    this.#analysis = analysis;
  }

  /** `points` of `path --json`: the captures with their places along the path and their clocks. */
  points() {
    return this.#analysis.points();
  }

  /** @returns {AsyncGenerator<PathConnection>} `connections` of `path --json` */
  async *connections() {
    yield* this.#analysis.connections();
  }

  /** @returns {AsyncGenerator<PathPacket>} in the order of their first sight */
  async *packets() {
    yield* this.#analysis.packets();
  }

  /** @returns {PathSegment[]} each segment of the path, both ways, for all connections */
  segments() {
    return this.#analysis.segments();
  }

  /** @returns {AsyncGenerator<PathFinding>} of the path as a whole, then of its connections */
  async *findings() {
    yield* this.#analysis.findings();
  }

  /** What limits the answers: a sentence each. */
  notes() {
    return this.#analysis.notes();
  }

  /** The first sentence. */
  verdict() {
    return this.#analysis.verdict();
  }
}
