import { el, fill } from '../base/dom.js';
import { busy } from '../base/idle.js';
import { button } from '../components/button.js';
import { messageBar } from '../components/message-bar.js';
import { sentenceOf } from '../state/api-error.js';

/** @typedef {import('../state/view-context.js').ViewContext} ViewContext */
/** @typedef {import('../state/types.js').View} View */

/** The capture was deleted in another window or by another user. */
const deletedBar = () =>
  messageBar({
    kind: 'note',
    title: 'This capture is no longer in the library',
    text: 'What is on the page stays until you leave it.',
    actions: [el('a', { class: 'text-button', href: '/', text: 'All captures' })],
  });

/**
 * A view whose own code is loaded on first use; the path in the top bar is shown at once and follows the names of
 * captures.
 * @template {ViewContext} C
 * @param {HTMLElement} stage
 * @param {C} context
 * @param {{
 *   className: string, figures?: string, load: () => Promise<(container: HTMLElement, context: C & { onMissing: () =>
 *   void }) => View>, showPath: (isThere: boolean) => void,
 * }} place `figures`: tables of docs/metrics.md that explain those shown; `isThere`: false once the view has found that
 *   what it would show is not there
 * @returns {View}
 */
export function mountLater(stage, context, { className, figures, load, showPath }) {
  const container = el('div', { class: `view ${className}`, 'data-figures': figures });
  stage.append(container);
  /** @type {View | null} */
  let view = null;
  let { query } = context;
  let isGone = false;
  let isThere = true;
  /** Whether the capture shown has been in the library. */
  let isInLibrary = false;
  const { captureId } = /** @type {{ captureId?: string }} */ (context);
  const show = () => {
    showPath(isThere);
    if (captureId === undefined || !context.store.isLoaded()) return;
    const isHere = context.store.get(captureId) !== null;
    if (isInLibrary && !isHere && view !== null) container.prepend(deletedBar());
    isInLibrary = isHere;
  };
  const onMissing = () => {
    isThere = false;
    if (isGone) return;
    context.bar.setControls([]);
    show();
  };
  show();
  const stopListening = [context.store.subscribe(show)];

  /** A browser may not fetch a script again that failed once, so all of the page is reloaded. @param {unknown} error */
  function fail(error) {
    const isAway = !context.events.serverState().connected;
    const again = () => location.reload();
    fill(
      container,
      el(
        'div',
        { class: 'page' },
        messageBar({
          kind: 'failure',
          isPage: true,
          title: 'This view cannot be shown',
          text: isAway
            ? 'It comes from the server, which does not respond; it is fetched as soon as the server does.'
            : sentenceOf(error),
          actions: [button('Try again', { onClick: again })],
        }),
      ),
    );
    console.error(error);
    if (isAway && !isGone) {
      stopListening.push(
        context.events.onServer(({ connected }) => {
          if (connected) again();
        }),
      );
    }
  }

  const done = busy();
  load()
    .then((mount) => {
      if (!isGone) view = mount(container, { ...context, query, onMissing });
    })
    .catch(fail)
    .finally(done);
  return {
    update(next) {
      query = next;
      view?.update(next);
    },
    destroy() {
      isGone = true;
      for (const stop of stopListening) stop();
      view?.destroy();
    },
  };
}
