/**
 * Connections or captures side by side on one time axis. What is shown is in the URL.
 */
import { el, fill } from '../../base/dom.js';
import { beforePaint } from '../../base/frame.js';
import { addHotkeys } from '../../base/hotkeys.js';
import { busy } from '../../base/idle.js';
import { button } from '../../components/button.js';
import { messageBar } from '../../components/message-bar.js';
import { toast } from '../../components/toast.js';
import { isAbort, sentenceOf } from '../../state/api-error.js';
import { comparePagesPath } from '../../state/router.js';
import { exportSwitch } from '../timeline/picture-files.js';
import { timeKeys } from '../timeline/time-keys.js';
import { TimeWindow } from '../timeline/time-window.js';
import { createCompareDiagram } from './diagram.js';
import { headline } from './figures.js';
import { compareHead } from './head.js';
import { loadCauses, loadMembers, refineMembers } from './load.js';
import { openPicker } from './picker.js';
import { keyColour } from './scene.js';
import { compareSide } from './side.js';
import { arrangementOf, memberFrom, memberText, queryFromState, stateFromQuery } from './state.js';

/** @typedef {import('./state.js').CompareState} CompareState */
/** @typedef {import('./member.js').Member} Member */

/** A view is refined when it has stood still for this long. */
const REST_MS = 150;

/** All of the axis, and nothing selected. */
const WHOLE = { zoom: null, span: null };

class CompareView {
  #context;
  #state;
  /** @type {Member[]} */
  #members = [];
  #abort = new AbortController();
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #resting;
  #head;
  #time = new TimeWindow((gesture) => this.#takeTime(gesture));
  #diagram = createCompareDiagram(this.#time);
  #side = compareSide();
  #messages = el('div', { class: 'page' });
  #content;
  /** Clean-up for `destroy`. @type {(() => void)[]} */
  #listening;

  /** @param {HTMLElement} stage @param {import('../../state/view-context.js').ViewContext} context */
  constructor(stage, context) {
    this.#context = context;
    this.#state = stateFromQuery(context.query);
    this.#time.arriveAt(this.#state.zoom, this.#state.span);
    this.#head = compareHead({
      onAlign: (align) => this.#change({ align, ...WHOLE }),
      onArrange: (arrangement) => this.#change({ arrangement }),
      onAdd: () => this.#pick(),
      onDistributions: () => void this.#openDistributions(),
      onRemove: (index) => this.#change({ of: this.#state.of.filter((_, i) => i !== index), ...WHOLE }),
      exporting: exportSwitch({
        theme: context.theme,
        picture: () => this.#picture(),
        class: 'button',
        files: () => [{ label: 'Distributions of whole captures…', onSelect: () => void this.#openDistributions() }],
        name: () => this.#members.map(({ name }) => name).join('-against-'),
      }),
    });
    this.#content = el(
      'div',
      { class: 'compare', hidden: true },
      el('div', { class: 'compare-main' }, this.#head.element, this.#diagram.element),
      this.#side.element,
    );
    stage.append(this.#messages, this.#content);
    context.bar.setPath([{ label: 'Captures', href: '/' }, { label: 'Compare' }]);
    this.#listening = this.#listen();
    this.#show();
  }

  #listen() {
    const time = this.#time;
    const redraw = () => beforePaint(this.#redraw);
    const group = 'Comparison';
    void document.fonts.ready.then(redraw);
    return [
      this.#context.theme.subscribe(redraw),
      addHotkeys([
        ...timeKeys({ group, whole: 'Zoom to fit', time, pointerNs: () => this.#diagram.pointerNs() }),
        { keys: ['ArrowLeft'], cap: '←', words: 'Earlier', group, run: () => time.panBy(-0.2 * time.spanNs, 'start') },
        { keys: ['ArrowRight'], cap: '→', words: 'Later', group, run: () => time.panBy(0.2 * time.spanNs, 'start') },
        { keys: ['Escape'], cap: 'Esc', words: 'Clear the selection', group, run: () => time.select(null) },
      ]),
    ];
  }

  /** @returns {import('../../plot/picture-frame.js').Picture|null} */
  #picture() {
    const drawing = this.#diagram.picture();
    const members = this.#members;
    if (!drawing || members.length === 0) return null;
    const { strong, rest } = members.length > 1 ? headline(members) : { strong: '', rest: '' };
    const isOverlaid = arrangementOf(this.#state) === 'overlaid';
    const legend = members.map((member, i) => ({
      colour: keyColour(isOverlaid, member, i),
      words: `${member.letter}  ${member.name}, connection ${member.flow}`,
    }));
    return {
      ...drawing,
      title: members.map(({ name }) => name).join(' against '),
      caption: `${strong} ${rest}`.trim(),
      legend,
    };
  }

  /** Of the captures that the members are of. */
  async #openDistributions() {
    const { api, theme } = this.#context;
    const captures = [...new Map(this.#members.map(({ of, name }) => [of.id, { id: of.id, name }])).values()];
    const { openDistributions } = await import('./distributions.js');
    openDistributions({ api, theme, captures });
  }

  /** @param {{ isAnew?: boolean }} [how] `isAnew`: instead of those that are shown */
  #pick({ isAnew = false } = {}) {
    openPicker({
      api: this.#context.api,
      store: this.#context.store,
      onAdd: ({ of, pages }) => {
        if (pages.length > 0) return this.#context.navigate(comparePagesPath(pages));
        const added = of.flatMap(memberFrom);
        this.#change({ of: isAnew ? added : [...this.#state.of, ...added], ...WHOLE });
      },
    });
  }

  /** @param {Partial<CompareState>} part */
  #change(part) {
    this.#state = { ...this.#state, ...part };
    this.#time.arriveAt(this.#state.zoom, this.#state.span);
    this.#context.onQueryChange(queryFromState(this.#state));
    this.#show();
  }

  /** What is in view or selected was changed by hand. @param {'start'|'move'|'replace'|'frame'} gesture */
  #takeTime(gesture) {
    if (gesture === 'frame') return this.#show();
    const { zoom, span } = this.#time;
    const isSelection = zoom === this.#state.zoom;
    this.#state = { ...this.#state, zoom, span };
    this.#context.onQueryChange(queryFromState(this.#state), { replace: gesture !== 'start' });
    if (isSelection) this.#diagram.drawOverlay();
    else this.#show();
  }

  #show() {
    const { of } = this.#state;
    const members = this.#members;
    if (of.length === 0) return this.#showEmpty();
    const isLoaded =
      members.length === of.length && members.every((member, i) => memberText(member.of) === memberText(of[i]));
    if (!isLoaded) return void this.#load();
    this.#draw();
  }

