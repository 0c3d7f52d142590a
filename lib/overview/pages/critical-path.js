/**
 * The critical path of a page: going back from the end of its last response, what each request had waited for. Its
 * parts have no gap and sum to the page's time.
 *
 *   look-up  set-up        request: /      request: /app.js     client   request: /api
 *   |-------|--------------|---------------|--------------------|--------|------------|
 *                                    part of the document, or its end ^
 */
import { NEVER, PROMPT_NS, Triggers } from '../../protocols/model/triggers.js';

/**
 * A request as the client saw it; times in ns since the capture's first packet, −1 where there is none.
 * @typedef {object} Leg
 * @property {string|number} connection
 * @property {number} askedNs of the look-up of the server's name that its connection waited for
 * @property {number} lookedUpNs
 * @property {number} openNs start of its connection, where it is the first on it
 * @property {number} openedNs end of that set-up, TLS included
 * @property {number} requestNs
 * @property {number} responseNs first byte
 * @property {number} endNs last byte; without a response, of the request
 * @property {boolean} isOrdered one of HTTP/1: after the one before it on its connection
 * @property {boolean} isDocument
 * @property {boolean} mayTrigger whether its response can name or make other requests
 * @property {number} redirect the request whose redirect it follows, by its place
 * @property {number} referer the one that it names as its Referer
 */

/**
 * @typedef {'look_up' | 'set_up' | 'request' | 'client'} PartKind client: between what a request waited for and the
 *   request, nothing was under way for it
 * @typedef {'redirect' | 'referer' | 'connection' | 'content'} Why what tells that a request waited for another
 * @typedef {{ leg: number, kind: PartKind, fromNs: number, toNs: number, why: Why | null }} Part `leg`: the request
 *   that it is part of, or comes before; `why` of that request: null, it waited for none
 */

/** A connection was set up for its first request if that came no later than this after it, or than the set-up took. */
const USED_AT_ONCE_NS = 5e6;

/** When it could have been made: where a connection was set up for it, when that began. @param {Leg} leg */
function readyNs({ askedNs, openNs, openedNs, requestNs }) {
  if (openNs < 0 || openedNs < openNs || openedNs > requestNs) return requestNs;
  const isForIt = requestNs - openedNs <= Math.max(USED_AT_ONCE_NS, openedNs - openNs);
  if (!isForIt) return requestNs;
  return askedNs >= 0 && askedNs < openNs ? askedNs : openNs;
}

/**
 * @param {readonly Leg[]} legs by their requests
 * @returns {Part[]} in order; none of no requests
 */
export function criticalPath(legs) {
  if (legs.length === 0) return [];
  const readies = legs.map(readyNs);
  const triggerOf = triggersOf(legs, readies);
  const startNs = readies.reduce((least, ns) => Math.min(least, ns), readies[0]);
  let leg = legs.reduce((last, { endNs }, k) => (endNs > legs[last].endNs ? k : last), 0);
  let toNs = legs[leg].endNs;
  /** @type {Part[]} */
  const parts = [];
  for (;;) {
    const before = triggerOf(leg);
    const fromNs = Math.max(startNs, before?.atNs ?? startNs);
    parts.push(...partsOf(legs[leg], leg, fromNs, toNs, before?.why ?? null).reverse());
    if (before === null) return parts.reverse();
    toNs = fromNs;
    leg = before.leg;
  }
}

/**
 * From what a request waited for to its end, or to what the next one waited for.
 * @param {Leg} one @param {number} leg @param {number} fromNs @param {number} toNs @param {Why|null} why
 */
function partsOf({ askedNs, lookedUpNs, openNs, openedNs, requestNs }, leg, fromNs, toNs, why) {
  /** @type {Part[]} */
  const parts = [];
  let atNs = fromNs;
  const until = (/** @type {PartKind} */ kind, /** @type {number} */ ns) => {
    const endNs = Math.min(ns, toNs);
    if (endNs > atNs) parts.push({ leg, kind, fromNs: atNs, toNs: endNs, why });
    atNs = Math.max(atNs, endNs);
  };
  if (openNs >= 0 && openedNs <= requestNs) {
    if (askedNs >= 0) {
      until('client', askedNs);
      until('look_up', lookedUpNs);
    }
    until('client', openNs);
    until('set_up', openedNs);
  }
  until('client', requestNs);
  until('request', toNs);
  return parts;
}

/**
 * What each request waited for: the redirect that it follows; its HTTP/1 connection, where that had just become free;
 * a document being received or a response that had come.
 * @param {readonly Leg[]} legs @param {readonly number[]} readies
 * @returns {(leg: number) => { leg: number, atNs: number, why: Why }|null}
 */
function triggersOf(legs, readies) {
  const previous = previousOf(legs);
  const triggers = new Triggers(
    legs.map(({ responseNs, endNs, isDocument, mayTrigger }) => {
      const isThere = mayTrigger && responseNs >= 0;
      return { responseNs: isThere ? responseNs : NEVER, heardNs: isThere ? endNs : NEVER, isDocument };
    }),
  );
  return (leg) => {
    const { redirect, referer, requestNs } = legs[leg];
    const readyAtNs = readies[leg];
    if (redirect >= 0 && redirect < leg && legs[redirect].responseNs <= readyAtNs) {
      return { leg: redirect, atNs: Math.min(legs[redirect].endNs, readyAtNs), why: 'redirect' };
    }
    const named = triggers.before(leg, readyAtNs);
    const held = previous[leg];
    const heldNs = held < 0 ? -Infinity : legs[held].endNs;
    if (heldNs <= requestNs && requestNs - heldNs <= PROMPT_NS && !(named?.when === 'end' && named.atNs > heldNs)) {
      return { leg: held, atNs: heldNs, why: 'connection' };
    }
    if (named === null) return null;
    return { leg: named.object, atNs: named.atNs, why: named.object === referer ? 'referer' : 'content' };
  };
}

/** The one before each on its HTTP/1 connection; −1: none. @param {readonly Leg[]} legs */
function previousOf(legs) {
  /** @type {Map<string|number, number>} */
  const latest = new Map();
  return legs.map(({ connection, isOrdered }, k) => {
    const before = isOrdered ? (latest.get(connection) ?? -1) : -1;
    latest.set(connection, k);
    return before;
  });
}
