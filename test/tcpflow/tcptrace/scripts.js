/** Traffic that the tests of tcptrace's statistics share. */
import { script } from '../../support/packets/packets.js';

/**
 * One connection with something of each kind: a fast retransmission, one after a timeout, a needless one, a keep-alive,
 * a probe of a closed window, disorder, bytes that the capture lost; then the same endpoints again.
 */
export function everythingScript() {
  return script(
    { client: '10.0.0.1:4000', server: '10.0.0.2:80', clientIsn: 1000, serverIsn: 5000, startNs: 5e8 },
    'client SYN mss 1460 ws 7 sack',
    '+50ms server SYN-ACK mss 1460 ws 7 sack',
    '+1ms client ACK win 500',
    // The first of five is lost.
    '+9ms client data 1000',
    '+1ms client data 1000',
    '+1ms client data 1000',
    '+1ms client data 1000',
    '+1ms client data 1000',
    '+47ms server ACK 1 win 500 sack 1001-2001',
    '+1ms server ACK 1 sack 1001-3001',
    '+1ms server ACK 1 sack 1001-4001',
    '+1ms server ACK 1 sack 1001-5001',
    '+6ms client seq 1 data 1000',
    '+50ms server ACK 5001 sack none',
    '+10ms client data 1000',
    '+1s client seq 5001 data 1000',
    '+50ms server ACK 6001',
    '+10ms client seq 5001 data 1000',
    '+50ms server ACK 6001 sack 5001-6001',
    '+10ms client ACK seq 6000',
    '+50ms server ACK 6001',
    // The window closes.
    '+10ms client data 1000',
    '+50ms server ACK 7001 win 0',
    '+1s client data 1',
    '+50ms server ACK 7001',
    '+500ms server ACK 7001 win 8',
    '+10ms client seq 7001 data 1024',
    '+50ms server ACK 8025 win 500',
    // Disorder, and segments that were not captured.
    '+10ms client seq 9025 data 1000',
    '+1ms client seq 8025 data 1000',
    '+1ms client seq 10025 data 1000',
    '+50ms server ACK 11025 sack none',
    '+10ms server ACK 12025 sack none',
    '+10ms client seq 13025 data 1000',
    '+1ms server ACK 14025 sack none',
    '+10ms client FIN seq 14025',
    '+50ms server FIN ACK 14026 sack none',
    '+10ms client ACK seq 14026',
    '+5s client SYN seq 899000 mss 1460 win 65535',
    '+10ms server RST-ACK seq -5000 ack 899001 win 0',
  );
}
