import { DecodeAs } from '../../lib/protocols/decode-as.js';
import { cleanTags, MAX_TAGS, newCapture } from '../../lib/shared/captures/capture-record.js';
import { SMALL_STRIP_BINS } from '../../lib/shared/captures/strip.js';

/** @typedef {import('../../lib/shared/captures/capture-record.js').Capture} Capture */

const SOURCES = new Set(['upload', 'live', 'stdin', 'file']);
const STATES = new Set(['receiving', 'reading', 'live', 'ready', 'failed']);

const isText = (/** @type {unknown} */ value) => typeof value === 'string';
const isCount = (/** @type {unknown} */ value) => Number.isSafeInteger(value) && Number(value) >= 0;
/** One that still grows by ones. */
const isNumber = (/** @type {unknown} */ value) => isCount(value) && Number(value) < 2 ** 52;
const isAmount = (/** @type {unknown} */ value) => Number.isFinite(value) && Number(value) >= 0;
const isTexts = (/** @type {unknown} */ value) => Array.isArray(value) && value.every(isText);
const isList = (/** @type {unknown} */ value) => Array.isArray(value) && value.every(isAmount);
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

const VERDICT_TEXTS = ['code', 'title', 'sentence', 'cause', 'severity', 'message'];
const hasVerdictTexts = having(Object.fromEntries(VERDICT_TEXTS.map((name) => [name, isText])));
const isStripCounts = (/** @type {any} */ value) => isList(value) && value.length === SMALL_STRIP_BINS;
/** @param {any} groups */
const isGroups = (groups) =>
  Array.isArray(groups) && groups.every(having({ name: isText, count: isCount, open: isStripCounts }));
const isStrip = having({ bins: (value) => value === SMALL_STRIP_BINS, groups: isGroups });
const isNotRead = having({ layer: isText, packets: isCount });
const isWarning = having({ code: isText, message: isText, offset: orNull(isCount) });

/**
 * Checks of every field that the server uses or sends to the page.
 * @satisfies {Record<string, (value: any) => boolean>}
 */
const FIELDS = {
  tags: (value) => isTexts(value) && value.length <= MAX_TAGS && String(cleanTags(value)) === String(value),
  revision: isNumber,
  source: (value) => SOURCES.has(value),
  state: (value) => STATES.has(value),
  createdEpoch: isAmount,
  sizeBytes: isCount,
  expectedBytes: orNull(isCount),
  analysedBytes: isCount,
  version: isNumber,
  format: orNull(isText),
  packets: isCount,
  tcpPackets: isCount,
  quicConnections: isCount,
  connections: isCount,
  requests: isCount,
  encryption: having({ tls: isCount, decrypted: isCount }),
  startEpoch: orNull(isText),
  duration: orNull((value) => Number.isFinite(value)),
  warnings: (value) => Array.isArray(value) && value.every(isWarning),
  notRead: (value) => Array.isArray(value) && value.every(isNotRead),
  error: orNull(having({ code: isText, message: isText })),
  live: orNull(
    having({
      ...{ interface: isText, filter: isText, packets: isCount, bytes: isCount },
      ...{ tool: orNull(isText), stopReason: orNull(isText) },
      drops: having({ kernel: orNull(isCount), interface: orNull(isCount) }),
    }),
  ),
  activity: having({
    binSeconds: (value) => isAmount(value) && value > 0,
    clientToServer: isList,
    serverToClient: isList,
    retransmissions: isList,
  }),
  verdict: orNull((value) => hasVerdictTexts(value) && (value.strip === undefined || isStrip(value.strip))),
  verdictBy: orNull(isText),
  decodeAs: (value) => isTexts(value) && isDecodeAs(value),
};
const isWhole = having(FIELDS);
/** Fields that reading the capture again does not give. */
const GIVEN = /** @type {const} */ (['createdEpoch', 'tags', 'decodeAs']);

/** Name of a capture whose own is lost. @param {string} id */
const nameOf = (id) => `Recovered capture ${id.slice(-4)}`;

/**
 * A capture from the library's JSON. If fields are invalid, edited by hand or damaged on disk, it is read again, and of
 * the others those are kept that reading does not give.
 * @param {string} id
 * @param {any} stored what the JSON says; undefined: nothing, or it is none
 * @param {number} writtenEpoch when its bytes were written
 * @returns {{ capture: Capture, isDescribed: boolean }} isDescribed: its name was there
 */
export function storedCapture(id, stored, writtenEpoch) {
  const isDescribed = having({ name: isText })(stored);
  const fresh = newCapture({ id, name: isDescribed ? stored.name : nameOf(id), source: 'upload', state: 'reading' });
  const known = isDescribed
    ? Object.fromEntries(
        Object.keys(fresh)
          .filter((key) => stored[key] !== undefined)
          .map((key) => [key, stored[key]]),
      )
    : {};
  const capture = { ...fresh, ...known, id, name: fresh.name, judging: false, examining: null };
  if (isDescribed && isWhole(capture)) return { capture, isDescribed };
  const given = Object.fromEntries(GIVEN.filter((key) => FIELDS[key](known[key])).map((key) => [key, known[key]]));
  return { capture: { ...fresh, createdEpoch: writtenEpoch, ...given }, isDescribed };
}
