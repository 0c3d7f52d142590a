import { DeferredExamination } from '../../lib/analysis/deferred-examination.js';
import { OpenedAnalysis } from '../../lib/analysis/opened-analysis.js';
import { longConnection } from '../support/packets/long-connection.js';
import { pcap, script } from '../support/packets/packets.js';

/** @param {Uint8Array} bytes */
function analysed(bytes) {
  const analysis = new OpenedAnalysis();
  analysis.ingest.push(bytes);
  analysis.ingest.end();
  analysis.findings.captureVerdict();
  return analysis;
}

test('what was too long to be examined with the rest is examined step by step, with progress', () => {
  const analysis = analysed(longConnection());
  expect(analysis.findings.verdict(0).code).toBe('not_examined');
  const deferred = new DeferredExamination(analysis);
  expect(deferred.step()).toEqual({ done: 134_988, total: 134_988, isOver: true });
  expect(analysis.findings.verdict(0).code).toBe('receive_window_limited');
  expect(new DeferredExamination(analysis).step()).toEqual({ done: 0, total: 0, isOver: true });
});

test('where nothing was left out there is nothing to do', () => {
  const analysis = analysed(pcap(script({}, 'client SYN', '+10ms server RST')));
  expect(new DeferredExamination(analysis).step()).toEqual({ done: 0, total: 0, isOver: true });
});
