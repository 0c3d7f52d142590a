/**
 * Functions of the analysis for studies; lib/simulator does not depend on it.
 * @type {import('../simulator/study/study.js').StudyTools}
 */
export const TOOLS = {
  async findingsOf(capture) {
    const { OpenedAnalysis } = await import('../analysis/opened-analysis.js');
    const analysis = new OpenedAnalysis();
    analysis.ingest.push(capture);
    analysis.ingest.end();
    return analysis.findings.ofCapture().findings;
  },
  async acknowledgmentTimerOf(waitsNs, rttMinNs) {
    const { acknowledgmentTimer } = await import('../insight/findings/evidence/held-back.js');
    return acknowledgmentTimer(waitsNs, rttMinNs);
  },
};
