/**
 * Errors of S3, and of stores that answer like it: a document `Error`, which may follow status 200, or the objects that
 * DeleteObjects could not delete.
 */

/** @typedef {import('../error-document.js').FoundError} FoundError */

const ROOT = /^\s*(?:<\?xml[^>]*\?>\s*)?<(Error|DeleteResult)[\s>]/;
const CODES = /<Code>([^<]+)<\/Code>(?:\s*<Message>([^<]*)<\/Message>)?/g;
const FAILED_OBJECT = /<Error[\s>]/g;
const ENTITIES = new Map([
  ['lt', '<'],
  ['gt', '>'],
  ['quot', '"'],
  ['apos', "'"],
  ['amp', '&'],
]);

/** @param {string} text the beginning of a response */
export const beginsLikeS3 = (text) => ROOT.test(text);

/** @param {string} text as far as it is read @returns {FoundError|null} */
export function s3Error(text) {
  const root = ROOT.exec(text)?.[1];
  const first = root === undefined ? undefined : text.matchAll(CODES).next().value;
  if (first === undefined) return null;
  const items = root === 'Error' ? 0 : (text.match(FAILED_OBJECT)?.length ?? 0);
  return { service: 's3', code: first[1].trim(), reason: unescaped(first[2] ?? ''), items };
}

/** @param {string} text */
const unescaped = (text) => text.replace(/&(\w+);/g, (whole, name) => ENTITIES.get(name) ?? whole);
