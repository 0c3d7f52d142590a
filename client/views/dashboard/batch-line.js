/** How far several files are that are read together: one line above the list. */
import { batchFileOf, BatchProgress, batchWords } from '../../../lib/shared/captures/batch-progress.js';
import { el, setText } from '../../base/dom.js';
import { progressLine } from '../../components/progress-line.js';
import { matchUploads } from '../../state/uploads.js';

/** @typedef {import('../../state/types.js').Capture} Capture */
/** @typedef {import('../../state/uploads.js').Upload} Upload */

export function batchLine() {
  const words = el('p', { class: 'batch-words' });
  const line = progressLine('All files read');
  const element = el('div', { class: 'batch-line', hidden: true }, words, line.element);
  const progress = new BatchProgress();
  return {
    element,
    /** @param {Capture[]} captures @param {Upload[]} uploads those that did not fail */
    update(captures, uploads) {
      const arriving = new Set(matchUploads(uploads, captures).values());
      const alone = uploads.filter((upload) => !arriving.has(upload));
      const files = [...alone.map(fileOfUpload), ...captures.map(batchFileOf)];
      const state = progress.update(files, performance.now());
      element.hidden = state === null;
      if (state === null) return;
      setText(words, batchWords(state));
      line.set(state.bytes === 0 ? 0 : state.doneBytes / state.bytes);
    },
  };
}

/** @param {Upload} upload that is no capture yet */
const fileOfUpload = ({ id, name, sizeBytes }) => ({
  id: `upload ${id}`,
  name,
  bytes: sizeBytes,
  doneBytes: 0,
  isDone: false,
});
