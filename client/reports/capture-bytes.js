/** A capture's bytes as a report has them. */
import { MAX_REPORT_CAPTURE_BYTES } from '../../lib/shared/report/report-page.js';
import { ApiError } from '../state/api-error.js';

/** Bytes encoded as base64 at a time: a multiple of three. */
const PIECE_BYTES = 3 * (1 << 20);

/** @param {Blob} blob */
export async function base64Of(blob) {
  if (blob.size > MAX_REPORT_CAPTURE_BYTES) {
    const most = MAX_REPORT_CAPTURE_BYTES / 2 ** 20;
    throw new ApiError(`A report can include a capture of up to ${most} MiB: create it without this one.`, {
      status: 413,
      code: 'too_large',
    });
  }
  const pieces = [];
  for (let at = 0; at < blob.size; at += PIECE_BYTES) {
    const address = await readAs(blob.slice(at, at + PIECE_BYTES));
    pieces.push(address.slice(address.indexOf(',') + 1));
  }
  return pieces.join('');
}

/** @param {Blob} piece @returns {Promise<string>} as a `data:` address */
const readAs = (piece) =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(piece);
  });
