import { OpenedAnalysis } from '../analysis/opened-analysis.js';
import { RemoteCapture } from '../analysis/remote-capture.js';
import { HostLog } from '../shared/hostlog/host-log.js';
import { restoreSocket } from '../shared/hostlog/kept-sockets.js';
import { checkConnections, checkForm, checkIcmpErrors, checkLinks, checkSockets } from './check-state.js';
import { DAMAGED, ReportError } from './report-error.js';
import { SegmentReplay } from './segment-log.js';

/** @typedef {import('./report-reading.js').ReportState} ReportState */

/** Size of a dummy payload, as reports have none: it is never read. */
const NO_PAYLOAD = new Uint8Array(1 << 16);

/** Wants no bytes of any stream: the protocols' results are in the report. */
const NO_STREAMS = {
  wants: () => false,
  take: () => undefined,
  /** @type {import('../transport/streams.js').StreamSink} */
  sink: { onData: () => Infinity, onGap: () => Infinity, onEnd: () => undefined },
};

/**
 * The analysis of a capture from a report: connections are tracked again from their packets' headers, the rest is
 * restored.
 * @param {ReportState} state
 * @param {import('../protocols/tls/ciphers.js').Ciphers|null} ciphers for reading the capture itself, where the report
 *   includes it
 * @returns {Promise<OpenedAnalysis>}
 * @throws {ReportError} the report is damaged
 */
export async function restoredAnalysis(state, ciphers) {
  try {
    const analysis = restored(state, ciphers);
    if (state.quic) await restoreQuic(analysis.ingest, state.quic);
    if (state.sockets) analysis.ingest.hostLog = restoredLog(state.sockets);
    return analysis;
  } catch (error) {
    throw error instanceof ReportError ? error : new ReportError('damaged', DAMAGED, error);
  }
}

/** @param {OpenedAnalysis['ingest']} ingest @param {NonNullable<ReportState['quic']>} kept */
async function restoreQuic(ingest, kept) {
  checkForm(ingest.kept.messages, kept.messages);
  checkLinks(kept.messages, kept.tracker.connections.length);
  await ingest.restoreQuic(kept);
}

/** @param {NonNullable<ReportState['sockets']>} kept @returns {HostLog|null} null: nothing was recorded */
function restoredLog(kept) {
  checkSockets(kept);
  const log = new HostLog();
  for (const socket of kept) restoreSocket(log.sockets, socket);
  return log.isEmpty ? null : log;
}

/** @param {ReportState} state @param {import('../protocols/tls/ciphers.js').Ciphers|null} ciphers */
function restored({ facts, segments, icmpErrors, clients, kept, numbers }, ciphers) {
  const decoder = new RemoteCapture();
  checkForm(decoder.facts, facts);
  decoder.take(facts);
  const analysis = new OpenedAnalysis({ decoder, body: NO_STREAMS, ciphers });
  const { ingest } = analysis;
  checkForm(ingest.kept, kept);
  checkIcmpErrors(icmpErrors, segments.count);
  const { tcp } = ingest;
  const replay = new SegmentReplay(segments);
  let row = 0;
  const follow = (/** @type {number} */ end) => {
    while (row < end && replay.fill(tcp.batch, end - row)) {
      row += tcp.batch.count;
      tcp.batch.bytes = NO_PAYLOAD;
      tcp.track();
    }
  };
  for (const { row: before, error } of icmpErrors) {
    follow(before);
    tcp.takeIcmpError(error);
  }
  follow(segments.count);
  checkConnections({ clients, numbers }, tcp.flows.count);
  checkLinks(kept.messages, tcp.flows.count);
  for (const { flow, client } of clients) tcp.flows.setClient(flow, client);
  ingest.restore(kept);
  ingest.end();
  if (numbers !== null) tcp.flows.renumber(numbers);
  return analysis;
}
