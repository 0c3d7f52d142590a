import { el, fill } from '../base/dom.js';
import { busy } from '../base/idle.js';
import { messageBar } from '../components/message-bar.js';
import { sentenceOf } from '../state/api.js';

/** @typedef {import('../state/view-context.js').ViewContext} ViewContext */
/** @typedef {import('../state/types.js').View} View */

/**
 * A view whose own code is loaded on first use; the path in the top bar stands at once and follows the names of captures.
 * @template {ViewContext} C
 * @param {HTMLElement} stage
 * @param {C} context
 * @param {{
 *   className: string, load: () => Promise<(container: HTMLElement, context: C & { onMissing: () => void }) => View>, showPath: (isThere: boolean) => void,
 * }} place `isThere`: false once the view has found that what it would show is not there
 * @returns {View}
 */
export function mountLater(stage, context, { className, load, showPath }) {
  const container = el('div', { class: `view ${className}` });
  stage.append(container);
  /** @type {View | null} */
  let view = null;
  let { query } = context;
  let isGone = false, isThere = true;
  const show = () => showPath(isThere);
  const onMissing = () => {
    isThere = false;
    if (!isGone) show();
  };
  show();
  const unsubscribe = context.store.subscribe(show);
  const done = busy();
  load().then((mount) => {
    if (!isGone) view = mount(container, { ...context, query, onMissing });
  }).catch((error) => {
    fill(container, el('div', { class: 'page' }, messageBar({ kind: 'failure', isPage: true, title: 'This view cannot be shown', text: sentenceOf(error) })));
    console.error(error);
  }).finally(done);
  return {
    update(next) {
      query = next;
      view?.update(next);
    },
    destroy() {
      isGone = true;
      unsubscribe();
      view?.destroy();
    },
  };
}
