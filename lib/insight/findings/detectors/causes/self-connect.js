import { detector, finding } from '../../finding.js';
import { ALL_OTHERS, defineKind } from '../../kind.js';

export const SELF_CONNECT = defineKind(
  'self_connect',
  'Self-connect',
  'handshake',
  ['RFC 9293 section 3.5'],
  [ALL_OTHERS],
);

/**
 * A connection of a port with itself: a client that connects to a local port without a listener, which the system also
 * picks as its source port, connects to itself (a simultaneous open, RFC 9293 section 3.5). It then reads what it
 * wrote.
 */
export const selfConnect = detector([SELF_CONNECT], ({ isSelfConnect, packets, startNs, endNs }) => {
  if (!isSelfConnect) return [];
  return [
    finding(
      {
        kind: SELF_CONNECT,
        severity: 'error',
        direction: null,
        startNs,
        endNs,
        costNs: null,
        message:
          'The connection is with itself: source and destination are one address and port. Nobody listened there, and the system gave the client that very port for its own end.',
        advice:
          'Let services listen on ports below the range of ephemeral ones (Linux: net.ipv4.ip_local_port_range, or ip_local_reserved_ports), and let the client close a connection whose two ends are the same.',
      },
      { frames: Array.from(packets.frame.subarray(0, 3)) },
    ),
  ];
});
