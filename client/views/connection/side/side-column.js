/**
 * The side column: statistics of the selection or of what is in view, the message there, both directions in figures,
 * keys.
 */
import { el, fill } from '../../../base/dom.js';
import { count, formatBytes, formatNumber, missing, threeFigures } from '../../../base/format.js';
import { findingsList } from '../../../components/findings-list.js';
import { rateWords, spanWords } from '../../timeline/times.js';
import { hasAllOf } from '../data/partial-packets.js';
import { doubtAbout } from '../data/path-data.js';
import { messageLines, messageTitle } from '../packets/message-facts.js';
import { isPaneShown } from '../panes/layout.js';
import { rttUnit } from '../panes/rtt.js';
import { acknowledgedLines } from './acknowledged-figures.js';
import { factLines } from './fact-section.js';
import { openLegend } from './figure-label.js';
import { areFindingsPending, createLimitList, findingsOf } from './findings.js';
import { createKernelFacts } from './kernel-facts.js';
import { createSenderFacts } from './sender-facts.js';
import { createFtpFacts, createProxyFacts, createTlsFacts, createVantageFacts } from './side-facts.js';
import { createEpisodeList, createMarkList } from './side-lists.js';
import { sideTable } from './side-table.js';
import { spanStatistics } from './span-statistics.js';

/** @typedef {import('../data/model.js').Model} Model */
/** @typedef {import('../../../plot/time-scale.js').TimeRange} TimeRange */

/** @type {[string[], string][]} */
const KEYS = [
  [['W', 'S'], 'zoom at the pointer'],
  [['A', 'D'], 'pan'],
  [['←', '→'], 'previous, next of the kind'],
  [[',', '.'], 'previous, next event'],
  [['↑', '↓'], 'message, packet'],
  [['Z'], 'zoom to the selection'],
  [['F'], 'fit'],
  [['⇧ D'], 'swap direction'],
];

/**
 * @param {object} given
 * @param {() => void} given.onZoomToSpan
 * @param {(finding: import('./findings.js').Finding) => void} given.onFinding
 * @param {(episode: import('../data/episodes.js').Episode) => void} given.onEpisode
 * @param {(id: import('../data/mark-classes.js').MarkClass) => void} given.onMark
 * @param {string} given.captureId
 * @param {() => void} given.onKeys asks for TLS keys
 * @param {(message: number) => string} given.bodyUrl where a message's body is
 */
