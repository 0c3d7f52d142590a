import { CaptureError } from '../../lib/capture/capture-error.js';
import { readCapture } from '../../lib/capture/file/read-capture.js';

/** Errors that speak of a byte of the capture; those of the file system name the file themselves. */
const CONTENT_ERRORS = new Set(['empty', 'cut_header', 'not_a_capture']);

/**
 * Reads a capture that the user named.
 * @param {string} source a path, or `-` for standard input
 * @param {import('../../lib/capture/file/read-capture.js').CaptureTarget} target
 * @param {import('../../lib/capture/file/read-capture.js').ReadOptions} [options]
 * @throws {CaptureError} naming the file and the byte
 */
export async function readNamed(source, target, options) {
  try {
    await readCapture(source, target, options);
  } catch (error) {
    if (!(error instanceof CaptureError) || !CONTENT_ERRORS.has(error.code)) throw error;
    const { code, message, offset } = error;
    throw new CaptureError(code, `${source === '-' ? 'standard input' : source}: byte ${offset}: ${message}`, offset);
  }
}
