import { here } from './base/address.js';
import { el, fill } from './base/dom.js';
import { addHotkeys, startHotkeys } from './base/hotkeys.js';
import { busy } from './base/idle.js';
import { startPrinting } from './base/printing.js';
import { theme } from './base/theme.js';
import { messageBar } from './components/message-bar.js';
import { openLater } from './components/open-later.js';
import { startPageDrop } from './components/page-drop.js';
import { serverBar } from './components/server-bar.js';
import { topBar } from './components/top-bar.js';
import { openFigures, startFigureHelp } from './help/start.js';
import { mountCaptureViewPlace, mountMessagesPlace } from './routes/capture-views.js';
import { mountComparePlace } from './routes/compare.js';
import { mountConnectionPlace, prepareConnectionView } from './routes/connection.js';
import { isLesson, mountGuidePlace } from './routes/guide.js';
import { mountSamePathPlace } from './routes/same-path.js';
import { mountFleetPlace, mountStudiesPlace } from './routes/studies.js';
import { createCaptureStore } from './state/captures.js';
import { createRouter, guidePath, parsePlace } from './state/router.js';
import { mountCaptureView } from './views/capture/index.js';
import { mountDashboard } from './views/dashboard/index.js';
import { takeFiles } from './views/dashboard/take-files.js';

/**
 * What answers the page: a server, or a session in the page itself. No view knows which.
 * @typedef {object} Backend
 * @property {import('./state/api.js').Api} api
 * @property {import('./state/events.js').Events} events
 * @property {(store: import('./state/captures.js').CaptureStore) => import('./state/uploads.js').Uploads} createUploads
 * @property {string|null} elsewhere where live capture and studies are available; null: here
 * @property {import('./state/view-context.js').Keeping} [keeping] captures, where no server does
 */

/** @typedef {import('./state/view-context.js').ViewContext} Context */
/** @typedef {import('./state/types.js').View} View */

/**
 * Shows the page.
 * @param {Backend} backend
 * @returns {{ add: (files: File[]) => void, navigate: (path: string) => void }}
 */
export function startPage({ api, events, createUploads, elsewhere, keeping }) {
  const ready = busy();
  const app = /** @type {HTMLElement} */ (document.getElementById('app'));
  const bar = topBar({ onTheme: () => theme.toggle(), onKeys: openKeySheet, onFigures: openFigures });
  const stage = el('main', { class: 'view', id: 'view', tabindex: -1 });
  const store = createCaptureStore({ api, events });
  const uploads = createUploads(store);

  fill(
    app,
    el('a', { class: 'skip-link', href: '#view', text: 'Skip to the content' }),
    bar.element,
    serverBar(events),
    stage,
  );
  startHotkeys();
  startPrinting();
  startFigureHelp();
  addHotkeys([
    { keys: ['?'], words: 'Keyboard shortcuts', group: 'Page', run: openKeySheet },
    { keys: ['I'], cap: 'Shift I', words: 'What the figures mean', group: 'Page', run: openFigures },
    { keys: ['Ctrl+K'], words: 'Command palette: any action by name', group: 'Page' },
    { keys: ['t'], words: 'Dark or light', group: 'Page', run: () => theme.toggle() },
  ]);

  /** What every view is given, but for its query. */
  const shared = {
    api,
    events,
    store,
    uploads,
    theme,
    bar,
    elsewhere,
    keeping,
    /** @type {Context['onQueryChange']} */
    onQueryChange: (query, options) => router.setQuery(query, options),
    navigate: (/** @type {string} */ path) => router.navigate(path),
  };
  /** @type {View | null} */
  let mounted = null;

  const router = createRouter((place, { sameView }) => {
    // What a dialog was about is no longer there.
    for (const dialog of document.querySelectorAll('dialog[open]')) /** @type {HTMLDialogElement} */ (dialog).close();
    if (sameView && mounted) return mounted.update(place.query);
    mounted?.destroy();
    fill(stage);
    bar.setControls([]);
    document.documentElement.classList.toggle('fills-window', !['dashboard', 'studies', 'fleet'].includes(place.view));
    mounted = mount(stage, { ...shared, query: place.query }, place);
    scrollTo(0, 0);
  });

  router.start();
  startCommandPalette({ store, api, navigate: router.navigate });
  addEventListener('beforeunload', (event) => {
    if (uploads.list().some(({ state }) => state !== 'failed')) event.preventDefault();
  });
  startPageDrop((files) => {
    const place = parsePlace(here().pathname);
    const shownId = 'captureId' in place ? place.captureId : null;
    void takeFiles({ api, store, uploads, navigate: router.navigate }, files, { shownId, stage });
  });

  void store.load().finally(ready);
  return { add: uploads.add, navigate: router.navigate };
}

