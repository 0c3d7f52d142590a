import { append, el } from '../../base/dom.js';
import { formatBytes } from '../../base/format.js';
import { button } from '../../components/button.js';
import { messageBar } from '../../components/message-bar.js';
import { openSheet } from '../../components/sheet.js';
import { sentenceOf } from '../../state/api-error.js';

/** @param {import('../../state/types.js').Capture} capture */
const deletedWords = ({ source, sizeBytes }) =>
  source === 'file'
    ? 'It is forgotten; its file stays where it lies.'
    : `Its file of ${formatBytes(sizeBytes)} is removed from the library.`;

/**
 * Asks before a capture goes.
 * @param {import('../../state/types.js').Capture} capture
 * @param {() => Promise<void>} remove
 */
export function confirmDelete(capture, remove) {
  const what = capture.state === 'live' ? 'It is still being captured; that ends too.' : deletedWords(capture);
  const go = async () => {
    try {
      await remove();
      sheet.close();
    } catch (error) {
      append(body, messageBar({ kind: 'failure', title: 'It was not deleted', text: sentenceOf(error) }));
    }
  };
  const keep = button('Keep', { onClick: () => sheet.close() });
  const body = el(
    'div',
    { class: 'confirm' },
    el('p', { class: 'confirm-name', text: capture.name }),
    el('p', { class: 'second', text: `${what} This cannot be undone.` }),
    el('div', { class: 'sheet-actions' }, keep, button('Delete', { kind: 'primary', onClick: () => void go() })),
  );
  const sheet = openSheet({ title: 'Delete this capture?', body });
  keep.focus();
}
