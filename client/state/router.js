/**
 * URL ↔ view. Each place has its own query:
 *   /                                            dashboard
 *   /captures/:id                                capture
 *   /captures/:id/lanes                          lanes of all its connections
 *   /captures/:id/plots                          its connections' figures against each other
 *   /captures/:id/waterfall                      waterfall of its pages
 *   /captures/:id/whatif                         what it would have cost under other conditions
 *   /captures/:id/connections/:flow              connection
 *   /captures/:id/connections/:flow/messages     its messages
 *   /compare                                     connections or captures side by side; with `pages` pages
 *   /path                                        captures of one path, laid over each other
 *   /studies, /studies/:name                     the published studies
 *   /fleet                                       tables of many captures, asked
 *   /guide, /guide/:lesson                       examples that are explained step by step
 */

import { flowOfText, flowText } from '../../lib/shared/quic-flow.js';
import { addressOf, here, placeIn } from '../base/address.js';

/** @typedef {import('./types.js').Query} Query */

/** Views of a capture besides its table, by their part of the address, in the order of their tabs. */
export const CAPTURE_VIEWS = Object.freeze({
  lanes: 'Lanes',
  plots: 'Plots',
  waterfall: 'Waterfall',
  statements: 'Statements',
  whatif: 'What if',
});

/** @typedef {keyof typeof CAPTURE_VIEWS} CaptureViewName */
/**
 * @typedef {{ view: 'dashboard', query: Query }
 *   | { view: 'capture'|CaptureViewName, captureId: string, query: Query }
 *   | { view: 'connection'|'messages', captureId: string, flow: number, query: Query }
 *   | { view: 'compare', query: Query } | { view: 'pages', query: Query } | { view: 'fleet', query: Query }
 *   | { view: 'path', query: Query }
 *   | { view: 'studies', study: string | null, query: Query }
 *   | { view: 'guide', lesson: string | null, query: Query }
 *   | { view: 'unknown', path: string, query: Query }} Place
 */

/**
 * @param {string} pathname
 * @param {string} [search]
 * @returns {Place}
 */
export function parsePlace(pathname, search = '') {
  const query = Object.fromEntries(new URLSearchParams(search));
  if (pathname === '/') return { view: 'dashboard', query };
  if (pathname === '/compare') return { view: query.pages ? 'pages' : 'compare', query };
  if (pathname === '/path') return { view: 'path', query };
  if (pathname === '/fleet') return { view: 'fleet', query };
  const study = /^\/studies(?:\/([\w-]{1,40}))?\/?$/.exec(pathname);
  if (study) return { view: 'studies', study: study[1] ?? null, query };
  const guide = /^\/guide(?:\/([\w-]{1,40}))?\/?$/.exec(pathname);
  if (guide) return { view: 'guide', lesson: guide[1] ?? null, query };
  const connection = /^\/captures\/([^/]+)\/connections\/(q?\d{1,15})(\/messages)?\/?$/.exec(pathname);
  const flow = connection && flowOfText(connection[2]);
  if (connection && flow !== null) {
    return { view: connection[3] ? 'messages' : 'connection', captureId: decode(connection[1]), flow, query };
  }
  const [, captureId, view] = /^\/captures\/([^/]+)(?:\/([a-z]+))?\/?$/.exec(pathname) ?? [];
  if (captureId !== undefined && (view === undefined || isCaptureView(view))) {
    return { view: view ?? 'capture', captureId: decode(captureId), query };
  }
  return { view: 'unknown', path: pathname, query };
}

/** @param {string} name @returns {name is CaptureViewName} */
const isCaptureView = (name) => Object.hasOwn(CAPTURE_VIEWS, name);

/** @param {string} part of a path; a broken escape stays as it is */
function decode(part) {
  try {
    return decodeURIComponent(part);
  } catch (error) {
    if (error instanceof URIError) return part;
    throw error;
  }
}

/** @param {string} captureId */
export function capturePath(captureId) {
  return `/captures/${encodeURIComponent(captureId)}`;
}

/**
 * @param {string} captureId
 * @param {number} flow
 */
export function connectionPath(captureId, flow) {
  return `${capturePath(captureId)}/connections/${flowText(flow)}`;
}

/** @param {string} captureId @param {CaptureViewName} view @param {Query} [query] */
export const captureViewPath = (captureId, view, query = {}) =>
  `${capturePath(captureId)}/${view}${formatQuery(query)}`;

