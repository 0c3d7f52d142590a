/** Plots of a capture's connections: any two figures against each other, or the distribution of one. */
import { rangeFilter, roundedForFilter } from '../../../lib/shared/filter/plotted.js';
import { el, fill } from '../../base/dom.js';
import { count, formatNumber } from '../../base/format.js';
import { beforePaint, throttle } from '../../base/frame.js';
import { addHotkeys } from '../../base/hotkeys.js';
import { filterField } from '../../components/filter/field.js';
import { messageBar } from '../../components/message-bar.js';
import { showMissing } from '../../components/missing-page.js';
import { isAbort, sentenceOf } from '../../state/api-error.js';
import { capturePath, connectionPath, formatQuery } from '../../state/router.js';
import { sum } from '../../vendor/d3.js';
import { download } from '../connection/head/exports.js';
import { exportSwitch } from '../timeline/picture-files.js';
import { colourOfKind, figuresOfKind } from './draw-plot.js';
import { figureWords } from './plot-axis.js';
import { kindWords, PlotScreen } from './plot-screen.js';
import { isLog, queryOf, stateFrom } from './plot-state.js';
import { plotsHead } from './plots-head.js';
import { countWithin, isShown, pointsOf } from './points.js';
import { pointsCsv } from './points-csv.js';

/** @typedef {import('./plot-state.js').PlotState} PlotState */
/** @typedef {import('../../state/view-context.js').CaptureViewContext} CaptureViewContext */
/** @typedef {CaptureViewContext & { onOverTime: (text: string) => void }} PlotsContext turns to a graph over time */

/** While the capture grows points are fetched this often at most. */
const AGAIN_MS = 2000;

class ConnectionsView {
  #container;
  #context;
  #state;
  /** @type {import('./points.js').Points|null} */
  #points = null;
  /** @type {import('./plot-screen.js').Selection|null} */
  #selection = null;
  /** @type {AbortController|null} */
  #abort = null;
  #complaint = el('div', { class: 'connection-complaint' });
  #none = el('p', { class: 'lanes-none second', role: 'status', hidden: true });
  #screen;
  #head;
  #field;
  #grow = throttle(AGAIN_MS, () => void this.#fetch());
  /** Clean-up for `destroy`. @type {(() => void)[]} */
  #listening;

