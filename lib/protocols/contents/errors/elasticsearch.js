/**
 * Errors of Elasticsearch and OpenSearch: of a whole request (`error.type`), or of some of the items of a `_bulk`
 * request, whose status is 200.
 */

/** @typedef {import('../error-document.js').FoundError} FoundError */

const WHOLE = /^\s*\{\s*"error"\s*:\s*\{/;
/** What comes before `errors` are times: of ingestion, and of all. */
const ITEMS = /^\s*\{\s*(?:"[a-z_]+"\s*:\s*\d+\s*,\s*){0,3}"errors"\s*:\s*true\b/;
const STRING = '"((?:[^"\\\\]|\\\\.)*)"';
const REASON = `(?:\\s*,\\s*"reason"\\s*:\\s*${STRING})?`;
/** Other services have an `error` with a `type`, too, but no causes. */
const CAUSE = new RegExp(`"root_cause"\\s*:\\s*\\[\\s*\\{\\s*"type"\\s*:\\s*${STRING}${REASON}`);
const ITEM = new RegExp(`"error"\\s*:\\s*\\{\\s*"type"\\s*:\\s*${STRING}${REASON}`, 'g');

/** @param {string} text the beginning of a response */
export const beginsLikeElasticsearch = (text) => WHOLE.test(text) || ITEMS.test(text);

/** @param {string} text as far as it is read @returns {FoundError|null} */
export function elasticsearchError(text) {
  if (ITEMS.test(text)) return ofItems([...text.matchAll(ITEM)]);
  const cause = WHOLE.test(text) ? CAUSE.exec(text) : null;
  return cause && { service: 'elasticsearch', code: cause[1], reason: unescaped(cause[2]), items: 0 };
}

/** The most frequent error, and how many items failed. @param {RegExpExecArray[]} found @returns {FoundError|null} */
function ofItems(found) {
  if (found.length === 0) return null;
  const counts = new Map();
  for (const [, type] of found) counts.set(type, (counts.get(type) ?? 0) + 1);
  const [[code]] = [...counts].sort((a, b) => b[1] - a[1]);
  const reason = found.find(([, type]) => type === code)?.[2];
  return { service: 'elasticsearch', code, reason: unescaped(reason), items: found.length };
}

/** @param {string|undefined} text of a JSON string */
function unescaped(text = '') {
  try {
    return String(JSON.parse(`"${text}"`));
  } catch {
    return text;
  }
}
