/**
 * Dependencies between requests: arcs from a request to those with it as their Referer, and from a redirect to the
 * request that follows it.
 */
import { redirectKey, refererKey, urlKey } from '../protocols/model/url.js';
import { protocolNamed } from '../protocols/registry.js';
import { MAX_ARC_MESSAGES } from './limits.js';

/** @typedef {import('../protocols/message-analysis.js').MessageAnalysis} MessageAnalysis */
/** @typedef {import('../protocols/describe-message.js').Message} Message */
/**
 * @typedef {{ kind: 0|1, fromFlow: number, toFlow: number, fromNs: number, toNs: number }} Arc `kind`: index in
 *   `ARC_KINDS`
 */

const ARC_KINDS = /** @type {const} */ (['referer', 'redirect']);

/**
 * @param {Message[]} described in order
 * @returns {Arc[]} in the order of the requests they lead to
 */
function arcsOf(described) {
  /** The latest request for an URL. @type {Map<string, Message>} */
  const asked = new Map();
  /** The latest redirect to an URL. @type {Map<string, Message>} */
  const redirects = new Map();
  /** @type {Arc[]} */
  const arcs = [];
  const byIndex = new Map(described.map((message) => [message.index, message]));
  for (const message of described) {
    if (!protocolNamed(message.protocol)?.isHttp) continue;
    if (message.kind === 'request') arcs.push(...arcsTo(message, asked, redirects));
    else noteRedirect(message, message.pair === null ? undefined : byIndex.get(message.pair), redirects);
  }
  return arcs;
}

/**
 * @param {Message} request
 * @param {Map<string, Message>} asked
 * @param {Map<string, Message>} redirects
 * @returns {Arc[]}
 */
function arcsTo(request, asked, redirects) {
  const url = urlKey(request);
  const toNs = Math.round(request.start * 1e9);
  /** @type {Arc[]} */
  const arcs = [];
  const redirect = redirects.get(url);
  if (redirect !== undefined) {
    redirects.delete(url);
    arcs.push({
      kind: 1,
      fromFlow: redirect.flow,
      toFlow: request.flow,
      fromNs: Math.min(toNs, Math.round(redirect.end * 1e9)),
      toNs,
    });
  }
  const referer = refererKey(request);
  const from = referer === null ? undefined : asked.get(referer);
  if (from !== undefined) {
    arcs.push({ kind: 0, fromFlow: from.flow, toFlow: request.flow, fromNs: Math.round(from.start * 1e9), toNs });
  }
  asked.set(url, request);
  return arcs;
}

/** @param {Message} response @param {Message|undefined} request @param {Map<string, Message>} redirects */
function noteRedirect(response, request, redirects) {
  if (request === undefined || request.kind === response.kind) return;
  const url = redirectKey(response, request);
  if (url !== null) redirects.set(url, response);
}

/**
 * @param {MessageAnalysis} messages
 * @param {Message[]} [others] of other transports, `flow` being the connection's number
 * @returns {import('../shared/columns/column-frame.js').ColumnFrame} the frame `overview-arcs` of docs/protocol.md, of
 *   the first `MAX_ARC_MESSAGES` messages
 */
export function arcsFrame(messages, others = []) {
  const ofTcp = messages
    .inOrder()
    .slice(0, MAX_ARC_MESSAGES)
    .map((row) => messages.describe(row));
  const inOrder = others.length === 0 ? ofTcp : [...ofTcp, ...others].sort((a, b) => a.firstFrame - b.firstFrame);
  const arcs = arcsOf(inOrder.slice(0, MAX_ARC_MESSAGES));
  return {
    kind: 'overview-arcs',
    rows: arcs.length,
    meta: { kinds: [...ARC_KINDS] },
    columns: {
      kind: Uint8Array.from(arcs, ({ kind }) => kind),
      fromFlow: Uint32Array.from(arcs, ({ fromFlow }) => fromFlow),
      toFlow: Uint32Array.from(arcs, ({ toFlow }) => toFlow),
      fromTime: Float64Array.from(arcs, ({ fromNs }) => fromNs),
      toTime: Float64Array.from(arcs, ({ toNs }) => toNs),
    },
  };
}
