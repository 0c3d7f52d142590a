import { Key, KeyGroups } from '../packets/key-groups.js';

/** @typedef {import('../rows.js').Rows} Rows */
/** @typedef {import('./facts.js').Facts} Facts */

/** Packets of a connection that are looked for in the other's capture. */
const SAMPLES = 64;
/** Share of packets found at which nothing else is looked for. */
const ENOUGH = 0.5;
/** Packets that vote on how far numbers were moved, where no SYN shows it. */
const VOTERS = 4096;

/**
 * A connection's packets in one capture, found by place and length.
 */
export class PlacedPackets {
  #rows;
  /** @type {KeyGroups | null} made when a packet is looked for: mostly of one of the two captures alone */
  #groups = null;
  /** @type {KeyGroups | null} by the first byte alone; made when it is looked for */
  #starts = null;
  #key = new Key();
  /** By endpoint. */
  #from = [Infinity, Infinity];
  #to = [-Infinity, -Infinity];

  /** @param {Rows} rows @param {number} firstRow @param {number} packets of the connection */
  constructor(rows, firstRow, packets) {
    this.#rows = rows;
    /** Rows by item. */
    this.items = new Int32Array(packets);
    let count = 0;
    for (let row = firstRow; row >= 0 && count < packets; row = rows.next(row)) {
      this.items[count++] = row;
      const endpoint = rows.flowEnd(row) & 1;
      this.#from[endpoint] = Math.min(this.#from[endpoint], rows.seqOffset(row));
      this.#to[endpoint] = Math.max(this.#to[endpoint], rows.seqOffset(row));
    }
  }

  /** Whether an offset lies between those seen of an end. @param {number} endpoint @param {number} offset */
  reaches(endpoint, offset) {
    return offset >= this.#from[endpoint] && offset <= this.#to[endpoint];
  }

  #grouped() {
    const groups = new KeyGroups(this.items.length);
    const rows = this.#rows;
    this.items.forEach((row, item) => {
      groups.add(item, this.#keyOf(rows.flowEnd(row) & 1, rows.seqOffset(row), rows.length(row), rows.control(row)));
    });
    return groups;
  }

  /** @param {number} endpoint @param {number} offset @param {number} length @param {number} control */
  #keyOf(endpoint, offset, length, control) {
    const key = this.#key;
    key.clear();
    key.add(endpoint);
    key.addOffset(offset);
    key.add(length);
    key.add(control);
    return key;
  }

  /**
   * @param {number} endpoint @param {number} offset @param {number} length @param {number} control
   * @returns {number} the only packet's row; −1: there is none; −2: there are several
   */
  find(endpoint, offset, length, control) {
    this.#groups ??= this.#grouped();
    const group = this.#groups.find(this.#keyOf(endpoint, offset, length, control));
    if (group < 0) return -1;
    return this.#groups.size[group] === 1 ? this.items[this.#groups.head[group]] : -2;
  }

  /** Whether a packet with data begins at a byte. @param {number} endpoint @param {number} offset */
  begins(endpoint, offset) {
    this.#starts ??= this.#groupedByStart();
    return this.#starts.find(this.#keyOf(endpoint, offset, 0, 0)) >= 0;
  }

  #groupedByStart() {
    const groups = new KeyGroups(this.items.length);
    const rows = this.#rows;
    this.items.forEach((row, item) => {
      if (rows.length(row) > 0) groups.add(item, this.#keyOf(rows.flowEnd(row) & 1, rows.dataOffset(row), 0, 0));
    });
    return groups;
  }

  /** Up to a number of packets, evenly over the connection. @param {number} most */
  *some(most) {
    const step = Math.max(1, this.items.length / most);
    for (let at = 0; at < this.items.length; at += step) yield this.items[Math.floor(at)];
  }

  get rows() {
    return this.#rows;
  }
}

