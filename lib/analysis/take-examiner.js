import { MAX_EXAMINED_PACKETS, MAX_OPENED_PACKETS, withReason } from '../insight/findings/worth-examining.js';

/** Few connections between the same hosts, none of them unusual, need no detectors. */
const FEW_FLOWS = 3;

/**
 * Loads the detectors only where there may be findings: they would slow the start.
 * @param {import('./capture-analysis.js').CaptureAnalysis} analysis
 * @param {boolean} all whether every connection is examined, however long that takes
 * @param {{ withTime?: boolean }} [options] withTime: whose the connections' time was is asked for, too
 */
export async function takeExaminer(analysis, all, { withTime = false } = {}) {
  const { tcp, messages, muxCredit, verdicts, quic } = analysis.ingest;
  const { findings } = analysis;
  if (withTime) {
    findings.times = new (await import('../insight/describe/time-queries.js')).TimeQueries(analysis.ingest, { all });
  }
  const reasons = withReason(tcp.flows, messages);
  if (analysis.connections.count < FEW_FLOWS && reasons.length === 0 && quic === null) return;
  const packetsOf = (/** @type {number} */ flow) => tcp.flows.at(flow).packets;
  const most = all ? MAX_OPENED_PACKETS : MAX_EXAMINED_PACKETS;
  if (reasons.some((flow) => packetsOf(flow) <= most)) {
    const { Examiner } = await import('../insight/findings/examiner.js');
    findings.examiner = new Examiner(tcp, messages, muxCredit, {
      all,
      reasons,
      verdictsOf: (flow) => verdicts.found(flow),
      onLedger: findings.times?.keep ?? null,
    });
  } else {
    findings.examiner = new (await import('../insight/findings/capture-only.js')).CaptureOnlyFindings(
      tcp,
      messages,
      reasons,
    );
  }
}
