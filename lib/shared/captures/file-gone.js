/** Message of a page without a server for a file that the browser can no longer read. */
export const FILE_GONE =
  'The file of this capture cannot be read any more: it was changed, moved or deleted. Choose it again.';

/** @param {any} error of reading a file that the user chose */
export const isFileGone = (error) => error?.name === 'NotReadableError' || error?.name === 'NotFoundError';