export function createSideColumn({ onZoomToSpan, onFinding, onEpisode, onMark, captureId, onKeys, bodyUrl }) {
  const statisticsSection = el('section', { class: 'side-section' });
  const message = el('section', { class: 'side-section', 'data-figures': 'requests' });
  const acknowledged = el('section', { class: 'side-section', 'data-figures': 'acknowledged data', hidden: true });
  const both = el('section', { class: 'side-section' });
  const episodes = createEpisodeList({ onEpisode });
  const findings = findingsList({ title: 'Findings', onFinding });
  findings.element.classList.add('side-section');
  const limitList = createLimitList();
  const marks = createMarkList({ onMark });
  const sender = createSenderFacts();
  const kernel = createKernelFacts();
  const vantage = createVantageFacts();
  const tls = createTlsFacts(onKeys);
  const ftp = createFtpFacts(captureId);
  const proxy = createProxyFacts();
  const element = el(
    'aside',
    { class: 'connection-side', 'aria-label': 'Details', tabindex: 0 },
    findings.element,
    limitList.element,
    statisticsSection,
    acknowledged,
    message,
    episodes.element,
    sender.element,
    kernel.element,
    marks.element,
    vantage.element,
    tls.element,
    ftp.element,
    proxy.element,
    both,
    keySection(),
  );

  return {
    element,
    /** Inserts a section after the statistics. @param {HTMLElement} section */
    add: (section) => statisticsSection.after(section),
    /**
     * @param {Model} model
     * @param {number} direction
     * @param {{ span: TimeRange|null, range: TimeRange, hidden:
     *   ReadonlySet<import('../data/mark-classes.js').MarkClass>, isLive: boolean,
     *   finding: string|null, panes: readonly import('../panes/layout.js').OptionalPane[]|null }} shown
     * @param {import('../data/messages.js').PlacedMessage|null} placed
     */
    update(model, direction, shown, placed) {
      const found = findingsOf(model).filter(({ code }) => code !== 'all_well');
      findings.update(findingsOf(model), {
        chosen: found.findIndex(({ code }) => code === shown.finding),
        unobservable: model.flow.unobservable ?? [],
        isPending: areFindingsPending(model),
      });
      limitList.update(model, direction, shown.span ?? shown.range);
      episodes.update(model, direction);
      sender.update(model, direction);
      kernel.update(model, direction);
      vantage.update(model, direction);
      tls.update(model);
      ftp.update(model);
      proxy.update(model);
      marks.update(model, direction, shown.hidden);
      const span = within(shown.span ?? shown.range, model);
      statisticsSection.hidden = !hasAllOf(model.columns, span);
      const statistics = spanStatistics(model, direction, span);
      const zoomTo = el(
        'button',
        { type: 'button', class: 'side-action', on: { click: onZoomToSpan } },
        'Zoom to it ',
        el('kbd', { class: 'key-cap', text: 'Z' }),
      );
      fill(
        statisticsSection,
        el(
          'div',
          { class: 'side-head' },
          el('h2', { class: 'side-title', text: shown.span ? 'Selection' : 'In view' }),
          shown.span ? zoomTo : null,
        ),
        factLines(statisticLines(model, span, statistics)),
      );
      const figures =
        isPaneShown(shown.panes, 'acked') && model.columns.sketch === null ? acknowledgedLines(model, direction) : [];
      acknowledged.hidden = figures.length === 0;
      fill(
        acknowledged,
        el(
          'div',
          { class: 'side-head' },
          el('h2', { class: 'side-title', text: 'Acknowledged data, whole connection' }),
        ),
        factLines(figures),
      );
      message.hidden = placed === null;
      if (placed) {
        // bodies are read from the capture's file, which is not there before the capture ends
        const { index, bodyBytes } = placed.message;
        const save =
          bodyBytes > 0 && !shown.isLive
            ? el('a', { class: 'side-action', href: bodyUrl(index), download: '' }, 'Save body')
            : null;
        fill(
          message,
          el('div', { class: 'side-head' }, el('h2', { class: 'side-title', text: 'Message' }), save),
          el('p', { class: 'message-name mono', text: messageTitle(placed) }),
          factLines(messageLines(model, placed)),
        );
      }
      fill(
        both,
        el('div', { class: 'side-head' }, el('h2', { class: 'side-title', text: 'Both directions' })),
        directionTable(model),
      );
    },
  };
}

/** The part of a range that has packets. @param {TimeRange} range @param {Model} model @returns {TimeRange} */
function within({ startNs, endNs }, { originNs, columns }) {
  return {
    startNs: Math.max(startNs, originNs),
    endNs: Math.max(originNs, Math.min(endNs, columns.time[columns.rows - 1])),
  };
}

/**
 * @param {Model} model
 * @param {TimeRange} range
 * @param {import('./span-statistics.js').SpanStatistics} statistics
 * @returns {[string, string][]}
 */
function statisticLines(model, range, statistics) {
  const at = (/** @type {number} */ ns) => formatNumber((ns - model.originNs) / 1e9, 4);
  const { rttNs } = statistics;
  const trips =
    statistics.roundTrips === null
      ? ''
      : `, ${formatNumber(statistics.roundTrips, statistics.roundTrips < 100 ? 1 : 0)} round trips`;
  return [
    ['Span', `${at(range.startNs)} – ${at(range.endNs)} s`],
    ['', `${spanWords(statistics.spanNs)}${trips}`],
    ['Sent', `${formatBytes(statistics.sentBytes)} in ${count(statistics.segments, 'segment')}`],
    ['Acknowledged', formatBytes(statistics.acknowledgedBytes)],
    ['Goodput', rateWords(statistics.goodput)],
    ['RTT min/med/p95', rttNs ? rttWords(rttNs) : missing],
    ['Retransmitted', formatNumber(statistics.retransmitted)],
    ['Out of order', formatNumber(statistics.arrivedLate)],
    ['ACKs, duplicate', `${formatNumber(statistics.acks)}, ${formatNumber(statistics.duplicateAcks)}`],
    ['Longest gap', statistics.longestSilenceNs === null ? missing : spanWords(statistics.longestSilenceNs)],
    ...(model.placed.length > 0
      ? [/** @type {[string, string]} */ (['Requests under way', formatNumber(statistics.messages)])]
      : []),
  ];
}

