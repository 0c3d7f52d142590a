/** @typedef {import('../../../transport/tcp/tcp-transport.js').Connections} Connections */

/** Connections examined before and after one in the table, in order of their beginning. */
export const MAX_NEIGHBOURS = 64;

/**
 * Other connections of the client, to the same host or the same port of another one, on which it had sent a request
 * before a time, and which continued beyond another: a browser opens spare connections beside such.
 * @param {Connections} flows
 * @param {Pick<import('../../../protocols/message-analysis.js').MessageAnalysis, 'firstRequestNs'>} messages
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

/** @param {Connections} flows @param {number} flow */
function endsOf(flows, flow) {
  const client = flows.clientEndpoint(flow);
  return { client: flows.endpoint(flow, client), server: flows.endpoint(flow, 1 - client) };
}

/** @param {Connections} flows @param {number} flow */
const hasAnswers = (flows, flow) => flows.direction(flow, 1 - flows.clientEndpoint(flow)).bytes > 0;
