import { bytesText } from '../../lib/shared/text/quantities.js';

/**
 * One line on standard error that is overwritten, only if that is a terminal.
 * @returns {{ show: (text: string) => void, clear: () => void }}
 */
export function statusLine() {
  if (!process.stderr.isTTY) return { show: () => {}, clear: () => {} };
  return { show: (text) => process.stderr.write(`\r\x1b[K${text}`), clear: () => process.stderr.write('\r\x1b[K') };
}

/** Progress of reading, as a status line. */
export function progressLine() {
  const { show, clear } = statusLine();
  return {
    /** @param {{ bytesRead: number, totalBytes?: number | null }} progress */
    show: ({ bytesRead, totalBytes }) =>
      show(`read ${bytesText(bytesRead)}${totalBytes ? ` of ${bytesText(totalBytes)}` : ''}`),
    clear,
  };
}
