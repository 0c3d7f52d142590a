import { inBoth } from '../segments/segment-figures.js';
import { optionChanges } from './options.js';
import { payloadChanges } from './payload.js';

/** @typedef {import('../path.js').Path} Path */
/** @typedef {import('../connections/facts.js').Facts} Facts */

/**
 * What the path changed in a connection, between two points: the second one's capture has `to` where that of
 * the first has `from`. `packets`: in how many of those that both have.
 * @typedef {object} Change
 * @property {[number, number]} between files, in the order in which packets come by
 * @property {'clientToServer' | 'serverToClient'} direction
 * @property {string} what
 * @property {string | number | null} from null: it was not there
 * @property {string | number | null} to
 * @property {number} [packets]
 * @property {number} [compared] of payloads, from here on: packets that were compared
 * @property {[number, number]} [frames] the first with a change
 * @property {number} [offset] of its first changed byte, from which on `from` and `to` are
 * @property {number} [confidence]
 */

/** @typedef {Omit<Change, 'between' | 'direction'>} Changed */

/** Of the IP header's two bits for congestion. */
const ECN_NAMES = Object.freeze(['Not-ECT', 'ECT(1)', 'ECT(0)', 'CE']);
/** Share of packets that must show a field's change for it to be one of all. */
const MOST = 0.9;

/**
 * @param {Path} path @param {number} index of the connection
 * @param {(direction: 0|1) => Int32Array} packetsOf
 * @returns {Change[]}
 */
export function changesOf(path, index, packetsOf) {
  return /** @type {const} */ ([0, 1]).flatMap((direction) => {
    const way = path.wayOf(index, direction);
    return way.slice(1).flatMap((to, at) => {
      const from = way[at];
      const packets = inBoth(path, from, to, packetsOf(direction));
      /** @type {[number, number]} */
      const between = [from, to];
      const name = direction === 0 ? /** @type {const} */ ('clientToServer') : /** @type {const} */ ('serverToClient');
      return [
        ...(direction === 0 ? endChanges(path, index, between) : []),
        ...optionChanges(path, index, direction, between),
        ...headerChanges(path, index, direction, between, packets),
        ...payloadChanges(path.payloads?.pairs(index, direction, between) ?? []),
      ].map((changed) => ({ between, direction: name, ...changed }));
    });
  });
}

/**
 * Addresses and ports.
 * @param {Path} path @param {number} index @param {[number, number]} between
 * @returns {Changed[]}
 */
function endChanges({ connections }, index, [from, to]) {
  const [one, other] = [from, to].map((place) => /** @type {Facts} */ (connections[index].facts[place]));
  return ['client', 'server'].flatMap((end, way) => {
    const [address, port] = one.ends[way].split(' ');
    const [newAddress, newPort] = other.ends[way].split(' ');
    return [
      ...(address === newAddress ? [] : [{ what: `${end}_address`, from: address, to: newAddress }]),
      ...(port === newPort ? [] : [{ what: `${end}_port`, from: Number(port), to: Number(newPort) }]),
    ];
  });
}

/**
 * Fields of every packet.
 * @param {Path} path @param {number} index @param {0|1} direction @param {[number, number]} between
 * @param {Int32Array} packets that both points have
 * @returns {Changed[]}
 */
function headerChanges(path, index, direction, [from, to], packets) {
  const [one, other] = [from, to].map((place) => path.points[place].rows);
  const [ones, others] = [from, to].map((place) => path.packets.rowOf[place]);
  const { ttls, ecn, dscp } = ipChanges(one, ones, other, others, packets);
  const [ttl] = ttls;
  return [
    ...(ttl === undefined || ttl.was === ttl.is
      ? []
      : [{ what: 'ttl', from: ttl.was, to: ttl.is, packets: ttl.count }]),
    ...ecn
      .filter(isChanged)
      .map(({ was, is, count }) => ({ what: 'ecn', from: ECN_NAMES[was], to: ECN_NAMES[is], packets: count })),
    ...dscp.filter(isChanged).map(({ was, is, count }) => ({ what: 'dscp', from: was, to: is, packets: count })),
    ...movedNumbers(path, index, direction, [from, to]),
    ...rewritten(
      packets,
      'identification',
      (packet) => one.ipId(ones[packet]),
      (packet) => other.ipId(others[packet]),
    ),
    ...rewritten(
      packets,
      'window',
      (packet) => one.window(ones[packet]),
      (packet) => other.window(others[packet]),
    ),
    ...rewritten(
      packets,
      'timestamps',
      (packet) => one.tsValue(ones[packet]) >>> 0,
      (packet) => other.tsValue(others[packet]) >>> 0,
      (packet) => one.hasTimestamps(ones[packet]) && other.hasTimestamps(others[packet]),
    ),
  ];
}

