/** The requests of a capture with their responses, where all of it is HTTP of one kind. */

import { protocolNamed } from '../protocols/registry.js';

/** @typedef {import('../transport/transport.js').Transport} Transport */
/** @typedef {Pick<import('../protocols/message-analysis.js').MessageAnalysis, 'messagesOf'|'describe'>} Messages */
/** @typedef {import('../protocols/describe-message.js').Message} Message */
/** @typedef {import('../simulator/applications/page/page.js').PageProtocol} PageProtocol */

/**
 * Times at the capture point.
 * @typedef {object} Exchange
 * @property {number} flow
 * @property {string} server
 * @property {PageProtocol} protocol
 * @property {number} startNs first byte of the request
 * @property {number} sentNs its last
 * @property {number} responseNs first byte of the response
 * @property {number} endNs its last
 * @property {number} heardNs the same at the client, from its acknowledgement: later by the queue after the capture
 *   point
 * @property {number} requestBytes
 * @property {number} responseBytes of the body, with the part of the head that exceeds the simulator's
 * @property {boolean} isSecure inside TLS
 * @property {string} name the request's target, or the beginning of it
 * @property {boolean} isDocument HTML or a style sheet, which references other objects before it is complete
 */

/** Rounded as packet times, so that simultaneous events compare equal. @param {number} seconds */
const nanoseconds = (seconds) => Math.round(seconds * 1e9);
/** Size of the simulator's response head. */
const RESPONSE_HEAD = 120;
const NAME_LENGTH = 200;

/**
 * @param {{ tcp: Transport, messages: Messages }} analysis
 * @param {number[]} flows
 * @param {(flow: number, passedNs: number) => number} heardNs
 * @returns {Exchange[]|null} in the order in which the requests were made; null where something is incomplete, not
 *   HTTP, of several kinds, or requested by a server
 */
export function exchangesOf({ tcp, messages }, flows, heardNs) {
  /** @type {Exchange[]} */
  const all = [];
  for (const flow of flows) {
    const own = exchangesOfFlow(messages, flow, serverOf(tcp, flow), heardNs);
    if (own === null) return null;
    for (const exchange of own) all.push(exchange);
  }
  if (all.length === 0 || all.some(({ protocol }) => kindOf(protocol) !== kindOf(all[0].protocol))) return null;
  return all.sort((a, b) => a.startNs - b.startNs);
}

/** HTTP/1.0 and 1.1 may share a capture. @param {PageProtocol} protocol */
const kindOf = (protocol) => (protocol === 'http/1.0' ? 'http/1.1' : protocol);

/** @param {Transport} tcp @param {number} flow */
function serverOf({ flows }, flow) {
  return JSON.stringify(flows.endpoint(flow, 1 - flows.clientEndpoint(flow)));
}

/**
 * @param {Messages} messages
 * @param {number} flow
 * @param {string} server
 * @param {(flow: number, passedNs: number) => number} heardNs
 * @returns {Exchange[]|null}
 */
function exchangesOfFlow(messages, flow, server, heardNs) {
  const all = readMessagesOf(messages, flow);
  if (all.length === 0) return null;
  const byIndex = new Map(all.map((message) => [message.index, message]));
  const exchanges = [];
  for (const request of all) {
    if (request.kind !== 'request') continue;
    const response = request.pair === null ? undefined : byIndex.get(request.pair);
    const protocol = protocolOf(request);
    const isWhole =
      response !== undefined &&
      isKnown(request) &&
      isKnown(response) &&
      request.direction === 'clientToServer' &&
      request.method !== 'CONNECT';
    if (!isWhole || protocol === null) return null;
    exchanges.push({
      flow,
      server,
      protocol,
      isSecure: request.carrier === 'tls',
      startNs: nanoseconds(request.start),
      sentNs: nanoseconds(request.end),
      responseNs: nanoseconds(response.start),
      endNs: nanoseconds(response.end),
      heardNs: heardNs(flow, nanoseconds(response.end)),
      isDocument: /html|css/i.test(response.contentType ?? ''),
      name: String(request.target ?? '').slice(0, NAME_LENGTH),
      requestBytes: Math.max(1, sizeOf(request)),
      responseBytes: Math.max(1, sizeOf(response) - RESPONSE_HEAD),
    });
  }
  return exchanges;
}

/**
 * A connection's messages, without turns of unread protocols.
 * @param {Messages} messages @param {number} flow
 */
export const readMessagesOf = (messages, flow) =>
  messages
    .messagesOf(flow)
    .map((index) => messages.describe(index))
    .filter(({ protocol }) => !protocolNamed(protocol)?.hasTurnsOnly);

/** @param {Message} request @returns {PageProtocol|null} */
function protocolOf({ protocol, carrier }) {
  if (carrier === 'webmux') return 'mux';
  return protocol === 'http/1.0' || protocol === 'http/1.1' || protocol === 'http/2' ? protocol : null;
}

/** Complete, or cut only by the snap length: its end is known then, too. @param {Message} message */
const isKnown = ({ complete, notes }) =>
  complete || (notes.length > 0 && notes.every((note) => note === 'bytes_missing'));

/** On the wire, head included; streams of HTTP/2 share the wire. @param {Message} message */
function sizeOf({ protocol, headerBytes, bodyBytes, streamOffset, endStreamOffset }) {
  return protocol === 'http/2' ? headerBytes + bodyBytes : endStreamOffset - streamOffset;
}
