import { createHash, randomBytes, timingSafeEqual } from 'node:crypto';
import { hostname, networkInterfaces } from 'node:os';

import { RequestError } from './errors.js';

/**
 * Access control. Three checks, the same for requests and for the socket's handshake:
 *
 * - `Host` must be a name that this server is meant to be reached by: else a foreign page could point its own name at
 *   127.0.0.1 (DNS rebinding) and read everything.
 * - `Origin`, if sent, must be such a name too, and `Sec-Fetch-Site` must not be another site, nor another port or
 *   host name of this one (`same-site`): else any page open in the same browser could upload, delete, start a live
 *   capture (cross-site request forgery), or cause load. A link may lead to the page itself.
 * - beyond loopback, the token.
 */

const COOKIE = 'selfclock_token';
const LOOPBACK = ['localhost', '127.0.0.1', '[::1]'];
const READING = new Set(['GET', 'HEAD', 'OPTIONS']);

/** @param {string} host @returns {boolean} whether binding to it is reachable from this machine only */
export function isLoopback(host) {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** @param {string} host @returns {string} as in a URL */
function urlHost(host) {
  return host.includes(':') ? `[${host}]` : host.toLowerCase();
}

/** @param {string} host @returns {boolean} */
function isWildcard(host) {
  return host === '0.0.0.0' || host === '::';
}

/** @returns {string[]} this machine's addresses as in URLs, those for others first */
function ownAddresses() {
  const all = Object.values(networkInterfaces()).flatMap((list) => list ?? []);
  return all
    .sort(
      (a, b) => Number(a.internal) - Number(b.internal) || Number(a.family !== 'IPv4') - Number(b.family !== 'IPv4'),
    )
    .map(({ address }) => urlHost(address.split('%')[0]));
}

/** @param {string} text @returns {Buffer} */
const digest = (text) => createHash('sha256').update(text).digest();

export class Access {
  #tokenDigest;

  /** @param {string} host what the server binds to */
  constructor(host) {
    this.token = isLoopback(host) ? null : randomBytes(24).toString('base64url');
    this.#tokenDigest = this.token === null ? null : digest(this.token);
    const wide = isWildcard(host) ? [...ownAddresses(), hostname().toLowerCase()] : [];
    /** Host names that the server accepts. */
    this.hosts = new Set([...LOOPBACK, urlHost(host), ...wide]);
    /** Name for the printed URL. */
    this.publicHost = isWildcard(host) ? wide[0] : urlHost(host);
    /** The port bound; set when the server listens. */
    this.port = 0;
  }

  /** @returns {string} what the user opens */
  get url() {
    const port = this.port === 80 ? '' : `:${this.port}`;
    return `http://${this.publicHost}${port}/${this.token === null ? '' : `?token=${this.token}`}`;
  }

  /**
   * @param {import('node:http').IncomingMessage} request
   * @param {{ handshake?: boolean }} [of] a socket's handshake changes state whatever its method
   * @returns {RequestError|null} why it is refused
   */
  refusal(request, { handshake = false } = {}) {
    if (!this.#isOurs(`http://${request.headers.host ?? ''}`)) return this.#unknownHost();
    if (this.#isForeign(request, handshake || !READING.has(request.method ?? ''))) {
      return new RequestError(
        403,
        'foreign_origin',
        "The request comes from another site's page; open Selfclock at its own address.",
      );
    }
    if (this.#tokenDigest !== null && !this.acceptsToken(presentedToken(request))) {
      return new RequestError(
        401,
        'token_needed',
        'This server needs its token; open the address with ?token=… that it printed at startup.',
      );
    }
    return null;
  }

  /** @param {string|null} token @returns {boolean} compared in constant time */
  acceptsToken(token) {
    return this.#tokenDigest !== null && token !== null && timingSafeEqual(digest(token), this.#tokenDigest);
  }

  /** @param {string} origin @returns {boolean} */
  #isOurs(origin) {
    if (!URL.canParse(origin)) return false;
    const { protocol, hostname: name, port } = new URL(origin);
    return protocol === 'http:' && this.hosts.has(name) && Number(port || 80) === this.port;
  }

  #unknownHost() {
    return new RequestError(
      403,
      'unknown_host',
      'The Host of the request is not an address of this server; ' +
        `open it as http://${this.publicHost}:${this.port}/ (through a tunnel, with the same port).`,
    );
  }

  /**
   * @param {import('node:http').IncomingMessage} request
   * @param {boolean} changing
   */
  #isForeign(request, changing) {
    const { origin } = request.headers;
    if (changing && origin !== undefined && !this.#isOurs(origin)) return true;
    const site = request.headers['sec-fetch-site'] ?? 'none';
    return site !== 'none' && site !== 'same-origin' && (changing || !leadsToPage(request));
  }
}

/**
 * @param {import('node:http').IncomingMessage} request of a browser
 * @returns {boolean} whether it opens the page itself in a tab of its own: not a frame, nor what the page asks for
 */
function leadsToPage({ url, headers }) {
  const { 'sec-fetch-mode': mode, 'sec-fetch-dest': destination = 'document' } = headers;
  return (
    mode === 'navigate' && destination === 'document' && !/^\/+(api|socket\.io)(\/|$)/i.test(String(url).split('?')[0])
  );
}

/**
 * @param {import('node:http').IncomingMessage} request
 * @returns {string|null} of `Authorization: Bearer` or the cookie
 */
function presentedToken({ headers }) {
  const bearer = /^Bearer (\S+)$/i.exec(headers.authorization ?? '');
  if (bearer) return bearer[1];
  for (const pair of (headers.cookie ?? '').split(';')) {
    const [name, value] = pair.trim().split('=');
    if (name === COOKIE && value) return value;
  }
  return null;
}

/**
 * Refuses requests without access, and turns `?token=…` in a page's URL into the cookie.
 * @param {Access} access
 * @returns {import('express').RequestHandler}
 */
export function guard(access) {
  return (request, response, next) => {
    const refusal = access.refusal(request);
    if (refusal !== null && refusal.code !== 'token_needed') return next(refusal);
    const token = request.method === 'GET' ? request.query.token : undefined;
    if (typeof token !== 'string' || !access.acceptsToken(token)) return next(refusal ?? undefined);
    response.cookie(COOKIE, token, { httpOnly: true, sameSite: 'strict', path: '/' });
    return response.redirect(303, withoutToken(request));
  };
}

/**
 * @param {import('express').Request} request
 * @returns {string} path and query; never another origin, whatever the path begins with
 */
function withoutToken(request) {
  const [, query = ''] = request.url.split('?', 2);
  const kept = new URLSearchParams(query);
  kept.delete('token');
  return request.path.replace(/^[/\\]+/, '/') + (kept.size > 0 ? `?${kept}` : '');
}
