/** Longest that connections are examined before other questions have their turn. */
const STEP_MS = 10;

/**
 * The capture's worst finding, for its row in the list. Connections are examined in steps, so that whoever opens the
 * capture meanwhile does not wait for all.
 * @param {{ connections: { count: number }, findings:
 *   Pick<import('../../lib/analysis/finding-queries.js').FindingQueries, 'ofConnection'|'captureVerdict'> }} analysis
 * @returns {Promise<import('../capture-record.js').CaptureVerdict|null>} null where there is no connection
 */
export async function captureVerdict(analysis) {
  let stepEnd = performance.now() + STEP_MS;
  for (let index = 0; index < analysis.connections.count; index++) {
    analysis.findings.ofConnection(index);
    if (performance.now() < stepEnd) continue;
    await new Promise((resolve) => {
      setImmediate(resolve);
    });
    stepEnd = performance.now() + STEP_MS;
  }
  return analysis.findings.captureVerdict();
}
