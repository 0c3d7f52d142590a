/** URLs in captured text: as sent, for display; in a canonical form, for comparison. */
import { fieldOf } from './header-fields.js';

/** @typedef {import('../describe-message.js').Message} Message */

/** @param {Message} request */
const schemeOf = ({ carrier }) => (carrier === 'tls' || carrier === 'quic' ? 'https' : 'http');

/** @param {Message} request @param {string} [server] if the request has none */
const originOf = (request, server = 'unknown') => `${schemeOf(request)}://${request.host || server}`;

/**
 * The URL of a request, by the four forms of its target (RFC 9112 sections 3.2 and 3.3): absolute as it is, an
 * authority (of CONNECT) without a path, as is the asterisk (of OPTIONS); all else after the host.
 * @param {Message} request
 * @param {string} [server] its address, for a request that does not name it
 * @returns {string} absolute, as it was sent
 */
export function urlOf(request, server) {
  const target = request.target ?? '';
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(target)) return target;
  if (request.method === 'CONNECT' && !target.startsWith('/')) return `${schemeOf(request)}://${target}`;
  return target === '*' ? originOf(request, server) : `${originOf(request, server)}${target}`;
}

/**
 * @param {string} reference of any form, and any text
 * @param {string} [base] that it is relative to; an invalid one does not affect absolute ones
 * @returns {string|null} absolute and canonical, without a fragment; null: not a URL
 */
function resolved(reference, base) {
  const from = base !== undefined && URL.canParse(base) ? base : undefined;
  return URL.canParse(reference, from) ? new URL(reference, from).href.replace(/#.*/s, '') : null;
}

/**
 * Text that is not a URL is unchanged.
 * @param {string} url
 * @param {string} [base]
 * @returns {string} as from `resolved`
 */
const canonical = (url, base) => resolved(url, base) ?? url.replace(/#.*/s, '');

/**
 * @param {Message} request
 * @returns {string} equal for equivalent URLs: letter case of hosts, default ports
 */
export const urlKey = (request) => canonical(urlOf(request));

/** @param {Message} request @returns {string} the same for the host alone */
export function hostKey(request) {
  const origin = originOf(request);
  return URL.canParse(origin) ? new URL(origin).host : origin;
}

/**
 * The referrer of a request (RFC 9110 section 10.1.3).
 * @param {Message} request
 * @returns {string|null} as from `urlKey`; null: none
 */
export function refererKey(request) {
  const referer = fieldOf(request.headers, 'referer');
  return referer === null || referer === '' ? null : canonical(referer, urlOf(request));
}

/**
 * @param {Message} request
 * @returns {string|null} referring host, as from `hostKey`: of its Referer, or its Origin; null: none
 */
export function leadingHost(request) {
  const url = refererKey(request) ?? fieldOf(request.headers, 'origin') ?? '';
  return URL.canParse(url) ? new URL(url).host : null;
}

/**
 * The target of a redirect (RFC 9110 sections 10.2.2 and 15.4).
 * @param {Message} response @param {Message} request
 * @returns {string|null} as from `urlKey`; null: no redirect, or not to a URL
 */
export function redirectKey(response, request) {
  if (response.status === null || response.status < 300 || response.status > 399) return null;
  const location = fieldOf(response.headers, 'location');
  return location === null ? null : resolved(location, urlOf(request));
}
