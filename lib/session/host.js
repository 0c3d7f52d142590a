/**
 * What a session needs of where it runs: `server/worker/node-host.js` is Node's, `lib/browser/browser-host.js` that of
 * a Web Worker.
 *
 * @typedef {object} ReadOptions
 * @property {AbortSignal} signal ends the reading with its reason
 * @property {(progress: { bytesRead: number }) => void} [onProgress]
 *
 * @typedef {object} CaptureTarget
 * @property {(chunk: Uint8Array) => void} push
 * @property {() => void} end
 * @property {(code: string, message: string, offset?: number) => void} [warn]
 * @property {Uint8Array[]} [chunks] two buffers that it would have its bytes in
 * @property {() => Promise<void>} [ready] awaited after a chunk
 * @property {boolean} [finished] nothing more is wanted: the reading ends
 *
 * @typedef {{ name: string, sizeBytes: number, epoch: number, pieces: AsyncIterable<Uint8Array> }} ScratchFile
 *
 * @typedef {object} Host
 * @property {string} version of this program; '' where that is not known
 * @property {import('../protocols/tls/ciphers.js').Ciphers} ciphers
 * @property {import('../protocols/bodies/codings.js').Decoder} decode
 * @property {(target: CaptureTarget, options: ReadOptions) => Promise<void>} follow brings the capture to a target, and
 *   ends it when there is no more to come; rejects with a `RequestError` where it cannot be read, or is no capture
 * @property {(target: CaptureTarget, options: ReadOptions) => Promise<void>} read as `follow`, but only what there is
 * @property {() => boolean} canReadAgain whether the capture's beginning is still there
 * @property {() => Promise<void>} turn settled when others had their turn
 * @property {(analysis: import('../analysis/opened-analysis.js').OpenedAnalysis) => number} columnBytes what tables and
 *   other typed arrays take
 * @property {(write: (open: (name: string) => import('../export/xplot/plot.js').Write) => void) =>
 *   AsyncGenerator<ScratchFile>} scratch files that are written side by side, then one after the other, by name
 * @property {(error: unknown) => import('./request-error.js').RequestError} refusalOf what may be told of an error
 * @property {(where: string, error: unknown) => void} logUnexpected
 */

export {};