/**
 * How a connection in one capture (`one`) lies over one in another.
 * @typedef {object} Alignment
 * @property {[number, number]} shifts added to the other's offsets, by direction, they are this one's
 * @property {number} share of the packets with data that the other has too
 * @property {number} startShare the same of their first bytes, by whichever capture has the longer packets: network
 *   cards cut packets, and join them
 * @property {number} stampShare of those with timestamps in both whose difference is everywhere the same; −1: there are
 *   none
 * @property {number} sampled packets that were looked for
 * @property {boolean} hasData whether these have data; without any, SYN and FIN are looked for
 */

/**
 * @param {Facts} one @param {PlacedPackets} packets of `one`
 * @param {Facts} other @param {PlacedPackets} others
 * @returns {Alignment}
 */
export function align(one, packets, other, others) {
  const shifts = /** @type {[number, number]} */ ([0, 1].map((way) => shiftOf(way, one, packets, other, others)));
  /** @type {StampPair[]} */
  const stamped = [];
  let sampled = 0;
  let found = 0;
  let hasData = false;
  const { rows } = packets;
  for (const row of samplesOf(packets, reachedBy(packets, one, others, other, shifts, 1))) {
    const way = wayOf(rows, row, one);
    const partner = partnerOf(packets.rows, row, way, shifts[way], other, others);
    sampled++;
    hasData ||= rows.length(row) > 0;
    if (partner === -1) continue;
    found++;
    if (partner < 0 || !rows.hasTimestamps(row) || !others.rows.hasTimestamps(partner)) continue;
    stamped.push({ row, way, delta: (others.rows.tsValue(partner) - rows.tsValue(row)) | 0 });
  }
  const share = sampled > 0 ? found / sampled : 0;
  const startShare =
    share >= ENOUGH
      ? share
      : Math.max(
          shareOfStarts(packets, one, others, other, shifts, 1),
          shareOfStarts(others, other, packets, one, shifts, -1),
        );
  return { shifts, sampled, hasData, share, startShare, stampShare: stampShareOf(stamped, one, packets) };
}

/**
 * A packet and the only one at its place in the other capture, by how much later its timestamp is there.
 * @typedef {{ row: number, way: 0|1, delta: number }} StampPair
 */

/**
 * Where some differ, only packets that are the only ones at their place here too count: of one that was sent again, the
 * other capture may have the retransmission alone.
 * @param {readonly StampPair[]} pairs @param {Facts} one @param {PlacedPackets} packets
 */
function stampShareOf(pairs, one, packets) {
  const share = shareOfOneDelta(pairs);
  if (share === 1) return share;
  return shareOfOneDelta(pairs.filter(({ row, way }) => partnerOf(packets.rows, row, way, 0, one, packets) >= 0));
}

/** @param {readonly StampPair[]} pairs @returns {number} −1: there are none */
function shareOfOneDelta(pairs) {
  /** @type {[Map<number, number>, Map<number, number>]} */
  const counts = [new Map(), new Map()];
  for (const { way, delta } of pairs) counts[way].set(delta, (counts[way].get(delta) ?? 0) + 1);
  const same = counts.reduce((sum, ofWay) => sum + Math.max(0, ...ofWay.values()), 0);
  return pairs.length > 0 ? same / pairs.length : -1;
}

/**
 * Of some packets with data, the share that begins where one of the other capture does.
 * @param {PlacedPackets} packets @param {Facts} facts @param {PlacedPackets} others @param {Facts} other
 * @param {[number, number]} shifts @param {1 | -1} sign of the shifts
 */
function shareOfStarts(packets, facts, others, other, shifts, sign) {
  const isReached = reachedBy(packets, facts, others, other, shifts, sign);
  const samples = samplesOf(packets, isReached).filter((row) => packets.rows.length(row) > 0);
  const found = samples.filter((row) => {
    const way = wayOf(packets.rows, row, facts);
    return others.begins(
      way === 0 ? other.client : 1 - other.client,
      packets.rows.dataOffset(row) - sign * shifts[way],
    );
  });
  return samples.length > 0 ? found.length / samples.length : 0;
}

/**
 * Whether a packet lies within what the other capture has of the connection.
 * @param {PlacedPackets} packets @param {Facts} facts @param {PlacedPackets} others @param {Facts} other
 * @param {[number, number]} shifts @param {1 | -1} sign of the shifts
 * @returns {(row: number) => boolean}
 */
