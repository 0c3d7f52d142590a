import { ALL_OTHERS, defineKind } from '../../define-kind.js';
import { detector, finding } from '../../finding.js';

export const SELF_CONNECT = defineKind('self_connect', 'Self-connect', 'handshake', ['RFC 9293 section 3.5'], {
  explains: [ALL_OTHERS],
});

/**
 * A connection of a port with itself: a client that connects to a local port without a listener, which the system also
 * picks as its source port, connects to itself (a simultaneous open, RFC 9293 section 3.5). It then reads what it
 * wrote.
 */
export const selfConnect = detector([SELF_CONNECT], ({ isSelfConnect, packets, startNs, endNs }) => {
  if (!isSelfConnect) return [];
  return finding(
    {
      kind: SELF_CONNECT,
      severity: 'error',
      startNs,
      endNs,
      message:
        "The connection is to itself: source and destination are the same address and port. No server listened on that port, and the system chose it as the client's source port.",
      advice:
        'Let services listen below the ephemeral ports (Linux: net.ipv4.ip_local_port_range, or reserve theirs in ip_local_reserved_ports), and let the client close a connection whose two ends are the same.',
    },
    { frames: Array.from(packets.frame.subarray(0, 3)) },
  );
});
