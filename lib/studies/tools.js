/**
 * What studies ask of the analysis, which lib/simulator knows nothing of.
 * @type {import('../simulator/study/study.js').StudyTools}
 */
export const TOOLS = {
  async findingsOf(capture) {
    const { OpenedAnalysis } = await import('../analysis/opened-analysis.js');
    const analysis = new OpenedAnalysis();
    analysis.push(capture);
    analysis.end();
    return analysis.describeFindings().findings;
  },
  async acknowledgmentTimerOf(waitsNs, rttMinNs) {
    const { acknowledgmentTimer } = await import('../insight/findings/detectors/pace/nagle.js');
    return acknowledgmentTimer(waitsNs, rttMinNs);
  },
};