/** @typedef {{ was: number, is: number, count: number }} Counted packets with these values at the two points */
/** @typedef {import('../rows.js').Rows} Rows */

/** @param {Counted} counted */
const isChanged = ({ was, is }) => was !== is;

/**
 * TTL, ECN bits and DSCP at both points, the most frequent first: in one pass, as most packets are like the one before.
 * @param {Rows} one @param {Int32Array} ones rows by packet @param {Rows} other @param {Int32Array} others
 * @param {Int32Array} packets
 */
function ipChanges(one, ones, other, others, packets) {
  const fields = [
    { shift: 0, mask: 0xff, counts: new Map() },
    { shift: 8, mask: 0x3, counts: new Map() },
    { shift: 10, mask: 0x3f, counts: new Map() },
  ];
  let [was, is, run] = [-1, -1, 0];
  const add = () => {
    if (run === 0) return;
    for (const { shift, mask, counts } of fields) {
      const key = ((was >> shift) & mask) * 256 + ((is >> shift) & mask);
      counts.set(key, (counts.get(key) ?? 0) + run);
    }
  };
  for (let at = 0; at < packets.length; at++) {
    const packet = packets[at];
    const [before, after] = [one.ipFields(ones[packet]), other.ipFields(others[packet])];
    if (before !== was || after !== is) {
      add();
      [was, is, run] = [before, after, 0];
    }
    run++;
  }
  add();
  const [ttls, ecn, dscp] = fields.map(({ counts }) => byCount(counts));
  return { ttls, ecn, dscp };
}

/** @param {Map<number, number>} counts @returns {Counted[]} */
const byCount = (counts) =>
  [...counts].sort((a, b) => b[1] - a[1]).map(([key, count]) => ({ was: key >> 8, is: key & 255, count }));

/**
 * Sequence numbers, where both points saw the SYN.
 * @param {Path} path @param {number} index @param {0|1} direction @param {[number, number]} between
 * @returns {Changed[]}
 */
function movedNumbers({ connections }, index, direction, [from, to]) {
  const [one, other] = [from, to].map((place) => /** @type {Facts} */ (connections[index].facts[place]));
  const [was, is] = [one.bases[direction] >>> 0, other.bases[direction] >>> 0];
  const isKnown = one.hasSyn[direction] && other.hasSyn[direction];
  return isKnown && was !== is ? [{ what: 'sequence_numbers', from: was, to: is }] : [];
}

/**
 * A field that differs in nearly all packets; the values are those of the first that it differs in. Left off as soon as
 * too many packets have it unchanged, as they mostly do.
 * @param {Int32Array} packets @param {string} what @param {(packet: number) => number} wasOf
 * @param {(packet: number) => number} isOf @param {(packet: number) => boolean} [hasField]
 * @returns {Changed[]}
 */
function rewritten(packets, what, wasOf, isOf, hasField = () => true) {
  let [changed, unchanged] = [0, 0];
  let first = -1;
  for (const packet of packets) {
    if (!hasField(packet)) continue;
    if (wasOf(packet) === isOf(packet)) {
      if (++unchanged > packets.length - MOST * packets.length) return [];
      continue;
    }
    changed++;
    if (first < 0) first = packet;
  }
  if (changed === 0 || changed < MOST * (changed + unchanged)) return [];
  return [{ what, from: wasOf(first), to: isOf(first), packets: changed }];
}
