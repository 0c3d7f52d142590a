/** Written by scripts/generate-help.js from docs/metrics.md; not edited by hand. */

/**
 * What each figure is, by its label.
 * @type {ReadonlyMap<string, { how: string, source: string, sure: string }>}
 */
export const FIGURES = new Map([
  [
    'Span',
    {
      how: "the selection, or else what is in view, cut to the connection's packets, in seconds since its first packet; and the same in round trips of the shortest RTT",
      source: '',
      sure: 'exact',
    },
  ],
  [
    'Sent',
    {
      how: 'payload of the segments of the direction shown that passed in the span, what was sent twice counted twice',
      source: '',
      sure: 'exact, where the capture has all packets',
    },
  ],
  [
    'Acknowledged',
    { how: "how far the other end's acknowledgements went on in the span", source: 'RFC 9293', sure: 'exact' },
  ],
  [
    'Goodput',
    {
      how: 'bytes newly acknowledged, by the length of the span',
      source: '',
      sure: 'exact; over a span of less than a round trip it says little',
    },
  ],
  [
    'RTT min/med/p95',
    {
      how: 'shortest, median and 95th percentile of the RTT samples of the span. A sample is the time from a segment to the first ACK that ends at its last byte, both as they pass the capture point; none where bytes sent twice are among those acknowledged',
      source: 'Karn, RFC 6298 section 3',
      sure: 'exact from the capture point to the receiver and back: the whole path only at the sender',
    },
  ],
  [
    'Retransmitted',
    {
      how: 'segments with payload whose bytes had been sent before, by our verdict; SYN and FIN not counted',
      source: 'ours',
      sure: 'each with its evidence on its card; what was lost before the capture point is not seen twice',
    },
  ],
  [
    'Out of order',
    {
      how: 'segments that were sent once and overtaken by later ones on the way',
      source: 'ours',
      sure: 'each with its evidence on its card; nothing is overtaken yet at the sender',
    },
  ],
  [
    'ACKs, duplicate',
    {
      how: 'acknowledgements that came in the span; and those of them without data, with the same ACK and window as the one before, without SYN, FIN and RST',
      source: 'Wireshark, tcp.analysis.duplicate_ack',
      sure: 'exact',
    },
  ],
  [
    'Longest gap',
    { how: 'the longest time between two packets of the span, of either direction', source: '', sure: 'exact' },
  ],
  [
    'Requests under way',
    {
      how: "requests that were under way at some time of the span, from the request's first byte to the response's last",
      source: '',
      sure: 'exact, where the messages are read',
    },
  ],
  ['Packets', { how: 'segments of the direction, whole connection', source: '', sure: 'exact' }],
  ['With data', { how: 'segments with payload', source: '', sure: 'exact' }],
  [
    'Payload',
    {
      how: 'payload bytes of sequence numbers not seen before in the direction',
      source: 'tcptrace, "unique bytes sent"',
      sure: 'exact',
    },
  ],
  [
    'Duplicate ACKs',
    {
      how: 'same ACK, same window, no data, no SYN, FIN or RST; counted at who sends them',
      source: 'Wireshark, tcp.analysis.duplicate_ack',
      sure: 'exact',
    },
  ],
  [
    'Max in flight',
    {
      how: 'highest byte sent less highest byte acknowledged, at data segments',
      source: 'as Wireshark without its SACK rule',
      sure: 'what the sender had in flight only where the capture was taken near it',
    },
  ],
  [
    'RTT min',
    {
      how: 'the shortest RTT sample of the direction, whole connection',
      source: 'Karn, RFC 6298 section 3',
      sure: 'exact from the capture point to the receiver and back',
    },
  ],
  [
    'MSS',
    {
      how: 'largest segment that the end takes, from its SYN',
      source: 'RFC 9293',
      sure: 'exact; none where no SYN was captured',
    },
  ],
  [
    'Window scale',
    {
      how: 'shift of the windows that the end announces, from its SYN',
      source: 'RFC 7323',
      sure: 'exact; none where no SYN was captured',
    },
  ],
  [
    'SACK',
    {
      how: 'whether the SYN permits selective acknowledgements',
      source: 'RFC 2018',
      sure: 'exact; none where no SYN was captured',
    },
  ],
  [
    'Timestamps',
    {
      how: 'whether the SYN has the timestamp option',
      source: 'RFC 7323',
      sure: 'exact; none where no SYN was captured',
    },
  ],
  [
    'Throughput',
    {
      how: "payload of sequence numbers not seen before, by the connection's time from first to last packet",
      source: 'tcptrace',
      sure: 'exact; pauses count, too',
    },
  ],
  [
    'Congestion control',
    {
      how: 'how the window grew between losses, how far it went back at them, and how the sender left slow start, compared with what each algorithm does; named where two kinds of evidence agree',
      source: "RFC 5681, RFC 9438, RFC 9002 and the stacks' sources",
      sure: 'inferred; how sure is said beside it',
    },
  ],
  [
    'Initial window',
    {
      how: 'what was in flight when the first acknowledgement of data came, if the window was the limit then',
      source: 'RFC 6928',
      sure: 'inferred; how sure is said beside it',
    },
  ],
  [
    'End of slow start',
    {
      how: 'when the window first grew by less than slow start would have it, or went back, and why',
      source: 'RFC 5681, RFC 9406',
      sure: 'inferred; how sure is said beside it',
    },
  ],
  [
    'ssthresh',
    {
      how: 'the window at which slow start ended, or that a back-off left',
      source: 'RFC 5681',
      sure: 'inferred; how sure is said beside it',
    },
  ],
  [
    'Restarts after idle',
    {
      how: 'data behind 200 ms of silence with nothing under way, and whether the window was kept or begun anew',
      source: 'RFC 5681 section 4.1, RFC 7661',
      sure: 'seen; the window behind it is inferred',
    },
  ],
  [
    'Bottleneck rate',
    {
      how: 'median rate of payload delivered in the round trips in which the window alone was the limit and a queue stood in front of the bottleneck',
      source: '',
      sure: 'inferred; how sure is said beside it',
    },
  ],
  [
    'Base RTT',
    { how: 'the shortest round trip over the whole path', source: '', sure: 'inferred away from the sender' },
  ],
  [
    'Queueing delay',
    {
      how: 'every other round trip less the shortest: median and longest',
      source: '',
      sure: 'inferred away from the sender; a host that is slow to answer looks like a queue',
    },
  ],
  [
    'Bottleneck buffer',
    {
      how: "queueing delay just before losses, times the bottleneck's rate; without such losses at least the longest delay times the rate",
      source: '',
      sure: 'inferred; how sure is said beside it',
    },
  ],
  [
    'Policer',
    {
      how: '15 losses or more without a queue in front of them, at the places where a token bucket of one rate would be empty',
      source: 'Flach et al. 2016',
      sure: 'inferred; how sure is said beside it',
    },
  ],
  [
    'Loss',
    {
      how: 'events of segments retransmitted out of need: buffer overflow where most came when the delay was among the longest, in bursts, or at random',
      source: '',
      sure: 'inferred; of few losses nothing is said',
    },
  ],
]);
