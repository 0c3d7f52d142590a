/** Bytes that tell a key log. */
const HEAD_BYTES = 64;
/**
 * The first line of what programs write with SSLKEYLOGFILE: a label of NSS's key log format, or OpenSSL's and NSS's
 * comment. The page shares no capture reader; `lib/capture/not-a-capture.js` has the same rule.
 */
const KEY_LOG = /^((PMS_)?(CLIENT|SERVER|EARLY|EXPORTER)_[A-Z0-9_]+ |RSA [0-9a-f]|RSA Session-ID:|# SSL\/TLS secrets)/i;

/**
 * What to do with files that were dropped: key logs go to the capture that is shown, everything else is read as
 * captures, also a key log where no capture is shown (its error says where it belongs).
 * @param {File[]} files
 * @param {import('./router.js').Place} place what is shown
 * @returns {Promise<{ keyLogs: { captureId: string, file: File }[], captures: File[] }>}
 */
export async function sortDropped(files, place) {
  if (!('captureId' in place)) return { keyLogs: [], captures: files };
  const { captureId } = place;
  const areKeyLogs = await Promise.all(files.map(isKeyLog));
  return {
    keyLogs: files.filter((_, index) => areKeyLogs[index]).map((file) => ({ captureId, file })),
    captures: files.filter((_, index) => !areKeyLogs[index]),
  };
}

/** @param {File} file @returns {Promise<boolean>} false too where it cannot be read: sending it then tells why */
async function isKeyLog(file) {
  try {
    const head = await file.slice(0, HEAD_BYTES).arrayBuffer();
    const [first, second] = new Uint8Array(head);
    const charset = { 0xfffe: 'utf-16le', 0xfeff: 'utf-16be' }[(first << 8) | second] ?? 'utf-8';
    return KEY_LOG.test(new TextDecoder(charset).decode(head));
  } catch {
    return false;
  }
}