  /** @param {HTMLElement} container @param {PlotsContext} context */
  constructor(container, context) {
    const { captureId, query, bar, events, theme, store } = context;
    this.#container = container;
    this.#context = context;
    this.#state = stateFrom(query);
    this.#head = plotsHead({
      onPlot: (plot) => (plot === 'time' ? context.onOverTime(this.#state.text) : this.#change({ plot })),
      onChange: (part) => this.#change(part),
      onTable: () => this.#showInTable(),
      onOnly: () => this.#filter(this.#selectedText()),
      onClear: () => this.#drop(),
      exporting: exportSwitch({
        theme,
        picture: () => this.#picture(),
        name: () => `${this.#name}-${this.#state.plot}`,
        files: () => [{ label: 'Points (CSV)', onSelect: () => this.#saveCsv() }],
      }),
    });
    this.#screen = new PlotScreen({
      state: () => this.#state,
      points: () => this.#points,
      theme,
      onOpen: (flow) => this.#open(flow),
      selection: () => this.#selection,
      selected: this.#head.selected,
      onSelect: (selection) => this.#select(selection),
    });
    this.#field = filterField({
      value: this.#state.text,
      onEnter: () => this.#screen.focus(),
      onChange: (text) => this.#change({ text }),
    });
    container.append(this.#head.element, this.#complaint, this.#none, this.#screen.element);
    bar.setControls([this.#field.element], { onSearch: () => this.#field.open() });
    events.watch({ id: captureId, flow: null });
    this.#listening = [
      addHotkeys(this.#keys()),
      events.onProgress(({ id }) => {
        if (id === captureId) this.#grow.call();
      }),
      store.subscribe(() => this.#update()),
      theme.subscribe(() => beforePaint(this.#screen.draw)),
    ];
    this.#update();
    void this.#fetch();
  }

  get #name() {
    const { store, captureId } = this.#context;
    return store.get(captureId)?.name ?? 'Capture';
  }

  /** @returns {import('../../base/hotkeys.js').Hotkey[]} */
  #keys() {
    const group = 'Plots';
    const step = (/** @type {'x'|'y'} */ axis, /** @type {string} */ up) => (/** @type {KeyboardEvent} */ event) =>
      this.#screen.step(event.key === up ? 1 : -1, axis);
    return [
      { group, keys: ['/'], words: 'Filter connections', run: () => this.#field.open() },
      { group, keys: ['ArrowLeft', 'ArrowRight'], words: 'Next point left or right', run: step('x', 'ArrowRight') },
      { group, keys: ['ArrowUp', 'ArrowDown'], words: 'Next point up or down', run: step('y', 'ArrowUp') },
      {
        group,
        keys: [' '],
        cap: 'Space',
        words: 'Start or end a selection at the point',
        run: () => this.#screen.mark(),
      },
      { group, keys: ['Enter'], words: 'Open the connection', run: () => this.#screen.open() },
      {
        group,
        keys: ['l'],
        cap: 'L',
        words: 'Show the selected connections as a table',
        run: () => this.#showInTable(),
      },
      { group, keys: ['x'], cap: 'X', words: 'Logarithmic x axis', run: () => this.#head.turnScale(0) },
      { group, keys: ['y'], cap: 'Y', words: 'Logarithmic y axis', run: () => this.#head.turnScale(1) },
      { group, keys: ['Escape'], cap: 'Esc', words: 'Clear the selection', run: () => this.#drop() },
    ];
  }

  async #fetch() {
    const { api, captureId } = this.#context;
    const { text, x, y, by } = this.#state;
    this.#abort?.abort();
    const abort = new AbortController();
    this.#abort = abort;
    try {
      const asked = { text, x: x.id, y: y.id, by };
      const points = pointsOf(await api.connectionPoints(captureId, asked, abort.signal));
      if (abort.signal.aborted) return;
      const isFirst = this.#points === null;
      this.#points = points;
      fill(this.#complaint);
      if (isFirst && this.#state.flow !== null) this.#screen.setFlow(this.#state.flow);
    } catch (error) {
      if (isAbort(error) || (this.#points === null && showMissing(this.#container, error, this.#context))) return;
      fill(
        this.#complaint,
        messageBar({ kind: 'failure', title: 'The connections cannot be plotted', text: sentenceOf(error) }),
      );
    }
    this.#update();
  }

  /** @param {Partial<PlotState>} part */
  #change(part) {
    this.#state = { ...this.#state, ...part, flow: null };
    this.#context.onQueryChange(queryOf(this.#state));
    this.#drop();
    const isOther = ['text', 'x', 'y', 'by'].some((name) => name in part);
    if (isOther) void this.#fetch();
  }

  #drop() {
    this.#selection = null;
    this.#update();
  }

  /**
   * Ends are those of the filter that finds the same connections.
   * @param {import('./plot-screen.js').Selection|null} selection
   */
  #select(selection) {
    const rounded = (/** @type {[number, number]|null} */ range) =>
      range && /** @type {[number, number]} */ (range.map((value) => roundedForFilter(Math.max(0, value))));
    this.#selection = selection && { x: rounded(selection.x), y: rounded(selection.y) };
    this.#update();
  }

  /** @returns {string} the filter that finds what is selected; without a selection, what is plotted */
  #selectedText() {
    const { text, x, y } = this.#state;
    const chosen = this.#selection;
    return [
      text === '' || chosen === null ? text : `(${text})`,
      chosen?.x ? rangeFilter(x, chosen.x) : '',
      chosen?.y ? rangeFilter(y, chosen.y) : '',
    ]
      .filter((part) => part !== '')
      .join(' && ');
  }

  #showInTable() {
    const { captureId, navigate } = this.#context;
    navigate(capturePath(captureId) + formatQuery({ text: this.#selectedText() }));
  }

  /** @param {string} text */
  #filter(text) {
    this.#field.set(text);
    this.#change({ text });
  }

  /** @param {number} flow */
  #open(flow) {
    const { captureId, navigate, onQueryChange } = this.#context;
    onQueryChange(queryOf({ ...this.#state, flow }), { replace: true });
    navigate(connectionPath(captureId, flow));
  }

  #saveCsv() {
    if (this.#points === null) return;
    const text = pointsCsv(this.#points, this.#state);
    download(`${this.#name}-points.csv`, new Blob([text], { type: 'text/csv' }));
  }

  /** @returns {import('../../plot/picture-frame.js').Picture|null} */
  #picture() {
    const drawing = this.#screen.picture();
    const { plot, x, y } = this.#state;
    const what = plot === 'ecdf' ? `distribution of ${x.words}` : `${y.words} against ${x.words}`;
    return drawing && { ...drawing, title: `${this.#name}: ${what}`, caption: this.#words(), legend: this.#legend() };
  }

  #legend() {
    const points = this.#points;
    const { by, plot, x } = this.#state;
    if (points === null || (by === 'none' && plot === 'scatter')) return [];
    const kinds = by === 'none' ? ['All'] : points.kinds;
    return kinds.map((kind, place) => {
      const { count: of, median, p95 } = figuresOfKind(points, place);
      const figures = `: ${formatNumber(of)}, median ${figureWords(x.kind, median)}, 95 % ≤ ${figureWords(x.kind, p95)}`;
      return {
        colour: colourOfKind(place),
        words: `${by === 'none' ? kind : kindWords(kind, by)}${plot === 'ecdf' ? figures : ''}`,
      };
    });
  }

  #words() {
    const points = this.#points;
    if (points === null) return 'Fetching the connections.';
    const { plot, x, y } = this.#state;
    const isPlotted = (/** @type {number} */ i) =>
      isShown(points.x[i], isLog(this.#state, 0)) && (plot === 'ecdf' || isShown(points.y[i], isLog(this.#state, 1)));
    const left = sum(points.flow, (_, i) => Number(!isPlotted(i)));
    const figures = plot === 'ecdf' ? x.words : `${x.words} or ${y.words}`;
    const all = count(points.total, 'connection');
    const shown = points.flow.length === points.total ? all : `${formatNumber(points.flow.length)} of ${all}`;
    return left === 0
      ? `${shown}.`
      : `${shown}; ${formatNumber(left)} not drawn: ${figures} unknown, or 0 on a logarithmic axis.`;
  }

  #update() {
    const points = this.#points;
    const chosen = this.#selection;
    this.#none.hidden = points === null || points.flow.length > 0;
    this.#none.textContent =
      this.#state.text === '' ? 'No connections.' : `No connection matches “${this.#state.text}”.`;
    this.#head.update(this.#state, {
      title: this.#name,
      words: this.#words(),
      selected: points && chosen && countWithin(points, chosen),
      legend: this.#legend(),
    });
    beforePaint(this.#screen.draw);
  }

  /** The URL changed from outside. @param {import('../../state/types.js').Query} next */
  update(next) {
    this.#state = stateFrom(next);
    this.#field.set(this.#state.text);
    this.#drop();
    void this.#fetch();
  }

  destroy() {
    for (const stop of this.#listening) stop();
    this.#grow.cancel();
    this.#abort?.abort();
    this.#field.destroy();
    this.#context.events.watch(null);
    this.#screen.destroy();
  }
}

/**
 * @param {HTMLElement} container
 * @param {PlotsContext} context
 * @returns {import('../../state/types.js').View}
 */
export const mountConnectionPlots = (container, context) => new ConnectionsView(container, context);
