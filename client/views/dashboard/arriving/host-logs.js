import { messageBar } from '../../../components/message-bar.js';
import { sentenceOf } from '../../../state/api-error.js';

/**
 * Adds what a host recorded beside it to a capture, which is then read again.
 * @param {Pick<import('../../../state/view-context.js').ViewContext, 'api'|'store'>} server
 * @param {string|null} captureId null: it is not known to which
 * @param {File[]} files
 * @param {Element} place for the message
 */
export async function addHostLogs({ api, store }, captureId, files, place) {
  place.querySelector(':scope > .key-log-result')?.remove();
  const say = (/** @type {'note'|'failure'} */ kind, /** @type {string} */ title, /** @type {string} */ text) => {
    const bar = messageBar({ kind, title, text, onClose: () => bar.remove() });
    bar.classList.add('key-log-result');
    place.prepend(bar);
  };
  if (captureId === null) {
    say('failure', 'A host log has no packets', 'Open the capture that it belongs to, and drop the log there.');
    return;
  }
  for (const file of files) {
    try {
      store.put(await api.addHostLog(captureId, file));
      say(
        'note',
        `Added ${file.name}`,
        'Connections that it names show what was recorded beside what the packets show.',
      );
    } catch (error) {
      say('failure', `${file.name} was not added`, sentenceOf(error));
    }
  }
}
