/**
 * The frame of a view with a time axis: the window and the selection in the address, growth with the capture, keys,
 * notes, complaints, and an end to all of them. A view brings what it fetches and how it is drawn.
 */
import { el, fill } from '../../base/dom.js';
import { beforePaint, debounce, throttle } from '../../base/frame.js';
import { addHotkeys } from '../../base/hotkeys.js';
import { messageBar } from '../../components/message-bar.js';
import { showMissing } from '../../components/missing-page.js';
import { isAbort, sentenceOf } from '../../state/api-error.js';
import { noteFlags } from './note-flags.js';
import { selectionPanel } from './selection/selection-panel.js';
import { timeKeys } from './window/time-keys.js';
import { TimeWindow } from './window/time-window.js';

/** @typedef {import('../../state/types.js').Query} Query */
/** @typedef {import('../../base/hotkeys.js').Hotkey} Hotkey */
/** @typedef {import('../../state/view-context.js').CaptureViewContext} CaptureViewContext */

/** Writing history is too much for every frame of a gesture. */
export const PAUSE_MS = 120;

/**
 * @template {object} S what is selected from
 * @typedef {object} TimeFrameGiven
 * @property {HTMLElement} container
 * @property {import('../../state/view-context.js').ViewContext & Partial<CaptureViewContext>} context of one capture,
 *   or of several
 * @property {number} [flow] the connection that the view is of
 * @property {() => Query} query what the address says besides times
 * @property {import('./window/time-window.js').TimesInQuery} [inQuery]
 * @property {() => void} show draws
 * @property {string} failure title of a complaint
 * @property {(error: unknown) => void} [onFailure] says itself that nothing can be shown
 * @property {() => boolean} isEmpty whether nothing has come yet
 * @property {() => void} grow more packets have come
 * @property {number} growMs at most so often
 * @property {Omit<Parameters<typeof selectionPanel<S>>[0], 'time'> & { from: () => S|null }} [selection]
 */

/** @template {object} [S=object] */
export class TimeFrame {
  complaint = el('div', { class: 'connection-complaint' });
  #given;
  #abort = new AbortController();
  #grow;
  /** @type {(() => void)[]} */
  #ends = [];

  /** @param {TimeFrameGiven<S>} given */
  constructor(given) {
    this.#given = given;
    const { context, flow, inQuery, growMs, grow, selection } = given;
    const { api, captureId } = context;
    this.time = new TimeWindow((gesture) => this.#moved(gesture), inQuery);
    this.#grow = throttle(growMs, grow);
    /** Writes to the address, when a gesture pauses, what else has changed. */
    this.writeUrl = debounce(PAUSE_MS, () => context.onQueryChange(this.query, { replace: true }));
    this.selection = selection ? selectionPanel({ time: this.time, ...selection }) : null;
    this.notes = captureId === undefined ? null : noteFlags({ api, captureId, flow, onChange: this.update });
  }

  /** @returns {Query} */
  get query() {
    return { ...this.#given.query(), ...this.time.query };
  }

  /** Name of the view's capture; undefined: not known yet. */
  get captureName() {
    const { store, captureId } = this.#given.context;
    return captureId === undefined ? undefined : store.get(captureId)?.name;
  }

  /**
   * Begins, when the view is on the page.
   * @param {object} keys
   * @param {string} keys.group in the key sheet
   * @param {string} keys.whole what F shows
   * @param {() => number|null} keys.pointerNs
   * @param {Hotkey[]} keys.own
   * @param {() => void} keys.close what Escape closes
   * @param {string} [keys.closeWords]
   * @param {() => void} [onStore] the library has changed
   */
  begin({ group, whole, pointerNs, own, close, closeWords = 'Clear the selection' }, onStore = this.update) {
    const { context, flow = null } = this.#given;
    const { captureId, events, store, theme, query } = context;
    const run = () => {
      close();
      this.time.select(null);
    };
    const escape = { group, keys: ['Escape'], cap: 'Esc', words: closeWords, run };
    this.#ends.push(
      addHotkeys([...timeKeys({ group, whole, time: this.time, pointerNs }), ...own, escape]),
      store.subscribe(onStore),
      theme.subscribe(this.update),
    );
    if (captureId !== undefined) {
      events.watch({ id: captureId, flow });
      this.#ends.push(
        events.onProgress(({ id, flow: grown }) => {
          if (id === captureId && (flow === null || grown === null || grown.flow === flow)) this.grow();
        }),
        () => events.watch(null),
      );
    }
    void document.fonts.ready.then(this.update);
    this.time.arrive(query);
  }

  /** Before the next paint. */
  update = () => beforePaint(this.#show);

  /** The same function each time, as `beforePaint` requires. */
  #show = () => {
    this.#given.show();
    void this.selection?.update(this.#given.selection?.from() ?? null);
  };

  grow() {
    this.#grow.call();
  }

  stopLoading() {
    this.#abort.abort();
  }

  /**
   * Fetches what is shown; what an earlier call was fetching is dropped.
   * @param {(signal: AbortSignal) => Promise<void>} fetch
   */
  async load(fetch) {
    this.stopLoading();
    this.#abort = new AbortController();
    try {
      await fetch(this.#abort.signal);
      fill(this.complaint);
    } catch (error) {
      this.complain(error);
    }
  }

  /** @param {unknown} error */
  complain(error) {
    const { container, context, failure, isEmpty, onFailure } = this.#given;
    const { captureId } = context;
    if (isAbort(error)) return;
    if (onFailure) return onFailure(error);
    if (captureId !== undefined && isEmpty()) {
      if (showMissing(container, error, /** @type {CaptureViewContext} */ (context))) return;
    }
    fill(this.complaint, messageBar({ kind: 'failure', title: failure, text: sentenceOf(error) }));
  }

  /** The address changed from outside. @param {Query} query */
  arrive(query) {
    this.writeUrl.cancel();
    this.time.arrive(query);
  }

  /**
   * A step of its own is written at once, the rest when the gesture pauses.
   * @param {'start'|'move'|'replace'|'frame'} gesture
   */
  #moved(gesture) {
    if (gesture === 'start') {
      this.writeUrl.cancel();
      this.#given.context.onQueryChange(this.query);
    } else if (gesture !== 'frame') this.writeUrl.call();
    this.update();
  }

  destroy() {
    for (const end of this.#ends) end();
    for (const each of [this.writeUrl, this.#grow]) each.cancel();
    this.stopLoading();
    this.time.destroy();
    this.notes?.destroy();
  }
}
