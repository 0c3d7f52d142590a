import { CaptureError } from '../lib/capture/capture-error.js';
import { openCapture } from '../lib/capture/file/open-capture.js';
import { RequestError } from './errors.js';

const GONE = {
  status: 410,
  code: 'file_gone',
  message: 'The file of this capture is no longer where it was; put it back, or delete the capture.',
};
const CLOSED = {
  status: 503,
  code: 'file_closed',
  message: 'The server may not read the file of this capture; grant it read access.',
};
const UNREADABLE = {
  status: 503,
  code: 'file_unreadable',
  message: 'The disk does not give the file of this capture; check the disk, then try again.',
};
/** Faults of the file rather than of what is in it, by the reader's codes. Clients learn no path of the server's. */
const FAULTS = new Map(
  Object.entries({ not_found: GONE, is_directory: GONE, no_permission: CLOSED, read_failed: UNREADABLE }),
);
const CODES = new Set(Array.from(FAULTS.values(), ({ code }) => code));

/**
 * @param {string|undefined} code of a capture's error
 * @returns {boolean} whether it is the file's, not of what is in it
 */
export const isFileFault = (code) => code !== undefined && CODES.has(code);

/** @param {Pick<CaptureError, 'code'|'message'>} error @returns {RequestError} without a path */
export function fileRefusal({ code, message }) {
  const fault = FAULTS.get(code);
  return fault ? new RequestError(fault.status, fault.code, fault.message) : new RequestError(409, code, message);
}

/** @param {string} path of a capture's file @returns {Promise<RequestError|null>} why it cannot be read */
export async function refusalToRead(path) {
  try {
    const { handle } = await openCapture(path);
    await handle.close();
    return null;
  } catch (error) {
    if (error instanceof CaptureError) return fileRefusal(error);
    throw error;
  }
}
