import { el, fill } from '../base/dom.js';
import { busy } from '../base/idle.js';
import { messageBar } from '../components/message-bar.js';
import { sentenceOf } from '../state/api.js';
import { capturePath, comparePath, connectionPath, lanesPath, messagesPath, waterfallPath, whatIfPath } from '../state/router.js';

/** @typedef {import('../main.js').ViewContext} ViewContext */
/** @typedef {import('../state/types.js').View} View */
/** @typedef {import('../components/top-bar.js').Tab} Tab */

/** @param {string} captureId @param {'capture'|'lanes'|'waterfall'|'whatif'} here @returns {Tab[]} the views of a capture */
export function captureTabs(captureId, here) {
  return [
    { label: 'Connections', href: capturePath(captureId), current: here === 'capture' },
    { label: 'Lanes', href: lanesPath(captureId), current: here === 'lanes' },
    { label: 'Waterfall', href: waterfallPath(captureId), current: here === 'waterfall' },
    { label: 'What if', href: whatIfPath(captureId), current: here === 'whatif' },
  ];
}

/** @param {string} captureId @param {number} flow @param {'connection'|'messages'} here @returns {Tab[]} the views of a connection */
export function connectionTabs(captureId, flow, here) {
  return [
    { label: 'Packets', href: connectionPath(captureId, flow), current: here === 'connection' },
    { label: 'Messages', href: messagesPath(captureId, flow), current: here === 'messages' },
    { label: 'What if', href: whatIfPath(captureId, flow), current: false },
    { label: 'Compare', href: comparePath([{ id: captureId, flow }]), current: false },
  ];
}

/**
 * A view whose own code is loaded on first use; its styles are those of the connection's diagrams and its own.
 * @template {ViewContext & { captureId: string }} C
 * @param {HTMLElement} stage
 * @param {C} context
 * @param {{ name: string, load: () => Promise<(container: HTMLElement, context: C) => View>, path: (captureName: string) => [import('../components/top-bar.js').Crumb[], Tab[]] }} place
 * @returns {View}
 */
function mountLater(stage, context, { name, load, path }) {
  const { captureId, store, bar } = context;
  const container = el('div', { class: `view connection-view ${name}-view` });
  stage.append(container);
  /** @type {View | null} */
  let view = null;
  let { query } = context;
  let gone = false;
  const showPath = () => bar.setPath(...path(store.get(captureId)?.name ?? 'Capture'));
  showPath();
  const unsubscribe = store.subscribe(showPath);
  const done = busy();
  load().then((mount) => {
    if (!gone) view = mount(container, { ...context, query });
  }).catch((error) => {
    fill(container, el('div', { class: 'page' }, messageBar({ kind: 'failure', title: 'This view cannot be shown', text: sentenceOf(error) })));
    console.error(error);
  }).finally(done);
  return {
    update(next) {
      query = next;
      view?.update(next);
    },
    destroy() {
      gone = true;
      unsubscribe();
      view?.destroy();
    },
  };
}

/** @param {HTMLElement} stage @param {ViewContext & { captureId: string }} context */
export function mountLanesPlace(stage, context) {
  return mountLater(stage, context, {
    name: 'lanes', load: async () => (await import('./lanes/index.js')).mountLanesView,
    path: (name) => [[{ label: 'Captures', href: '/' }, { label: name, href: capturePath(context.captureId) }, { label: 'Lanes' }], captureTabs(context.captureId, 'lanes')],
  });
}

/** @param {HTMLElement} stage @param {ViewContext & { captureId: string }} context */
export function mountWaterfallPlace(stage, context) {
  return mountLater(stage, context, {
    name: 'waterfall', load: async () => (await import('./waterfall/index.js')).mountWaterfallView,
    path: (name) => [[{ label: 'Captures', href: '/' }, { label: name, href: capturePath(context.captureId) }, { label: 'Waterfall' }], captureTabs(context.captureId, 'waterfall')],
  });
}

/** @param {HTMLElement} stage @param {ViewContext & { captureId: string }} context */
export function mountWhatIfPlace(stage, context) {
  return mountLater(stage, context, {
    name: 'whatif', load: async () => (await import('./whatif/index.js')).mountWhatIfView,
    path: (name) => [[{ label: 'Captures', href: '/' }, { label: name, href: capturePath(context.captureId) }, { label: 'What if' }], captureTabs(context.captureId, 'whatif')],
  });
}

/** @param {HTMLElement} stage @param {ViewContext & { captureId: string, flow: number }} context */
export function mountMessagesPlace(stage, context) {
  const { captureId, flow } = context;
  return mountLater(stage, context, {
    name: 'messages', load: async () => (await import('./messages/index.js')).mountMessagesView,
    path: (name) => [
      [{ label: 'Captures', href: '/' }, { label: name, href: capturePath(captureId) }, { label: `Connection ${flow}`, href: connectionPath(captureId, flow) }, { label: 'Messages' }],
      connectionTabs(captureId, flow, 'messages'),
    ],
  });
}
