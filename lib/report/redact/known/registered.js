/** Whether words are in registries that libraries and runtimes keep: media types, charsets, languages. */
import mediaTypes from 'mime-db';

import { words } from './words.js';

/** HTML's, gRPC's and Connect's, and others that are in no registry. */
const OTHER_MEDIA_TYPES = words(`
  application/connect+json application/connect+proto application/grpc application/grpc+json application/grpc+proto
  application/grpc-web application/grpc-web+proto application/grpc-web-text application/grpc-web-text+proto
  application/proto application/signed-exchange application/x-ndjson application/x-protobuf text/event-stream text/ping`);
const TOP_LEVEL = words('* application audio chemical font haptics image message model multipart text video x-shader');
const WILDCARD = '/*';
/** No label of a charset is longer. */
const CHARSET = /^[\w.:-]{1,40}$/;
/** Language, script, region (RFC 5646 section 2.1); other subtags may be private. */
const LANGUAGE = /^([a-z]{2,3})(?:-([a-z]{4}))?(?:-([a-z]{2}|\d{3}))?$/i;

const NAMES = /** @type {const} */ (['language', 'script', 'region']).map(
  (type) => new Intl.DisplayNames('en', { type, fallback: 'none' }),
);

/** A type, or a range of types. @param {string} text */
export function isMediaType(text) {
  const lower = text.toLowerCase();
  if (lower.endsWith(WILDCARD)) return TOP_LEVEL.has(lower.slice(0, -WILDCARD.length));
  return Object.hasOwn(mediaTypes, lower) || OTHER_MEDIA_TYPES.has(lower);
}

/** A label of the Encoding Standard. @param {string} text */
export function isCharset(text) {
  try {
    return CHARSET.test(text) && new TextDecoder(text).encoding !== '';
  } catch {
    return false;
  }
}

/** @param {string} text */
export function isLanguage(text) {
  const subtags = LANGUAGE.exec(text);
  if (subtags === null) return false;
  const [, language, script, region] = subtags;
  // A script is known in its usual case only.
  const usual = script && script[0].toUpperCase() + script.slice(1).toLowerCase();
  return [language, usual, region].every((subtag, i) => subtag === undefined || NAMES[i].of(subtag) !== undefined);
}
