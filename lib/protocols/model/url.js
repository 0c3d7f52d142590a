/** What captured text names as URLs: as it was sent, where it is shown; in one form, where URLs are compared. */
import { fieldOf } from './header-fields.js';

/** @typedef {import('../describe-message.js').Message} Message */

/** @param {Message} request */
const schemeOf = (request) => (request.carrier === 'tls' ? 'https' : 'http');

/** @param {Message} request @param {string} [server] where it names none */
const originOf = (request, server = 'unknown') => `${schemeOf(request)}://${request.host || server}`;

/**
 * What a request asks for, by the four forms of its target (RFC 9112 sections 3.2 and 3.3): absolute as it is, an
 * authority (of CONNECT) without a path, as is the asterisk (of OPTIONS); all else behind the host.
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
 * @param {string} [base] that it is relative to; one that is no URL says nothing of those that are absolute
 * @returns {string|null} absolute and in the one form that URLs of one meaning have, without a fragment; null: it is no
 *   URL
 */
function resolved(reference, base) {
  const from = base !== undefined && URL.canParse(base) ? base : undefined;
  return URL.canParse(reference, from) ? new URL(reference, from).href.replace(/#.*/s, '') : null;
}

/**
 * What is no URL stands for itself.
 * @param {string} url
 * @param {string} [base]
 * @returns {string} as `resolved` writes it
 */
const canonical = (url, base) => resolved(url, base) ?? url.replace(/#.*/s, '');

/**
 * @param {Message} request
 * @returns {string} equal for those that ask for the same, whatever the letters of their hosts, and default ports
 */
export const urlKey = (request) => canonical(urlOf(request));

/** @param {Message} request @returns {string} the same of the host alone */
export function hostKey(request) {
  const origin = originOf(request);
  return URL.canParse(origin) ? new URL(origin).host : origin;
}

/**
 * Who a request says has led to it (RFC 9110 section 10.1.3).
 * @param {Message} request
 * @returns {string|null} as `urlKey` writes it; null: nobody
 */
export function refererKey(request) {
  const referer = fieldOf(request.headers, 'referer');
  return referer === null || referer === '' ? null : canonical(referer, urlOf(request));
}

/**
 * @param {Message} request
 * @returns {string|null} host, as `hostKey` writes it, that led to it: of its Referer, or its Origin; null: none is
 *   named
 */
export function leadingHost(request) {
  const url = refererKey(request) ?? fieldOf(request.headers, 'origin') ?? '';
  return URL.canParse(url) ? new URL(url).host : null;
}

/**
 * Where a response sends the client (RFC 9110 sections 10.2.2 and 15.4).
 * @param {Message} response @param {Message} request
 * @returns {string|null} as `urlKey` writes it; null: nowhere, or to what is no URL
 */
export function redirectKey(response, request) {
  if (response.status === null || response.status < 300 || response.status > 399) return null;
  const location = fieldOf(response.headers, 'location');
  return location === null ? null : resolved(location, urlOf(request));
}
