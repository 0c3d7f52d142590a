/** Shown instead of a view of something that does not exist. */
import { el, fill } from '../base/dom.js';
import { ApiError, sentenceOf } from '../state/api-error.js';
import { capturePath } from '../state/router.js';
import { messageBar } from './message-bar.js';

/**
 * @param {HTMLElement} container whose view cannot be shown
 * @param {unknown} error why
 * @param {{ captureId: string, store: import('../state/captures.js').CaptureStore, onMissing: () => void }} place
 * @returns {boolean} whether the server said that it is not there; the page says so now, and leads back
 */
export function showMissing(container, error, { captureId, store, onMissing }) {
  if (!(error instanceof ApiError) || error.status !== 404) return false;
  const hasCapture = store.get(captureId) !== null || !store.isLoaded();
  const back = hasCapture
    ? { href: capturePath(captureId), text: 'All connections' }
    : { href: '/', text: 'All captures' };
  fill(
    container,
    el(
      'div',
      { class: 'page' },
      messageBar({
        kind: 'failure',
        isPage: true,
        title: hasCapture ? 'There is no such connection' : 'There is no such capture',
        text: sentenceOf(error),
        actions: [el('a', { class: 'button', ...back })],
      }),
    ),
  );
  onMissing();
  return true;
}
