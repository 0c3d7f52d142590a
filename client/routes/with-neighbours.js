import { addHotkeys } from '../base/hotkeys.js';
import { toast } from '../components/toast.js';
import { isAbort, sentenceOf } from '../state/api-error.js';
import { neighbour } from '../state/neighbours.js';

/** @typedef {import('../state/types.js').View} View */

/**
 * A view of one connection, whose keys `[` and `]` go to the previous and next connection, in the order of the table.
 * @param {Pick<import('../state/view-context.js').ViewContext, 'api'|'navigate'> & { captureId: string, flow: number }}
 *   context
 * @param {(captureId: string, flow: number) => string} pathOf the same view of another connection
 * @param {View} view
 * @returns {View}
 */
export function withNeighbours({ api, captureId, flow, navigate }, pathOf, view) {
  /** @param {1|-1} step */
  async function go(step) {
    try {
      const next = await neighbour(api, captureId, flow, step);
      if (next === null) toast(step > 0 ? 'This is the last connection.' : 'This is the first connection.');
      else navigate(pathOf(captureId, next));
    } catch (error) {
      if (!isAbort(error)) toast(sentenceOf(error));
    }
  }
  const group = 'Connection';
  const removeKeys = addHotkeys([
    { group, keys: ['['], words: 'Previous connection of the table', run: () => void go(-1) },
    { group, keys: [']'], words: 'Next connection of the table', run: () => void go(1) },
  ]);
  return {
    update: (query) => view.update(query),
    destroy() {
      removeKeys();
      view.destroy();
    },
  };
}
