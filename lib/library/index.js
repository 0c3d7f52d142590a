/**
 * The package's API, `import … from 'selfclock'`: connections, packets, messages, findings of a capture
 * (docs/library.md).
 */
import { CaptureAnalysis } from '../analysis/capture-analysis.js';
import { decodeHere } from '../analysis/capture-decoder.js';
import { readWithLateSecrets } from '../analysis/late-secrets.js';
import { AllConnections } from '../analysis/quic/all-connections.js';
import { takeExaminer } from '../analysis/take-examiner.js';
import { takeHostLog } from '../analysis/take-host-log.js';
import { CaptureError } from '../capture/capture-error.js';
import { readBytes, readCapture } from '../capture/file/read-capture.js';
import { nodeCiphers } from '../node/ciphers.js';
import { nodeDecoder } from '../node/content-codings.js';
import { hostLogOf } from '../node/host-log-of.js';
import { KeyLog } from '../protocols/tls/key-log.js';
import { Capture } from './capture.js';
import { CapturedPath } from './captured-path.js';

export { Capture, CapturedPath, CaptureError };

/**
 * @typedef {object} OpenOptions
 * @property {string} [keyLog] text of a key log (SSLKEYLOGFILE): TLS is decrypted with it
 * @property {import('../tcpflow/reassembly/policy.js').PolicyName} [reassembly] which copy of a byte counts where
 *   segments overlap (`first`)
 * @property {boolean} [allFindings] looks for findings in connections of up to 2.5 million packets, and at all of them
 *   (false: in those of up to 131 072, and as many in all)
 * @property {readonly string[]} [hostLogs] paths of what a host recorded beside the capture (docs/host-record.md),
 *   instead of `FILE.sockets`
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
export async function openCapture(source, options = {}) {
  const analysis = await analysed(source, options);
  return new Capture(analysis, await AllConnections.of(analysis));
}

/**
 * Reads captures of the same traffic at several points, and lays them over each other (docs/path.md). The first one's
 * clock is the one that all times are on.
 * @param {readonly (string | Uint8Array)[]} sources two or more, each as in `openCapture`
 * @param {Pick<OpenOptions, 'allFindings' | 'signal' | 'onProgress'> & { clocks?: 'synchronised' | readonly number[] }}
 *   [options] `clocks`: what is known of them: that they agree, or the seconds that each further one is ahead of the
 *   first; otherwise the shortest delays are assumed to be alike both ways
 * @returns {Promise<CapturedPath>}
 * @throws {import('../capture/capture-error.js').CaptureError} one cannot be read, or is not a capture
 * @throws {RangeError} there are fewer than two sources, or not as many clocks
 */
export async function openPath(sources, { clocks, ...options } = {}) {
  if (sources.length < 2) throw new RangeError('A path takes two captures or more.');
  const aheadNs =
    clocks === 'synchronised' ? sources.map(() => 0) : clocks && [0, ...clocks.map((ahead) => ahead * 1e9)];
  if (aheadNs !== undefined && aheadNs.length !== sources.length) {
    throw new RangeError('clocks takes a number of seconds for each capture but the first.');
  }
  const { PathAnalysis, pointOf } = await import('../path/path-analysis.js');
  const points = [];
  for (const [index, source] of sources.entries()) {
    points.push(pointOf(typeof source === 'string' ? source : `capture ${index + 1}`, await analysed(source, options)));
  }
  return new CapturedPath(new PathAnalysis(points, { aheadNs }));
}

/** @param {string | Uint8Array} source @param {readonly string[]} [given] */
async function recordedBeside(source, given = []) {
  if (typeof source !== 'string' && given.length === 0) return null;
  try {
    return await hostLogOf(String(source), given);
  } catch (error) {
    throw new CaptureError('unreadable', /** @type {Error} */ (error).message);
  }
}

/**
 * @param {string | Uint8Array} source @param {OpenOptions} options
 * @returns {Promise<CaptureAnalysis>} to the capture's end
 */
async function analysed(source, { keyLog, reassembly, allFindings = false, hostLogs, signal, onProgress }) {
  const given = new KeyLog();
  if (keyLog !== undefined) given.add(keyLog);
  const analysis = await readWithLateSecrets(async (secrets = given) => {
    const once = new CaptureAnalysis({ decoder: decodeHere, ciphers: nodeCiphers, keyLog: secrets, reassembly });
    if (typeof source === 'string') await readCapture(source, once.ingest, { signal, onProgress });
    else await readBytes(source, once.ingest, { signal, onProgress });
    return once;
  });
  await takeHostLog(analysis.ingest, await recordedBeside(source, hostLogs), nodeDecoder);
  await takeExaminer(analysis, allFindings, { withTime: true });
  return analysis;
}
