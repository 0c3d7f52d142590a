import { flowText, isQuicFlow } from '../../lib/shared/quic-flow.js';
import { fetchAhead } from '../state/ahead.js';
import { capturePath, connectionPath } from '../state/router.js';
import { connectionTabs, tabsWhereThere } from './capture-views.js';
import { mountLater } from './lazy-view.js';
import { withNeighbours } from './with-neighbours.js';

/**
 * The place of one connection.
 * @param {HTMLElement} stage
 * @param {import('../state/view-context.js').ViewContext & { captureId: string, flow: number }} context
 * @returns {import('../state/types.js').View}
 */
export function mountConnectionPlace(stage, context) {
  const { api, captureId, flow, store, bar } = context;
  if (!isQuicFlow(flow)) fetchAhead(api, captureId, flow);
  return withNeighbours(
    context,
    connectionPath,
    mountLater(stage, context, {
      className: 'connection-view',
      figures: 'connection',
      load: isQuicFlow(flow) ? loadQuicView : async () => (await loadConnectionView()).mountConnectionView,
      showPath: (isThere) =>
        bar.setPath(
          [
            { label: 'Captures', href: '/' },
            { label: store.get(captureId)?.name ?? 'Capture', href: capturePath(captureId) },
            { label: `Connection ${flowText(flow)}` },
          ],
          tabsWhereThere(store, captureId, connectionTabs(captureId, flow, 'connection'), isThere),
        ),
    }),
  );
}

/** That of a QUIC connection. */
const loadQuicView = async () => (await import('../views/quic/index.js')).mountQuicView;

/** The view's own code: unused by a page without a connection. */
const loadConnectionView = () => import('../views/connection/index.js');

/**
 * Fetches the view's code when the page has nothing else to do, so that a click on a connection need not wait for it.
 */
export function prepareConnectionView() {
  requestIdleCallback(() => {
    // Should it fail, the click tries again and says so.
    loadConnectionView().catch(() => undefined);
  });
}
