/** Messages, streams, verdicts and findings of a connection in `analyze --json`. */
import { describeTls } from '../protocols/tls/describe.js';
import { describeMux } from '../protocols/webmux/summary.js';
import { roundTripsOf } from '../transport/conversation.js';

/** @typedef {import('./ingest.js').Ingest} Ingest */

/**
 * Undefined, which JSON omits, where there is nothing.
 * @param {Ingest} ingest
 * @param {number} index of the connection
 * @param {import('./flow-names.js').FlowNames|null} names
 * @param {import('./finding-queries.js').FindingQueries} findingQueries
 */
export function describeContent(ingest, index, names, findingQueries) {
  const { messages, tcp } = ingest;
  const { requests, responses, pipelinedRequests, maxPipelineDepth } = messages.counts(index);
  const tls = messages.tlsOf(index);
  const warnings = warningsOf(ingest, index);
  const { stack, conflicts, conflictTotal, urgent, urgentTotal, lossEpisodes, reordering, icmpErrors } =
    tcp.describeEvidence(index, ingest.verdicts.found(index));
  const { verdict, findings, unobservable, inferred, summary } = findingQueries.ofConnection(index);
  return {
    transport: 'tcp',
    protocol: messages.protocolOf(index),
    protocolConfidence: messages.protocolConfidenceOf(index) ?? undefined,
    http: { requests, responses, pipelinedRequests, maxPipelineDepth },
    tls: tls === null ? undefined : describeTls(tls, tcp.flows.clientEndpoint(index)),
    proxied: messages.proxiedOf(index) ?? undefined,
    http2: messages.describeHttp2(index) ?? undefined,
    mux: muxOf(ingest, index) ?? undefined,
    pipelining: pipeliningOf(ingest, index) ?? undefined,
    names: names ?? undefined,
    stack,
    conflicts,
    conflictTotal,
    urgent,
    urgentTotal,
    warnings: warnings.length > 0 ? warnings : undefined,
    lossEpisodes,
    reordering,
    icmpErrors,
    summary: summary ?? `${findingQueries.verdict(index).sentence}.`,
    verdict,
    time: findingQueries.times?.describe(index),
    findings,
    inferred,
    unobservable,
  };
}

/**
 * What went wrong with a connection's streams and messages.
 * @param {Ingest} ingest @param {number} index
 * @returns {{ code: string, message: string }[]}
 */
function warningsOf({ tcp, messages }, index) {
  const ofStreams = tcp.warningsOf(index);
  const ofMessages = messages.warningsOf(index);
  return ofStreams.length === 0 ? ofMessages : [...ofStreams, ...ofMessages];
}

/**
 * `mux` of a flow in `analyze --json`; null without WebMUX. `further`: other contents of tunnels and sessions.
 * @param {Ingest} ingest @param {number} index
 */
function muxOf({ tcp, messages, muxCredit }, index) {
  const records = messages.mux.connectionsOf(index);
  if (records.length === 0) return null;
  const [first, ...others] = records.map((record) => describeMux(tcp, messages.mux, record, muxCredit));
  return others.length === 0 ? first : { ...first, further: others };
}

/**
 * Totals of a connection's exchanges; null: fewer than two.
 * @param {Ingest} ingest @param {number} index
 */
function pipeliningOf({ tcp, messages }, index) {
  return messages.counts(index).requests < 2 ? null : messages.pipeliningOf(index, roundTripsOf(tcp.flows, index));
}
