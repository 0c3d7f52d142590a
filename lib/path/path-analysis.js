import { changesOf } from './changes/changes.js';
import { describeConnection, describePoints, segmentsOfAll } from './describe/describe-path.js';
import { labelsOf } from './describe/labels.js';
import { notesOf } from './describe/notes.js';
import { pathPackets } from './describe/packet-lines.js';
import { verdictOf } from './describe/verdict.js';
import { Fates } from './fates/fates.js';
import { joinedFindings } from './findings/joined-findings.js';
import { changeFindings, segmentFindings } from './findings/path-findings.js';
import { Ladder } from './ladder/ladder.js';
import { MergedCapture } from './merged.js';
import { Path } from './path.js';
import { proxyFindings, proxyNotes } from './proxies/describe-proxied.js';
import { proxiedConnections } from './proxies/proxied.js';
import { PacketsByWay } from './segments/packets-by-way.js';
import { segmentFigures } from './segments/segment-figures.js';

export { pointOf } from './point.js';

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
  /** @type {Ladder | null} */
  #ladder = null;
  /** @type {import('./proxies/proxied.js').Proxied[] | null} */
  #proxied = null;

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

  /** What tells the points' files apart. */
  labels() {
    return labelsOf(this.#path.points.map(({ file }) => file));
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

  /**
   * To be read, each point's, before anything is asked: what the path changed in payloads is not known otherwise.
   */
  async payloads() {
    const { PayloadSamples } = await import('./payloads/payload-samples.js');
    this.#path.payloads = new PayloadSamples(this.#path, this.#packets);
    return this.#path.payloads;
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
      segmentsOfAll(this.#path, this.#packets, isBack).map(({ between, packets }) =>
        segmentFigures(this.#path, this.#fates, between, packets),
      ),
    );
    return this.#segments;
  }

  /** What is drawn of a stretch of time. @param {import('./ladder/ladder.js').LadderQuestion} question */
  ladder(question) {
    this.#ladder ??= new Ladder(this.#path, this.#fates, this.#packets);
    return this.#ladder.frame(question);
  }

  /**
   * The connections that more than one point has, as far as they are listed, and how many there are.
   * @param {number} most
   */
  sharedConnections(most) {
    const shared = this.#path.connections.flatMap(({ facts }, index) =>
      facts.filter((one) => one !== null).length > 1 ? [index] : [],
    );
    return {
      count: shared.length,
      listed: shared
        .slice(0, most)
        .map((index) => ({
          index,
          flows: this.#path.connections[index].facts.map((one, place) =>
            one === null ? null : this.#path.points[place].tcp.flows.number(one.flow),
          ),
          packets: this.#packets.of(index, 0).length + this.#packets.of(index, 1).length,
        })),
    };
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
      joined.push(...joinedFindings(path, fates, index, packets));
    }
    return [
      ...segmentFindings(path, this.segments()),
      ...changeFindings(path, changes),
      ...proxyFindings(path, this.#proxies()).slice(0, MAX_PATH_FINDINGS),
      ...joined.slice(0, MAX_PATH_FINDINGS),
    ];
  }

  #proxies() {
    this.#proxied ??= proxiedConnections(this.#path);
    return this.#proxied;
  }

  /** What limits the answers: a sentence each, without a full stop. */
  notes() {
    return notesOf(this.#path, this.#proxies(), proxyNotes(this.#path, this.#proxies()));
  }

  /** The first sentence. */
  verdict() {
    return verdictOf(this.#path, this.segments(), this.findings(), proxyNotes(this.#path, this.#proxies()));
  }
}
