import { flowOfText, flowText } from '../../lib/shared/quic-flow.js';
import {
  CAPTURE_VIEWS,
  capturePath,
  captureViewPath,
  comparePath,
  connectionPath,
  messagesPath,
  whatIfPath,
} from '../state/router.js';
import { keysStrip } from './keys-strip.js';
import { mountLater } from './lazy-view.js';
import { withNeighbours } from './with-neighbours.js';

/** @typedef {import('../state/view-context.js').ViewContext} ViewContext */
/** @typedef {import('../state/types.js').View} View */
/** @typedef {import('../components/top-bar.js').Tab} Tab */
/** @typedef {import('../state/router.js').CaptureViewName} CaptureViewName */
/** @typedef {ViewContext & { captureId: string }} CaptureContext */

/**
 * What a view is: its code, loaded when its tab is pointed at or it is opened, and the tables of docs/metrics.md that
 * explain its figures.
 * @type {Record<CaptureViewName | 'messages', { figures: string, load: () => Promise<(container: HTMLElement, context:
 *   any) => View> }>}
 */
const VIEWS = {
  lanes: {
    figures: 'lanes,requests,connections table',
    load: async () => (await import('../views/lanes/index.js')).mountLanesView,
  },
  plots: { figures: 'plots', load: async () => (await import('../views/plots/index.js')).mountPlotsView },
  waterfall: {
    figures: 'requests',
    load: async () => (await import('../views/waterfall/index.js')).mountWaterfallView,
  },
  statements: {
    figures: 'statements',
    load: async () => (await import('../views/statements/index.js')).mountStatementsView,
  },
  whatif: { figures: 'what if', load: async () => (await import('../views/whatif/index.js')).mountWhatIfView },
  messages: { figures: 'requests', load: async () => (await import('../views/messages/index.js')).mountMessagesView },
};
const NAMES = /** @type {CaptureViewName[]} */ (Object.keys(CAPTURE_VIEWS));

/**
 * A capture or connection that does not exist has no actions.
 * @param {import('../state/captures.js').CaptureStore} store
 * @param {string} captureId
 * @param {Tab[]} tabs
 * @param {boolean} [isThere] as far as the view knows
 */
export const tabsWhereThere = (store, captureId, tabs, isThere = true) =>
  !isThere || (store.isLoaded() && !store.get(captureId)) ? [] : tabs;

/**
 * @param {string} captureId
 * @param {'capture'|CaptureViewName} here
 * @returns {Tab[]} the views of a capture
 */
export const captureTabs = (captureId, here) => [
  { label: 'Connections', href: capturePath(captureId), current: here === 'capture' },
  ...NAMES.map((name) => ({
    label: CAPTURE_VIEWS[name],
    href: captureViewPath(captureId, name),
    current: here === name,
    prepare: VIEWS[name].load,
  })),
];

/**
 * @param {string} captureId
 * @param {number} flow
 * @param {'connection'|'messages'|'statements'|'whatif'} here
 * @returns {Tab[]} the views of a connection
 */
export function connectionTabs(captureId, flow, here) {
  return [
    { label: 'Packets', href: connectionPath(captureId, flow), current: here === 'connection' },
    {
      label: 'Messages',
      href: messagesPath(captureId, flow),
      current: here === 'messages',
      prepare: VIEWS.messages.load,
    },
    {
      label: CAPTURE_VIEWS.statements,
      href: captureViewPath(captureId, 'statements', { flow: flowText(flow) }),
      current: here === 'statements',
      prepare: VIEWS.statements.load,
    },
    { label: 'What if', href: whatIfPath(captureId, flow), current: here === 'whatif', prepare: VIEWS.whatif.load },
    { label: 'Compare', href: comparePath([{ id: captureId, flow }]), current: false },
  ];
}

/**
 * A view of a capture; its styles are those of the connection's diagrams and its own.
 * @param {HTMLElement} stage
 * @param {CaptureContext} context
 * @param {CaptureViewName|'messages'} name
 * @param {number|null} flow the connection that it is about
 * @returns {View}
 */
function mountOfCapture(stage, context, name, flow) {
  const { captureId, store, bar } = context;
  return mountLater(stage, context, {
    className: `connection-view ${name}-view`,
    ...VIEWS[name],
    showPath: (isThere) => {
      const crumbs = [
        { label: 'Captures', href: '/' },
        { label: store.get(captureId)?.name ?? 'Capture', href: capturePath(captureId) },
        ...(flow === null ? [] : [{ label: `Connection ${flowText(flow)}`, href: connectionPath(captureId, flow) }]),
        { label: name === 'messages' ? 'Messages' : CAPTURE_VIEWS[name] },
      ];
      bar.setPath(crumbs, tabsWhereThere(store, captureId, tabsOf(captureId, name, flow), isThere));
    },
  });
}

/** @param {string} captureId @param {CaptureViewName|'messages'} name @param {number|null} flow @returns {Tab[]} */
function tabsOf(captureId, name, flow) {
  if (flow !== null && (name === 'messages' || isOfEither(name))) return connectionTabs(captureId, flow, name);
  return name === 'messages' ? [] : captureTabs(captureId, name);
}

/**
 * Whether a view is of the capture or, by its query, of one connection.
 * @param {CaptureViewName} name
 * @returns {name is 'statements'|'whatif'}
 */
const isOfEither = (name) => name === 'statements' || name === 'whatif';

/** Views that say themselves that keys are missing. @type {readonly string[]} */
const OF_REQUESTS = ['waterfall', 'statements'];

/**
 * @param {HTMLElement} stage with the view
 * @param {CaptureContext} context
 * @param {View} view
 * @returns {View}
 */
function withKeysStrip(stage, context, view) {
  const strip = keysStrip(context, stage);
  stage.prepend(strip.element);
  return {
    update: (query) => view.update(query),
    destroy() {
      strip.stop();
      view.destroy();
    },
  };
}

/** @param {CaptureContext} context @returns {number|null} */
const flowOf = ({ query }) => flowOfText(query.flow ?? '');

/** @param {HTMLElement} stage @param {CaptureContext} context @param {CaptureViewName} name */
export function mountCaptureViewPlace(stage, context, name) {
  const view = mountOfCapture(stage, context, name, isOfEither(name) ? flowOf(context) : null);
  return OF_REQUESTS.includes(name) ? view : withKeysStrip(stage, context, view);
}

/** @param {HTMLElement} stage @param {CaptureContext & { flow: number }} context */
export const mountMessagesPlace = (stage, context) =>
  withNeighbours(context, messagesPath, mountOfCapture(stage, context, 'messages', context.flow));
