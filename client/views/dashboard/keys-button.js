/** Asks for a key log where a view has nothing to show without one. */
import { button } from '../../components/button.js';
import { chooseFiles } from '../../components/page-drop.js';
import { tryKeyLogs } from './key-log.js';

const TITLE = 'Decrypt with a key log (SSLKEYLOGFILE). It stays in memory.';

/**
 * @param {import('./key-log.js').Server} server @param {string} captureId
 * @param {Element} place for the message that says what the keys opened
 */
export const askForKeys = (server, captureId, place) =>
  chooseFiles((files) => void tryKeyLogs(server, [captureId], files, place));

/** @param {() => void} onClick as `askForKeys` */
export function keysButton(onClick) {
  const element = button('TLS keys…', { onClick });
  element.title = TITLE;
  return element;
}
