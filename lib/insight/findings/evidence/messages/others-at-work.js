/** @typedef {import('../../../../transport/tcp/tcp-transport.js').Connections} Connections */

/** Connections examined before and after one in the table, in order of their beginning. */
export const MAX_NEIGHBOURS = 64;

/**
 * Other connections of the client, to the same host or the same port of another one, on which it had sent a request
 * before a time, and which continued beyond another: a browser opens spare connections beside such.
 * @param {Connections} flows
 * @param {Pick<import('../../../../protocols/message-analysis.js').MessageAnalysis, 'firstRequestNs'>} messages
 * @param {number} flow index
 * @param {{ openNs: number, askedNs: number }} wait since when the connection was open, and when it was first used
 * @returns {number}
 */
export function othersAtWork(flows, messages, flow, { openNs, askedNs }) {
  const own = endsOf(flows, flow);
  const last = Math.min(flows.count - 1, flow + MAX_NEIGHBOURS);
  let others = 0;
  for (let other = Math.max(0, flow - MAX_NEIGHBOURS); other <= last; other++) {
    if (other === flow || !(flows.at(other).endNs >= openNs) || !hasAnswers(flows, other)) continue;
    const beganNs = messages.firstRequestNs(other) ?? flows.at(other).startNs;
    if (beganNs >= askedNs) continue;
    const { client, server } = endsOf(flows, other);
    const isSameServer = server.address === own.server.address || server.port === own.server.port;
    if (isSameServer && client.address === own.client.address) others++;
  }
  return others;
}

/**
 * Whether the client asked the same server something on another connection, by requests that can be read, or by what it
 * sent in TLS beyond its handshake.
 * @param {Connections} flows
 * @param {Pick<import('../../../../protocols/message-analysis.js').MessageAnalysis, 'counts' | 'tlsOf'>} messages
 * @param {number} flow index
 * @param {number} silentBytes that a client sends more in a handshake than on this connection
 */
export function isAskedElsewhere(flows, messages, flow, silentBytes) {
  const own = endsOf(flows, flow);
  const bytesOf = (/** @type {number} */ one) => flows.direction(one, flows.clientEndpoint(one)).bytes;
  const last = Math.min(flows.count - 1, flow + MAX_NEIGHBOURS);
  for (let other = Math.max(0, flow - MAX_NEIGHBOURS); other <= last; other++) {
    const { client, server } = endsOf(flows, other);
    const isSame = server.address === own.server.address && server.port === own.server.port;
    if (other === flow || !isSame || client.address !== own.client.address) continue;
    const isMore = bytesOf(other) > bytesOf(flow) + silentBytes;
    if (messages.counts(other).requests > 0 || (isMore && messages.tlsOf(other)?.handshakeNs != null)) return true;
  }
  return false;
}

/** @param {Connections} flows @param {number} flow */
function endsOf(flows, flow) {
  const client = flows.clientEndpoint(flow);
  return { client: flows.endpoint(flow, client), server: flows.endpoint(flow, 1 - client) };
}

/** @param {Connections} flows @param {number} flow */
const hasAnswers = (flows, flow) => flows.direction(flow, 1 - flows.clientEndpoint(flow)).bytes > 0;
