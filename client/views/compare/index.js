/**
 * Connections or captures side by side on one time axis. What is shown is in the URL.
 */
import { el, fill } from '../../base/dom.js';
import { busy } from '../../base/idle.js';
import { button } from '../../components/button.js';
import { messageBar } from '../../components/message-bar.js';
import { toast } from '../../components/toast.js';
import { isAbort, sentenceOf } from '../../state/api-error.js';
import { comparePagesPath } from '../../state/router.js';
import { exportSwitch } from '../timeline/picture-files.js';
import { TimeFrame } from '../timeline/time-frame.js';
import { createCompareDiagram } from './diagram.js';
import { headline } from './figures.js';
import { compareHead } from './head.js';
import { loadCauses, loadMembers, refineMembers } from './load.js';
import { openPicker } from './picker.js';
import { keyColour } from './scene.js';
import { compareSide } from './side.js';
import {
  arrangementOf,
  memberFrom,
  memberText,
  queryFromState,
  stateFromQuery,
  TIMES_FROM_ALIGNMENT,
} from './state.js';
import { alignOf } from './transports.js';

/** @typedef {import('./state.js').CompareState} CompareState */
/** @typedef {import('./member.js').Member} Member */

/** A view is refined when it has stood still for this long. */
const REST_MS = 150;

class CompareView {
  #context;
  #state;
  /** @type {Member[]} */
  #members = [];
  /** Of what is fetched for the members shown. */
  #signal = AbortSignal.abort();
  /** What was in view and shown when it was drawn last. */
  #drawn = { range: /** @type {object|null} */ (null), span: /** @type {object|null} */ (null) };
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  #resting;
  #head;
  #frame;
  #diagram;
  #side = compareSide();
  #messages = el('div', { class: 'page' });
  #content;

  /** @param {HTMLElement} stage @param {import('../../state/view-context.js').ViewContext} context */
  constructor(stage, context) {
    this.#context = context;
    this.#state = stateFromQuery(context.query);
    this.#frame = new TimeFrame({
      container: stage,
      context,
      query: () => queryFromState(this.#state),
      inQuery: TIMES_FROM_ALIGNMENT,
      show: () => this.#show(),
      failure: 'These cannot be compared',
      onFailure: (error) => this.#complain(error),
      isEmpty: () => this.#members.length === 0,
      grow: () => undefined,
      growMs: 0,
    });
    this.#diagram = createCompareDiagram(this.#frame.time, context.theme);
    this.#head = compareHead({
      onAlign: (align) => this.#change({ align }, { isWhole: true }),
      onArrange: (arrangement) => this.#change({ arrangement }),
      onAdd: () => this.#pick(),
      onDistributions: () => void this.#openDistributions(),
      onRemove: (index) => this.#change({ of: this.#state.of.filter((_, i) => i !== index) }, { isWhole: true }),
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
    this.#begin();
    this.#show();
  }

  #begin() {
    const { time } = this.#frame;
    const group = 'Comparison';
    const pan = (/** @type {number} */ share) => () => time.panBy(share * time.spanNs, 'start');
    this.#frame.begin(
      {
        group,
        whole: 'Zoom to fit',
        pointerNs: this.#diagram.pointerNs,
        own: [
          { keys: ['ArrowLeft'], cap: '←', words: 'Earlier', group, run: pan(-0.2) },
          { keys: ['ArrowRight'], cap: '→', words: 'Later', group, run: pan(0.2) },
        ],
        close: () => undefined,
      },
      () => undefined,
    );
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
        this.#change({ of: isAnew ? added : [...this.#state.of, ...added] }, { isWhole: true });
      },
    });
  }

  /** @param {Partial<CompareState>} part @param {{ isWhole?: boolean }} [how] `isWhole`: all of it is in view then */
  #change(part, { isWhole = false } = {}) {
    this.#state = { ...this.#state, ...part };
    if (isWhole) this.#frame.time.showAll();
    this.#context.onQueryChange(this.#frame.query);
    this.#redraw();
  }

  #redraw() {
    this.#drawn = { range: null, span: null };
    this.#show();
  }

  #show() {
    const { of } = this.#state;
    const members = this.#members;
    if (of.length === 0) return this.#showEmpty();
    const isLoaded =
      members.length === of.length && members.every((member, i) => memberText(member.of) === memberText(of[i]));
    if (!isLoaded) return void this.#load();
    const { zoom, span } = this.#frame.time;
    const isSelection = zoom === this.#drawn.range && span !== this.#drawn.span;
    this.#drawn = { range: zoom, span };
    if (isSelection) this.#diagram.drawOverlay();
    else this.#draw();
  }

  #load() {
    return this.#frame.load(async (signal) => {
      this.#signal = signal;
      this.#members = await loadMembers(this.#context.api, this.#state.of, signal);
      this.#draw();
      void this.#showCauses(this.#members, signal);
    });
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
    this.#frame.stopLoading();
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

  #paint() {
    const members = this.#members;
    const align = alignOf(this.#state.align, members);
    const arrangement = arrangementOf(this.#state);
    fill(this.#messages);
    this.#content.hidden = false;
    this.#head.update(members, align, arrangement);
    this.#side.update(members, align);
    this.#diagram.show({ members, align, arrangement });
  }

  #refineAtRest() {
    clearTimeout(this.#resting);
    this.#resting = setTimeout(() => void this.#refine(this.#members, this.#signal), REST_MS);
  }

  /** @param {Member[]} of @param {AbortSignal} signal */
  async #refine(of, signal) {
    const done = busy();
    const view = { ...this.#diagram.view(), align: alignOf(this.#state.align, of) };
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
    this.#frame.arrive(next);
    this.#redraw();
  }

  destroy() {
    this.#frame.destroy();
    clearTimeout(this.#resting);
    this.#diagram.destroy();
  }
}

/**
 * @param {HTMLElement} stage
 * @param {import('../../state/view-context.js').ViewContext} context
 * @returns {import('../../state/types.js').View}
 */
export const mountCompareView = (stage, context) => new CompareView(stage, context);
