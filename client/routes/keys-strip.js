/** Above a view that draws requests too: some cannot be read because keys are missing, with the button to add them. */
import { el, fill } from '../base/dom.js';
import { iconButton } from '../components/button.js';
import { askForKeys, keysButton } from '../views/dashboard/keys-button.js';
import { keysWanted } from '../views/waterfall/without-requests.js';

/** Captures of which the user does not want to be told. @type {Set<string>} */
const closed = new Set();

/**
 * @param {Pick<import('../state/view-context.js').ViewContext, 'api' | 'store'> & { captureId: string }} context
 * @param {Element} place for the message that says what the keys opened
 * @returns {{ element: HTMLElement, stop: () => void }}
 */
export function keysStrip({ api, store, captureId }, place) {
  const words = el('span', {});
  const element = el(
    'div',
    { class: 'keys-strip', role: 'status', hidden: true },
    words,
    keysButton(() => askForKeys({ api, store }, captureId, place)),
    iconButton('close', 'Close this message', {
      onClick: () => {
        closed.add(captureId);
        show();
      },
    }),
  );
  function show() {
    const text = closed.has(captureId) ? '' : keysWanted(store.get(captureId)?.encryption);
    element.hidden = text === '';
    if (words.textContent !== text) fill(words, text);
  }
  show();
  return { element, stop: store.subscribe(show) };
}
