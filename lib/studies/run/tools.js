/**
 * Functions of the analysis for studies; a study's runs do not import it.
 * @type {import('../study.js').StudyTools}
 */
export const TOOLS = {
  async findingsOf(capture) {
    const { openCapture } = await import('../../library/index.js');
    return (await openCapture(capture)).verdict().findings;
  },
  async acknowledgmentTimerOf(waitsNs, rttMinNs) {
    const { acknowledgmentTimer } = await import('../../insight/findings/evidence/held-back.js');
    return acknowledgmentTimer(waitsNs, rttMinNs);
  },
};
