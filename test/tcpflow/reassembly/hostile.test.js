import { CaptureAnalysis } from '../../../lib/analysis/capture-analysis.js';
import { hostileStreams } from '../../support/hostile-streams.js';
import { pcap } from '../../support/packets/packets.js';

test.each([1, 2, 3, 4])('streams that break the rules are analysed to their end, seed %i', (seed) => {
  const analysis = new CaptureAnalysis();
  analysis.push(pcap(hostileStreams({ seed, streams: 150 })));
  analysis.end();
  expect(analysis.flowCount).toBeGreaterThanOrEqual(150);
});