/** @param {string} captureId @param {number} flow one connection only */
export const whatIfPath = (captureId, flow) => captureViewPath(captureId, 'whatif', { flow: flowText(flow) });

/**
 * @param {string} captureId
 * @param {number} flow
 */
export const messagesPath = (captureId, flow) => `${connectionPath(captureId, flow)}/messages`;

/** @param {string} lesson @param {number} step from 1 on */
export const guidePath = (lesson, step) => `/guide/${lesson}${formatQuery({ step: step === 1 ? '' : String(step) })}`;

/** @param {{ id: string, flow: number | null }[]} of */
export function comparePath(of) {
  return `/compare${formatQuery({ of: of.map(({ id, flow }) => (flow === null ? id : `${id}/${flowText(flow)}`)).join(',') })}`;
}

/** @param {readonly string[]} of ids of captures of one path */
export const samePathPath = (of) => `/path${formatQuery({ of: of.join(',') })}`;

/** @param {readonly string[]} pages `capture/page`, page: its number, or `all` */
export const comparePagesPath = (pages) => `/compare${formatQuery({ pages: pages.join(',') })}`;

/** @param {Query} query empty values are left out */
export function formatQuery(query) {
  const entries = Object.entries(query).filter(([, value]) => value !== '');
  return entries.length === 0 ? '' : `?${new URLSearchParams(entries)}`;
}

/** @param {Place} place */
function identity(place) {
  return JSON.stringify({ ...place, query: null });
}

/** Where the user is, as `navigate` takes it. */
function pathHere() {
  const { pathname, search } = here();
  return pathname + search;
}

function placeHere() {
  const { pathname, search } = here();
  return parsePlace(pathname, search);
}

/** @param {HTMLAnchorElement} link @returns {boolean} whether it leads to a part of what is shown */
const isWithinPage = (link) => /^#(?!\/)/.test(link.getAttribute('href') ?? '');

/**
 * @param {(place: Place, change: { sameView: boolean }) => void} onPlace called for the first place and every later
 *   one,
 *   but not for a view's own `setQuery`
 */
export function createRouter(onPlace) {
  let current = placeHere();

  function arrive() {
    const next = placeHere();
    const same = identity(next) === identity(current);
    current = next;
    onPlace(next, { sameView: same });
  }

  /** @param {string} path */
  function navigate(path) {
    if (path !== pathHere()) history.pushState(null, '', addressOf(path));
    arrive();
  }

  /** Links stay links: only a plain click on one of our own places is taken over.
   * @param {MouseEvent} event */
  function onClick(event) {
    if (
      event.defaultPrevented ||
      event.button !== 0 ||
      event.metaKey ||
      event.ctrlKey ||
      event.shiftKey ||
      event.altKey
    ) {
      return;
    }
    const link = event.target instanceof Element ? event.target.closest('a') : null;
    if (!link || link.target || link.hasAttribute('download') || link.origin !== location.origin) return;
    const { pathname, search } = placeIn(link);
    if (isWithinPage(link) || parsePlace(pathname).view === 'unknown') return;
    event.preventDefault();
    navigate(pathname + search);
  }

  return {
    /** Shows the first place and follows every later one. */
    start() {
      addEventListener('popstate', arrive);
      document.addEventListener('click', onClick);
      onPlace(current, { sameView: false });
    },
    navigate,
    /**
     * Writes the view's query into the URL.
     * @param {Query} query
     * @param {{ replace?: boolean }} [options] without `replace` the change is a step that "back" undoes
     */
    setQuery(query, { replace = false } = {}) {
      const path = here().pathname + formatQuery(query);
      current = { ...current, query };
      if (path === pathHere()) return;
      if (replace) history.replaceState(history.state, '', addressOf(path));
      else history.pushState(null, '', addressOf(path));
    },
  };
}

/**
 * Something small to remember with this history entry, such as how far a table was scrolled.
 * @param {string} key
 * @param {unknown} value
 */
export function keepInHistory(key, value) {
  history.replaceState({ ...history.state, [key]: value }, '');
}

/** @param {string} key @returns {unknown} what `keepInHistory` stored with this entry */
export function fromHistory(key) {
  return history.state?.[key];
}

/** @typedef {ReturnType<typeof createRouter>} Router */
