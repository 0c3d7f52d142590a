/** The strip's place above the table: its height is kept while the first rows come; then it is loaded. */
import { el } from '../../base/dom.js';
import { connectionsOf } from '../../components/capture-text.js';

/** Of fewer connections the rows say all. */
const WORTH_DRAWING = 2;

/** @param {Omit<import('./index.js').ConnectionStripGiven, 'text'> & { text: () => string }} given */
export function stripPlace({ text, ...given }) {
  const element = el('div', { class: 'strip-place', hidden: true });
  /** @type {import('./index.js').ConnectionStrip|null} */
  let strip = null;
  let isComing = false;
  let isGone = false;

  return {
    element,
    /** @param {import('../../state/types.js').Capture} capture @param {boolean} isReadable */
    update(capture, isReadable) {
      element.hidden = !isReadable || connectionsOf(capture) < WORTH_DRAWING;
    },
    /** The table has its rows. */
    async begin() {
      if (isComing || element.hidden) return;
      isComing = true;
      const { ConnectionStrip } = await import('./index.js');
      if (isGone) return;
      strip = new ConnectionStrip({ ...given, text: text() });
      element.append(strip.element);
    },
    setText: () => strip?.setText(text()),
    grow: () => strip?.grow(),
    destroy() {
      isGone = true;
      strip?.destroy();
    },
  };
}
