/**
 * The column left of the plots: title of each pane, its legend, the value under the cross-hair, and the switch of
 * direction.
 */
import { el, setAttribute, setText } from '../../../base/dom.js';
import { count, formatNumber, missing, threeFigures } from '../../../base/format.js';
import { upperBound } from '../../../plot/search.js';
import { rateWords, spanWords } from '../../timeline/times.js';
import { valueAt } from '../data/direction-series.js';
import { classesThatOccur } from '../data/mark-classes.js';
import { isTick } from '../data/messages.js';
import { halfShown, METHODS } from '../data/path-data.js';
import { senderShown } from '../data/sender-data.js';
import { isOptional } from './layout.js';
import { LegendLines } from './legend-lines.js';
import { pressSwitches } from './mark-switch.js';
import { paneGrip } from './pane-grip.js';
import { requestsUnderWay } from './requests.js';
import { roundTripsShown } from './rtt.js';
import { ratesAt, rateWindowNs } from './throughput.js';
import { flightShown } from './window.js';
import { estimateAt } from './window-band.js';

/** @typedef {import('./layout.js').PaneId} PaneId */
/** @typedef {import('../../timeline/grid.js').Scene} Scene */

export const DIRECTION_WORDS = ['client → server', 'server → client'];

/**
 * A line of the legend: a class that draws its sign, its words, its value under the cross-hair and the word for it
 * before that, and what it switches.
 * @typedef {{ sign: string, words: (scene: Scene) => string, value?: (scene: Scene, timeNs: number) => string, short?:
 *   string, mark?:
 *   import('../data/mark-classes.js').MarkClass }} LegendLine
 */

const bytesAt =
  (/** @type {'highest'|'acks'|'edge'|'window'|'sizes'} */ part) =>
  (/** @type {Scene} */ { series }, /** @type {number} */ timeNs) =>
    formatNumber(valueAt(series[part], timeNs));
const rateAt = (/** @type {0|1} */ which) => (/** @type {Scene} */ scene, /** @type {number} */ timeNs) =>
  rateWords(ratesAt(scene.series, timeNs, rateWindowNs(scene))[which]);

/** @type {Partial<Record<PaneId, LegendLine[]>>} */
const LEGENDS = {
  throughput: [
    { sign: 'flight', words: (scene) => `Sent, ${spanWords(rateWindowNs(scene))}`, value: rateAt(0), short: 'Sent' },
    { sign: 'acked', words: () => 'Acknowledged', value: rateAt(1), short: 'Acked' },
  ],
  acked: [
    { sign: 'acked', words: () => 'Acknowledged', value: bytesAt('acks'), short: 'Acked' },
    { sign: 'pace', words: () => 'Even pace' },
  ],
  delay: [{ sign: 'sequence_ack', words: () => 'Packet to its ACK' }],
  flight: [
    {
      sign: 'flight',
      words: () => 'In flight',
      value: (scene, timeNs) =>
        `${formatNumber((valueAt(flightShown(scene), timeNs) ?? 0) / scene.series.fullSegment, 1)} packets`,
    },
  ],
  sizes: [{ sign: 'segment', words: () => 'Payload', value: bytesAt('sizes'), short: 'Payload' }],
  requests: [
    {
      sign: 'requests',
      words: () => 'Under way',
      value: ({ model }, timeNs) => formatNumber(valueAt(requestsUnderWay(model), timeNs) ?? 0),
      short: 'Under way',
    },
  ],
};

/**
 * What the cross-hair reads off the lines of the time–sequence pane.
 * @type {Partial<Record<import('../data/mark-classes.js').MarkClass, LegendLine['value']>>}
 */
const SEQUENCE_VALUES = { segment: bytesAt('highest'), ack: bytesAt('acks'), edge: bytesAt('edge') };
/** @type {Partial<Record<import('../data/mark-classes.js').MarkClass, string>>} */
const SEQUENCE_SHORT = { segment: 'Sent', ack: 'Acked', edge: 'Edge' };

/** @param {Scene} scene @returns {LegendLine[]} what occurs, each a switch */
function sequenceLegend({ direction, model }) {
  return classesThatOccur(model, direction).map(({ id, words }) => ({
    mark: id,
    sign: id,
    words: () => words,
    value: SEQUENCE_VALUES[id],
    short: SEQUENCE_SHORT[id],
  }));
}

/** @param {Scene} scene @returns {LegendLine[]} */
function windowLegend({ model: { path, sender }, direction }) {
  const words = path?.flight[direction].isInferred ? 'In flight, inferred' : 'In flight';
  const cwnd =
    sender !== null && sender.of[direction].cwnd.count > 0
      ? [{ sign: 'cwnd', words: () => 'cwnd, inferred', value: windowAt, short: 'cwnd' }]
      : [];
  const threshold =
    sender?.facts[direction]?.threshold.value == null
      ? []
      : [{ sign: 'ssthresh', words: () => 'ssthresh, inferred', value: thresholdAt, short: 'ssthresh' }];
  return [
    { sign: 'flight', words: () => words, value: flightAt, short: 'Flight' },
    ...cwnd,
    { sign: 'win', words: () => 'Receive window', value: bytesAt('window'), short: 'Window' },
    ...threshold,
  ];
}

