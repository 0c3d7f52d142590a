/** Bytes by which a key log is recognised. */
const HEAD_BYTES = 64;
/** The same of a host's log, or a qlog, which may begin with much that says nothing. */
const LOG_HEAD_BYTES = 65_536;
/**
 * The first line of what programs write with SSLKEYLOGFILE: a label of NSS's key log format, or OpenSSL's and NSS's
 * comment. The page shares no capture reader; `lib/capture/not-a-capture.js` has the same rule.
 */
const KEY_LOG = /^((PMS_)?(CLIENT|SERVER|EARLY|EXPORTER)_[A-Z0-9_]+ |RSA [0-9a-f]|RSA Session-ID:|# SSL\/TLS secrets)/i;

/**
 * @param {File[]} files
 * @returns {Promise<{ keyLogs: File[], hostLogs: File[], captures: File[] }>} what is no log is to be read as a capture
 */
export async function sortFiles(files) {
  const kinds = await Promise.all(
    files.map(async (file) => {
      if (await isKeyLog(file)) return 'keyLog';
      return (await isHostLog(file)) ? 'hostLog' : 'capture';
    }),
  );
  const of = (/** @type {string} */ kind) => files.filter((_, index) => kinds[index] === kind);
  return { keyLogs: of('keyLog'), hostLogs: of('hostLog'), captures: of('capture') };
}

/** @param {Blob} file @returns {Promise<boolean>} whether a host recorded it beside a capture */
async function isHostLog(file) {
  const log = await beginningOf(file).catch(() => null);
  return log !== null && (!log.isEmpty || log.qlogs.length > 0);
}

/** @param {Blob} file @returns {Promise<boolean>} whether it may be what an end of QUIC connections logged */
export const isQlog = async (file) => ((await beginningOf(file))?.qlogs.length ?? 0) > 0;

/** @param {Blob} file @returns what its first bytes hold; null: they are no text */
async function beginningOf(file) {
  const head = await unpackedHead(file, LOG_HEAD_BYTES);
  if (head.includes(0)) return null;
  const { HostLog } = await import('../../lib/shared/hostlog/host-log.js');
  const log = new HostLog();
  log.push(head);
  log.endFile();
  return log;
}

/** @param {File} file @returns {Promise<boolean>} false too where it cannot be read: sending it then tells why */
async function isKeyLog(file) {
  try {
    const head = await unpackedHead(file, HEAD_BYTES);
    const [first, second] = head;
    const charset = { 0xfffe: 'utf-16le', 0xfeff: 'utf-16be' }[(first << 8) | second] ?? 'utf-8';
    return KEY_LOG.test(new TextDecoder(charset).decode(head));
  } catch {
    return false;
  }
}

/**
 * @param {Blob} file plain or gzip @param {number} bytes at most
 * @returns {Promise<Uint8Array>} its first, or the first that it unpacks to
 */
async function unpackedHead(file, bytes) {
  const head = new Uint8Array(await file.slice(0, bytes).arrayBuffer());
  if (head[0] !== 0x1f || head[1] !== 0x8b) return head;
  const reader = file.stream().pipeThrough(new DecompressionStream('gzip')).getReader();
  const { value } = await reader.read();
  await reader.cancel();
  return value?.subarray(0, bytes) ?? new Uint8Array();
}
