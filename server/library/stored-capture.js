import { DecodeAs } from '../../lib/protocols/decode-as.js';
import { cleanTags, MAX_TAGS, newCapture } from '../../lib/shared/captures/capture-record.js';

/** @typedef {import('../../lib/shared/captures/capture-record.js').Capture} Capture */

const SOURCES = new Set(['upload', 'live', 'stdin', 'file']);
const STATES = new Set(['receiving', 'reading', 'live', 'ready', 'failed']);

const isText = (/** @type {unknown} */ value) => typeof value === 'string';
const isCount = (/** @type {unknown} */ value) => typeof value === 'number' && value >= 0;
const isTexts = (/** @type {unknown} */ value) => Array.isArray(value) && value.every(isText);
const isList = (/** @type {unknown} */ value) => Array.isArray(value) && value.every(isCount);
const orNull = (/** @type {(value: any) => boolean} */ is) => (/** @type {unknown} */ value) =>
  value === null || is(value);

/**
 * @param {Record<string, (value: any) => boolean>} fields
 * @returns {(value: any) => boolean} an object that has these fields
 */
const having = (fields) => (value) =>
  typeof value === 'object' && value !== null && Object.entries(fields).every(([name, is]) => is(value[name]));

/** @param {string[]} rules */
function isDecodeAs(rules) {
  try {
    DecodeAs.of(rules);
    return true;
  } catch {
    return false;
  }
}

const isNotRead = having({ layer: isText, packets: isCount });
const isWarning = having({ code: isText, message: isText, offset: orNull(isCount) });

/** Checks every field that the server uses or sends to the page. */
const isWhole = having({
  tags: (value) => isTexts(value) && value.length <= MAX_TAGS && String(cleanTags(value)) === String(value),
  revision: isCount,
  source: (value) => SOURCES.has(value),
  state: (value) => STATES.has(value),
  createdEpoch: isCount,
  sizeBytes: isCount,
  expectedBytes: orNull(isCount),
  analysedBytes: isCount,
  version: isCount,
  format: orNull(isText),
  packets: isCount,
  tcpPackets: isCount,
  connections: isCount,
  requests: isCount,
  encryption: having({ tls: isCount, decrypted: isCount }),
  startEpoch: orNull(isText),
  duration: orNull((value) => Number.isFinite(value)),
  warnings: (value) => Array.isArray(value) && value.every(isWarning),
  notRead: (value) => Array.isArray(value) && value.every(isNotRead),
  error: orNull(having({ code: isText, message: isText })),
  live: orNull(having({ interface: isText, filter: isText, packets: isCount, bytes: isCount, drops: having({}) })),
  activity: having({ binSeconds: isCount, clientToServer: isList, serverToClient: isList, retransmissions: isList }),
  verdict: orNull(having({ code: isText, title: isText, cause: isText, severity: isText, message: isText })),
  verdictBy: orNull(isText),
  decodeAs: (value) => isTexts(value) && isDecodeAs(value),
});

/** Name of a capture whose own is lost. @param {string} id */
const nameOf = (id) => `Recovered capture ${id.slice(-4)}`;

/**
 * A capture from the library's JSON. If its fields are invalid, edited by hand or damaged on disk, only a valid name
 * and time are kept, and it is read again.
 * @param {string} id
 * @param {any} stored what the JSON says; undefined: it is none
 * @param {number} writtenEpoch when its bytes were written
 * @returns {{ capture: Capture, isDescribed: boolean }} isDescribed: its name was there
 */
export function storedCapture(id, stored, writtenEpoch) {
  const isDescribed = having({ name: isText })(stored);
  const created = isDescribed && isCount(stored.createdEpoch) ? stored.createdEpoch : writtenEpoch;
  const fresh = newCapture({ id, name: isDescribed ? stored.name : nameOf(id), source: 'upload', state: 'reading' });
  const known = isDescribed
    ? Object.fromEntries(
        Object.keys(fresh)
          .filter((key) => stored[key] !== undefined)
          .map((key) => [key, stored[key]]),
      )
    : {};
  const capture = { ...fresh, ...known, id, name: fresh.name, judging: false, examining: null };
  return { capture: isDescribed && isWhole(capture) ? capture : { ...fresh, createdEpoch: created }, isDescribed };
}
