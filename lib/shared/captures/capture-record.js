import { pick } from '../pick.js';

/** Characters of a capture's name. */
export const MAX_NAME_LENGTH = 200;

/** Tags of a capture, and characters of one. */
export const MAX_TAGS = 20;
export const MAX_TAG_LENGTH = 40;

/**
 * A capture as the page sees it; docs/protocol.md describes every field.
 * @typedef {object} Capture
 * @property {string} id
 * @property {number} revision number of changes announced: of two records the higher is the newer
 * @property {string} name
 * @property {string[]} tags words given by users
 * @property {'upload'|'live'|'stdin'|'file'|'kept'} source `kept`: by a page without
 *   a server, in the browser's storage
 * @property {'receiving'|'reading'|'live'|'ready'|'failed'} state
 * @property {number} createdEpoch
 * @property {number} sizeBytes
 * @property {number|null} expectedBytes
 * @property {number} analysedBytes
 * @property {number} version
 * @property {string|null} format
 * @property {number} packets
 * @property {number} tcpPackets
 * @property {number} quicConnections
 * @property {number} connections
 * @property {number} requests
 * @property {Encryption} encryption
 * @property {string|null} startEpoch
 * @property {number|null} duration
 * @property {{ code: string, message: string, offset: number|null }[]} warnings
 * @property {import('../../packet/not-read.js').NotReadLayer[]} notRead most packets first
 * @property {{ code: string, message: string }|null} error
 * @property {LiveState|null} live
 * @property {Activity} activity
 * @property {CaptureVerdict|null} verdict its worst finding, once it has been read
 * @property {string|null} verdictBy version of the analysis that found it (`analysisVersion`)
 * @property {boolean} judging whether the verdict is being computed
 * @property {string[]} decodeAs the user's choice of connections' protocols (docs/protocol.md), kept with the capture
 * @property {{ done: number, total: number }|null} examining packets of long connections, while these are examined
 *   after the rest
 *
 * @typedef {import('../../analysis/finding-queries.js').Verdict & { message: string, strip?:
 *   import('./strip.js').StripRecord }} CaptureVerdict message: of its worst finding
 *
 * @typedef {{ tls: number, decrypted: number }} Encryption connections that speak TLS, and those whose content could be
 *   read
 *
 * @typedef {{ binSeconds: number, clientToServer: number[], serverToClient: number[], retransmissions: number[] }}
 *   Activity
 *
 * @typedef {object} LiveState
 * @property {string} interface
 * @property {string} filter
 * @property {string|null} tool
 * @property {number} packets
 * @property {number} bytes
 * @property {{ kernel: number|null, interface: number|null }} drops
 * @property {string|null} stopReason
 *
 * @typedef {object} Summary An analysis thread's report about everything read so far.
 * @property {number} version
 * @property {number} analysedBytes
 * @property {string|null} format
 * @property {number} packets
 * @property {number} tcpPackets
 * @property {number} quicConnections
 * @property {number} connections
 * @property {number} requests
 * @property {Encryption} encryption
 * @property {string|null} startEpoch
 * @property {number|null} duration
 * @property {Capture['warnings']} warnings
 * @property {Capture['notRead']} notRead
 * @property {Activity} activity
 * @property {Record<number, number>} watchedPackets packets of the watched flows, by flow number
 */

/**
 * @param {{ id: string, name: string, source: Capture['source'], state: Capture['state'], sizeBytes?: number,
 *   expectedBytes?: number|null }} of
 * @returns {Capture}
 */
export function newCapture({ id, name, source, state, sizeBytes = 0, expectedBytes = null }) {
  return {
    id,
    revision: 0,
    name: cleanName(name),
    tags: [],
    source,
    state,
    createdEpoch: Date.now() / 1000,
    sizeBytes,
    expectedBytes,
    analysedBytes: 0,
    version: 0,
    format: null,
    packets: 0,
    tcpPackets: 0,
    quicConnections: 0,
    connections: 0,
    requests: 0,
    encryption: { tls: 0, decrypted: 0 },
    startEpoch: null,
    duration: null,
    warnings: [],
    notRead: [],
    error: null,
    live: null,
    activity: { binSeconds: 0.001, clientToServer: [], serverToClient: [], retransmissions: [] },
    verdict: null,
    verdictBy: null,
    judging: false,
    decodeAs: [],
    examining: null,
  };
}

/** Codes of warnings by the server itself, which reading the file again would not reproduce. */
const SERVER_WARNINGS = new Set(['input_broke_off']);

const SUMMARISED = /** @type {const} */ ([
  ...['version', 'analysedBytes', 'format', 'packets', 'tcpPackets', 'connections', 'requests', 'encryption'],
  ...['startEpoch', 'duration', 'notRead', 'activity', 'quicConnections'],
]);

/**
 * @param {Capture} capture receives the thread's results
 * @param {Summary} summary
 */
export function applySummary(capture, summary) {
  const kept = capture.warnings.filter(({ code }) => SERVER_WARNINGS.has(code));
  Object.assign(capture, pick(summary, SUMMARISED), { warnings: [...kept, ...summary.warnings] });
}

/**
 * A name is any text, for display only: bounded, on one line, and without characters that affect the text around them
 * (controls, and Unicode's directional overrides, by which `fcap.exe` can look like `exe.pcap`).
 * @param {string} text
 * @returns {string}
 */
export function cleanName(text) {
  return Array.from(withoutControls(text).trim()).slice(0, MAX_NAME_LENGTH).join('') || 'capture';
}

/** @param {string} text */
const withoutControls = (text) =>
  text.replace(/[\p{Cc}\p{Cs}\u2028\u2029\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu, '');

/**
 * Words without blanks, commas and the number sign, which are search syntax; each once, case-insensitively.
 * @param {readonly string[]} words
 * @returns {string[]} all of them; the caller enforces `MAX_TAGS`
 */
export function cleanTags(words) {
  /** @type {Map<string, string>} */
  const tags = new Map();
  for (const word of words) {
    const clean = Array.from(withoutControls(word.replace(/[\s,#]+/g, ''))).slice(0, MAX_TAG_LENGTH);
    const tag = clean.join('');
    if (tag !== '' && !tags.has(tag.toLowerCase())) tags.set(tag.toLowerCase(), tag);
  }
  return [...tags.values()];
}
