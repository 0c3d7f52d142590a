/** Which requests belong to one page load, as far as a capture tells: by Referer, by time, by host. */

/** @typedef {import('./exchanges.js').Exchange} Exchange */

/** A request without Referer belongs to its host's page if that was busy so short a time ago, in seconds. */
const PAGE_PAUSE = 2;

/**
 * @typedef {object} Page
 * @property {string} url of the request that began it
 * @property {number} start
 * @property {number} end
 * @property {Exchange[]} exchanges in order
 */

/** @param {import('./describe.js').Message} message @param {string} name lower case */
const fieldOf = (message, name) => message.headers.find(([field]) => field.toLowerCase() === name)?.[1] ?? null;

/** @param {import('./describe.js').Message} request @returns {string} absolute, without a fragment */
export function urlOf(request) {
  const target = request.target ?? '';
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(target)) return target;
  return `${request.carrier === 'tls' ? 'https' : 'http'}://${request.host ?? 'unknown'}${target}`;
}

/** @param {Exchange} exchange whether its answer is a document that others may belong to */
const isDocument = ({ response }) => response !== null && /^(text\/html|application\/xhtml\+xml)/i.test(response.contentType ?? '');

/**
 * A document that was not asked for by another page's Referer begins a page; so does whatever finds none. Frames within a page name it as
 * their Referer, so they do not begin another.
 * @param {Exchange[]} exchanges of all connections, in order of their start
 * @returns {Page[]}
 */
export function pagesOf(exchanges) {
  /** @type {Page[]} */
  const pages = [];
  /** The page that an URL is part of. @type {Map<string, Page>} */
  const byUrl = new Map();
  /** @type {Map<string, Page>} */
  const byHost = new Map();
  for (const exchange of exchanges) {
    const { request, response } = exchange, url = urlOf(request), host = request.host ?? '';
    let page = pageFor(exchange, byUrl, byHost.get(host));
    if (page === null) pages.push(page = { url, start: request.start, end: request.end, exchanges: [] });
    page.exchanges.push(exchange);
    page.end = Math.max(page.end, request.end, response?.end ?? 0);
    byUrl.set(url, page);
    byHost.set(host, page);
  }
  return pages;
}

/** @param {Exchange} exchange @param {Map<string, Page>} byUrl @param {Page|undefined} ofHost @returns {Page|null} null: it begins one */
function pageFor(exchange, byUrl, ofHost) {
  const referer = fieldOf(exchange.request, 'referer')?.replace(/#.*/, '');
  if (referer) {
    const page = byUrl.get(referer);
    const follows = page !== undefined && isDocument(exchange) && exchange.request.start - page.end > PAGE_PAUSE;
    return page === undefined || follows ? null : page;
  }
  if (isDocument(exchange) || ofHost === undefined) return null;
  return exchange.request.start - ofHost.end <= PAGE_PAUSE ? ofHost : null;
}
