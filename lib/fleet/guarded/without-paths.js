import { homedir } from 'node:os';
import { basename } from 'node:path';

/** Folders of a path or a URL, to the last slash. */
const FOLDERS = /(?<![\w.)])(?:[a-z][a-z0-9+]*:\/)?\/(?:[^\s'"`/]+\/)*(?=[^\s'"`/])/gi;

/**
 * @param {string} message that names files of this machine
 * @param {string} folder of tables; its files are named within it
 * @returns {string}
 */
export function withoutPaths(message, folder) {
  const home = homedir();
  const within = message
    .replaceAll(`${folder.replace(/\/+$/, '')}/`, '')
    .replaceAll(folder, basename(folder))
    .replaceAll(`${home}/`, '');
  return within.replace(FOLDERS, '');
}
