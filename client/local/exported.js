/** Exports of a connection, and bodies, piece by piece. */

/** @typedef {import('./session-worker.js').SessionWorker} SessionWorker */

/** @typedef {{ flow: number, file: string, part?: import('../../lib/session/streams.js').StreamPart }} FileQuestion */
/** @typedef {{ flow: number, message: number, decoded: boolean }} BodyQuestion */
/** @typedef {{ list: string, sort: string, descending: boolean, text: string }} ListQuestion */

/**
 * @param {SessionWorker} worker
 * @param {FileQuestion|BodyQuestion|ListQuestion} what
 * @returns {AsyncGenerator<Uint8Array<ArrayBuffer>>}
 */
export async function* exported(worker, what) {
  const number = await begun(worker, what);
  try {
    for (let piece; (piece = await worker.ask('exportNext', { number })) !== null;) {
      yield /** @type {Uint8Array<ArrayBuffer>} */ (piece);
    }
  } finally {
    await worker.ask('exportEnd', { number });
  }
}

/** @param {SessionWorker} worker @param {FileQuestion|BodyQuestion|ListQuestion} what @returns {Promise<number>} */
function begun(worker, what) {
  if ('file' in what) return worker.ask('exportBegin', what);
  return 'list' in what ? worker.ask('listBegin', what) : worker.ask('bodyBegin', what);
}

/** @param {AsyncIterable<Uint8Array<ArrayBuffer>>} pieces @returns {Promise<Blob>} */
export async function blobOf(pieces) {
  const parts = [];
  for await (const piece of pieces) parts.push(piece);
  return new Blob(parts);
}
