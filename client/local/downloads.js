import { exportName } from '../../lib/shared/captures/export-name.js';
import { FILE_GONE, isFileGone } from '../../lib/shared/captures/file-gone.js';
import { el } from '../base/dom.js';
import { busy } from '../base/idle.js';
import { toast } from '../components/toast.js';
import { sentenceOf } from '../state/api-error.js';
import { blobOf, exported } from './exported.js';

/** @typedef {import('./local-captures.js').LocalCaptures} LocalCaptures */

const FILE = /^\/api\/captures\/([^/]+)\/file$/;
const EXPORT = /^\/api\/captures\/([^/]+)\/connections\/(\d+)\/export\/([\w.-]+)$/;
const LIST = /^\/api\/captures\/([^/]+)\/list\/([\w.-]+)$/;
const BODY = /^\/api\/captures\/([^/]+)\/connections\/(\d+)\/messages\/(\d+)\/body$/;

/**
 * Handles links to files, which have the URLs that a server would serve them at.
 * @param {LocalCaptures} captures
 */
export function startDownloads(captures) {
  document.addEventListener('click', (event) => {
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    const address = link?.getAttribute('href') ?? '';
    if (!address.startsWith('/api/')) return;
    event.preventDefault();
    void download(captures, new URL(address, 'http://page.invalid'));
  });
}

/** @param {LocalCaptures} captures @param {URL} address */
async function download(captures, address) {
  const done = busy();
  try {
    const { blob, name } = await fileAt(captures, address);
    const url = URL.createObjectURL(blob);
    el('a', { href: url, download: name }).click();
    URL.revokeObjectURL(url);
  } catch (error) {
    toast(isFileGone(error) ? FILE_GONE : sentenceOf(error));
  } finally {
    done();
  }
}

/**
 * @param {LocalCaptures} captures
 * @param {URL} address
 * @returns {Promise<{ blob: Blob, name: string }>}
 */
async function fileAt(captures, { pathname, searchParams }) {
  const [, whole] = FILE.exec(pathname) ?? [];
  if (whole !== undefined) {
    const file = captures.fileOf(whole);
    await file.slice(0, 1).arrayBuffer(); // the browser would download nothing of a file that is gone, and say nothing
    return { blob: file, name: captures.get(whole).capture.name };
  }
  const [, id, flow, file] = EXPORT.exec(pathname) ?? [];
  if (id !== undefined) {
    const layer = /** @type {'tcp'|'tls'|'websocket'|null} */ (searchParams.get('layer') || null);
    const pieces = exported(await captures.workerOf(id), { flow: Number(flow), file, part: { layer } });
    const blob = await blobOf(pieces);
    const head = new Uint8Array(await blob.slice(0, 4).arrayBuffer());
    return { blob, name: exportName(`connection-${flow}-${file}`, head) };
  }
  const [, listed, list] = LIST.exec(pathname) ?? [];
  if (listed !== undefined) {
    const { sort = 'flow', order, text = '' } = Object.fromEntries(searchParams);
    const question = { list, sort, descending: order === 'desc', text };
    return { blob: await blobOf(exported(await captures.workerOf(listed), question)), name: list };
  }
  const [, of, connection, message] = BODY.exec(pathname) ?? [];
  const decoded = searchParams.get('decoded') === '1';
  const question = { flow: Number(connection), message: Number(message), decoded };
  return { blob: await blobOf(exported(await captures.workerOf(of), question)), name: `message-${message}-body` };
}
