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
  const page = el('div', { class: 'page' });
  const isThere = () => store.get(captureId) !== null || !store.isLoaded();
  const show = () => fill(page, missing(sentenceOf(error), isThere() ? captureId : null));
  show();
  fill(container, page);
  // Whether the capture is there is known when the library has come.
  if (!store.isLoaded()) {
    const stop = store.subscribe(() => {
      if (!store.isLoaded()) return;
      stop();
      show();
    });
  }
  onMissing();
  return true;
}

/** @param {string} text @param {string|null} captureId null: there is no such capture */
function missing(text, captureId) {
  const hasCapture = captureId !== null;
  const back = hasCapture
    ? { href: capturePath(captureId), text: 'All connections' }
    : { href: '/', text: 'All captures' };
  return messageBar({
    kind: 'failure',
    isPage: true,
    title: hasCapture ? 'There is no such connection' : 'There is no such capture',
    text,
    actions: [el('a', { class: 'button', ...back })],
  });
}
