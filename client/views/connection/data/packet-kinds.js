/**
 * What a packet is, in words and letters, seen from the direction that is shown.
 */
import { TCP, VERDICT } from '../../../../lib/shared/packet-enums.js';
import { retransmissionKind, sequenceLength, wasNeeded } from './packet-columns.js';

/** @typedef {import('./model.js').Model} Model */
/**
 * @typedef {'retransmission'|'late'|'twice'|'zero'|'probe'|'reset'|'handshake'|'segment'|'duplicate'|'ack'} PacketKind
 */

/** Kinds that `.` and `,` stop at. @type {ReadonlySet<PacketKind>} */
export const EVENT_KINDS = new Set(['retransmission', 'late', 'zero', 'probe', 'reset', 'handshake']);

/**
 * What `.` and `,` can be set to stop at.
 * @type {readonly { id: string, words: string, kinds: ReadonlySet<PacketKind> }[]}
 */
export const EVENT_CHOICES = [
  { id: 'all', words: 'every event', kinds: EVENT_KINDS },
  { id: 'again', words: 'retransmissions', kinds: new Set(['retransmission']) },
  { id: 'late', words: 'out-of-order segments', kinds: new Set(['late']) },
  { id: 'duplicate', words: 'duplicate ACKs', kinds: new Set(['duplicate']) },
  { id: 'window', words: 'zero windows and probes', kinds: new Set(['zero', 'probe']) },
  { id: 'edges', words: 'SYN, FIN and resets', kinds: new Set(['handshake', 'reset']) },
];

/**
 * @param {Model} model
 * @param {number} row
 * @returns {PacketKind}
 */
export function kindOfPacket({ columns }, row) {
  const flags = columns.flags[row];
  const analysis = columns.analysis[row];
  const { bits } = columns;
  if ((flags & TCP.RST) !== 0) return 'reset';
  const verdict = columns.verdict[row];
  if (verdict === VERDICT.RETRANSMISSION) return 'retransmission';
  if (verdict === VERDICT.REORDERED) return 'late';
  if (verdict === VERDICT.DUPLICATE_IN_CAPTURE) return 'twice';
  if (verdict === VERDICT.WINDOW_PROBE) return 'probe';
  if ((flags & (TCP.SYN | TCP.FIN)) !== 0) return 'handshake';
  if (columns.window[row] === 0 || (analysis & bits.zero_window) !== 0) return 'zero';
  if (columns.length[row] > 0) return 'segment';
  return (analysis & bits.duplicate_ack) === 0 ? 'ack' : 'duplicate';
}

/** @type {Record<PacketKind, { letter: string, colour: keyof import('../../../base/theme.js').Colours }>} */
export const KIND_MARKS = {
  retransmission: { letter: 'R', colour: 'retx' },
  late: { letter: 'O', colour: 'ooo' },
  twice: { letter: 'D', colour: 'ink3' },
  zero: { letter: 'Z', colour: 'ink1' },
  probe: { letter: 'P', colour: 'ink1' },
  reset: { letter: '×', colour: 'retx' },
  handshake: { letter: '◇', colour: 'ink1' },
  segment: { letter: '', colour: 'ink1' },
  duplicate: { letter: '', colour: 'ink1' },
  ack: { letter: '', colour: 'ink1' },
};

/** By our verdict, or where there is nothing to judge by Wireshark's. @param {Model} model @param {number} row */
export function isKeepAlive({ columns }, row) {
  const verdict = columns.verdict[row];
  return (
    verdict === VERDICT.KEEP_ALIVE ||
    (verdict === VERDICT.NONE && (columns.analysis[row] & columns.bits.keep_alive) !== 0)
  );
}

/**
 * @param {Model} model
 * @param {number} row
 * @returns {string} "Retransmission, fast", "Segment, PSH", "Duplicate ACK"
 */
export function titleOfPacket(model, row) {
  const { columns } = model;
  const flags = columns.flags[row];
  const analysis = columns.analysis[row];
  const { bits } = columns;
  const kind = kindOfPacket(model, row);
  if (kind === 'reset') return 'Reset';
  if (kind === 'retransmission') return `Retransmission${retransmissionWords(columns, row)}`;
  if (kind === 'late') return 'Out of order';
  if (kind === 'twice') return 'Duplicate in the capture';
  if (kind === 'probe') return 'Window probe';
  if (kind === 'handshake') return handshakeWords(flags);
  if (kind === 'zero') return columns.length[row] > 0 ? 'Segment, zero window' : 'Zero window';
  if (kind === 'duplicate') return 'Duplicate ACK';
  if (isKeepAlive(model, row)) return 'Keep-alive';
  if ((analysis & bits.keep_alive_ack) !== 0) return 'Keep-alive ACK';
  if (kind === 'segment') return (flags & TCP.PSH) === 0 ? 'Segment' : 'Segment, PSH';
  return (analysis & bits.window_update) === 0 ? 'ACK' : 'Window update';
}

/** What made the sender send again, in words. @type {Record<string, string>} */
export const KIND_WORDS = {
  fast: 'fast',
  rto: 'timeout',
  tlp: 'tail-loss probe',
  syn: 'of the SYN',
  probe: 'of a window probe',
};

/** @param {import('./packet-columns.js').PacketColumns} columns @param {number} row */
function retransmissionWords(columns, row) {
  const words = KIND_WORDS[retransmissionKind(columns, row)] ?? '';
  const kind = words.startsWith('of ') ? ` ${words}` : words && `, ${words}`;
  return wasNeeded(columns, row) === false ? `${kind}, spurious` : kind;
}

/** @param {number} flags */
function handshakeWords(flags) {
  if ((flags & TCP.SYN) === 0) return 'FIN';
  return (flags & TCP.ACK) === 0 ? 'SYN' : 'SYN, ACK';
}

/**
 * @param {import('./packet-columns.js').PacketColumns} columns
 * @param {number} row
 * @returns {boolean} whether the packet carries no sequence space and no mark of its own direction
 */
export function isPureAck(columns, row) {
  return sequenceLength(columns, row) === 0 && (columns.flags[row] & TCP.RST) === 0;
}
