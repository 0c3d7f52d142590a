/** Captures of one path, laid over each other: what happened to each packet between them. */
import { el, fill } from '../../base/dom.js';
import { throttle } from '../../base/frame.js';
import { button } from '../../components/button.js';
import { isGrowing } from '../../components/capture-text.js';
import { messageBar } from '../../components/message-bar.js';
import { openLater } from '../../components/open-later.js';
import { sentenceOf } from '../../state/api-error.js';
import { download } from '../connection/head/exports.js';
import { exportSwitch, legendOf } from '../timeline/picture-files.js';
import { TimeFrame } from '../timeline/time-frame.js';
import { LEGEND, pathHead } from './head.js';
import { linesOf } from './ladder-lines.js';
import { LadderSource } from './ladder-source.js';
import { alongOf } from './layout.js';
import { packetsCsv, segmentsCsv } from './packets-csv.js';
import { PathScreen } from './screen.js';
import { segmentsTable } from './segments-table.js';
import { queryOf, stateFrom } from './state.js';

/** @typedef {import('../../state/answer-types.js').LaidOver} LaidOver */
/** @typedef {import('./state.js').PathState} PathState */
/** @typedef {import('../../state/view-context.js').ViewContext} ViewContext */

/** Running captures are laid over each other anew this often at most: they are read again for it. */
const READ_AGAIN_MS = 5000;

class SamePathView {
  #context;
  #state;
  /** @type {LaidOver|null} */
  #path = null;
  /** Of which captures that is. */
  #of = '';
  /** Bytes of those that run, when they were read last. */
  #liveBytes = 0;
  #frame;
  #source;
  #screen;
  #head;
  #table;
  #messages = el('div', { class: 'page' });
  #content;
  #again = throttle(READ_AGAIN_MS, () => void this.#load());

