/**
 * The facts about one packet: the lines of its card, its linked packets, its note in the table.
 */
import { outcomeOf } from '../../../../lib/shared/message-outcome.js';
import { formatBytes, formatNumber } from '../../../base/format.js';
import { bisectLeft } from '../../../vendor/d3.js';
import { packetTime, spanWords } from '../../timeline/times.js';
import { firstSendingOf } from '../data/first-sending.js';
import { icmpWords } from '../data/icmp-errors.js';
import { flagWords, sequenceLength, windowWords } from '../data/packet-columns.js';
import { isKeepAlive, kindOfPacket, titleOfPacket } from '../data/packet-kinds.js';
import { released, releasedBy } from '../data/release.js';
import { isDuplicateSack } from '../data/sack-blocks.js';
import { sequenceWords } from '../data/sequence-numbers.js';
import { messageCarrying } from './message-facts.js';
import { differsFromWireshark, verdictLines, wiresharkWords } from './verdict-text.js';

/** @typedef {import('../data/model.js').Model} Model */

/**
 * @param {Model} model
 * @param {number} row
 * @returns {{ firstSending: number|null, acknowledgement: number|null, acknowledged: number|null, releasedBy:
 *   number|null, released: number|null }} rows
 */
export function linksOf(model, row) {
  const { columns, series } = model;
  const length = sequenceLength(columns, row);
  if (length === 0) {
    return {
      firstSending: null,
      acknowledgement: null,
      acknowledged: acknowledgedRow(model, row),
      releasedBy: null,
      released: released(model, row)?.first ?? null,
    };
  }
  const own = series[columns.direction[row]];
  const ack = own.acknowledgement(columns.seq[row] + length);
  return {
    firstSending: firstSendingOf(model, row),
    acknowledgement: ack === null || ack < row ? null : ack,
    acknowledged: null,
    releasedBy: releasedBy(model, row),
    released: null,
  };
}

/**
 * @param {Model} model
 * @param {number} row
 * @returns {number|null} the packet that carried the last byte which this one newly acknowledges
 */
function acknowledgedRow(model, row) {
  if (newlyAcknowledged(model, row) <= 0) return null;
  const other = model.series[1 - model.columns.direction[row]];
  const carried = other.firstSending(model.columns.ack[row] - 1);
  return carried === null || carried >= row ? null : carried;
}

/** @param {Model} model @param {number} row @returns {number} bytes that no earlier packet acknowledged */
function newlyAcknowledged({ columns, series }, row) {
  const { acks } = series[1 - columns.direction[row]];
  const index = bisectLeft(acks.row.values, row, 0, acks.count);
  if (index >= acks.count || acks.row.values[index] !== row || index === 0) return 0;
  return acks.low[index] - acks.low[index - 1];
}

/** @param {Model} model @param {number} row @returns {number} how many duplicates in a row this makes; 0 for none */
function duplicateRun({ columns, series }, row) {
  const { duplicates, duplicateRuns } = series[1 - columns.direction[row]];
  const index = bisectLeft(duplicates.row.values, row, 0, duplicates.count);
  return index < duplicates.count && duplicates.row.values[index] === row ? duplicateRuns.values[index] : 0;
}

/**
 * @param {Model} model @param {number} direction @param {number} low @param {number} high
 * @returns {string} "131 218 – 131 557"
 */
const stretch = (model, direction, low, high) =>
  [low, high].map((offset) => sequenceWords(model, direction, offset)).join(' – ');

/**
 * @param {Model} model
 * @param {number} row
 * @returns {{ title: string, frame: number, lines: import('../../timeline/hover-card.js').CardLine[] }}
 */
export function factsOf(model, row) {
  const { columns } = model;
  const hasBytes = sequenceLength(columns, row) > 0;
  return {
    title: titleOfPacket(model, row),
    frame: columns.frame[row],
    lines: /** @type {import('../../timeline/hover-card.js').CardLine[]} */ ([
      ['Time', packetTime(model, row)],
      ...(hasBytes ? segmentLines(model, row) : ackLines(model, row)),
      ...(hasBytes ? verdictLines(model, row) : []),
      ...sackLines(model, row),
      ['Window', `${windowWords(columns, row)} B`],
      ['Flags', flagWords(columns.flags[row])],
      ...icmpLines(model, row),
    ]),
  };
}

