/**
 * Handles files that were dropped or chosen: captures are read; key logs (SSLKEYLOGFILE), and what a host recorded, are
 * added to captures.
 */
import { here } from '../../base/address.js';
import { messageBar } from '../../components/message-bar.js';
import { sortFiles } from '../../state/dropped-files.js';
import { capturePath } from '../../state/router.js';
import { addHostLogs } from './host-logs.js';
import { tryKeyLogs } from './key-log.js';

/**
 * Key logs go to the captures that came with them, else to the one that is shown, else to all in the library with
 * TLS connections that are still encrypted.
 * @param {Pick<import('../../state/view-context.js').ViewContext, 'api'|'store'|'uploads'|'navigate'>} context
 * @param {File[]} files
 * @param {{ shownId: string|null, stage: Element }} place `stage`: messages about key logs are shown there
 */
export async function takeFiles({ api, store, uploads, navigate }, files, { shownId, stage }) {
  const { keyLogs, hostLogs, captures } = await sortFiles(files);
  if (captures.length > 0) {
    const arriving = uploads.add(captures);
    navigate('/');
    // Messages about key logs are in the list.
    if (captures.length === 1 && keyLogs.length === 0) void openArrived(arriving, navigate);
    const ids = keyLogs.length + hostLogs.length === 0 ? [] : (await arriving).map(({ id }) => id);
    if (ids.length > 0 && keyLogs.length > 0) await tryKeyLogs({ api, store }, ids, keyLogs, stage);
    if (hostLogs.length > 0) await addHostLogs({ api, store }, ids.length === 1 ? ids[0] : null, hostLogs, stage);
    return;
  }
  if (hostLogs.length > 0) await addHostLogs({ api, store }, shownId, hostLogs, stage);
  if (keyLogs.length === 0) return;
  const ids = shownId === null ? await closedCaptures(store) : [shownId];
  if (ids.length > 0) return tryKeyLogs({ api, store }, ids, keyLogs, stage);
  stage.querySelector(':scope > .key-log-result')?.remove();
  const bar = messageBar({
    kind: 'failure',
    title: 'A key log has no packets',
    text: 'No capture of the library has TLS connections that are still encrypted. Drop the log together with its capture.',
    onClose: () => undefined,
  });
  bar.classList.add('key-log-result');
  stage.prepend(bar);
}

/**
 * A single file opens, unless the user has gone elsewhere meanwhile.
 * @param {Promise<import('../../state/types.js').Capture[]>} arriving @param {(path: string) => void} navigate
 */
async function openArrived(arriving, navigate) {
  const [capture] = await arriving;
  if (capture && capture.state !== 'failed' && here().pathname === '/') navigate(capturePath(capture.id));
}

/** @param {import('../../state/captures.js').CaptureStore} store @returns {Promise<string[]>} ids */
async function closedCaptures(store) {
  await store.load();
  const closed = store.list().filter(({ encryption }) => encryption.tls > encryption.decrypted);
  return closed.map(({ id }) => id);
}
