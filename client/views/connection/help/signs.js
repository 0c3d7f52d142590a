/**
 * By pane: the sign, its name, what it means.
 * @type {[string, [sign: string, name: string, words: string][]][]}
 */
export const SIGN_GROUPS = [
  [
    'Time–sequence',
    [
      ['segment', 'Segment', 'from its first to its last sequence number, when it passed'],
      ['ack', 'Acknowledged', 'the other end has acknowledged up to here'],
      ['edge', 'Window edge', 'the receive window allows sending up to here'],
      ['repair', 'Retransmitted', 'a segment whose bytes had been sent before'],
      ['spurious', 'Spurious', 'a retransmission of data that had arrived'],
      ['late', 'Out of order', 'sent once, overtaken on the way'],
      ['episode', 'Loss episode', 'from a loss to the acknowledgement of its repair'],
      ['hole', 'Hole', 'bytes that never passed the capture point'],
      ['sack', 'SACK', 'the receiver has these bytes, beyond what it acknowledges'],
      ['dsack', 'D-SACK', 'the receiver got these bytes twice'],
      ['duplicate', 'Duplicate ACK', 'repeats the previous acknowledgement'],
      ['update', 'Window update', 'the window grows, nothing new is acknowledged'],
      ['zero', 'Zero window', 'the receiver accepts no data for now'],
      ['probe', 'Window probe', 'asks whether the window is open again'],
      ['push', 'PSH', 'marks the end of an application write'],
      ['urgent', 'Urgent', 'the segment has urgent data'],
      ['handshake', 'SYN, FIN', 'the connection begins, or one end closes'],
      ['reset', 'Reset', 'the connection is aborted'],
      ['congestion', 'CE, ECE', 'a router marked congestion, or the receiver echoes that'],
      ['slowed', 'CWR', 'the sender has reduced its window'],
      ['icmp', 'ICMP error', 'an error that quotes a packet of this connection'],
      ['twice', 'Duplicates in the capture', 'the packet is in the capture twice; it was sent once'],
    ],
  ],
  [
    'Window',
    [
      ['flight', 'In flight', 'bytes sent and neither acknowledged nor lost'],
      ['cwnd', 'cwnd, inferred', 'congestion window, with the range in which it may lie'],
      ['win', 'Receive window', 'what the receiver allows'],
      ['ssthresh', 'ssthresh, inferred', 'where slow start ends'],
      ['kernel', 'cwnd, kernel', "as the sender's own kernel recorded it, a dot a sample; so in other panes"],
      ['kernel-flight', 'In flight, kernel', 'segments that the kernel had in flight'],
      ['kernel-ssthresh', 'ssthresh, kernel', 'the threshold in the kernel'],
    ],
  ],
  [
    'Round trip',
    [
      ['smoothed', 'Smoothed', 'samples smoothed by 1/8 (RFC 6298)'],
      ['sequence_ack', 'ACK', 'from a segment to the ACK that ends at its last byte'],
      ['timestamp', 'TSval', 'from a timestamp to its first echo'],
    ],
  ],
  [
    'Other panes',
    [
      ['acked', 'Acknowledged', 'bytes newly acknowledged per second, or per ACK'],
      ['pace', 'Pace', 'what evenly paced sending would look like'],
      ['requests', 'Requests under way', 'requests waiting for their response'],
      ['up', 'Client → server', 'bytes or packets per interval'],
      ['down', 'Server → client', 'bytes or packets per interval'],
    ],
  ],
];
