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
 * @type {WeakMap<import('../data/packets.js').Packets, { rows: number[], times: number[] }>}
 */
const found = new WeakMap();

/** @param {import('../data/packets.js').Packets} packets */
function markedRows(packets) {
  const known = found.get(packets);
  if (known !== undefined) return known;
  const { columns, rows } = packets;
  /** @type {number[]} */
  const marked = [];
  for (let row = 0; row < rows; row++) {
    if (
      (columns.marks[row] & ~QUIC_MARK.UNREADABLE) !== 0 ||
      columns.probe[row] > 0 ||
      PACKET_EVENTS.has(columns.type[row])
    ) {
      marked.push(row);
    }
  }
  const made = { rows: marked, times: marked.map((row) => columns.time[row]) };
  found.set(packets, made);
  return made;
}

/**
 * @param {Pick<import('./scene.js').QuicScene, 'packets'|'x'|'direction'>} scene
 * @returns {Generator<Mark>}
 */
export function* marksInView({ packets, x, direction }) {
  const { rows, times } = markedRows(packets);
  const end = bisectRight(times, x.range.endNs);
  for (let i = bisectLeft(times, x.range.startNs); i < end; i++) {
    const row = rows[i];
    const { marks, direction: directions, probe, type } = packets.columns;
    const timeNs = times[i];
    const kind = PACKET_EVENTS.get(type[row]);
    if (kind !== undefined) yield { row, timeNs, sign: kind, isEvent: true };
    for (const [bit, sign] of EVENTS) if ((marks[row] & bit) !== 0) yield { row, timeNs, sign, isEvent: true };
    if (directions[row] !== direction) continue;
    if (probe[row] > 0) yield { row, timeNs, sign: 'P', isEvent: false };
    for (const [bit, sign] of LETTERS) if ((marks[row] & bit) !== 0) yield { row, timeNs, sign, isEvent: false };
  }
}
