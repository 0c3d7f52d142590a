/** Groups requests into page loads: by Referer, by redirect, by time, by host. */
import { protocolNamed } from '../registry.js';
import { byStart } from './exchanges.js';
import { fieldOf } from './header-fields.js';
import { pipeliningOf } from './pipelining.js';
import { hostKey, leadingHost, redirectKey, refererKey, urlKey, urlOf } from './url.js';

/** @typedef {import('./exchanges.js').Exchange} Exchange */

/**
 * A request belongs to the page of its referring host (without one, of its own host), and the target of a redirect to
 * that page, if it was busy within this time, in seconds.
 */
const PAGE_PAUSE = 2;

/**
 * @typedef {object} Page
 * @property {string} url of the request that began it
 * @property {number} start
 * @property {number} end
 * @property {Exchange[]} exchanges in order
 * @property {boolean} isPage whether something was loaded that names its parts: it has a document, or requests with one
 *   of its URLs as Referer. Without either, as of an API, its requests have only their host and time in common
 *
 * @typedef {object} PageSummary A page as `analyze --pages` prints it, but for its verdict; times in seconds since the
 *   capture's first packet.
 * @property {number} page its number
 * @property {string} url of the request that began it
 * @property {boolean} isPage false: requests that no document names, as of an API
 * @property {number} start
 * @property {number} end
 * @property {number} requests
 * @property {number} redirects redirecting responses
 * @property {number} bytes of the responses' bodies, as transferred
 * @property {(number|string)[]} connections flows, as users see them, in the order in which they were used; the first
 *   `MAX_PAGE_CONNECTIONS`
 * @property {number} connectionCount
 * @property {number} pipelinedRequests
 * @property {number|null} roundTrips from start to end, in round trips of the first connection's handshake
 * @property {import('./pipelining.js').Pipelining} pipelining over all its connections
 */

/** Connections of a page that are listed. */
export const MAX_PAGE_CONNECTIONS = 100;

/**
 * @param {Exchange} exchange whether its response is a document that other requests may belong to: not an error page
 */
const isDocument = ({ response }) =>
  response !== null &&
  (response.status ?? 0) < 400 &&
  /^(text\/html|application\/xhtml\+xml)/i.test(response.contentType ?? '');

/** Whether a browser asks for it as a page of its own. @param {Exchange['request']} request */
const declaresDocument = ({ headers }) => fieldOf(headers, 'sec-fetch-dest') === 'document';

/**
 * A document without a Referer or redirect of another page begins a page, and so does what a browser requests as one,
 * and any request without a page. Frames within a page have it as their Referer, or are declared as frames.
 * @param {Exchange[]} exchanges of all connections, in order of their start
 * @returns {Page[]}
 */
export function pagesOf(exchanges) {
  /** @type {Page[]} */
  const pages = [];
  /** The page that an URL (as `urlKey`) is part of. @type {Map<string, Page>} */
  const byUrl = new Map();
  /** @type {Map<string, Page>} */
  const byHost = new Map();
  /** The page that a redirect to an URL is part of. @type {Map<string, Page>} */
  const redirected = new Map();
  for (const exchange of exchanges) {
    const { request, response } = exchange;
    if (!protocolNamed(request.protocol)?.isHttp) continue;
    const url = urlKey(request);
    const host = hostKey(request);
    let page = followed(redirected.get(url), exchange) ?? pageFor(exchange, byUrl, byHost);
    redirected.delete(url);
    if (page === null) {
      pages.push(
        (page = {
          url: urlOf(request),
          start: request.start,
          end: Math.max(request.start, request.end),
          exchanges: [],
          isPage: false,
        }),
      );
    }
    page.isPage ||= isDocument(exchange) || declaresDocument(request) || byUrl.get(refererKey(request) ?? '') === page;
    page.exchanges.push(exchange);
    page.end = Math.max(page.end, request.end, response?.end ?? 0);
    byUrl.set(url, page);
    const location = locationOf(exchange);
    if (location !== null) redirected.set(location, page);
    byHost.set(host, page);
  }
  return pages;
}

/**
 * @param {Page|undefined} page whose redirect has the request's URL
 * @param {Exchange} exchange
 * @returns {Page|null} null: too long ago
 */
const followed = (page, exchange) => (page !== undefined && isBusy(page, exchange) ? page : null);

/**
 * An exchange, and how long the handshake of its connection took, seconds; null: not known.
 * @typedef {{ exchange: Exchange, handshake: number|null }} PagedExchange
 */

/**
 * The pages of all connections' exchanges, in order.
 * @param {PagedExchange[]} all @returns {{ page: Page, summary: PageSummary }[]}
 */
export function describePages(all) {
  const handshakeOf = new Map(all.map(({ exchange, handshake }) => [exchange, handshake]));
  return pagesOf(all.map(({ exchange }) => exchange).sort(byStart)).map((page, i) => ({
    page,
    summary: describePage(page, i + 1, handshakeOf.get(page.exchanges[0]) ?? null),
  }));
}

/** @param {Exchange} exchange @returns {string|null} the target of its redirect */
const locationOf = ({ request, response }) => (response === null ? null : redirectKey(response, request));

/**
 * @param {Page} page @param {number} number @param {number|null} handshakeSeconds of its first connection
 * @returns {PageSummary}
 */
function describePage({ url, start, end, exchanges, isPage }, number, handshakeSeconds) {
  const connections = [...new Set(exchanges.map(({ request }) => request.flow))];
  return {
    page: number,
    url,
    isPage,
    start,
    end,
    requests: exchanges.length,
    redirects: exchanges.filter((exchange) => locationOf(exchange) !== null).length,
    bytes: exchanges.reduce((sum, { response }) => sum + (response?.bodyBytes ?? 0), 0),
    connections: connections.slice(0, MAX_PAGE_CONNECTIONS),
    connectionCount: connections.length,
    pipelinedRequests: exchanges.filter(({ request }) => request.pipelined).length,
    roundTrips: handshakeSeconds === null ? null : Math.round(((end - start) / handshakeSeconds) * 100) / 100,
    pipelining: pipeliningOf(exchanges),
  };
}

/**
 * A browser declares the purpose of a request (W3C Fetch Metadata), and to other sites only the referring site (W3C
 * Referrer Policy: `strict-origin-when-cross-origin` is its default; Fetch: `Origin`).
 * @param {Exchange} exchange
 * @param {Map<string, Page>} byUrl
 * @param {Map<string, Page>} byHost
 * @returns {Page|null} null: it begins one
 */
function pageFor(exchange, byUrl, byHost) {
  const { request } = exchange;
  if (declaresDocument(request)) return null;
  const mayBegin = isDocument(exchange) && !/^i?frame$/.test(fieldOf(request.headers, 'sec-fetch-dest') ?? '');
  const referer = refererKey(request);
  const named = referer === null ? undefined : byUrl.get(referer);
  if (named !== undefined) return mayBegin && !isBusy(named, exchange) ? null : named;
  if (mayBegin) return null;
  const ofHost = byHost.get(leadingHost(request) ?? hostKey(request));
  return ofHost !== undefined && isBusy(ofHost, exchange) ? ofHost : null;
}

/** @param {Page} page @param {Exchange} exchange @returns {boolean} whether the page was busy when it was requested */
const isBusy = (page, { request }) => request.start - page.end <= PAGE_PAUSE;
