/** A browser's HAR (1.2), as far as it is overlaid on a waterfall. Its text is untrusted. */

/** Larger files are not read; browsers write some MB for a page. */
export const MAX_HAR_BYTES = 256 * 1024 * 1024;
/** Entries of a HAR that are overlaid on a waterfall. */
export const MAX_HAR_ENTRIES = 20_000;

/**
 * A request as the browser saw it; times in ms, −1 what does not apply.
 * @typedef {object} BrowserEntry
 * @property {string} url as the browser has it
 * @property {string} key equal for requests of one host and target
 * @property {number} startMs since 1970
 * @property {number} totalMs
 * @property {{ blocked: number, dns: number, connect: number, send: number, wait: number, receive: number }} timings
 * @property {boolean} isCached answered by the browser's cache
 */

/** Why a HAR cannot be overlaid, as a sentence. */
export class HarError extends Error {}

/** @param {File} file @returns {Promise<BrowserEntry[]>} by their start @throws {HarError} */
export async function entriesOf(file) {
  if (file.size > MAX_HAR_BYTES) throw new HarError(`It is larger than ${MAX_HAR_BYTES / 2 ** 20} MiB.`);
  /** @type {any} */
  let har;
  try {
    har = JSON.parse((await file.text()).replace(/^\uFEFF/, ''));
  } catch (error) {
    throw new HarError(`It is not JSON: ${error instanceof Error ? error.message : error}.`);
  }
  const entries = har?.log?.entries;
  if (!Array.isArray(entries)) throw new HarError('It is not a HAR: it has no array “log.entries”.');
  const found = entries
    .slice(0, MAX_HAR_ENTRIES)
    .map(entryOf)
    .filter((entry) => entry !== null);
  if (found.length === 0) throw new HarError('None of its entries has a URL and a time.');
  return found.sort((a, b) => a.startMs - b.startMs);
}

/** @param {any} entry @returns {BrowserEntry|null} */
function entryOf(entry) {
  const url = entry?.request?.url;
  const startMs = Date.parse(entry?.startedDateTime);
  if (typeof url !== 'string' || Number.isNaN(startMs) || !/^https?:/i.test(url) || !URL.canParse(url)) return null;
  const of = (/** @type {string} */ name) => duration(entry.timings?.[name]);
  return {
    url,
    key: keyOf(url),
    startMs,
    totalMs: Math.max(0, duration(entry.time)),
    timings: {
      blocked: of('blocked'),
      dns: of('dns'),
      connect: of('connect'),
      send: of('send'),
      wait: of('wait'),
      receive: of('receive'),
    },
    isCached: typeof entry._fromCache === 'string' || entry.response?._fromDiskCache === true,
  };
}

/** @param {unknown} value @returns {number} */
const duration = (value) => (typeof value === 'number' && value >= 0 && value < Infinity ? value : -1);

/** @param {string} url that can be parsed @returns {string} host and target: the wire does not say the scheme */
export function keyOf(url) {
  const { host, pathname, search } = new URL(url);
  return `${host}${pathname}${search}`;
}
