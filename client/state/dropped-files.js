/** Bytes by which a key log is recognised. */
const HEAD_BYTES = 64;
/**
 * The first line of what programs write with SSLKEYLOGFILE: a label of NSS's key log format, or OpenSSL's and NSS's
 * comment. The page shares no capture reader; `lib/capture/not-a-capture.js` has the same rule.
 */
const KEY_LOG = /^((PMS_)?(CLIENT|SERVER|EARLY|EXPORTER)_[A-Z0-9_]+ |RSA [0-9a-f]|RSA Session-ID:|# SSL\/TLS secrets)/i;

/**
 * @param {File[]} files
 * @returns {Promise<{ keyLogs: File[], captures: File[] }>} what is no key log is to be read as a capture
 */
export async function sortFiles(files) {
  const areKeyLogs = await Promise.all(files.map(isKeyLog));
  return {
    keyLogs: files.filter((_, index) => areKeyLogs[index]),
    captures: files.filter((_, index) => !areKeyLogs[index]),
  };
}

/** @param {File} file @returns {Promise<boolean>} false too where it cannot be read: sending it then tells why */
async function isKeyLog(file) {
  try {
    const head = await unpackedHead(file);
    const [first, second] = head;
    const charset = { 0xfffe: 'utf-16le', 0xfeff: 'utf-16be' }[(first << 8) | second] ?? 'utf-8';
    return KEY_LOG.test(new TextDecoder(charset).decode(head));
  } catch {
    return false;
  }
}

/** @param {File} file plain or gzip @returns {Promise<Uint8Array>} its first bytes, or the first that it unpacks to */
async function unpackedHead(file) {
  const head = new Uint8Array(await file.slice(0, HEAD_BYTES).arrayBuffer());
  if (head[0] !== 0x1f || head[1] !== 0x8b) return head;
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return value?.subarray(0, HEAD_BYTES) ?? new Uint8Array();
}
