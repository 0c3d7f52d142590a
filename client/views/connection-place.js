import { el, fill } from '../base/dom.js';
import { busy } from '../base/idle.js';
import { messageBar } from '../components/message-bar.js';
import { sentenceOf } from '../state/api.js';
import { capturePath } from '../state/router.js';
import { connectionTabs } from './overview-places.js';

/**
 * The place of one connection: the shell gives the path in the top bar and loads the view's own code on first use.
 * The view is `mountConnectionView(container, { captureId, flow, api, events, query, onQueryChange, theme, bar })`, which
 * returns `{ update(query), destroy() }`.
 * @param {HTMLElement} stage
 * @param {import('../main.js').ViewContext & { captureId: string, flow: number }} context
 * @returns {import('../state/types.js').View}
 */
export function mountConnectionPlace(stage, context) {
  const { captureId, flow, store, bar } = context;
  const container = el('div', { class: 'view connection-view' });
  stage.append(container);
  /** @type {import('../state/types.js').View | null} */
  let view = null;
  let { query } = context;
  let gone = false;

  function showPath() {
    const name = store.get(captureId)?.name ?? 'Capture';
    bar.setPath([{ label: 'Captures', href: '/' }, { label: name, href: capturePath(captureId) }, { label: `Connection ${flow}` }], connectionTabs(captureId, flow, 'connection'));
  }
  showPath();
  const unsubscribe = store.subscribe(showPath);

  const done = busy();
  loadConnectionView().then(({ mountConnectionView }) => {
    if (!gone) view = mountConnectionView(container, { ...context, query });
  }).catch((error) => {
    fill(container, el('div', { class: 'page' }, messageBar({ kind: 'failure', title: 'The connection cannot be shown', text: sentenceOf(error) })));
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

/** The view's own code: of no use to a page that shows no connection. */
const loadConnectionView = () => import('./connection/index.js');

/** Fetches the view's code when the page has nothing else to do, so that a click on a connection need not wait for it. */
export function prepareConnectionView() {
  requestIdleCallback(() => {
    // Should it fail, the click tries again and says so.
    loadConnectionView().catch(() => undefined);
  });
}
