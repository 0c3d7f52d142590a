import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { hostileStreams } from '../../support/hostile-streams.js';
import { pcap } from '../../support/packets/packets.js';

test.each([1, 2, 3, 4])('streams that break the rules are analysed to their end, seed %i', (seed) => {
  const analysis = new OpenedAnalysis();
  analysis.ingest.push(pcap(hostileStreams({ seed, streams: 150 })));
  analysis.ingest.end();
  expect(analysis.connections.count).toBeGreaterThanOrEqual(150);
});
