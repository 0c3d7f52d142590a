/** The inferred window is compared with the kernel's while the packets show it: elsewhere it may be of any size. */
import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { download, hostLogOfText, serverRecord } from '../../support/host/record.js';

/** @param {Uint8Array} capture @param {Parameters<typeof serverRecord>[1]} how */
function differenceOf(capture, how) {
  const { ingest, opened } = new OpenedAnalysis();
  ingest.push(capture);
  ingest.end();
  ingest.hostLog = hostLogOfText(serverRecord(capture, how));
  const [{ cwnd, kernel }] = opened.describeSenders(0);
  return { cwnd, samples: Number(kernel?.samples), of: kernel?.difference };
}

/** More than any window inferred of these. */
const words = () => 'cubic mss:1448 rtt:50/5 cwnd:1000';

test('while the receive window limits, a congestion window that is never filled is no difference', () => {
  const { of, samples } = differenceOf(download({ isHeldByWindow: true }), { words });
  expect(of?.cwnd?.samples ?? 0).toBeLessThan(0.1 * samples);
  expect(of?.srtt?.samples).toBeGreaterThan(0.9 * samples);
});

test('while it is the limit, it is', () => {
  const { of, samples, cwnd } = differenceOf(download(), { words });
  expect(of?.cwnd?.samples).toBeGreaterThan(0.8 * samples);
  expect(of?.cwnd?.median).toBeGreaterThan(1 - Math.max(...(cwnd?.segments ?? [])) / 1000);
});
