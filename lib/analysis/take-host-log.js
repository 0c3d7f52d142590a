/**
 * Gives an analysis what its host recorded.
 * @param {import('./ingest.js').Ingest} ingest
 * @param {import('../shared/hostlog/host-log.js').HostLog | null} log null: nothing
 * @param {import('../session/host.js').Host['decode']} decode
 * @returns {Promise<string|null>} why a qlog among it shows nothing, in a sentence
 */
export async function takeHostLog(ingest, log, decode) {
  ingest.hostLog = log === null || log.isEmpty ? null : log;
  if (log === null || log.qlogs.length === 0) return null;
  const { readEndpointLogs } = await import('./quic/endpoint-logs.js');
  const { logs, refusal } = await readEndpointLogs(ingest.quic, log.qlogs, decode);
  ingest.endpointLogs = logs;
  return refusal;
}
