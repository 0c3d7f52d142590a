import { describeConnections, describePoints, describeSegments } from './describe/describe-path.js';
import { pathPackets } from './describe/packet-lines.js';
import { verdictOf } from './describe/verdict.js';
import { Fates } from './fates/fates.js';
import { Path } from './path.js';

/** Answers about several captures of one path. */
export class PathAnalysis {
  #path;
  #fates;

  /** @param {readonly import('./point.js').Point[]} points @param {ConstructorParameters<typeof Path>[1]} [options] */
  constructor(points, options) {
    this.#path = new Path(points, options);
    this.#fates = new Fates(this.#path);
  }

  /** `points` of `path --json`. */
  points() {
    return describePoints(this.#path);
  }

  /** `connections` of `path --json`, one after the other. */
  connections() {
    return describeConnections(this.#path, this.#fates);
  }

  /** A line of `path --packets` each. */
  packets() {
    return pathPackets(this.#path, this.#fates);
  }

  /** Each segment of the path, for all connections: first the way that most clients' packets take, then back. */
  segments() {
    return [false, true].flatMap((isBack) => describeSegments(this.#path, this.#fates, isBack));
  }

  /** @param {ReturnType<PathAnalysis['segments']>} [segments] where they are at hand */
  verdict(segments = this.segments()) {
    return verdictOf(this.#path, segments);
  }
}
