import { LIMITS } from '../limits.js';

/**
 * @param {import('./main.js').WorkerState} state
 * @returns {import('../capture-record.js').Summary}
 */
export function summarise({ analysis, version, analysedBytes, watchedFlows }) {
  const { format, packets, tcpPackets, startEpoch, duration, warnings, notRead } = analysis.describeCapture();
  return {
    version,
    analysedBytes,
    format,
    packets,
    tcpPackets,
    connections: analysis.flowCount,
    requests: analysis.requestCount,
    startEpoch,
    duration,
    warnings: warnings.slice(0, LIMITS.warnings),
    notRead: notRead ?? [],
    activity: analysis.activity(),
    encryption: analysis.messages.encryption,
    watchedPackets: countWatched(analysis, watchedFlows),
  };
}

/**
 * @param {import('../../lib/analysis/capture-analysis.js').CaptureAnalysis} analysis
 * @param {number[]} flows
 */
function countWatched(analysis, flows) {
  /** @type {Record<number, number>} */
  const packets = {};
  for (const flow of flows) {
    const index = analysis.flowIndex(flow);
    if (index < 0) continue;
    const [sent, received] = analysis.row(index).packets;
    packets[flow] = sent + received;
  }
  return packets;
}
