import { append, el } from '../../base/dom.js';
import { count, formatBytes } from '../../base/format.js';
import { button } from '../../components/button.js';
import { messageBar } from '../../components/message-bar.js';
import { openSheet } from '../../components/sheet.js';
import { sentenceOf } from '../../state/api-error.js';
import { sum } from '../../vendor/d3.js';

const MAX_NAMED = 8;

/** @param {import('../../state/types.js').Capture} capture */
const deletedWords = ({ source, sizeBytes }) =>
  source === 'file'
    ? 'Selfclock forgets it; its file stays where it is.'
    : `Its file of ${formatBytes(sizeBytes)} is removed from the library.`;

/** @param {import('../../state/types.js').Capture[]} captures several */
function deletedTogether(captures) {
  const kept = captures.filter(({ source }) => source === 'file').length;
  const live = captures.filter(({ state }) => state === 'live').length;
  return [
    `${formatBytes(sum(captures, ({ source, sizeBytes }) => (source === 'file' ? 0 : sizeBytes)))} are removed from the library.`,
    kept > 0 && `${count(kept, 'file')} outside the library ${kept === 1 ? 'stays' : 'stay'}.`,
    live > 0 && `${live} still capturing; that stops too.`,
  ]
    .filter(Boolean)
    .join(' ');
}

/**
 * Asks before captures are deleted.
 * @param {import('../../state/types.js').Capture[]} captures
 * @param {() => Promise<void>} remove
 */
export function confirmDelete(captures, remove) {
  const [capture] = captures;
  const ofOne = capture.state === 'live' ? 'It is still capturing; that stops too.' : deletedWords(capture);
  const isOne = captures.length === 1;
  const what = isOne ? ofOne : deletedTogether(captures);
  const go = async () => {
    try {
      await remove();
      sheet.close();
    } catch (error) {
      append(
        body,
        messageBar({
          kind: 'failure',
          title: isOne ? 'It was not deleted' : 'Not all were deleted',
          text: sentenceOf(error),
        }),
      );
    }
  };
  const keep = button('Keep', { onClick: () => sheet.close() });
  const body = el(
    'div',
    { class: 'confirm' },
    ...captures.slice(0, MAX_NAMED).map(({ name }) => el('p', { class: 'confirm-name', text: name })),
    captures.length > MAX_NAMED && el('p', { text: `and ${captures.length - MAX_NAMED} more` }),
    el('p', { class: 'second', text: `${what} This cannot be undone.` }),
    el('div', { class: 'sheet-actions' }, keep, button('Delete', { kind: 'primary', onClick: () => void go() })),
  );
  const sheet = openSheet({ title: isOne ? 'Delete this capture?' : `Delete ${captures.length} captures?`, body });
  keep.focus();
}
