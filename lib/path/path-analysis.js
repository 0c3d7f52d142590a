import { changesOf } from './changes/changes.js';
import { describeConnection, describePoints, describeSegments, segmentsOf } from './describe/describe-path.js';
import { notesOf } from './describe/notes.js';
import { pathPackets } from './describe/packet-lines.js';
import { verdictOf } from './describe/verdict.js';
import { Fates } from './fates/fates.js';
import { joinedFindings } from './findings/joined-findings.js';
import { changeFindings, segmentFindings } from './findings/path-findings.js';
import { MergedCapture } from './merged.js';
import { Path } from './path.js';
import { PacketsByWay } from './segments/packets-by-way.js';

/** @typedef {import('./findings/joined-findings.js').PathFinding} PathFinding */
/** @typedef {import('./describe/describe-path.js').DescribedConnection} DescribedConnection */
/** @typedef {import('./segments/segment-figures.js').SegmentFigures} SegmentFigures */

/** Findings about single connections of a path. */
export const MAX_PATH_FINDINGS = 10_000;

/** Answers about several captures of one path. */
export class PathAnalysis {
  #path;
  #fates;
  #packets;
  /** @type {SegmentFigures[] | null} */
  #segments = null;
  /** @type {PathFinding[] | null} */
  #findings = null;

  /** @param {readonly import('./point.js').Point[]} points @param {import('./path.js').PathOptions} [options] */
  constructor(points, options) {
    this.#path = new Path(points, options);
    this.#fates = new Fates(this.#path);
    this.#packets = new PacketsByWay(this.#path, this.#fates);
  }

  /** `points` of `path --json`. */
  points() {
    return describePoints(this.#path);
  }

  /**
   * `connections` of `path --json`, one after the other.
   * @returns {Generator<DescribedConnection>}
   */
  *connections() {
    for (let index = 0; index < this.#path.connections.length; index++) {
      yield describeConnection(this.#path, this.#fates, this.#packets, index);
    }
  }

  /** All packets on one clock. */
  merged() {
    return new MergedCapture(this.#path, this.#fates);
  }

  /** A line of `path --packets` each. */
  packets() {
    return pathPackets(this.#path, this.#fates);
  }

  /**
   * Each segment of the path, for all connections: first the way that most clients' packets take, then back.
   * @returns {SegmentFigures[]}
   */
  segments() {
    this.#segments ??= [false, true].flatMap((isBack) =>
      describeSegments(this.#path, this.#fates, this.#packets, isBack),
    );
    return this.#segments;
  }

  /**
   * Of the path as a whole, then of connections: what the captures alone found, and whether the others refute it.
   * @returns {PathFinding[]}
   */
  findings() {
    this.#findings ??= this.#find();
    return this.#findings;
  }

  /** @returns {PathFinding[]} */
  #find() {
    const [path, fates, packets] = [this.#path, this.#fates, this.#packets];
    const changes = path.connections.map((_, index) =>
      changesOf(path, index, (direction) => packets.of(index, direction)),
    );
    /** @type {PathFinding[]} */
    const joined = [];
    for (let index = 0; index < path.connections.length && joined.length < MAX_PATH_FINDINGS; index++) {
      const segments = [0, 1].map((way) => segmentsOf(path, fates, index, way === 0 ? 0 : 1, packets, false));
      joined.push(...joinedFindings(path, fates, index, packets, segments));
    }
    return [
      ...segmentFindings(path, this.segments()),
      ...changeFindings(path, changes),
      ...joined.slice(0, MAX_PATH_FINDINGS),
    ];
  }

  /** What limits the answers: a sentence each, without a full stop. */
  notes() {
    return notesOf(this.#path);
  }

  /** The first sentence. */
  verdict() {
    return verdictOf(this.#path, this.segments(), this.findings());
  }
}
