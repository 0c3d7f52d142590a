import { merge, pcap, script } from '../../support/packets/packets.js';

/**
 * @param {number} connections each with one HTTP request, from ports 40000 on
 * @returns {Uint8Array} a pcap
 */
export function httpCapture(connections = 1) {
  const conversations = Array.from({ length: connections }, (_, i) =>
    script(
      { client: `10.0.0.1:${40000 + i}`, server: '10.0.0.2:80', startNs: i * 1e6 },
      'client SYN mss 1460 ws 7 sack ts',
      '+20ms server SYN-ACK mss 1460 ws 7 sack ts',
      '+1ms client ACK',
      `+1ms client PSH "GET /item/${i} HTTP/1.1\\r\\nHost: shop${i % 3}.example\\r\\n\\r\\n"`,
      '+20ms server PSH "HTTP/1.1 200 OK\\r\\nContent-Length: 5\\r\\n\\r\\nhello"',
      '+1ms client ACK',
      'client FIN',
      '+20ms server FIN',
      '+1ms client ACK',
    ),
  );
  return pcap(merge(...conversations));
}
