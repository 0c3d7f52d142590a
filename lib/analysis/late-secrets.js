/** @typedef {import('../protocols/tls/key-log.js').KeyLog} KeyLog */

/**
 * Reads a capture, and reads it again where secrets came behind packets that needed them: a pcapng may hold its
 * Decryption Secrets Blocks anywhere, and they count as if they stood first. Encrypted records could wait for them
 * instead, but only so many have room, every pcapng without secrets would pay for it, and messages would come in
 * another order. The second reading begins with all secrets, so it is the last, unless somebody brings more meanwhile.
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
