/**
 * All connections over time, by what limited each: the column frame `connection-strip` of docs/protocol.md. Its size is
 * bounded, however many connections there are.
 */
import { hasFailed } from '../shared/captures/has-failed.js';
import { FAILED, MAX_STRIP_LINES, NOT_EXAMINED } from '../shared/captures/strip.js';

/** Connections open in each interval: first how many more than in the one before. */
class Group {
  count = 0;
  #more;

  /** @param {string} name @param {number} bins @param {number} place in the order of appearance */
  constructor(name, bins, place) {
    this.name = name;
    this.place = place;
    this.#more = new Int32Array(bins + 1);
  }

  /** @param {number} first @param {number} last interval */
  add(first, last) {
    this.count++;
    this.#more[first]++;
    this.#more[last + 1]--;
  }

  get open() {
    let open = 0;
    return Uint32Array.from(this.#more.subarray(0, -1), (more) => (open += more));
  }
}

export class ConnectionStrip {
  #read;
  #bins;
  #binNs;
  #durationNs;
  /** @type {Map<string, Group>} */
  #groups = new Map();
  #at = 0;
  #lines;

  /**
   * @param {Pick<import('../shared/filter/compile.js').Source, 'reader'>} values of connections, by index
   * @param {(index: number) => import('../insight/verdict/verdict.js').Verdict} verdict
   * @param {{ connections: number, bins: number, durationNs: number }} asked `connections` that will be added
   */
  constructor(values, verdict, { connections, bins, durationNs }) {
    const [start, end, handshake] = ['start', 'end', 'handshake'].map((name) => values.reader(name));
    this.#read = { start, end, handshake, verdict };
    this.#bins = bins;
    this.#durationNs = durationNs;
    this.#binNs = Math.max(1, durationNs) / bins;
    const lines = connections <= MAX_STRIP_LINES ? connections : 0;
    this.#lines = { start: new Float64Array(lines), end: new Float64Array(lines), group: new Uint8Array(lines) };
  }

  /** @param {number} index */
  add(index) {
    const { start, end, handshake, verdict } = this.#read;
    const group = this.#groupOf(groupOf(verdict(index), String(handshake(index))));
    const [startNs, endNs] = [start, end].map((read) => Number(read(index)) * 1e9);
    group.add(this.#binOf(startNs), Math.max(this.#binOf(startNs), this.#binOf(endNs)));
    const at = this.#at++;
    if (at >= this.#lines.start.length) return;
    this.#lines.start[at] = startNs;
    this.#lines.end[at] = endNs;
    this.#lines.group[at] = group.place;
  }

  /** @param {string} name */
  #groupOf(name) {
    const known = this.#groups.get(name);
    if (known) return known;
    const group = new Group(name, this.#bins, this.#groups.size);
    this.#groups.set(name, group);
    return group;
  }

  /** @param {number} ns */
  #binOf(ns) {
    return Math.min(this.#bins - 1, Math.max(0, Math.floor(ns / this.#binNs)));
  }

  /** @returns {import('../shared/columns/column-frame.js').ColumnFrame} */
  frame() {
    const groups = [...this.#groups.values()];
    const open = new Uint32Array(groups.length * this.#bins);
    groups.forEach((group, at) => open.set(group.open, at * this.#bins));
    return {
      kind: 'connection-strip',
      rows: groups.length,
      meta: {
        bins: this.#bins,
        durationNs: this.#durationNs,
        groups: groups.map(({ name, count }) => ({ name, count })),
      },
      columns: { open, start: this.#lines.start, end: this.#lines.end, group: this.#lines.group },
    };
  }
}

/** @param {import('../insight/verdict/verdict.js').Verdict} verdict @param {string} handshake how it ended */
function groupOf({ severity, limit, code }, handshake) {
  if (hasFailed(severity, handshake)) return FAILED;
  return limit?.cause ?? (code === NOT_EXAMINED ? NOT_EXAMINED : '');
}
