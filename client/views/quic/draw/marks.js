/** What is marked in the diagram besides its bars: events of the connection, and letters at packets. */
import { QUIC_MARK } from '../../../../lib/shared/quic-marks.js';
import { bisectLeft, bisectRight } from '../../../vendor/d3.js';

/** @typedef {{ row: number, timeNs: number, sign: string, isEvent: boolean }} Mark */

/** Events, of either direction. @type {[bit: number, words: string][]} */
const EVENTS = [
  [QUIC_MARK.CLOSE, 'closed'],
  [QUIC_MARK.KEY_UPDATE, 'key update'],
  [QUIC_MARK.PATH, 'path probed'],
  [QUIC_MARK.HANDSHAKE_DONE, 'handshake done'],
];
/** At a packet of the direction shown. @type {[bit: number, letter: string][]} */
const LETTERS = [
  [QUIC_MARK.MTU_PROBE, 'M'],
  [QUIC_MARK.BLOCKED, 'B'],
  [QUIC_MARK.RESET_STREAM, 'X'],
  [QUIC_MARK.CE, 'CE'],
];
/** Kinds of packets that are events, of PACKET in lib/quicflow/wire/versions.js. */
const PACKET_EVENTS = new Map([
  [3, 'Retry'],
  [4, 'version negotiation'],
  [6, 'stateless reset'],
]);

/**
 * The marks of a connection's packets, found once.
 * @type {WeakMap<import('../data/packets.js').Packets, { at: number[], times: number[] }>}
 */
const found = new WeakMap();

/** @param {import('../data/packets.js').Packets} packets */
function marked(packets) {
  const known = found.get(packets);
  if (known !== undefined) return known;
  const { columns, rows } = packets;
  /** @type {number[]} */
  const at = [];
  for (let i = 0; i < rows; i++) {
    const isMarked = (columns.marks[i] & ~QUIC_MARK.UNREADABLE) !== 0;
    if (isMarked || columns.probe[i] > 0 || PACKET_EVENTS.has(columns.type[i])) at.push(i);
  }
  const made = { at, times: at.map((i) => columns.time[i]) };
  found.set(packets, made);
  return made;
}

/**
 * @param {Pick<import('./scene.js').QuicScene, 'packets'|'x'|'direction'>} scene
 * @returns {Generator<Mark>}
 */
export function* marksInView({ packets, x, direction }) {
  const { at, times } = marked(packets);
  const { row: rows, marks, direction: directions, probe, type } = packets.columns;
  const end = bisectRight(times, x.range.endNs);
  for (let k = bisectLeft(times, x.range.startNs); k < end; k++) {
    const i = at[k];
    const row = rows[i];
    const timeNs = times[k];
    const kind = PACKET_EVENTS.get(type[i]);
    if (kind !== undefined) yield { row, timeNs, sign: kind, isEvent: true };
    for (const [bit, sign] of EVENTS) if ((marks[i] & bit) !== 0) yield { row, timeNs, sign, isEvent: true };
    if (directions[i] !== direction) continue;
    if (probe[i] > 0) yield { row, timeNs, sign: 'P', isEvent: false };
    for (const [bit, sign] of LETTERS) if ((marks[i] & bit) !== 0) yield { row, timeNs, sign, isEvent: false };
  }
}
