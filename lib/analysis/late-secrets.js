/** @typedef {import('../protocols/tls/key-log.js').KeyLog} KeyLog */

/**
 * Reads a capture, and reads it again where secrets came after packets that needed them: a pcapng may have its
 * Decryption Secrets Blocks anywhere, and they count as if they were first. Buffering encrypted records instead would
 * need a bound, would cost every pcapng without secrets, and would change the order of messages. The second reading
 * begins with all secrets, so it is the last, unless more are added meanwhile.
 * @template {{ ingest: { hasLateSecrets: boolean, keyLog: KeyLog } }} T
 * @param {(keyLog?: KeyLog) => Promise<T>} read reads all of it, with these secrets known beforehand
 * @param {() => boolean} [canReadAgain]
 * @returns {Promise<T>}
 */
export async function readWithLateSecrets(read, canReadAgain = () => true) {
  /** @type {KeyLog|undefined} */
  let keyLog;
  for (;;) {
    const analysis = await read(keyLog);
    const { ingest } = analysis;
    if (!ingest.hasLateSecrets || !canReadAgain()) return analysis;
    ({ keyLog } = ingest);
  }
}
