import { OpenedAnalysis } from '../../../lib/analysis/opened-analysis.js';
import { connectionOptions, connectionPackets } from '../../../lib/tcpflow/connection/connection-packets.js';
import { PathAnalysis } from '../../../lib/tcpflow/sender/connection-path.js';
import { pcap, script } from './packets.js';

/**
 * A script's connection, judged, as the analysers of a connection have it.
 * @param {...string} lines as of `script`
 */
export function connectionOf(...lines) {
  const analysis = new OpenedAnalysis();
  analysis.ingest.push(pcap(script(lines[0], ...lines.slice(1))));
  analysis.ingest.end();
  const packets = connectionPackets(analysis.ingest.tcp, 0);
  const options = connectionOptions(analysis.ingest.tcp, 0);
  return { analysis, packets, options, path: new PathAnalysis(packets, options) };
}
