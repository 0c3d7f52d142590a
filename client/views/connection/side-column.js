/**
 * The side column: statistics of the selection or of what is in view, the message there, both directions in figures, keys.
 */
import { el, fill } from '../../base/dom.js';
import { formatBytes, formatNumber, missing, threeFigures } from '../../base/format.js';
import { messageLines, messageTitle } from './message-facts.js';
import { createEpisodeList, createMarkList } from './side-lists.js';
import { spanStatistics } from './span-statistics.js';
import { rttUnit } from './rtt-pane.js';
import { rateWords, spanWords } from './times.js';

/** @typedef {import('./model.js').Model} Model */
/** @typedef {import('../../plot/time-scale.js').TimeRange} TimeRange */

/** @type {[string[], string][]} */
const KEYS = [
  [['W', 'S'], 'zoom at the pointer'], [['A', 'D'], 'pan'], [['←', '→'], 'previous, next of the kind'], [[',', '.'], 'previous, next event'],
  [['↑', '↓'], 'message, packet'], [['Z'], 'zoom to the selection'], [['F'], 'fit'], [['⇧ D'], 'swap direction'],
];

/** @param {{ onZoomToSpan: () => void, onEpisode: (episode: import('./episodes.js').Episode) => void, onMark: (id: import('./mark-classes.js').MarkClass) => void }} actions */
export function createSideColumn({ onZoomToSpan, onEpisode, onMark }) {
  const statisticsSection = el('section', { class: 'side-section' });
  const message = el('section', { class: 'side-section' });
  const both = el('section', { class: 'side-section' });
  const episodes = createEpisodeList({ onEpisode });
  const marks = createMarkList({ onMark });
  const element = el('aside', { class: 'connection-side', 'aria-label': 'Details' },
    statisticsSection, message, episodes.element, marks.element, both, keySection());

  return {
    element,
    /**
     * @param {Model} model
     * @param {number} direction
     * @param {{ span: TimeRange|null, range: TimeRange, hidden: ReadonlySet<import('./mark-classes.js').MarkClass>, isLegendCut: boolean }} shown
     * @param {import('./messages.js').PlacedMessage|null} placed
     */
    update(model, direction, shown, placed) {
      episodes.update(model, direction);
      marks.update(model, direction, shown.hidden, shown.isLegendCut);
      const span = within(shown.span ?? shown.range, model);
      const statistics = spanStatistics(model, direction, span);
      const zoomTo = el('button', { type: 'button', class: 'side-action', on: { click: onZoomToSpan } }, 'Zoom to it ', el('kbd', { class: 'key-cap', text: 'Z' }));
      fill(statisticsSection, el('div', { class: 'side-head' }, el('h2', { class: 'side-title', text: shown.span ? 'Selection' : 'In view' }), shown.span ? zoomTo : null),
        definitionList(statisticLines(model, span, statistics)));
      message.hidden = placed === null;
      if (placed) {
        fill(message, el('div', { class: 'side-head' }, el('h2', { class: 'side-title', text: 'Message' })),
          el('p', { class: 'message-name mono', text: messageTitle(placed) }), definitionList(messageLines(model, placed)));
      }
      fill(both, el('div', { class: 'side-head' }, el('h2', { class: 'side-title', text: 'Both directions' })), directionTable(model));
    },
  };
}

/** The part of a range that has packets. @param {TimeRange} range @param {Model} model @returns {TimeRange} */
function within({ startNs, endNs }, { originNs, columns }) {
  return { startNs: Math.max(startNs, originNs), endNs: Math.max(originNs, Math.min(endNs, columns.time[columns.rows - 1])) };
}

/** @param {[string, string][]} lines */
function definitionList(lines) {
  return el('dl', { class: 'side-lines' }, ...lines.map(([label, value]) => el('div', {}, el('dt', { text: label }), el('dd', { text: value }))));
}