/** @param {Scene} scene @param {number} timeNs @returns {string} */
function thresholdAt({ model: { sender }, direction, x }, timeNs) {
  const of = sender ? senderShown(sender, direction, x.range) : undefined;
  const at = of === undefined ? -1 : estimateAt(of, timeNs);
  return of === undefined || at < 0 ? missing : formatNumber(of.threshold.values[at]);
}

/** The estimate, or the least it can be. @param {Scene} scene @param {number} timeNs @returns {string} */
function windowAt({ model: { sender }, direction, x }, timeNs) {
  const of = sender ? senderShown(sender, direction, x.range) : undefined;
  const at = of === undefined ? -1 : estimateAt(of, timeNs);
  if (of === undefined || at < 0) return missing;
  return of.observable.values[at] === 1 ? formatNumber(of.cwnd.low[at]) : `≥ ${formatNumber(of.low.low[at])}`;
}

/** @param {Scene} scene @param {number} timeNs @returns {string} "14 480 · 90 %" */
function flightAt(scene, timeNs) {
  const bytes = formatNumber(valueAt(flightShown(scene), timeNs));
  const flight = scene.model.path?.flight[scene.direction];
  const i = flight ? upperBound(flight.bytes.times, timeNs, flight.bytes.count) - 1 : -1;
  return flight && i >= 0 && flight.confidence.values[i] < 0.995
    ? `${bytes} · ${Math.round(flight.confidence.values[i] * 100)} %`
    : bytes;
}

/** @type {Record<import('../data/path-data.js').Method, string>} */
const METHOD_WORDS = { sequence_ack: 'ACK', timestamp: 'TSval', sack: 'SACK', handshake: 'SYN' };

/**
 * @param {Scene} scene
 * @returns {LegendLine[]} the smoothed value, and the methods that gave samples, those that gave most first
 */
function roundTripLegend(scene) {
  const { byMethod } = roundTripsShown(scene.model, scene.direction);
  const methods = METHODS.filter((method) => (byMethod[method]?.count ?? 0) > 0).sort(
    (a, b) => (byMethod[b]?.count ?? 0) - (byMethod[a]?.count ?? 0),
  );
  const smoothedAt = (/** @type {Scene} */ at, /** @type {number} */ timeNs) => {
    const rttNs = valueAt(roundTripsShown(at.model, at.direction).smoothed, timeNs);
    return rttNs === null ? missing : spanWords(rttNs);
  };
  return [
    { sign: 'smoothed', words: () => 'Smoothed', value: smoothedAt, short: 'SRTT' },
    ...methods.map((method) => ({ sign: method, words: () => METHOD_WORDS[method] })),
  ];
}

/** @type {Partial<Record<PaneId, (scene: Scene) => LegendLine[]>>} */
const LIVING_LEGENDS = { sequence: sequenceLegend, window: windowLegend, rtt: roundTripLegend };

/** @param {PaneId} id @param {Scene} scene @returns {LegendLine[]} */
export const legendOf = (id, scene) => LIVING_LEGENDS[id]?.(scene) ?? LEGENDS[id] ?? [];

/** Each line of a legend needs this much of the pane's height. */
const LEGEND_LINE = 19;
const TITLE_LINE = 26;
/**
 * What stands between title and legend: the switch of directions, the caption.
 * @type {Partial<Record<PaneId, number>>}
 */
const EXTRA_LINES = { sequence: 58, rtt: 12, delay: 12, flight: 12 };

/**
 * @param {{ onDirection: (direction: number) => void, onMark: (id: import('../data/mark-classes.js').MarkClass) => void
 *   } &
 *   import('./pane-grip.js').GripActions} actions
 */