  async #load() {
    this.#abort.abort();
    this.#abort = new AbortController();
    const { signal } = this.#abort;
    try {
      this.#members = await loadMembers(this.#context.api, this.#state.of, signal);
      this.#draw();
      void this.#showCauses(this.#members, signal);
    } catch (error) {
      if (!isAbort(error)) this.#complain(error);
    }
  }

  /** @param {Member[]} of @param {AbortSignal} signal */
  async #showCauses(of, signal) {
    try {
      await loadCauses(this.#context.api, of, signal);
      if (of === this.#members) this.#draw();
    } catch (error) {
      if (!isAbort(error)) toast(sentenceOf(error));
    }
  }

  #showEmpty() {
    this.#abort.abort();
    this.#members = [];
    this.#content.hidden = true;
    fill(
      this.#messages,
      el(
        'div',
        { class: 'compare-empty' },
        el('h1', { class: 'view-title', text: 'Compare' }),
        el('p', {
          text: 'Two or more captures, connections or pages on one time axis, with a table of what differs: the same download with another initial window, plain HTTP and MUX, before and after.',
        }),
        button('Choose captures', { kind: 'primary', onClick: () => this.#pick() }),
      ),
    );
  }

  /** @param {unknown} error */
  #complain(error) {
    const actions = [button('Choose captures', { onClick: () => this.#pick({ isAnew: true }) })];
    this.#content.hidden = true;
    fill(
      this.#messages,
      messageBar({ kind: 'failure', title: 'These cannot be compared', text: sentenceOf(error), actions }),
    );
  }

  #draw() {
    this.#paint();
    if (this.#members.some(({ isPart, senders }) => isPart || senders?.isSketch)) this.#refineAtRest();
  }

  /** The same function each time, as `beforePaint` requires. */
  #redraw = () => {
    if (this.#members.length > 0) this.#draw();
  };

  #paint() {
    const { align } = this.#state;
    const members = this.#members;
    const arrangement = arrangementOf(this.#state);
    fill(this.#messages);
    this.#content.hidden = false;
    this.#head.update(members, align, arrangement);
    this.#side.update(members, align);
    this.#diagram.show({ members, align, arrangement, colours: this.#context.theme.colours() });
  }

  #refineAtRest() {
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => void this.#refine(this.#members, this.#abort.signal), REST_MS);
  }

  /** @param {Member[]} of @param {AbortSignal} signal */
  async #refine(of, signal) {
    const done = busy();
    const view = { ...this.#diagram.view(), align: this.#state.align };
    try {
      if ((await refineMembers(this.#context.api, of, view, signal)) && of === this.#members) this.#paint();
    } catch (error) {
      if (!isAbort(error)) toast(sentenceOf(error));
    }
    done();
  }

  /** The URL changed from outside. @param {import('../../state/types.js').Query} next */
  update(next) {
    this.#state = stateFromQuery(next);
    this.#time.arriveAt(this.#state.zoom, this.#state.span);
    this.#show();
  }

  destroy() {
    this.#abort.abort();
    clearTimeout(this.#resting);
    this.#time.destroy();
    for (const stop of this.#listening) stop();
    this.#diagram.destroy();
  }
}

/**
 * @param {HTMLElement} stage
 * @param {import('../../state/view-context.js').ViewContext} context
 * @returns {import('../../state/types.js').View}
 */
export const mountCompareView = (stage, context) => new CompareView(stage, context);
