/** Cookies as HAR 1.2 lists them (RFC 6265 sections 4.1 and 5.2). */

import { hasDate } from '../../shared/epoch.js';

const NS_PER_MS = 1_000_000n;

/** @typedef {{ name: string, value: string }} Cookie */

/**
 * Attributes of a Set-Cookie field; `expires` in ISO 8601, null for a session's cookie.
 * @typedef {Cookie & { path?: string, domain?: string, expires: string|null, httpOnly: boolean, secure: boolean,
 *   sameSite?: string }} SetCookie
 */

/** @param {string} pair @returns {Cookie} */
function cookieOf(pair) {
  const equals = pair.indexOf('=');
  return equals < 0
    ? { name: pair.trim(), value: '' }
    : { name: pair.slice(0, equals).trim(), value: pair.slice(equals + 1).trim() };
}

/** @param {string} line value of a Cookie field @returns {Cookie[]} */
export const cookiesOf = (line) =>
  line
    .split(';')
    .filter((pair) => pair.trim() !== '')
    .map(cookieOf);

/**
 * @param {string} line value of a Set-Cookie field
 * @param {number|null} atMs when it came, since 1970; null: not known
 * @returns {SetCookie}
 */
export function setCookieOf(line, atMs) {
  const [pair, ...attributes] = line.split(';');
  const given = new Map(attributes.map(cookieOf).map(({ name, value }) => [name.toLowerCase(), value]));
  const { name, value } = cookieOf(pair);
  return {
    name,
    value,
    ...(given.has('path') ? { path: given.get('path') } : {}),
    ...(given.has('domain') ? { domain: given.get('domain') } : {}),
    expires: expiryOf(given, atMs),
    httpOnly: given.has('httponly'),
    secure: given.has('secure'),
    ...(given.has('samesite') ? { sameSite: given.get('samesite') } : {}),
  };
}

/**
 * Max-Age has precedence over Expires.
 * @param {Map<string, string>} given @param {number|null} atMs
 * @returns {string|null} null: a session cookie, not readable, or not known since it counts from a time without a date
 */
function expiryOf(given, atMs) {
  const age = given.get('max-age');
  const isAge = age !== undefined && /^-?\d+$/.test(age);
  const ms = isAge ? (atMs ?? NaN) + Number(age) * 1000 : Date.parse(given.get('expires') ?? '');
  const isDate = Number.isFinite(ms) && hasDate(BigInt(Math.floor(ms)) * NS_PER_MS);
  return isDate ? new Date(ms).toISOString() : null;
}
