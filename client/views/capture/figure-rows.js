/** Figures of a whole capture as rows of a table, each with the filter that shows the connections behind it. */
import { count, formatBytes, formatNumber, formatSeconds, formatShare } from '../../base/format.js';

/** @typedef {import('../../../lib/overview/capture-figures.js').CaptureFigures} CaptureFigures */
/**
 * `value` and `unit` as in the CSV file, `words` as on the page; `filter` of the connections, null where it would be
 * all.
 * @typedef {{ group: string, label: string, value: number, unit: string, words: string, note: string, filter:
 *   string|null }} FigureRow
 */

/**
 * Handshakes that failed, in display order.
 * @type {['unanswered'|'refused'|'unfinished', string][]}
 */
const FAILURES = [
  ['unanswered', 'SYN unanswered'],
  ['refused', 'Refused (RST)'],
  ['unfinished', 'SYN-ACK unanswered'],
];

/** The group whose labels are addresses. */
export const TALKERS = 'Top talkers';

/** @param {CaptureFigures} figures @returns {FigureRow[]} */
export function figureRows({ connections, loss, retransmissions, rtt, handshakes, talkers }) {
  /** @type {FigureRow[]} */
  const rows = [];
  const add = (/** @type {FigureRow} */ row) => rows.push(row);
  if (loss.share !== null) {
    add({
      group: 'Loss',
      label: 'Loss rate',
      value: loss.share,
      unit: 'share',
      words: formatShare(loss.bytesLost, loss.bytes),
      note: `${formatBytes(loss.bytesLost)} of ${formatBytes(loss.bytes)} sent`,
      filter: loss.bytesLost > 0 ? 'retransmissions > 0' : null,
    });
  }
  if (retransmissions.share !== null) {
    add({
      group: 'Loss',
      label: 'Retransmission rate',
      value: retransmissions.share,
      unit: 'share',
      words: formatShare(retransmissions.packets, retransmissions.dataPackets),
      note: `${formatNumber(retransmissions.packets)} of ${count(retransmissions.dataPackets, 'packet')} with data`,
      filter: retransmissions.packets > 0 ? 'retransmissions > 0' : null,
    });
  }
  if (rtt !== null) rows.push(...roundTripRows(rtt));
  for (const [outcome, label] of FAILURES) {
    const failed = handshakes[outcome];
    if (failed === 0) continue;
    add({
      group: 'Handshakes',
      label,
      value: failed,
      unit: 'connections',
      words: formatNumber(failed),
      note: `of ${count(connections, 'connection')}`,
      filter: `handshake == ${outcome}`,
    });
  }
  if (!FAILURES.some(([outcome]) => handshakes[outcome] > 0)) {
    add({
      group: 'Handshakes',
      label: 'Failed',
      value: 0,
      unit: 'connections',
      words: 'none',
      note: `of ${count(connections, 'connection')}`,
      filter: null,
    });
  }
  return [...rows, ...talkers.map(talkerRow)];
}

/** @param {NonNullable<CaptureFigures['rtt']>} rtt @returns {FigureRow[]} */
function roundTripRows(rtt) {
  /** @type {['p5'|'median'|'p95'|'max', string][]} */
  const points = [
    ['p5', 'RTT min, p5'],
    ['median', 'RTT min, median'],
    ['p95', 'RTT min, p95'],
    ['max', 'RTT min, max'],
  ];
  if (rtt.connections === 1) points.splice(0, points.length, ['median', 'RTT min']);
  // With few connections the outer percentiles are the extremes.
  return (rtt.connections < FEW ? points.filter(([point]) => point !== 'p5' && point !== 'p95') : points).map(
    ([point, label]) => ({
      group: 'RTT',
      label,
      value: rtt[point],
      unit: 'seconds',
      words: formatSeconds(rtt[point]),
      note: '',
      filter: `rtt >= ${Number((rtt[point] * 1e3).toPrecision(6))} ms`,
    }),
  );
}
const FEW = 20;

/** @param {CaptureFigures['talkers'][number]} talker @returns {FigureRow} */
const talkerRow = ({ address, connections, packets, bytes }) => ({
  group: TALKERS,
  label: address,
  value: bytes,
  unit: 'bytes',
  words: formatBytes(bytes),
  note: `${count(packets, 'packet')}, ${count(connections, 'connection')}`,
  filter: `address == ${address}`,
});

/** @param {FigureRow[]} rows @returns {string} a CSV file (RFC 4180) */
export const figuresCsv = (rows) =>
  [
    'group,figure,value,unit,note,filter',
    ...rows.map(({ group, label, value, unit, note, filter }) =>
      [group, label, value, unit, note, filter ?? ''].map(csvField).join(','),
    ),
    '',
  ].join('\r\n');

/** @param {string|number} value */
export function csvField(value) {
  const text = String(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
