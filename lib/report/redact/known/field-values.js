/**
 * Values of header fields that are known: words of lists, and strict forms such as numbers and dates. A field is listed
 * if its values describe the transfer, not its content or people.
 */
import { isFieldName, METHODS } from './http.js';
import { isCharset, isLanguage, isMediaType } from './registered.js';
import { words } from './words.js';

/** @typedef {(text: string) => boolean} Test */
/**
 * `element`: of a list, with or without parameters; `parameters`: values by their names in lower case.
 * @typedef {{ element?: Test, parameters?: ReadonlyMap<string, Test> }} Rule
 */

const IMF_FIXDATE_CHARACTERS = 'Sun, 06 Nov 1994 08:49:37 GMT'.length;

/** @param {RegExp} form @returns {Test} */
const formed = (form) => (text) => form.test(text);
/** @param {string} text words between spaces @returns {Test} in either case */
const oneOf = (text) => {
  const known = words(text);
  return (word) => known.has(word.toLowerCase());
};
/** @param {...Test} tests @returns {Test} */
const either =
  (...tests) =>
  (text) =>
    tests.some((test) => test(text));
/** @param {Record<string, Test>} tests */
const named = (tests) => new Map(Object.entries(tests));

const isNumber = formed(/^\d{1,19}$/);
const isStar = formed(/^\*$/);
const isQuality = formed(/^(?:0(?:\.\d{0,3})?|1(?:\.0{0,3})?)$/);
/** @type {Test} */
const isDate = (text) => text.length === IMF_FIXDATE_CHARACTERS && new Date(text).toUTCString() === text;
/** IANA's "HTTP Content Coding Registry" and "HTTP Transfer Coding Registry", gRPC's, and `none`. */
const isCoding = oneOf(
  `* aes128gcm br chunked compress dcb dcz deflate exi gzip identity none pack200-gzip snappy trailers x-compress x-gzip
  zstd`,
);

const NUMBER = { element: isNumber };
const DATE = { element: isDate };
const CODINGS = { element: isCoding, parameters: named({ q: isQuality }) };
const LANGUAGES = { element: either(isStar, isLanguage), parameters: named({ q: isQuality }) };
const MEDIA_TYPES = {
  element: isMediaType,
  parameters: named({ charset: isCharset, level: isNumber, q: isQuality, v: formed(/^b?\d{1,2}$/), version: isNumber }),
};
const FIELD_NAMES = { element: either(isStar, isFieldName) };
const CONNECTION = { element: either(oneOf('close'), isFieldName) };
/** @param {string} text */
const listed = (text) => ({ element: oneOf(text) });

/** By their names in lower case. @type {ReadonlyMap<string, Rule>} */
const RULES = new Map(
  Object.entries({
    ':method': { element: (/** @type {string} */ text) => METHODS.has(text) },
    ':protocol': listed('websocket connect-tcp connect-udp connect-ip connect-ethernet webtransport'),
    ':scheme': listed('http https ws wss'),
    ':status': NUMBER,
    accept: MEDIA_TYPES,
    'accept-charset': { element: either(isStar, isCharset), parameters: named({ q: isQuality }) },
    'accept-encoding': CODINGS,
    'accept-language': LANGUAGES,
    'accept-ranges': listed('bytes none'),
    age: NUMBER,
    allow: { element: (/** @type {string} */ text) => METHODS.has(text) },
    'cache-control': {
      element: oneOf(
        `immutable max-age max-stale must-revalidate must-understand no-cache no-store no-transform only-if-cached private
        proxy-revalidate public`,
      ),
      parameters: named({
        'max-age': isNumber,
        'max-stale': isNumber,
        'min-fresh': isNumber,
        's-maxage': isNumber,
        'stale-if-error': isNumber,
        'stale-while-revalidate': isNumber,
      }),
    },
    connection: CONNECTION,
    'content-encoding': CODINGS,
    'content-language': LANGUAGES,
    'content-length': NUMBER,
    'content-range': { element: formed(/^bytes (?:\d{1,19}-\d{1,19}|\*)\/(?:\d{1,19}|\*)$/) },
    'content-type': MEDIA_TYPES,
    date: DATE,
    expect: listed('100-continue'),
    expires: { element: either(isDate, formed(/^(?:0|-1)$/)) },
    'grpc-accept-encoding': CODINGS,
    'grpc-encoding': CODINGS,
    'grpc-status': NUMBER,
    'grpc-timeout': { element: formed(/^\d{1,8}[HMSmun]$/) },
    'if-modified-since': DATE,
    'if-unmodified-since': DATE,
    'keep-alive': { parameters: named({ max: isNumber, timeout: isNumber }) },
    'last-modified': DATE,
    'max-forwards': NUMBER,
    pragma: listed('no-cache'),
    priority: { element: oneOf('i i=?0 i=?1'), parameters: named({ u: formed(/^[0-7]$/) }) },
    'proxy-connection': CONNECTION,
    range: { element: formed(/^\d{0,19}-\d{0,19}$/), parameters: named({ bytes: formed(/^\d{0,19}-\d{0,19}$/) }) },
    'retry-after': { element: either(isNumber, isDate) },
    'sec-fetch-dest': listed(
      `audio audioworklet document embed empty fencedframe font frame iframe image json manifest object paintworklet report
      script serviceworker sharedworker style track video webidentity worker xslt`,
    ),
    'sec-fetch-mode': listed('cors navigate no-cors same-origin websocket'),
    'sec-fetch-site': listed('cross-site none same-origin same-site'),
    'sec-fetch-user': listed('?1 ?0'),
    'sec-websocket-version': NUMBER,
    'strict-transport-security': {
      element: oneOf('includesubdomains preload'),
      parameters: named({ 'max-age': isNumber }),
    },
    te: CODINGS,
    trailer: FIELD_NAMES,
    'transfer-encoding': CODINGS,
    upgrade: listed('h2 h2c http/1.1 http/2.0 tls/1.0 tls/1.1 tls/1.2 tls/1.3 websocket'),
    'upgrade-insecure-requests': NUMBER,
    vary: FIELD_NAMES,
  }),
);

/** An element of a list, or one of its parameters. */
const PART = /[^,;]+/g;

/**
 * @param {string} name of a header field @param {string} value
 * @param {(text: string) => string} standIn of the same length, for a text that is not known
 * @returns {string} of the same length: what is known of it stays
 */
export function knownValue(name, value, standIn) {
  const rule = RULES.get(name.toLowerCase());
  if (rule === undefined) return standIn(value);
  if (rule.element?.(value)) return value;
  return value.replace(PART, (part) => {
    const text = part.trim();
    const from = part.length - part.trimStart().length;
    return part.slice(0, from) + knownPart(rule, text, standIn) + part.slice(from + text.length);
  });
}

/** @param {Rule} rule @param {string} text @param {(text: string) => string} standIn */
function knownPart({ element, parameters }, text, standIn) {
  if (element?.(text)) return text;
  const equals = text.indexOf('=');
  const test = equals < 0 ? undefined : parameters?.get(text.slice(0, equals).toLowerCase());
  if (test === undefined) return standIn(text);
  const value = text.slice(equals + 1);
  return test(value) ? text : text.slice(0, equals + 1) + standIn(value);
}
