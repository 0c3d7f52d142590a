/**
 * Connections or captures side by side on one time axis. What is shown stands in the URL.
 */
import { el, fill } from '../../base/dom.js';
import { beforePaint } from '../../base/frame.js';
import { busy } from '../../base/idle.js';
import { addHotkeys } from '../../base/hotkeys.js';
import { button } from '../../components/button.js';
import { toast } from '../../components/toast.js';
import { messageBar } from '../../components/message-bar.js';
import { isAbort, sentenceOf } from '../../state/api.js';
import { createCompareDiagram } from './diagram.js';
import { exportSwitch } from '../timeline/picture-files.js';
import { headline } from './figures.js';
import { compareHead } from './head.js';
import { keyColour } from './scene.js';
import { loadCauses, loadMembers, refineMembers } from './load.js';
import { openPicker } from './picker.js';
import { compareSide } from './side.js';
import { arrangementOf, memberText, queryFromState, stateFromQuery } from './state.js';

/** @typedef {import('./state.js').CompareState} CompareState */

/** A view is refined when it has stood still for so long. */
const REST_MS = 150;

/**
 * @param {HTMLElement} stage
 * @param {import('../../state/view-context.js').ViewContext} context
 * @returns {import('../../state/types.js').View}
 */
export function mountCompareView(stage, { api, store, theme, bar, query, onQueryChange }) {
  let state = stateFromQuery(query);
  /** @type {import('./member.js').Member[]} */
  let members = [];
  let abort = new AbortController();
  /** @type {ReturnType<typeof setTimeout>|undefined} */
  let resting;

  const head = compareHead({
    onAlign: (align) => change({ align, zoom: null }), onArrange: (arrangement) => change({ arrangement }),
    onAdd: pick, onRemove: (index) => change({ of: state.of.filter((_, i) => i !== index), zoom: null }),
    exporting: exportSwitch({ theme, picture, class: 'button', name: () => members.map(({ name }) => name).join('-against-') }),
  });
  const diagram = createCompareDiagram({ onZoom: (zoom, options) => change({ zoom }, options) });
  const side = compareSide();
  const messages = el('div', { class: 'page' });
  const content = el('div', { class: 'compare', hidden: true }, el('div', { class: 'compare-main' }, head.element, diagram.element), side.element);
  stage.append(messages, content);
  bar.setPath([{ label: 'Captures', href: '/' }, { label: 'Compare' }]);

  /** @returns {import('../../plot/picture-frame.js').Picture|null} */
  function picture() {
    const drawing = diagram.picture();
    if (!drawing || members.length === 0) return null;
    const { strong, rest } = members.length > 1 ? headline(members) : { strong: '', rest: '' }, isOverlaid = arrangementOf(state) === 'overlaid';
    const legend = members.map((member, i) => ({
      colour: keyColour(isOverlaid, member, i), words: `${member.letter}  ${member.name}, connection ${member.flow}`,
    }));
    return { ...drawing, title: members.map(({ name }) => name).join(' against '), caption: `${strong} ${rest}`.trim(), legend };
  }

  function pick() {
    openPicker({ store, onAdd: (ids) => change({ of: [...state.of, ...ids.map((id) => ({ id, flow: null }))], zoom: null }) });
  }

  function pickAnew() {
    openPicker({ store, onAdd: (ids) => change({ of: ids.map((id) => ({ id, flow: null })), zoom: null }) });
  }

  /** @param {Partial<CompareState>} part @param {{ replace: boolean }} [options] */
  function change(part, options) {
    state = { ...state, ...part };
    onQueryChange(queryFromState(state), options);
    show();
  }

  function show() {
    if (state.of.length === 0) return showEmpty();
    const isLoaded = members.length === state.of.length && members.every(({ of }, i) => memberText(of) === memberText(state.of[i]));
    if (!isLoaded) return void load();
    draw();
  }

  async function load() {
    abort.abort();
    abort = new AbortController();
    try {
      members = await loadMembers(api, state.of, abort.signal);
      draw();
      void showCauses(members, abort.signal);
    } catch (error) {
      if (!isAbort(error)) complain(error);
    }
  }

  /** @param {import('./member.js').Member[]} of @param {AbortSignal} signal */
  async function showCauses(of, signal) {
    try {
      await loadCauses(api, of, signal);
      if (of === members) draw();
    } catch (error) {
      if (!isAbort(error)) toast(sentenceOf(error));
    }
  }

  function showEmpty() {
    abort.abort();
    members = [];
    content.hidden = true;
    fill(messages, el('div', { class: 'compare-empty' },
      el('h1', { class: 'view-title', text: 'Compare' }),
      el('p', {
        text: 'Two captures or more on one time axis, with a table of what differs: the same download with another initial window, plain HTTP and MUX, before and after.',
      }),
      button('Choose captures', { kind: 'primary', onClick: pick })));
  }

  /** @param {unknown} error */
  function complain(error) {
    content.hidden = true;
    fill(
      messages,
      messageBar({ kind: 'failure', title: 'These cannot be compared', text: sentenceOf(error), actions: [button('Choose captures', { onClick: pickAnew })] }),
    );
  }

  function draw() {
    paint();
    if (members.some(({ isPart, senders }) => isPart || senders?.isSketch)) refineAtRest();
  }

  function paint() {
    fill(messages);
    content.hidden = false;
    const arrangement = arrangementOf(state);
    head.update(members, state.align, arrangement);
    side.update(members, state.align);
    diagram.show({ members, align: state.align, arrangement, zoom: state.zoom, colours: theme.colours() });
  }

  function refineAtRest() {
    clearTimeout(resting);
    resting = setTimeout(() => void refine(members, abort.signal), REST_MS);
  }

  /** @param {import('./member.js').Member[]} of @param {AbortSignal} signal */
  async function refine(of, signal) {
    const done = busy();
    try {
      if (await refineMembers(api, of, { ...diagram.view(), align: state.align }, signal) && of === members) paint();
    } catch (error) {
      if (!isAbort(error)) toast(sentenceOf(error));
    }
    done();
  }

  const redraw = () => beforePaint(() => members.length > 0 && draw());
  const stop = [
    theme.subscribe(redraw),
    addHotkeys([
      { keys: ['+', '='], words: 'Closer', group: 'Comparison', run: () => diagram.zoomBy(0.5) },
      { keys: ['-'], words: 'Further away', group: 'Comparison', run: () => diagram.zoomBy(2) },
      { keys: ['ArrowLeft', 'a'], cap: '←', words: 'Earlier', group: 'Comparison', run: () => diagram.panBy(-0.2) },
      { keys: ['ArrowRight', 'd'], cap: '→', words: 'Later', group: 'Comparison', run: () => diagram.panBy(0.2) },
      { keys: ['f'], words: 'All of it', group: 'Comparison', run: () => change({ zoom: null }) },
    ]),
  ];
  void document.fonts.ready.then(redraw);
  show();

  return {
    update(next) {
      state = stateFromQuery(next);
      show();
    },
    destroy() {
      abort.abort();
      clearTimeout(resting);
      for (const stopOne of stop) stopOne();
      diagram.destroy();
    },
  };
}