const reachedBy = (packets, facts, others, other, shifts, sign) => (row) => {
  const way = wayOf(packets.rows, row, facts);
  return others.reaches(way === 0 ? other.client : 1 - other.client, packets.rows.seqOffset(row) - sign * shifts[way]);
};

/**
 * Packets with data or, without any, with SYN or FIN.
 * @param {PlacedPackets} packets @param {(row: number) => boolean} isReached
 */
function samplesOf(packets, isReached) {
  const { rows } = packets;
  const some = [...packets.some(SAMPLES * 4)].filter((row) => rows.length(row) > 0 && isReached(row));
  const taken = some.length > 0 ? some : [...packets.some(SAMPLES)].filter((row) => rows.control(row) !== 0);
  const step = Math.max(1, taken.length / SAMPLES);
  return taken.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}

/** @param {Rows} rows @param {number} row @param {Facts} facts @returns {0|1} */
const wayOf = (rows, row, { client }) => ((rows.flowEnd(row) & 1) === client ? 0 : 1);

/**
 * @param {Rows} rows @param {number} row @param {0|1} way @param {number} shift @param {Facts} other
 * @param {PlacedPackets} others
 */
const partnerOf = (rows, row, way, shift, { client }, others) =>
  others.find(way === 0 ? client : 1 - client, rows.seqOffset(row) - shift, rows.length(row), rows.control(row));

/**
 * @param {number} way @param {Facts} one @param {PlacedPackets} packets @param {Facts} other
 * @param {PlacedPackets} others
 */
function shiftOf(way, one, packets, other, others) {
  if (one.hasSyn[way] && other.hasSyn[way]) return 0;
  const bySequence = (other.bases[way] - one.bases[way]) | 0;
  if (isSupported(way, bySequence, one, packets, other, others)) return bySequence;
  return votedShift(way, one, packets, other, others) ?? bySequence;
}

/**
 * Whether packets lie where a shift puts them.
 * @param {number} way @param {number} shift @param {Facts} one @param {PlacedPackets} packets @param {Facts} other
 * @param {PlacedPackets} others
 */
function isSupported(way, shift, one, packets, other, others) {
  for (const row of packets.some(SAMPLES * 4)) {
    const isOfWay = wayOf(packets.rows, row, one) === way && packets.rows.length(row) > 0;
    if (isOfWay && partnerOf(packets.rows, row, /** @type {0|1} */ (way), shift, other, others) !== -1) return true;
  }
  return false;
}

/**
 * Without a SYN on both sides, where numbers were rewritten: what packets of the same timestamps, or else of the same
 * length and identification, agree on most often.
 * @param {number} way @param {Facts} one @param {PlacedPackets} packets @param {Facts} other
 * @param {PlacedPackets} others
 * @returns {number | null}
 */
function votedShift(way, one, packets, other, others) {
  /** @type {Map<string, number>} */
  const places = new Map();
  const clueOf = (/** @type {Rows} */ rows, /** @type {number} */ row) =>
    `${rows.length(row)} ${rows.hasTimestamps(row) ? rows.tsValue(row) : rows.ipId(row)}`;
  for (const row of packets.some(VOTERS)) {
    if (wayOf(packets.rows, row, one) !== way || packets.rows.length(row) === 0) continue;
    const clue = clueOf(packets.rows, row);
    places.set(clue, places.has(clue) ? NaN : packets.rows.seqOffset(row));
  }
  /** @type {Map<number, number>} */
  const votes = new Map();
  for (const row of others.some(VOTERS)) {
    if (wayOf(others.rows, row, other) !== way || others.rows.length(row) === 0) continue;
    const shift = (places.get(clueOf(others.rows, row)) ?? NaN) - others.rows.seqOffset(row);
    if (!Number.isNaN(shift)) votes.set(shift, (votes.get(shift) ?? 0) + 1);
  }
  const [best] = [...votes].sort((a, b) => b[1] - a[1]);
  return best === undefined ? null : best[0];
}
