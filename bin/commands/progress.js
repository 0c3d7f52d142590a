/** Progress on standard error, only where that is a terminal. */
export function progressLine() {
  if (!process.stderr.isTTY) return { show: () => {}, clear: () => {} };
  return {
    /** @param {{ bytesRead: number, totalBytes?: number | null }} progress */
    show: ({ bytesRead, totalBytes }) => {
      const share = totalBytes ? ` of ${megabytes(totalBytes)}` : '';
      process.stderr.write(`\r\x1b[Kread ${megabytes(bytesRead)}${share}`);
    },
    clear: () => process.stderr.write('\r\x1b[K'),
  };
}

/** @param {number} bytes */
const megabytes = (bytes) => `${(bytes / 1e6).toFixed(1)} MB`;