const loadDialogs = () => import('./page-dialogs.js');

const openKeySheet = () => void openLater(loadDialogs, ({ openKeySheet: open }) => open());

/**
 * Opens with Ctrl+K or ⌘K from anywhere, text fields too. Its code is fetched when the page has nothing else to do: so
 * that what is typed at once goes into it.
 * @param {Parameters<typeof import('./components/command-palette.js').openCommandPalette>[0]} given
 */
function startCommandPalette(given) {
  // Should it fail, the key tries again and says so.
  requestIdleCallback(() => void loadDialogs().catch(() => undefined));
  document.addEventListener('keydown', (event) => {
    const { ctrlKey, metaKey, shiftKey, altKey } = event;
    if (event.key.toLowerCase() !== 'k' || !(ctrlKey || metaKey) || shiftKey || altKey) return;
    event.preventDefault();
    void openLater(
      loadDialogs,
      ({ openCommandPalette }) => document.querySelector('dialog[open]') ?? openCommandPalette(given),
    );
  });
}

/**
 * @param {HTMLElement} stage
 * @param {Context} context
 * @param {import('./state/router.js').Place} place
 * @returns {View}
 */
function mount(stage, context, place) {
  if (place.view === 'unknown') return mountUnknown(stage, context, place.path);
  if (place.view === 'dashboard') return mountDashboard(stage, context);
  if (place.view === 'compare' || place.view === 'pages') return mountComparePlace(stage, context);
  if (place.view === 'path') return mountSamePathPlace(stage, context);
  if (place.view === 'studies') return mountStudiesPlace(stage, { ...context, study: place.study });
  if (place.view === 'fleet') return mountFleetPlace(stage, context);
  if (place.view === 'guide' && isLesson(place.lesson)) return mountGuidePlace(stage, { ...context, ...place });
  if (place.view === 'guide') return mountUnknown(stage, context, guidePath(place.lesson ?? '', 1));
  if (place.view === 'connection' || place.view === 'messages') {
    const { captureId, flow } = place;
    const mountPlace = place.view === 'messages' ? mountMessagesPlace : mountConnectionPlace;
    return mountPlace(stage, { ...context, captureId, flow });
  }
  const ofCapture = { ...context, captureId: place.captureId };
  if (place.view !== 'capture') return mountCaptureViewPlace(stage, ofCapture, place.view);
  prepareConnectionView();
  return mountCaptureView(stage, ofCapture);
}

/** @param {HTMLElement} stage @param {Context} context @param {string} path @returns {View} */
function mountUnknown(stage, { bar }, path) {
  bar.setPath([{ label: 'Captures', href: '/' }, { label: 'No such page' }]);
  stage.append(
    el(
      'div',
      { class: 'page' },
      messageBar({
        kind: 'failure',
        isPage: true,
        title: 'There is no such page',
        text: `Selfclock has no page at ${path}.`,
        actions: [el('a', { class: 'button button-plain', href: '/', text: 'All captures' })],
      }),
    ),
  );
  return { update: () => undefined, destroy: () => undefined };
}
