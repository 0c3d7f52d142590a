import {
  capturePath,
  comparePath,
  connectionPath,
  lanesPath,
  messagesPath,
  plotsPath,
  statementsPath,
  waterfallPath,
  whatIfPath,
} from '../state/router.js';
import { mountLater } from './lazy-view.js';
import { withNeighbours } from './with-neighbours.js';

/** @typedef {import('../state/view-context.js').ViewContext} ViewContext */
/** @typedef {import('../state/types.js').View} View */
/** @typedef {import('../components/top-bar.js').Tab} Tab */

/** Code of the views, each loaded when its tab is pointed at, or when it is opened. */
const VIEWS = {
  lanes: () => import('../views/lanes/index.js'),
  plots: () => import('../views/plots/index.js'),
  waterfall: () => import('../views/waterfall/index.js'),
  statements: () => import('../views/statements/index.js'),
  whatif: () => import('../views/whatif/index.js'),
  messages: () => import('../views/messages/index.js'),
};

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
 * @param {'capture'|'lanes'|'plots'|'waterfall'|'statements'|'whatif'} here
 * @returns {Tab[]} the views of a capture
 */
export function captureTabs(captureId, here) {
  return [
    { label: 'Connections', href: capturePath(captureId), current: here === 'capture' },
    { label: 'Lanes', href: lanesPath(captureId), current: here === 'lanes', prepare: VIEWS.lanes },
    { label: 'Plots', href: plotsPath(captureId), current: here === 'plots', prepare: VIEWS.plots },
    { label: 'Waterfall', href: waterfallPath(captureId), current: here === 'waterfall', prepare: VIEWS.waterfall },
    { label: 'Statements', href: statementsPath(captureId), current: here === 'statements', prepare: VIEWS.statements },
    { label: 'What if', href: whatIfPath(captureId), current: here === 'whatif', prepare: VIEWS.whatif },
  ];
}

/**
 * @param {string} captureId
 * @param {number} flow
 * @param {'connection'|'messages'|'statements'|'whatif'} here
 * @returns {Tab[]} the views of a connection
 */
export function connectionTabs(captureId, flow, here) {
  return [
    { label: 'Packets', href: connectionPath(captureId, flow), current: here === 'connection' },
    { label: 'Messages', href: messagesPath(captureId, flow), current: here === 'messages', prepare: VIEWS.messages },
    {
      label: 'Statements',
      href: statementsPath(captureId, flow),
      current: here === 'statements',
      prepare: VIEWS.statements,
    },
    { label: 'What if', href: whatIfPath(captureId, flow), current: here === 'whatif', prepare: VIEWS.whatif },
    { label: 'Compare', href: comparePath([{ id: captureId, flow }]), current: false },
  ];
}

/**
 * A view of a capture; its styles are those of the connection's diagrams and its own.
 * @template {ViewContext & { captureId: string }} C
 * @param {HTMLElement} stage
 * @param {C} context
 * @param {{ name: string, figures: string, load: () => Promise<(container: HTMLElement, context: C & { onMissing: () =>
 *   void }) => View>, path: (captureName: string) => [import('../components/top-bar.js').Crumb[], Tab[]] }} place
 * @returns {View}
 */
function mountOfCapture(stage, context, { name, figures, load, path }) {
  const { captureId, store, bar } = context;
  return mountLater(stage, context, {
    className: `connection-view ${name}-view`,
    figures,
    load,
    showPath: (isThere) => {
      const [crumbs, tabs] = path(store.get(captureId)?.name ?? 'Capture');
      bar.setPath(crumbs, tabsWhereThere(store, captureId, tabs, isThere));
    },
  });
}

/** @param {HTMLElement} stage @param {ViewContext & { captureId: string }} context */
export function mountLanesPlace(stage, context) {
  return mountOfCapture(stage, context, {
    name: 'lanes',
    figures: 'lanes,requests,connections table',
    load: async () => (await VIEWS.lanes()).mountLanesView,
    path: (name) => [
      [{ label: 'Captures', href: '/' }, { label: name, href: capturePath(context.captureId) }, { label: 'Lanes' }],
      captureTabs(context.captureId, 'lanes'),
    ],
  });
}

/** @param {HTMLElement} stage @param {ViewContext & { captureId: string }} context */
export function mountPlotsPlace(stage, context) {
  return mountOfCapture(stage, context, {
    name: 'plots',
    figures: 'plots',
    load: async () => (await VIEWS.plots()).mountPlotsView,
    path: (name) => [
      [{ label: 'Captures', href: '/' }, { label: name, href: capturePath(context.captureId) }, { label: 'Plots' }],
      captureTabs(context.captureId, 'plots'),
    ],
  });
}

/** @param {HTMLElement} stage @param {ViewContext & { captureId: string }} context */
export function mountWaterfallPlace(stage, context) {
  return mountOfCapture(stage, context, {
    name: 'waterfall',
    figures: 'requests',
    load: async () => (await VIEWS.waterfall()).mountWaterfallView,
    path: (name) => [
      [{ label: 'Captures', href: '/' }, { label: name, href: capturePath(context.captureId) }, { label: 'Waterfall' }],
      captureTabs(context.captureId, 'waterfall'),
    ],
  });
}

/**
 * The path of a view that is of the capture or, by its query, of one connection.
 * @param {ViewContext & { captureId: string }} context
 * @param {string} name of the capture @param {string} label @param {'statements'|'whatif'} here
 * @returns {[import('../components/top-bar.js').Crumb[], Tab[]]}
 */
function pathOfEither({ captureId, query }, name, label, here) {
  const flow = /^\d{1,15}$/.test(query.flow ?? '') ? Number(query.flow) : null;
  const capture = [
    { label: 'Captures', href: '/' },
    { label: name, href: capturePath(captureId) },
  ];
  if (flow === null) return [[...capture, { label }], captureTabs(captureId, here)];
  return [
    [...capture, { label: `Connection ${flow}`, href: connectionPath(captureId, flow) }, { label }],
    connectionTabs(captureId, flow, here),
  ];
}

/** @param {HTMLElement} stage @param {ViewContext & { captureId: string }} context */
export function mountStatementsPlace(stage, context) {
  return mountOfCapture(stage, context, {
    name: 'statements',
    figures: 'statements',
    load: async () => (await VIEWS.statements()).mountStatementsView,
    path: (name) => pathOfEither(context, name, 'Statements', 'statements'),
  });
}

/** @param {HTMLElement} stage @param {ViewContext & { captureId: string }} context */
export function mountWhatIfPlace(stage, context) {
  return mountOfCapture(stage, context, {
    name: 'whatif',
    figures: 'what if',
    load: async () => (await VIEWS.whatif()).mountWhatIfView,
    path: (name) => pathOfEither(context, name, 'What if', 'whatif'),
  });
}

/** @param {HTMLElement} stage @param {ViewContext & { captureId: string, flow: number }} context */
export function mountMessagesPlace(stage, context) {
  const { captureId, flow } = context;
  return withNeighbours(
    context,
    messagesPath,
    mountOfCapture(stage, context, {
      name: 'messages',
      figures: 'requests',
      load: async () => (await VIEWS.messages()).mountMessagesView,
      path: (name) => [
        [
          { label: 'Captures', href: '/' },
          { label: name, href: capturePath(captureId) },
          { label: `Connection ${flow}`, href: connectionPath(captureId, flow) },
          { label: 'Messages' },
        ],
        connectionTabs(captureId, flow, 'messages'),
      ],
    }),
  );
}