/** @param {{ min: number, median: number, p95: number }} rttNs in one unit, that of the largest */
function rttWords({ min, median, p95 }) {
  const { per, unit } = rttUnit(p95);
  return `${[min, median, p95].map((ns) => threeFigures(ns / per)).join(' / ')}\u00a0${unit}`;
}

/** @param {Model} model */
function directionTable({ flow, path }) {
  const directions = [flow.clientToServer ?? {}, flow.serverToClient ?? {}];
  const yes = (/** @type {boolean|null|undefined} */ value) =>
    value == null ? missing : { true: 'yes', false: 'no' }[`${value}`];
  /**
   * Label, figure, and the statistic's name where its meaning depends on the capture point.
   * @type {[string, (direction: import('../../../state/answer-types.js').Direction) => string, string?][]}
   */
  const lines = [
    ['Packets', (d) => formatNumber(d.packets)],
    ['With data', (d) => formatNumber(d.dataPackets)],
    ['Payload', (d) => formatBytes(d.uniqueBytes ?? d.bytes)],
    ['Retransmitted', (d) => formatNumber(d.retransmittedPackets), 'retransmittedPackets'],
    ['Out of order', (d) => formatNumber(d.outOfOrderPackets), 'outOfOrderPackets'],
    ['Duplicate ACKs', (d) => formatNumber(d.duplicateAcks)],
    ['Max in flight', (d) => formatBytes(d.maxInFlightBytes), 'maxInFlightBytes'],
    ['RTT min', (d) => (d.rtt?.min == null ? missing : spanWords(d.rtt.min * 1e9)), 'rtt'],
    ['MSS', (d) => formatNumber(d.mss)],
    ['Window scale', (d) => formatNumber(d.windowScale)],
    ['SACK', (d) => yes(d.sackPermitted)],
    ['Timestamps', (d) => yes(d.timestamps)],
    ['Throughput', (d) => (d.throughput == null ? missing : rateWords(d.throughput * 8))],
  ];
  return sideTable(
    ['client →', 'server →'],
    lines.map(([label, read, statistic]) => ({
      label,
      cells: directions.map((direction, i) =>
        figure('td', read(direction), statistic ? doubtAbout(path, i, statistic) : null),
      ),
    })),
  );
}

/**
 * A figure that is only partial at this capture point is marked, with the reason.
 * @param {'td'|'span'} tag
 * @param {string} text
 * @param {import('../data/path-data.js').Meaning|null} doubt
 */
export function figure(tag, text, doubt) {
  if (!doubt || text === missing) return el(tag, { text });
  return el(
    tag,
    { class: `figure-${doubt.means}`, title: doubt.words },
    text,
    el('span', {
      class: 'visually-hidden',
      text: ` (${doubt.means === 'nothing' ? 'not measurable' : 'partial'} where this was captured)`,
    }),
  );
}

function keySection() {
  return el(
    'section',
    { class: 'side-section side-keys' },
    el(
      'div',
      { class: 'side-head' },
      el('h2', { class: 'side-title', text: 'Keys' }),
      el('button', { type: 'button', class: 'side-action', text: 'Legend', on: { click: openLegend } }),
    ),
    el(
      'dl',
      { class: 'key-lines' },
      ...KEYS.map(([caps, words]) =>
        el(
          'div',
          {},
          el('dt', {}, ...caps.map((cap) => el('kbd', { class: 'key-cap', text: cap }))),
          el('dd', { text: words }),
        ),
      ),
    ),
  );
}
