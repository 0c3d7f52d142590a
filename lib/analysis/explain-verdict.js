import { look } from '../insight/findings/examination.js';
import { isExaminable, MAX_OPENED_PACKETS } from '../insight/findings/needs-diagnosis.js';
import { explanationOf } from '../insight/summary/explanation.js';

/**
 * Why a connection's verdict is what it is.
 * @param {Pick<import('./capture-analysis.js').CaptureAnalysis, 'ingest' | 'findings'>} analysis @param {number} index
 * @returns {string[]} lines
 */
export function explainVerdict({ ingest, findings }, index) {
  const { tcp, messages, muxCredit, verdicts } = ingest;
  if (!isExaminable(tcp.flows, messages, index, MAX_OPENED_PACKETS)) {
    const isLong = tcp.flows.at(index).packets > MAX_OPENED_PACKETS;
    const why = isLong
      ? `connections of more than ${MAX_OPENED_PACKETS} packets are not analysed`
      : 'nothing in its counters gives reason to look for findings';
    return [`${findings.verdict(index).sentence}.`, `Why: ${why}.`];
  }
  verdicts.refresh(index);
  return explanationOf(look({ tcp, messages, muxCredit }, index, verdicts.found(index)));
}
