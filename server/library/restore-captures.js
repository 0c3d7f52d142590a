import { stat } from 'node:fs/promises';

import { asRequestError, logUnexpected } from '../errors.js';

/** @typedef {import('../../lib/shared/captures/capture-record.js').Capture} Capture */

/**
 * @typedef {import('../capture-entry.js').CaptureEntry} CaptureEntry
 * @typedef {object} Taker
 * @property {(capture: Capture) => CaptureEntry} add to those that the server has
 * @property {(entry: CaptureEntry) => void} read
 * @property {(entry: CaptureEntry) => void} saveSoon
 * @property {(entry: CaptureEntry, error: { code: string, message: string }) => void} fail
 */

/**
 * Restores the captures on disk when a server starts. Those that were not completely read when the previous server
 * closed are read again; if it died they are not, as one of them may have killed it.
 * @param {import('./capture-store.js').CaptureStore} store
 * @param {Taker} taker
 */
export async function restoreCaptures(store, taker) {
  for (const { capture, isSpooled } of await store.load()) {
    const entry = taker.add(capture);
    const isOver = capture.state === 'ready' || capture.state === 'failed';
    if (!isOver && store.hasDied) interrupt(capture);
    else if (!isOver) capture.state = 'reading';
    if (isSpooled) {
      void join(entry, store, taker);
    } // there are other captures meanwhile
    else if (!isOver) await restore(entry, taker);
  }
}

/**
 * Joins the files of a live capture that a server left.
 * @param {CaptureEntry} entry @param {import('./capture-store.js').CaptureStore} store @param {Taker} taker
 */
async function join(entry, store, taker) {
  const { id } = entry.capture;
  try {
    entry.whole = store.adoptSpool(id);
    await entry.whole;
    await restore(entry, taker);
  } catch (cause) {
    if (entry.removed) return;
    logUnexpected(`joining the files of live capture ${id}`, cause);
    taker.fail(entry, {
      code: 'interrupted',
      message: `The files of this capture could not be joined: ${asRequestError(cause).message}`,
    });
  }
}

/** @param {CaptureEntry} entry whose bytes are in one file @param {Taker} taker */
async function restore(entry, taker) {
  entry.capture.sizeBytes = (await stat(entry.path)).size;
  if (entry.capture.state === 'reading') taker.read(entry);
  else taker.saveSoon(entry);
}

/** @param {Capture} capture that was being read, or was coming in, when an earlier server died */
function interrupt(capture) {
  Object.assign(capture, {
    state: 'failed',
    judging: false,
    examining: null,
    error: {
      code: 'interrupted',
      message: 'The server ended while reading this capture, perhaps for lack of memory: read it again?',
    },
  });
}
