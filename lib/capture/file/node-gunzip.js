import { createGunzip } from 'node:zlib';

/** node:zlib's gunzip. @type {import('../content/gunzip-target.js').CreateGunzip} */
export function nodeGunzip({ onData, onBroken }, outputBytes) {
  const gunzip = createGunzip({ chunkSize: outputBytes });
  /** After an error zlib does not call back. @type {() => void} */
  let onClose = () => undefined;
  gunzip.on('data', onData);
  gunzip.on('error', (/** @type {NodeJS.ErrnoException} */ error) => {
    onBroken(error.message, error.code === 'Z_BUF_ERROR');
  });
  gunzip.on('close', () => onClose());
  return {
    write: (piece) =>
      new Promise((resolve) => {
        onClose = resolve;
        gunzip.write(piece, () => resolve());
      }),
    end: () =>
      new Promise((resolve) => {
        onClose = resolve;
        gunzip.end();
      }),
    close: () => void gunzip.destroy(),
  };
}
