/** Files made of a connection, and bodies, piece by piece. */

/** @typedef {import('./session-worker.js').SessionWorker} SessionWorker */

/** @typedef {{ flow: number, file: string, part?: import('../../lib/session/streams.js').StreamPart }} FileQuestion */
/** @typedef {{ flow: number, message: number, decoded: boolean }} BodyQuestion */

/**
 * @param {SessionWorker} worker
 * @param {FileQuestion|BodyQuestion} what
 * @returns {AsyncGenerator<Uint8Array<ArrayBuffer>>}
 */
export async function* exported(worker, what) {
  const number = await ('file' in what ? worker.ask('exportBegin', what) : worker.ask('bodyBegin', what));
  try {
    for (let piece; (piece = await worker.ask('exportNext', { number })) !== null;) {
      yield /** @type {Uint8Array<ArrayBuffer>} */ (piece);
    }
  } finally {
    await worker.ask('exportEnd', { number });
  }
}

/** @param {AsyncIterable<Uint8Array<ArrayBuffer>>} pieces @returns {Promise<Blob>} */
export async function blobOf(pieces) {
  const parts = [];
  for await (const piece of pieces) parts.push(piece);
  return new Blob(parts);
}