/** @param {Model} model @param {number} row @returns {[string, string][]} */
function icmpLines(model, row) {
  const words = icmpWords(model, row);
  return words === '' ? [] : [['ICMP error', words]];
}

/** @param {Model} model @param {number} row @returns {[string, string][]} */
function segmentLines(model, row) {
  const { columns } = model;
  const { firstSending, acknowledgement } = linksOf(model, row);
  const seq = columns.seq[row];
  /** @type {[string, string][]} */
  const lines = [
    [
      'Bytes',
      columns.length[row] === 0
        ? `none, sequence ${sequenceWords(model, columns.direction[row], seq)}`
        : `${stretch(model, columns.direction[row], seq, seq + columns.length[row])}, ${formatBytes(columns.length[row])}`,
    ],
  ];
  if (firstSending !== null && kindOfPacket(model, row) === 'retransmission') {
    lines.push([
      'First sent',
      `in frame ${formatNumber(columns.frame[firstSending])}, ${spanWords(columns.time[row] - columns.time[firstSending])} earlier`,
    ]);
  }
  lines.push([
    'Acknowledged',
    acknowledgement === null
      ? acknowledgedBefore(model, row)
      : `by frame ${formatNumber(columns.frame[acknowledgement])} after ${spanWords(columns.time[acknowledgement] - columns.time[row])}`,
  ]);
  const ack = releasedBy(model, row);
  if (ack !== null) {
    lines.push([
      'Released by',
      `the ACK in frame ${formatNumber(columns.frame[ack])}, ${spanWords(columns.time[row] - columns.time[ack])} earlier`,
    ]);
  }
  const message = messageCarrying(model, row);
  if (message) lines.push(['Carries', message]);
  if (columns.inFlight[row] >= 0) lines.push(['In flight', `${formatNumber(columns.inFlight[row])} B after it`]);
  return lines;
}

/** @param {Model} model @param {number} row */
function acknowledgedBefore({ columns, series }, row) {
  const ack = series[columns.direction[row]].acknowledgement(columns.seq[row] + sequenceLength(columns, row));
  return ack === null ? 'not in this capture' : `already, by frame ${formatNumber(columns.frame[ack])}`;
}

/** @param {Model} model @param {number} row @returns {[string, string][]} */
function ackLines(model, row) {
  const { columns } = model;
  const direction = columns.direction[row];
  if (columns.ack[row] < 0) return [['Sequence', sequenceWords(model, direction, columns.seq[row])]];
  const ack = sequenceWords(model, 1 - direction, columns.ack[row]);
  const gained = newlyAcknowledged(model, row);
  const { acknowledged } = linksOf(model, row);
  const upTo = acknowledged === null ? '' : `, to the end of frame ${formatNumber(columns.frame[acknowledged])}`;
  const run = duplicateRun(model, row);
  /** @type {[string, string][]} */
  const lines = [['Acknowledges', `up to ${ack}`]];
  if (gained > 0) lines.push(['New', `${formatNumber(gained)} B${upTo}`]);
  const letGo = released(model, row);
  if (letGo) lines.push(['Released', releasedWords(model, row, letGo)]);
  if (run > 0) lines.push(['Duplicate', `${formatNumber(run)} of ${ack}`]);
  if (columns.rtt[row] >= 0) lines.push(['Round trip', spanWords(columns.rtt[row])]);
  return lines;
}

/** @param {Model} model @param {number} row @param {{ first: number, last: number, count: number }} letGo */
function releasedWords({ columns }, row, { first, last, count }) {
  const later = `${spanWords(columns.time[first] - columns.time[row])} later`;
  if (count === 1) return `frame ${formatNumber(columns.frame[first])}, ${later}`;
  return `${formatNumber(count)} segments, frames ${formatNumber(columns.frame[first])} – ${formatNumber(columns.frame[last])}, from ${later}`;
}

/** @param {Model} model @param {number} row @returns {[string, string][]} */
function sackLines(model, row) {
  const blocks = sackBlocks(model, row);
  if (blocks.length === 0) return [];
  return [[isDuplicateSack(model.columns, row) ? 'D-SACK' : 'SACK', blocks.join(', ')]];
}