  /** @param {HTMLElement} container @param {ViewContext} context */
  constructor(container, context) {
    const { api, theme } = context;
    this.#context = context;
    this.#state = stateFrom(context.query);
    this.#frame = new TimeFrame({
      container,
      context,
      query: () => queryOf(this.#state),
      show: () => this.#show(),
      failure: 'These captures cannot be laid over each other',
      onFailure: (error) => this.#complain(error),
      isEmpty: () => this.#path === null,
      grow: () => undefined,
      growMs: 0,
    });
    const { time } = this.#frame;
    this.#source = new LadderSource({
      api,
      onChange: this.#frame.update,
      onError: (error) => this.#frame.complain(error),
    });
    this.#screen = new PathScreen({
      source: this.#source,
      time,
      theme,
      shown: () => this.#shown(),
      onPointed: (row) => this.#table.point(this.#passedBy(row)),
      onNeed: (range, px) => this.#source.need(this.#state, this.#between, range, px),
    });
    this.#head = pathHead({
      onChange: (part) => this.#change(part),
      onBack: () => time.back(),
      exporting: exportSwitch({
        theme,
        picture: () => this.#picture(),
        name: () => `${this.#names.join('-')}-path`,
        files: () => this.#files(),
      }),
    });
    this.#table = segmentsTable((between) => this.#change({ between }));
    this.#content = el(
      'div',
      { class: 'same-path' },
      this.#head.element,
      this.#table.element,
      this.#frame.complaint,
      this.#screen.element,
    );
    container.append(this.#messages, this.#content);
    context.bar.setPath([{ label: 'Captures', href: '/' }, { label: 'Same path' }]);
    this.#begin();
    void this.#load();
  }

  #begin() {
    const group = 'Same path';
    const { time } = this.#frame;
    const pan = (/** @type {number} */ share) => () => time.panBy(share * time.spanNs, 'start');
    this.#frame.begin(
      {
        group,
        whole: 'The whole path',
        pointerNs: () => this.#screen.pointerNs,
        own: [
          { group, keys: ['ArrowUp'], cap: '↑', words: 'Earlier', run: pan(-0.2) },
          { group, keys: ['ArrowDown'], cap: '↓', words: 'Later', run: pan(0.2) },
          {
            group,
            keys: ['ArrowLeft', 'ArrowRight'],
            words: 'Previous and next packet',
            run: (event) => this.#screen.step(event.key === 'ArrowRight' ? 1 : -1),
          },
        ],
        close: () => this.#screen.close(),
        closeWords: 'Close the card, clear the selection',
      },
      () => this.#follow(),
    );
  }

  get #names() {
    const { store } = this.#context;
    return this.#state.of.map((id) => store.get(id)?.name ?? 'Capture');
  }

  /**
   * Whose delays are drawn, and the stream of whose packets; null: none are known.
   * @returns {import('./state.js').Between|null}
   */
  get #between() {
    return this.#path && (this.#state.between ?? worstSegment(this.#path));
  }

  /** The segments that a packet went through. @param {number} row of those listed; −1: none */
  #passedBy(row) {
    const listed = this.#source.frame?.listed;
    const shown = this.#shown();
    /** @type {import('./state.js').Between[]} */
    const passed = [];
    if (!listed || shown === null || row < 0) return passed;
    linesOf(listed, row, alongOf(shown.order), shown.delayNs, (_, from, __, to) => passed.push([from, to]));
    return passed;
  }

  /** @returns {import('./screen.js').Shown|null} */
  #shown() {
    const path = this.#path;
    if (path === null || path.connections.count === 0) return null;
    return {
      labels: path.points.map(({ label }) => label),
      order: path.points.map(({ order }) => order),
      between: this.#between,
      delayNs: (from, to) =>
        (path.segments.find(({ between }) => between[0] === from && between[1] === to)?.delay?.median ?? 0) * 1e9,
    };
  }

  /** What is known of the captures as they are now. */
  async #load() {
    const { of, clocks } = this.#state;
    if (of.length < 2) return this.#showEmpty();
    const { api, store } = this.#context;
    this.#of = JSON.stringify([of, clocks]);
    await this.#frame.load(async (signal) => {
      const path = await api.samePath({ of, clocks }, signal);
      if (signal.aborted) return;
      fill(this.#messages);
      this.#path = path;
      this.#source.forget();
      this.#frame.update();
    });
    this.#liveBytes = liveBytes(of.map((id) => store.get(id)));
  }

  /** Running captures grow. */
  #follow() {
    const { store } = this.#context;
    const bytes = liveBytes(this.#state.of.map((id) => store.get(id)));
    if (bytes !== this.#liveBytes && this.#path !== null) this.#again.call();
    this.#frame.update();
  }

  #showEmpty() {
    this.#content.hidden = true;
    const text = 'Choose two captures or more in the list of captures, then “Same path”.';
    const captures = el('a', { class: 'button button-plain', href: '/', text: 'All captures' });
    const title = 'Captures of one path are laid over each other here';
    fill(this.#messages, messageBar({ kind: 'note', isPage: true, title, text, actions: [captures] }));
  }

  /** @param {unknown} error */
  #complain(error) {
    const again = button('Try again', { onClick: () => void this.#load() });
    const title = 'These captures cannot be laid over each other';
    fill(
      this.#messages,
      messageBar({ kind: 'failure', isPage: this.#path === null, title, text: sentenceOf(error), actions: [again] }),
    );
    this.#content.hidden = this.#path === null;
  }

  /** @param {Partial<PathState>} part */
  #change(part) {
    this.#state = { ...this.#state, ...part };
    this.#context.onQueryChange(this.#frame.query);
    this.#settle();
  }

  #settle() {
    if (this.#of !== JSON.stringify([this.#state.of, this.#state.clocks])) void this.#load();
    this.#frame.update();
  }

  #show() {
    const path = this.#path;
    if (this.#state.of.length < 2) return;
    this.#content.hidden = false;
    this.#head.update(this.#state, path, { isZoomed: this.#frame.time.zoom !== null, names: this.#names });
    if (path === null) return;
    this.#table.update(
      path.segments,
      path.points.map(({ label }) => label),
      this.#between,
    );
    this.#table.element.hidden = this.#screen.element.hidden = path.connections.count === 0;
    this.#screen.draw();
  }

  /** @returns {import('../../plot/picture-frame.js').Picture|null} */
  #picture() {
    const drawing = this.#screen.picture();
    if (drawing === null || this.#path === null) return null;
    const caption = `${this.#path.verdict.sentence}.`;
    return { ...drawing, title: this.#names.join(', '), caption, legend: legendOf(LEGEND) };
  }

  #files() {
    const path = this.#path;
    if (path === null) return [];
    const labels = path.points.map(({ label }) => label);
    const listed = this.#source.frame?.listed ?? null;
    const save = (/** @type {string} */ name, /** @type {string} */ text) =>
      download(`${this.#names.join('-')}-${name}.csv`, new Blob([text], { type: 'text/csv' }));
    return [
      { label: 'Segments (CSV)', onSelect: () => save('segments', segmentsCsv(path.segments, labels)) },
      ...(listed === null
        ? []
        : [
            {
              label: 'Packets in view (CSV)',
              onSelect: () => save('packets', packetsCsv(listed, labels, this.#frame.time.range)),
            },
          ]),
      ...(this.#isWhole ? [{ label: 'Report (one HTML file)…', onSelect: () => this.#openReport() }] : []),
    ];
  }

  /** Whether no more comes of any capture. */
  get #isWhole() {
    const { store } = this.#context;
    return this.#state.of.every((id) => store.get(id)?.state === 'ready');
  }

  #openReport() {
    const { of, clocks } = this.#state;
    const { api } = this.#context;
    void openLater(
      () => import('../../reports/path-report-sheet.js'),
      ({ openPathReportSheet }) => openPathReportSheet({ api, path: { of, clocks } }),
    );
  }

  /** The URL changed from outside. @param {import('../../state/types.js').Query} next */
  update(next) {
    this.#state = stateFrom(next);
    this.#frame.arrive(next);
    this.#settle();
  }

  destroy() {
    this.#again.cancel();
    this.#frame.destroy();
    this.#source.destroy();
    this.#screen.destroy();
  }
}

/**
 * The segment with the most losses, or with the longest queue.
 * @param {LaidOver} path
 * @returns {readonly [number, number]|null}
 */
function worstSegment({ segments }) {
  const sorted = [...segments].sort(
    (a, b) => b.lost - a.lost || (b.queue?.p95 ?? -1) - (a.queue?.p95 ?? -1) || b.sent - a.sent,
  );
  return sorted[0]?.between ?? null;
}

/** @param {readonly (import('../../state/types.js').Capture|null)[]} captures */
const liveBytes = (captures) =>
  captures.reduce((sum, capture) => sum + (capture && isGrowing(capture) ? capture.sizeBytes : 0), 0);

/**
 * @param {HTMLElement} container
 * @param {ViewContext} context
 * @returns {import('../../state/types.js').View}
 */
export const mountSamePathView = (container, context) => new SamePathView(container, context);
