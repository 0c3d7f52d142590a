/**
 * A session's environment: `server/worker/node-host.js` is Node's, `lib/browser/browser-host.js` that of a Web Worker.
 *
 * @typedef {object} ReadOptions
 * @property {AbortSignal} signal ends the reading with its reason
 * @property {(progress: { bytesRead: number }) => void} [onProgress]
 *
 * @typedef {object} CaptureTarget
 * @property {(chunk: Uint8Array) => void} push
 * @property {() => void} end
 * @property {(code: string, message: string, offset?: number) => void} [warn]
 * @property {Uint8Array[]} [chunks] two buffers in which it prefers its bytes
 * @property {() => Promise<void>} [ready] awaited after a chunk
 * @property {boolean} [finished] no more input is needed: reading ends
 *
 * @typedef {{ name: string, sizeBytes: number, epoch: number, pieces: AsyncIterable<Uint8Array> }} ScratchFile
 *
 * @typedef {object} Host
 * @property {string} version of this program; '' where that is not known
 * @property {import('../protocols/tls/ciphers.js').Ciphers} ciphers
 * @property {import('../protocols/bodies/codings.js').Decoder} decode
 * @property {(target: CaptureTarget, options: ReadOptions) => Promise<void>} follow reads the capture into a target,
 *   and ends it when the capture is complete; rejects with a `RequestError` where it cannot be read, or is not a
 *   capture
 * @property {(target: CaptureTarget, options: ReadOptions) => Promise<void>} read as `follow`, but only what is there
 *   now
 * @property {(log: import('../shared/hostlog/host-log.js').HostLog, how: { isGrowing: boolean }) => Promise<void>}
 *   readHostLogs reads what a host recorded beside the capture since it was asked last, if anything; `isGrowing`: more
 *   may come
 * @property {() => boolean} canReadAgain whether the capture's beginning is still there
 * @property {() => Promise<void>} turn settled after other work has run
 * @property {(source: any, target: CaptureTarget, options: ReadOptions) => Promise<void>} readOther reads what is there
 *   now of another capture, `source` being as the session's owner names it
 * @property {(analyses: readonly import('../analysis/opened-analysis.js').OpenedAnalysis[]) => number} columnBytes
 *   memory of tables and other typed arrays
 * @property {(write: (open: (name: string) => import('../export/xplot/plot.js').Write) => void) =>
 *   AsyncGenerator<ScratchFile>} scratch temporary files, written in parallel and read one after the other, by name
 * @property {(error: unknown) => import('./request-error.js').RequestError} refusalOf the user-visible form of an error
 * @property {(where: string, error: unknown) => void} logUnexpected
 */

export {};
