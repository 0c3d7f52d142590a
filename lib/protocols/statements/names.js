/** Names of resources without what identifies one of many: `/users/{id}`, `user:{id}:cart`. */

const ID = '{id}';
/** A number, a UUID, a ULID, a date, an address of mail, an object's identifier in hexadecimal. */
const IDS = [
  /^[+-]?\d+(?:\.\d+)?$/,
  /^\{?[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}\}?$/i,
  /^(?=[0-9A-Z]*\d)[0-9A-HJKMNP-TV-Z]{26}$/,
  /^\d{4}-\d{2}-\d{2}(?:T[\d:.Z+-]*)?$/,
  /^[^@\s/]+@[^@\s/]+\.[a-z]{2,}$/i,
  /^(?=[0-9a-f]*\d)[0-9a-f]{8,}$/i,
];
/** A random token: so long, of letters of both cases and digits. */
const TOKEN_CHARACTERS = 16;
const TOKEN = /^(?=.*\d)(?=.*[a-z])(?=.*[A-Z])[\w.~=-]+$/;
/** Letters with a number behind them, as `order-17` and `u42`. */
const NUMBERED = /^([a-z]+[-_]?)(\d+)$/i;
/** Versions, as `v1` in `/api/v1/`, are names. */
const VERSION = /^v\d{1,3}$/i;
/** gRPC's path: `/package.Service/Method`. */
const METHOD_OF_SERVICE = /^\/[A-Za-z_][\w.]*\.[A-Za-z_]\w*\/[A-Za-z_]\w*$/;
/** Elasticsearch's and OpenSearch's APIs of an index; those of one document, whose identifier follows. */
const OF_INDEX =
  /^\/[^/]+\/_(?:search|bulk|msearch|mget|count|refresh|flush|(?:delete|update)_by_query|mappings?|settings)\b/;
const OF_DOCUMENT = /^(\/[^/]+\/_(?:doc|create|update|source|explain|termvectors)\/)[^/]+/;
/** What separates the parts of a key. */
const SEPARATORS = /([:/.|{}])/;

/** @param {string} part @param {boolean} isNumbered whether a number behind a word identifies one of many */
function withoutId(part, isNumbered) {
  if (part === '' || VERSION.test(part)) return part;
  if (IDS.some((id) => id.test(part))) return ID;
  if (part.length >= TOKEN_CHARACTERS && TOKEN.test(part)) return ID;
  const numbered = isNumbered ? NUMBERED.exec(part) : null;
  return numbered === null ? part : `${numbered[1]}${ID}`;
}

/**
 * The route of a target (RFC 9112 section 3.2): its path without identifiers, without its query. A file's name keeps
 * its ending: `/img/{id}.png`.
 * @param {string} target
 */
export function routeOf(target) {
  if (METHOD_OF_SERVICE.test(target)) return target;
  const path = /^(?:[a-z][a-z0-9+.-]*:\/\/[^/?#]*)?([^?#]*)/i.exec(target)?.[1] ?? '';
  if (path === '' || path === '*') return target === '' ? '' : path || '/';
  // names of indexes are kept, though they often have a date
  if (OF_INDEX.test(path)) return path;
  const ofDocument = OF_DOCUMENT.exec(path);
  if (ofDocument !== null) return ofDocument[1] + ID + path.slice(ofDocument[0].length);
  return path.split('/').map(segment).join('/');
}

/** @param {string} text of a path */
function segment(text) {
  const whole = withoutId(text, false);
  if (whole !== text) return whole;
  const parts = text.split('.');
  return parts.map((part, k) => (k === parts.length - 1 ? part : withoutId(part, false))).join('.');
}

/**
 * A key's pattern, as of Redis and memcached, or a subject's or topic's.
 * @param {string} key
 */
export const keyPattern = (key) =>
  withoutId(key, false) === ID
    ? ID
    : key
        .split(SEPARATORS)
        .map((part) => withoutId(part, true))
        .join('')
        .replaceAll(`{${ID}}`, ID);
