/**
 * The package's API, `import … from 'selfclock'`: connections, packets, messages, findings of a capture
 * (docs/library.md).
 */
import { CaptureAnalysis } from '../analysis/capture-analysis.js';
import { decodeHere } from '../analysis/capture-decoder.js';
import { readWithLateSecrets } from '../analysis/late-secrets.js';
import { takeExaminer } from '../analysis/take-examiner.js';
import { readBytes, readCapture } from '../capture/file/read-capture.js';
import { nodeCiphers } from '../node/ciphers.js';
import { KeyLog } from '../protocols/tls/key-log.js';
import { Capture } from './capture.js';

export { Capture };
export { CaptureError } from '../capture/capture-error.js';

/**
 * @typedef {object} OpenOptions
 * @property {string} [keyLog] text of a key log (SSLKEYLOGFILE): TLS is decrypted with it
 * @property {import('../tcpflow/reassembly/policy.js').PolicyName} [reassembly] which copy of a byte counts where
 *   segments overlap (`first`)
 * @property {boolean} [allFindings] looks for findings in connections of up to 2.5 million packets, and at all of them
 *   (false: in those of up to 131 072, and as many in all)
 * @property {AbortSignal} [signal] ends the reading with its reason
 * @property {(progress: { bytesRead: number, totalBytes: number|null }) => void} [onProgress]
 */

/**
 * Reads a capture to its end: pcap, pcapng or snoop, plain or gzip, detected from its content.
 * @param {string | Uint8Array} source a file's path, or its bytes, which are not copied
 * @param {OpenOptions} [options]
 * @returns {Promise<Capture>}
 * @throws {import('../capture/capture-error.js').CaptureError} it cannot be read, or is not a capture; `code`,
 *   `message`, `offset` say why and where
 */
export async function openCapture(source, { keyLog, reassembly, allFindings = false, signal, onProgress } = {}) {
  const given = new KeyLog();
  if (keyLog !== undefined) given.add(keyLog);
  const analysis = await readWithLateSecrets(async (secrets = given) => {
    const once = new CaptureAnalysis({ decoder: decodeHere, ciphers: nodeCiphers, keyLog: secrets, reassembly });
    if (typeof source === 'string') await readCapture(source, once.ingest, { signal, onProgress });
    else await readBytes(source, once.ingest, { signal, onProgress });
    return once;
  });
  await takeExaminer(analysis, allFindings, { withTime: true });
  return new Capture(analysis);
}
