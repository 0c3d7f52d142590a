import { el, fill } from '../base/dom.js';
import { busy } from '../base/idle.js';
import { messageBar } from '../components/message-bar.js';
import { sentenceOf } from '../state/api.js';

/**
 * The place of a comparison: its own code is loaded on first use.
 * @param {HTMLElement} stage
 * @param {import('../main.js').ViewContext} context
 * @returns {import('../state/types.js').View}
 */
export function mountComparePlace(stage, context) {
  const container = el('div', { class: 'view compare-view' });
  stage.append(container);
  /** @type {import('../state/types.js').View | null} */
  let view = null;
  let { query } = context;
  let isGone = false;
  context.bar.setPath([{ label: 'Captures', href: '/' }, { label: 'Compare' }]);

  const done = busy();
  import('./compare/index.js').then(({ mountCompareView }) => {
    if (!isGone) view = mountCompareView(container, { ...context, query });
  }).catch((error) => {
    fill(container, el('div', { class: 'page' }, messageBar({ kind: 'failure', title: 'The comparison cannot be shown', text: sentenceOf(error) })));
    console.error(error);
  }).finally(done);

  return {
    update(next) {
      query = next;
      view?.update(next);
    },
    destroy() {
      isGone = true;
      view?.destroy();
    },
  };
}
