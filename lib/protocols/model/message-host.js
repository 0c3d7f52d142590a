import { ContentBudget } from '../contents/budget.js';
import { HeaderBudget } from '../http-fields/head-block.js';
import { FrameTable } from '../http2/frame-log.js';
import { WaitingBudget } from '../tls/connection.js';
import { TrialPool } from '../tls/number-search.js';

/** @typedef {import('../host.js').MessageHost} MessageHost */

/**
 * The parsers' environment: where results go, and sources of information.
 * @param {Pick<MessageHost, 'http1'|'mux'|'openStream'|'forgetPipelining'> & {
 *   flows: import('../stream-router.js').FlowRoles, facts: import('./flow-facts.js').FlowFacts,
 *   tls: Map<number, import('../tls/connection.js').TlsInfo>,
 *   proxied: Map<number, import('../tunnels/proxy-protocol/proxy-header.js').Proxied>,
 *   http2: Map<number, import('../http2/side-facts.js').Http2Facts[]>,
 *   http3: Map<number, import('../http3/facts.js').Http3Facts> }} parts
 * @returns {MessageHost}
 */
export const messageHost = ({ flows, facts, tls, proxied, http2, http3, ...parts }) => ({
  ...parts,
  timeOfFrame: (frame) => flows.timeOfFrame(frame),
  progress: (flow, endpoint) => flows.progress(flow, endpoint),
  warn: (flow, warning) => facts.warn(flow, warning),
  countRequest: (flow, depth, isPipelined) => facts.countRequest(flow, depth, isPipelined),
  countResponse: (flow) => facts.countResponse(flow),
  setVersion: (flow, minorVersion, isResponse) => facts.setVersion(flow, minorVersion, isResponse),
  setProtocol: (flow, name) => facts.setProtocol(flow, name),
  body: null,
  onDns: null,
  onServerName: () => {},
  addHttp2: (flow, found) => {
    const known = http2.get(flow);
    if (known === undefined) http2.set(flow, [found]);
    else known.push(found);
  },
  addHttp3: (flow, found) => http3.set(flow, found),
  http2Frames: new FrameTable(),
  headerBudget: new HeaderBudget(),
  contentBudget: new ContentBudget(),
  setTls: (flow, info) => {
    if (!tls.has(flow)) tls.set(flow, info);
  },
  setProxied: (flow, found) => proxied.set(flow, found),
  tls: { ciphers: null, keyLog: null, waiting: new WaitingBudget(), trials: new TrialPool() },
  clientOf: (flow) => flows.clientEndpoint(flow),
  setClient: (flow, client) => {
    if (flows.wasRoleGuessed(flow) && flows.clientEndpoint(flow) !== client) flows.setClient(flow, client);
  },
});
