/**
 * The column left of the plots: title of each pane, its legend, the value under the cross-hair, and the switch of
 * direction.
 */
import { el, setAttribute, setText } from '../../../base/dom.js';
import { count, formatNumber, threeFigures } from '../../../base/format.js';
import { spanWords } from '../../timeline/times.js';
import { classesThatOccur } from '../data/mark-classes.js';
import { isTick } from '../data/messages.js';
import { isOptional } from './layout.js';
import { LegendLines } from './legend-lines.js';
import { pressSwitches } from './mark-switch.js';
import { bytesAt } from './optional/legend-values.js';
import { optionalPane } from './optional/registry.js';
import { paneGrip } from './pane-grip.js';

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

/**
 * Values under the cross-hair in the time–sequence pane.
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

/** @param {PaneId} id @param {Scene} scene @returns {LegendLine[]} */
export const legendOf = (id, scene) =>
  id === 'sequence' ? sequenceLegend(scene) : (optionalPane(id)?.legend(scene) ?? []);

/**
 * @typedef {Partial<Record<PaneId, { unit: string, scale?: import('../../../plot/value-scale.js').ValueScale }>>} Drawn
 */

/** @param {Drawn[PaneId]} drawn @returns {number} letters of the longest figure of its axis */
const figureLetters = (drawn) => Math.max(0, ...(drawn?.scale?.ticks ?? []).map(({ label }) => label.length));

/** Each line of a legend needs this much of the pane's height. */
export const LEGEND_LINE = 19;
const TITLE_LINE = 26;
/** The switch of directions, between title and legend. */
const DIRECTIONS_PX = 58;

/**
 * @param {{ onDirection: (direction: number) => void, onMark: (id: import('../data/mark-classes.js').MarkClass) => void
 *   } &
 *   import('./pane-grip.js').GripActions} actions
 */
export function createPaneHeads({ onDirection, onMark, onFold, onMove }) {
  const element = el('div', { class: 'pane-heads', 'data-figures': 'panes of a connection,connection' });
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
  /** @type {Drawn} */
  let shownDrawn = {};
  /** What the switches say: writing it again would cost as much as changing it. */
  let pressed = '';

  /** @param {PaneId} id */
  function headOf(id) {
    const known = heads.get(id);
    if (known) return known;
    const grip = isOptional(id) ? paneGrip(id, { onFold, onMove, layout: () => shownLayout }) : null;
    const heading = el('h2', { class: 'pane-title', 'data-figure': figureOf(id) }, grip);
    const title = grip ?? heading;
    const value = el('p', { class: 'pane-value' });
    const legend = new LegendLines();
    const head = el(
      'div',
      { class: `pane-head pane-head-${id}${grip ? ' pane-head-optional' : ''}` },
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
     * @param {Drawn} drawn
     */
    update(scene, layout, drawn) {
      shownLayout = layout;
      shownDrawn = drawn;
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
          legend.showValues(legendOf(id, scene), scene, timeNs, figureLetters(shownDrawn[id]));
        }
      }
    },
  };
}

/** @param {import('./layout.js').Pane} pane @returns {number} lines of a legend that it has room for */
function roomIn({ id, height }) {
  const { captionPx = 0, legendColumns = 1 } = optionalPane(id) ?? {};
  const extra = id === 'sequence' ? DIRECTIONS_PX : captionPx;
  return Math.max(0, Math.floor((height - TITLE_LINE - extra) / LEGEND_LINE)) * legendColumns;
}

/** @param {PaneId} id @returns {string} in docs/metrics.md */
export const figureOf = (id) =>
  optionalPane(id)?.valuesWords ?? (id === 'sequence' ? 'Time–sequence' : (FIXED_TITLES[id] ?? ''));

/** @param {PaneId} id @param {string} unit */
export function titleOf(id, unit) {
  const optional = optionalPane(id);
  if (optional) return optional.title(unit);
  if (id === 'sequence') {
    return unit === 'wire numbers' ? 'Sequence number' : `Time–sequence, ${unit === 'segments' ? 'seg.' : unit}`;
  }
  return FIXED_TITLES[id] ?? '';
}
/** @type {Record<PaneId, string>} */
const FIXED_TITLES = { overview: 'Whole connection', axis: '', ribbon: 'Limited by', messages: 'Messages' };

/** @param {PaneId} id @returns {string} without its unit */
export const foldedTitle = (id) => titleOf(id, '').replace(/[,\s]+$/, '');

/** @param {PaneId} id @param {Scene} scene @returns {string} what is under the title */
export function captionOf(id, scene) {
  const { model, ticks } = scene;
  const { columns } = model;
  if (id === 'axis') return ticks.caption;
  if (id === 'ribbon') return '';
  if (id === 'messages') return messageWords(model);
  const caption = optionalPane(id)?.caption;
  if (caption) return caption(scene);
  if (id !== 'overview' || columns.rows === 0) return '';
  const packets =
    model.packets < 1e6 ? count(model.packets, 'packet') : `${threeFigures(model.packets / 1e6)} M packets`;
  return `${spanWords(columns.time[columns.rows - 1] - columns.time[0])}, ${packets}`;
}

/**
 * Requests as the table of connections counts them, commands without a response among them.
 * @param {import('../data/model.js').Model} model
 * @returns {string} "6 requests"; "1 request, 16 messages" of WebSocket
 */
export function messageWords({ flow, messages }) {
  const requests = flow.http?.requests ?? 0;
  const ticks = messages.filter(isTick);
  const commands = ticks.filter(({ kind, method }) => kind === 'request' && method !== null).length;
  const others = ticks.length - commands;
  const turns = requests > 0 ? 0 : messages.filter((one) => one.kind === 'request' && !isTick(one)).length;
  const counts = [
    requests > 0 && count(requests, 'request'),
    turns > 0 && count(turns, 'turn'),
    others > 0 && count(others, 'message'),
  ].filter(Boolean);
  return counts.join(', ') || `${formatNumber(messages.length)} without a request`;
}
