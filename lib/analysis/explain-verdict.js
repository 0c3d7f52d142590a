import { concluded, look } from '../insight/findings/examination.js';
import { isExaminable, MAX_OPENED_PACKETS } from '../insight/findings/worth-examining.js';
import { captureExplanationOf, leadingConnection, UnobservableSums } from '../insight/verdict/capture-explanation.js';
import { explanationOf } from '../insight/verdict/explanation.js';

/** @typedef {import('../insight/verdict/explanation.js').Explanation} Explanation */
/** @typedef {Pick<import('./capture-analysis.js').CaptureAnalysis, 'ingest' | 'findings'>} Analysis */

/**
 * Why a connection's verdict is what it is.
 * @param {Analysis} analysis @param {number} index
 * @returns {Explanation}
 */
function explainVerdict({ ingest, findings }, index) {
  if (!isOpened(ingest, index)) {
    const isLong = ingest.tcp.flows.at(index).packets > MAX_OPENED_PACKETS;
    const why = isLong
      ? `connections of more than ${MAX_OPENED_PACKETS} packets are not analysed`
      : 'nothing in its counters gives reason to look for findings';
    return { sentence: findings.verdict(index).sentence, why, sections: [] };
  }
  return explanationOf(lookAt(ingest, index));
}

/**
 * Why the sentence of a connection of any transport leads, or the capture's.
 * @param {Analysis} analysis @param {import('./quic/all-connections.js').AllConnections} all
 * @param {number|null} index null: the capture's
 * @returns {Explanation}
 */
export function explain(analysis, all, index) {
  const { quic } = all;
  if (index === null) return quic === null ? explainCaptureVerdict(analysis) : quic.explainCapture(analysis.findings);
  const ofQuic = all.quicIndexOf(index);
  return quic === null || ofQuic < 0 ? explainVerdict(analysis, index) : quic.explain(ofQuic);
}

/**
 * Why the verdict of a capture of TCP is what it is; with one connection, that one's.
 * @param {Analysis} analysis
 * @returns {Explanation}
 */
function explainCaptureVerdict(analysis) {
  const { ingest, findings } = analysis;
  const { flows } = ingest.tcp;
  if (flows.count === 1) return explainVerdict(analysis, 0);
  const weighed = findings.overall();
  if (weighed === null) return { sentence: 'No connections', why: 'no packet of TCP or QUIC was read', sections: [] };
  const unobservable = new UnobservableSums();
  for (let index = 0; index < flows.count; index++) {
    unobservable.add(findings.ofConnection(index).unobservable ?? []);
  }
  const leading = leadingConnection(weighed, flows.count);
  return captureExplanationOf(weighed, {
    connections: flows.count,
    unobservable,
    leading: leading === null ? null : { number: leading, yielded: yieldedIn(ingest, flows.indexOf(leading)) },
  });
}

/** @param {Analysis['ingest']} ingest @param {number} index */
const yieldedIn = (ingest, index) => (isOpened(ingest, index) ? concluded(lookAt(ingest, index)).yielded : []);

/** @param {Analysis['ingest']} ingest @param {number} index */
const isOpened = ({ tcp, messages }, index) => isExaminable(tcp.flows, messages, index, MAX_OPENED_PACKETS);

/** @param {Analysis['ingest']} ingest @param {number} index */
function lookAt({ tcp, messages, muxCredit, verdicts }, index) {
  verdicts.refresh(index);
  return look({ tcp, messages, muxCredit }, index, verdicts.found(index));
}
