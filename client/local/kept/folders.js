/** The browser's own storage (the origin private file system), as a folder for each capture that is kept. */
import { isFileGone } from '../../../lib/shared/captures/file-gone.js';
import { formatBytes } from '../../base/format.js';

/** Of this program's among those of all sites of the origin. */
const FOLDER = 'selfclock';

/** Whether the browser lets a page write files. */
const hasFiles = () => 'FileSystemFileHandle' in globalThis && 'createWritable' in FileSystemFileHandle.prototype;

/** @returns {Promise<FileSystemDirectoryHandle>} rejects where the browser has no storage for this page */
export async function libraryFolder() {
  if (!hasFiles()) throw new TypeError('There is no createWritable.');
  const root = await navigator.storage.getDirectory();
  return root.getDirectoryHandle(FOLDER, { create: true });
}

/** @param {unknown} error of `libraryFolder` @returns {string} why nothing can be kept here */
export function whyNoLibrary(error) {
  if (location.protocol === 'file:') {
    return 'Gone when this window closes: a page from a file has no storage; the same page from a web server keeps captures.';
  }
  if (!isSecureContext) {
    return 'Gone when this window closes: browsers give storage only to pages loaded over https.';
  }
  if (!hasFiles()) {
    return 'Gone when this window closes: this browser has no storage for files (OPFS); a newer one has.';
  }
  console.info(error);
  return 'Gone when this window closes: the browser refuses this page storage, as private windows and blocked site data do.';
}

/** @param {FileSystemDirectoryHandle} folder @param {string} name @returns {Promise<File|null>} null: there is none */
export async function fileIn(folder, name) {
  try {
    return await (await folder.getFileHandle(name)).getFile();
  } catch (error) {
    if (/** @type {DOMException} */ (error).name === 'NotFoundError') return null;
    throw error;
  }
}

/**
 * Atomic: the old file stays until the last byte is written.
 * @param {FileSystemDirectoryHandle} folder
 * @param {string} name
 * @param {ReadableStream<Uint8Array<ArrayBuffer>>} bytes
 */
export async function writeIn(folder, name, bytes) {
  const handle = await folder.getFileHandle(name, { create: true });
  await bytes.pipeTo(await handle.createWritable());
}

/**
 * @param {FileSystemDirectoryHandle} folder
 * @param {string} name
 * @returns {Promise<any>} undefined: there is none, or it is damaged
 */
export async function jsonIn(folder, name) {
  try {
    return JSON.parse((await (await fileIn(folder, name))?.text()) ?? '');
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** @param {FileSystemDirectoryHandle} folder @param {string} name @param {unknown} value */
export const writeJsonIn = (folder, name, value) => writeIn(folder, name, new Blob([JSON.stringify(value)]).stream());

/**
 * Serialised across all windows of this site.
 * @template T
 * @param {string} name of a folder
 * @param {() => Promise<T>} task
 * @returns {Promise<T>}
 */
export const alone = (name, task) =>
  /** @type {Promise<T>} */ (navigator.locks.request(`${FOLDER} ${name}`, () => task()));

/** @param {string} name of a folder @returns {Promise<boolean>} whether a window is at it now */
export const isBusy = (name) =>
  /** @type {Promise<boolean>} */ (
    navigator.locks.request(`${FOLDER} ${name}`, { ifAvailable: true }, (lock) => lock === null)
  );

/** To the other windows of this site. */
export const otherWindows = () => new BroadcastChannel(FOLDER);

/** @returns {Promise<number|null>} bytes that the browser would still give; null: it does not say */
export async function freeBytes() {
  const { quota, usage } = await navigator.storage.estimate();
  return quota === undefined || usage === undefined ? null : Math.max(0, quota - usage);
}

/** @param {any} error of writing @returns {Promise<string>} why it was not written */
export async function whyNotWritten(error) {
  if (error?.name === 'QuotaExceededError') {
    const free = await freeBytes();
    const rest = free === null ? '' : ` (${formatBytes(free)} are left)`;
    return `the browser has no room for it${rest}. Delete kept captures, or free space on the disk.`;
  }
  if (isFileGone(error)) {
    return 'its file can no longer be read: it was changed, moved or deleted.';
  }
  console.error(error);
  return 'the browser refused to write it; its console says more.';
}