export function createPaneHeads({ onDirection, onMark, onFold, onMove }) {
  const element = el('div', { class: 'pane-heads' });
  /** @type {Map<PaneId, { head: HTMLElement, title: HTMLElement, value: HTMLElement, legend: LegendLines }>} */
  const heads = new Map();
  const buttons = DIRECTION_WORDS.map((words, direction) =>
    el(
      'button',
      { type: 'button', class: `direction direction-${direction}`, on: { click: () => onDirection(direction) } },
      el('span', { class: 'direction-sign' }),
      words,
    ),
  );
  const directions = el('div', { class: 'directions', role: 'group', 'aria-label': 'Direction' }, ...buttons);

  /** @type {import('./layout.js').Layout|null} */
  let shownLayout = null;
  /** What the switches say: writing it again would cost as much as changing it. */
  let pressed = '';

  /** @param {PaneId} id */
  function headOf(id) {
    const known = heads.get(id);
    if (known) return known;
    const grip = isOptional(id) ? paneGrip(id, { onFold, onMove, layout: () => shownLayout }) : null;
    const heading = el('h2', { class: 'pane-title' }, grip);
    const title = grip ?? heading;
    const value = el('p', { class: 'pane-value' });
    const legend = new LegendLines();
    const head = el(
      'div',
      { class: `pane-head pane-head-${id}` },
      heading,
      value,
      id === 'sequence' ? directions : null,
      legend.element,
    );
    const made = { head, title, value, legend };
    heads.set(id, made);
    element.append(head);
    return made;
  }

  return {
    element,

    /**
     * @param {Scene} scene
     * @param {import('./layout.js').Layout} layout
     * @param {Partial<Record<PaneId, { unit: string }>>} drawn
     */
    update(scene, layout, drawn) {
      shownLayout = layout;
      element.classList.toggle('over-plots', layout.narrow);
      for (const [id, { head }] of heads) head.hidden = !layout.panes.some((pane) => pane.id === id);
      for (const pane of layout.panes) {
        const { head, title, value, legend } = headOf(pane.id);
        if (head.dataset.place !== `${pane.top} ${pane.height}`) {
          Object.assign(head.style, { top: `${pane.top}px`, height: `${pane.height}px` });
        }
        head.dataset.place = `${pane.top} ${pane.height}`;
        setText(title, pane.folded ? foldedTitle(pane.id) : titleOf(pane.id, drawn[pane.id]?.unit ?? ''));
        setText(value, pane.folded ? '' : captionOf(pane.id, scene));
        if (isOptional(pane.id)) setAttribute(title, 'aria-expanded', String(!pane.folded));
        legend.update(legendOf(pane.id, scene).slice(0, roomIn(pane)), scene, onMark);
      }
      const presses = [
        scene.direction,
        ...scene.hidden,
        ...layout.panes.map(({ id }) => headOf(id).legend.signature),
      ].join(' ');
      if (presses === pressed) return;
      pressed = presses;
      pressSwitches(element, scene.hidden);
      buttons.forEach((button, direction) =>
        button.setAttribute('aria-pressed', String(direction === scene.direction)),
      );
    },

    /** @param {Scene} scene @param {number|null} timeNs of the cross-hair; null puts the legends' words back */
    showValues(scene, timeNs) {
      for (const [id, { legend }] of heads) {
        if (timeNs === null ? legend.showsValues : legend.hasValues) {
          legend.showValues(legendOf(id, scene), scene, timeNs);
        }
      }
    },
  };
}

/** @param {import('./layout.js').Pane} pane @returns {number} lines of a legend that it has room for */
const roomIn = ({ id, height }) =>
  Math.max(0, Math.floor((height - TITLE_LINE - (EXTRA_LINES[id] ?? 0)) / LEGEND_LINE)) * (id === 'rtt' ? 2 : 1);

/** @param {PaneId} id @param {string} unit */
export function titleOf(id, unit) {
  const titles = {
    overview: 'Whole connection',
    axis: '',
    ribbon: 'Limited by',
    messages: 'Messages',
    sequence: unit === 'wire numbers' ? 'Sequence number' : `Time–sequence, ${unit === 'segments' ? 'seg.' : unit}`,
    window: `Window, ${unit}`,
    rtt: `Round trip, ${unit}`,
    throughput: `Throughput, ${unit}`,
    acked: `Acknowledged, ${unit}`,
    delay: `Time to ACK, ${unit}`,
    flight: 'In flight, packets',
    sizes: `Segments, ${unit}`,
    requests: 'Requests',
  };
  return titles[id];
}

/** @param {PaneId} id @returns {string} without its unit */
export const foldedTitle = (id) => titleOf(id, '').replace(/[,\s]+$/, '');

/** @param {PaneId} id @param {Scene} scene @returns {string} what stands under the title */
export function captionOf(id, scene) {
  const { model, ticks } = scene;
  const { columns } = model;
  if (id === 'axis') return ticks.caption;
  if (id === 'rtt') return halfWords(scene);
  if (id === 'ribbon') return '';
  if (id === 'messages') return messageWords(model);
  if (id === 'delay') return 'by arrival, 20 ms';
  if (id === 'flight') return `of ${formatNumber(scene.series.fullSegment)} B`;
  if (id !== 'overview' || columns.rows === 0) return '';
  const packets =
    model.packets < 1e6 ? count(model.packets, 'packet') : `${threeFigures(model.packets / 1e6)} M packets`;
  return `${spanWords(columns.time[columns.rows - 1] - columns.time[0])}, ${packets}`;
}

/** @param {Scene} scene @returns {string} the half of the path that the round trips measure */
function halfWords({ model: { path }, direction }) {
  if (!path) return '';
  return halfShown(path, direction) === 0 ? 'to the server' : 'to the client';
}

/** @param {import('../data/model.js').Model} model @returns {string} "6 requests", "16 messages" of WebSocket */
function messageWords({ placed }) {
  const ticks = placed.filter(({ message }) => isTick(message)).length;
  const requests = placed.filter(({ message }) => message.kind === 'request' && !isTick(message)).length;
  if (ticks > 0) return count(ticks, 'message');
  return requests > 0 ? count(requests, 'request') : `${formatNumber(placed.length)} without a request`;
}
