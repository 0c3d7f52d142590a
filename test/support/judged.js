import { OpenedAnalysis } from '../../lib/analysis/opened-analysis.js';
import { describePackets } from '../../lib/tcpflow/describe/describe-packets.js';

/**
 * What the judge says of a capture's segments.
 * @param {Uint8Array} capture bytes of a pcap file
 * @returns {ReturnType<typeof import('../../lib/tcpflow/describe/describe-packet.js').describePacket>[]} lines of
 *   `analyze --packets`
 */
export function judged(capture) {
  const analysis = new OpenedAnalysis({ keepMessages: false });
  analysis.ingest.push(capture);
  analysis.ingest.end();
  return [...describePackets(analysis.ingest.tcp)];
}

/**
 * One word for a segment: verdict, kind, need.
 * @param {{ verdict: string|null, retransmissionKind: string|null, spurious: boolean|null }} packet
 */
export function inShort({ verdict, retransmissionKind, spurious }) {
  if (verdict !== 'retransmission') return verdict ?? '–';
  return [retransmissionKind ?? '?', ...(spurious ? ['spurious'] : [])].join(' ');
}