/** @param {Model} model @param {number} row @returns {string[]} */
function sackBlocks(model, row) {
  const { columns } = model;
  const first = columns.sackIndex[row];
  return Array.from({ length: columns.sackCount[row] }, (_, i) =>
    stretch(model, 1 - columns.direction[row], columns.sackLeft[first + i], columns.sackRight[first + i]),
  );
}

/**
 * @param {Model} model
 * @param {number} row
 * @returns {string} the table's note; often empty
 */
export function noteOf(model, row) {
  const icmp = icmpWords(model, row);
  const note = [icmp && `ICMP ${icmp}`, ownNote(model, row)].filter(Boolean).join(' · ');
  if (!differsFromWireshark(model.columns, row)) return note;
  const theirs = `Wireshark: ${wiresharkWords(model.columns, row).join(', ') || 'no flag'}`;
  return note ? `${note} · ${theirs}` : theirs;
}

/** @param {Model} model @param {number} row */
function ownNote(model, row) {
  const { columns } = model;
  const kind = kindOfPacket(model, row);
  const { firstSending } = linksOf(model, row);
  if (kind === 'retransmission') {
    const title = retransmissionNote(titleOfPacket(model, row));
    return firstSending === null ? title : `${title}, first in ${formatNumber(columns.frame[firstSending])}`;
  }
  if (kind === 'late') return 'out of order';
  if (isKeepAlive(model, row) && (kind === 'segment' || kind === 'ack')) return 'keep-alive';
  if (kind === 'segment') return messageEdge(model, row);
  if (kind === 'ack' || kind === 'duplicate') return ackNote(model, row);
  return titleOfPacket(model, row).toLowerCase().replace('fin', 'FIN').replace('syn', 'SYN').replace('ack', 'ACK');
}

/** @param {string} title @returns {string} "sent again, fast", "SYN sent again" */
const retransmissionNote = (title) =>
  title.includes('of the SYN')
    ? title.replace('Retransmission of the SYN', 'SYN retransmitted')
    : title.replace('Retransmission', 'retransmitted');

/** @param {Model} model @param {number} row */
function ackNote(model, row) {
  const { columns } = model;
  const run = duplicateRun(model, row);
  const gained = newlyAcknowledged(model, row);
  const has = (/** @type {'keep_alive_ack'|'zero_window_probe_ack'|'window_update'} */ flag) =>
    (columns.analysis[row] & columns.bits[flag]) !== 0;
  const parts = [];
  if (has('keep_alive_ack')) parts.push('keep-alive ACK');
  else if (has('zero_window_probe_ack')) parts.push('window probe ACK');
  if (run > 0) parts.push(`duplicate ACK ${formatNumber(run)}`);
  else if (gained > 0) parts.push(`acknowledges ${formatNumber(gained)} B`);
  else if (has('window_update')) parts.push('window update');
  if (columns.rtt[row] >= 0) parts.push(`RTT ${spanWords(columns.rtt[row])}`);
  const [block] = sackBlocks(model, row);
  if (block) parts.push(`${isDuplicateSack(columns, row) ? 'D-SACK' : 'SACK'} ${block}`);
  return parts.join(' · ');
}

/** @param {Model} model @param {number} row */
function messageEdge(model, row) {
  const frame = model.columns.frame[row];
  const direction = model.columns.direction[row];
  const placed = model.placed.find(
    (candidate) =>
      candidate.direction === direction &&
      (candidate.message.firstFrame === frame || candidate.message.lastFrame === frame),
  );
  if (!placed) return '';
  const { message, request, name } = placed;
  if (message.kind === 'request') return `${message.method ?? 'request'} ${name}`;
  const what = request ? name : 'response';
  const outcome = outcomeOf(message).text;
  if (message.firstFrame === frame && message.lastFrame === frame) {
    return `${outcome} ${what}, whole`.trim();
  }
  return message.firstFrame === frame ? `${outcome} ${what}, first bytes`.trim() : `end of ${what}`;
}

/**
 * @param {Model} model
 * @param {number} row
 * @returns {string} "frame 162, retransmission, 339 bytes, 1.333 s" for screen readers
 */
export function announcementOf(model, row) {
  const { columns } = model;
  const bytes = columns.length[row] === 0 ? '' : `, ${columns.length[row]} bytes`;
  return `frame ${columns.frame[row]}, ${titleOfPacket(model, row).toLowerCase()}${bytes}, ${((columns.time[row] - model.originNs) / 1e9).toFixed(3)} s`;
}