/** @param {Model} model @param {TimeRange} range @param {import('./span-statistics.js').SpanStatistics} statistics @returns {[string, string][]} */
function statisticLines(model, range, statistics) {
  const at = (/** @type {number} */ ns) => formatNumber((ns - model.originNs) / 1e9, 4);
  const { rttNs } = statistics;
  const trips = statistics.roundTrips === null ? '' : `, ${formatNumber(statistics.roundTrips, statistics.roundTrips < 100 ? 1 : 0)} round trips`;
  return [
    ['Span', `${at(range.startNs)} – ${at(range.endNs)} s`],
    ['', `${spanWords(statistics.spanNs)}${trips}`],
    ['Sent', `${formatBytes(statistics.sentBytes)} in ${formatNumber(statistics.segments)} ${statistics.segments === 1 ? 'segment' : 'segments'}`],
    ['Acknowledged', formatBytes(statistics.acknowledgedBytes)],
    ['Goodput', rateWords(statistics.goodput)],
    ['RTT min / med / p95', rttNs ? rttWords(rttNs) : missing],
    ['Retransmitted', formatNumber(statistics.retransmitted)],
    ['Arrived late', formatNumber(statistics.arrivedLate)],
    ['ACKs, duplicate', `${formatNumber(statistics.acks)}, ${formatNumber(statistics.duplicateAcks)}`],
    ['Longest silence', statistics.longestSilenceNs === null ? missing : spanWords(statistics.longestSilenceNs)],
    ...(model.placed.length > 0 ? [/** @type {[string, string]} */ (['Requests under way', formatNumber(statistics.messages)])] : []),
  ];
}

/** @param {{ min: number, median: number, p95: number }} rttNs in one unit, that of the largest */
function rttWords({ min, median, p95 }) {
  const { per, unit } = rttUnit(p95);
  return `${[min, median, p95].map((ns) => threeFigures(ns / per)).join(' / ')} ${unit}`;
}

/** @param {Model} model */
function directionTable({ flow }) {
  const directions = [flow.clientToServer ?? {}, flow.serverToClient ?? {}];
  const yes = (/** @type {boolean|null|undefined} */ value) => (value == null ? missing : { true: 'yes', false: 'no' }[`${value}`]);
  /** @type {[string, (direction: any) => string][]} */
  const lines = [
    ['Packets', (d) => formatNumber(d.packets)],
    ['With data', (d) => formatNumber(d.dataPackets)],
    ['Payload', (d) => formatBytes(d.uniqueBytes ?? d.bytes)],
    ['Retransmitted', (d) => formatNumber(d.retransmittedPackets)],
    ['Arrived late', (d) => formatNumber(d.outOfOrderPackets)],
    ['Duplicate ACKs', (d) => formatNumber(d.duplicateAcks)],
    ['Most in flight', (d) => formatBytes(d.maxInFlightBytes)],
    ['RTT min', (d) => (d.rtt?.min == null ? missing : spanWords(d.rtt.min * 1e9))],
    ['MSS', (d) => formatNumber(d.mss)],
    ['Window scale', (d) => formatNumber(d.windowScale)],
    ['SACK', (d) => yes(d.sackPermitted)],
    ['Timestamps', (d) => yes(d.timestamps)],
    ['Throughput', (d) => (d.throughput == null ? missing : rateWords(d.throughput * 8))],
  ];
  return el('table', { class: 'side-table' },
    el('thead', {}, el('tr', {}, el('td', {}), el('th', { scope: 'col', text: 'client →' }), el('th', { scope: 'col', text: 'server →' }))),
    el('tbody', {}, ...lines.map(([label, read]) => el('tr', {}, el('th', { scope: 'row', text: label }), ...directions.map((direction) => el('td', { text: read(direction) }))))));
}

function keySection() {
  return el('section', { class: 'side-section side-keys' }, el('div', { class: 'side-head' }, el('h2', { class: 'side-title', text: 'Keys here' })),
    el('dl', { class: 'key-lines' }, ...KEYS.map(([caps, words]) => el('div', {}, el('dt', {}, ...caps.map((cap) => el('kbd', { class: 'key-cap', text: cap }))), el('dd', { text: words })))));
}
