/** Written by scripts/generate-help.js from docs/metrics.md; not edited by hand. */
/* eslint max-lines: off */

/** Tables of figures by their names; of each figure its label, how it comes about, its source, how sure it is. */
export const FIGURES = `
Connection
Span|the selection, or the visible range, within the connection, in seconds since its first packet; also in multiples of the minimum RTT||exact
Sent|payload of the direction shown in the span, retransmissions included||exact, if the capture has all packets
Acknowledged|bytes newly acknowledged by the other end in the span|RFC 9293|exact
Goodput|bytes newly acknowledged, divided by the length of the span||exact; not meaningful below one round trip
RTT min/med/p95|minimum, median and 95th percentile of the RTT samples in the span. A sample is the time from a segment to the first ACK that ends at its last byte, at the capture point; none if retransmitted bytes are among those acknowledged|Karn, RFC 6298 section 3|exact from the capture point to the receiver and back; the whole path only at the sender
Retransmitted|segments with payload that were retransmitted; SYN and FIN not counted|ours|evidence on each card; a segment lost before the capture point is seen only once
Out of order|segments sent once and overtaken by later ones|ours|evidence on each card; at the sender nothing is out of order yet
ACKs, duplicate|acknowledgements in the span; and those without data, SYN, FIN and RST that repeat the previous ACK and window|Wireshark, tcp.analysis.duplicate_ack|exact
Longest gap|longest time between two packets in the span, either direction||exact
Requests under way|requests outstanding at some time in the span, from the request's first byte to the response's last||exact, if messages are decoded
Packets|segments of the direction, whole connection||exact
With data|segments with payload||exact
Payload|payload bytes with sequence numbers not seen before in the direction|tcptrace, "unique bytes sent"|exact
Duplicate ACKs|same ACK, same window, no data, no SYN, FIN or RST; counted for their sender|Wireshark, tcp.analysis.duplicate_ack|exact
Max in flight|highest byte sent minus highest byte acknowledged, at data segments|as Wireshark without its SACK rule|the sender's bytes in flight only in a capture near it
Waited|time in which an exchange went on, by whose turn it was (Time, above)|critical path of TCP transactions|inferred, by rules that analyze --json names; what nobody can tell is not known
RTT min|minimum RTT sample of the direction, whole connection|Karn, RFC 6298 section 3|exact from the capture point to the receiver and back
MSS|maximum segment size that the end accepts, from its SYN|RFC 9293|exact; none if no SYN was captured
Window scale|shift of the end's advertised windows, from its SYN|RFC 7323|exact; none if no SYN was captured
SACK|whether the SYN permits selective acknowledgements|RFC 2018|exact; none if no SYN was captured
Timestamps|whether the SYN has the timestamp option|RFC 7323|exact; none if no SYN was captured
Throughput|payload with sequence numbers not seen before, divided by the time from first to last packet|tcptrace|exact; includes pauses
Samples|of this sender's socket, in what its host recorded beside the capture ([host-record.md](host-record.md))|ss -tin|exact
Clock|what was added to the record's times to put them on the capture's, and by how much that may be wrong: when so many bytes were acknowledged, that acknowledgement had come and the next had not|bytes_acked|the ± says
Congestion control, kernel|the socket's|ss -tin|exact
cwnd, difference|of the inferred congestion window to the kernel's, as a share of it, without sign, at the samples at which the packets show the window: it is the limit, or a loss is repaired. BBR paces below its window, and every 10 s cuts it to 4 segments for 200 ms (PROBE_RTT), which is inferred late: there the difference is large|cwnd|exact
SRTT, difference|the same of the smoothed round trip, at all samples|rtt|exact
Retransmitted, kernel|bytes that the kernel counts|bytes_retrans|exact
Busy|time with data to send or unacknowledged, from the first sample to the last|busy (RFC 4898)|to a sample
rwnd_limited|time in which the kernel waited for the receive window; beside it the time inferred|rwnd_limited|to a sample
sndbuf_limited|time in which the kernel waited for room in the send buffer; beside it the time inferred|sndbuf_limited|to a sample
app_limited|share of the samples in which the kernel marks the rate as limited by the application; beside it the time inferred|app_limited|to a sample
Congestion control|growth of the window between losses, reduction at losses, and exit from slow start, compared with each algorithm; named if two kinds of evidence agree|RFC 5681, RFC 9438, RFC 9002 and the stacks' sources|inferred; confidence beside it
Initial window|bytes in flight at the first acknowledgement of data, if the window was the limit then|RFC 6928|inferred; confidence beside it
End of slow start|when the window first grew more slowly than in slow start, or shrank, and why|RFC 5681, RFC 9406|inferred; confidence beside it
ssthresh|window at the end of slow start, or after a back-off|RFC 5681|inferred; confidence beside it
Restarts after idle|data after 200 ms of silence with nothing outstanding, and whether the window was kept or reset|RFC 5681 section 4.1, RFC 7661|observed; the window after it is inferred
Bottleneck rate|median delivery rate over the round trips in which only the window was the limit and the bottleneck had a queue||inferred; confidence beside it
Base RTT|minimum RTT over the whole path||inferred away from the sender
Queueing delay|other RTTs minus the minimum: median and maximum||inferred away from the sender; a slow host looks like a queue
Bottleneck buffer|queueing delay just before losses, times the bottleneck rate; without such losses, at least the maximum delay times the rate||inferred; confidence beside it
Policer|15 or more losses without a queue, where a token bucket of one rate would be empty|Flach et al. 2016|inferred; confidence beside it
Loss|necessary retransmissions: buffer overflow if most came at the highest delays, otherwise bursts, or random||inferred; nothing for few losses
Limited by|what limited the direction shown at each moment (congestion window, receive window, application …), or for longest|RFC 9293, RFC 5681 and the stacks' sources|inferred; confidence in findings and side column
Messages|requests (as the table counts them) and responses, from the first byte to the last one in order|the protocol's RFC|exact, if not encrypted or keys are available
Whole connection|payload of the whole connection, with the visible range marked||exact
Findings|problems, worst first: faults before notes, each by cost. The figure on the right is the cost: how much earlier the data would have arrived without it|ours, and the RFCs named in each|each has a confidence and evidence; costs may overlap
Start, s|when the first packet of the loss episode was retransmitted, since the connection's first packet|ours|as its packets' verdicts
By|what triggered the first retransmission: fast retransmission, timeout, tail-loss probe|RFC 5681, RFC 6298, RFC 8985|inferred from timing and acknowledgements
Lost|payload that had to be retransmitted|ours|as its packets' verdicts
Retr.|packets of the loss episode that were retransmitted|ours|as its packets' verdicts
Duration|from the first retransmission until everything sent before the loss was detected is acknowledged|RFC 6675, recovery point|exact, for these packets
Cost|delay of that acknowledgement compared with no loss: one minimum delay after the byte before it|ours|inferred
Head of a connection
RTT min|minimum RTT sample of the direction with the higher ones|Karn, RFC 6298 section 3|exact from the capture point to an end and back; the whole path only at an end
Captured|capture point relative to the sender of the direction shown, from the RTT on both sides|ours|inferred; confidence in the side column
Retransmitted|retransmitted segments with payload, of all with payload of the direction shown|ours|evidence on each card; a segment lost before the capture point is seen only once
Handshake|from the latest SYN to the ACK of the handshake|Wireshark, tcp.analysis.initial_rtt|exact at the capture point
Looks like|TCP stack that the sender's SYN resembles, by option order, initial TTL, window and scale|p0f, Nmap, the stacks' sources|a resemblance, with confidence; NAT, firewalls and settings change SYNs
State|from SYN, FIN and RST of both ends|RFC 9293, as observed|exact, if these were captured
TLS|version, requested server name, whether it was decrypted|RFC 8446, RFC 6066|exact
Panes of a connection
Time–sequence|each segment from its first to its last sequence number, at the time it passed the capture point; lines: acknowledged data, and the edge of the receive window|RFC 9293; tcptrace, xplot|exact, at the capture point
Window and bytes in flight|the last advertised receive window, scaled, and the sender's bytes in flight|RFC 7323, RFC 6675|window exact, if the scale is known; away from the sender, bytes in flight are inferred, hatched if uncertain
Round trip|a mark per RTT sample, by method; line: smoothed RTT, dotted: minimum|RFC 6298|exact from the capture point to the acknowledging end and back
Throughput|bytes sent, and newly acknowledged, in a sliding interval||exact
Bytes acknowledged|bytes acknowledged at each moment; with a straight line from first to last|the XUDP study|exact
Time to the ACK|RTT samples by arrival of their ACK, in steps of 20 ms|the XUDP study|exact from the capture point to the receiver and back
Bytes in flight|the sender's bytes in flight, in packets of the largest payload seen|RFC 6675|as in the window pane
Segment sizes|payload of each segment||exact; offload (TSO/GRO) merges several segments into one
Bytes per interval|payload that passed the capture point in each interval, by direction, retransmissions included|as Wireshark's I/O graph|exact
Packets per interval|TCP segments that passed the capture point in each interval, by direction|as Wireshark's I/O graph|exact
Acknowledged data
Data acknowledged|highest byte acknowledged, whole connection, direction shown|the XUDP study|exact
First data to last ACK|from the first segment with payload to the last advancing acknowledgement|the XUDP study|exact
Goodput|the first divided by the second|the XUDP study|exact
Mean round trip|mean of the RTT samples|the XUDP study|exact from the capture point to the receiver and back
Mean window, by time|mean bytes in flight over that time, in packets of the largest payload seen|the XUDP study|as in the window pane
Mean window, by ACK|mean bytes in flight at each acknowledgement: bursts count more, pauses less|the XUDP study|as in the window pane
Rate × RTT vs window|difference between goodput times mean round trip and the mean window by time|Little's law|above 10 %, one of the three is misleading
TLS
Version|of the ServerHello|RFC 8446, RFC 5246|exact
Protocol (ALPN)|chosen by the server, otherwise those offered by the client|RFC 7301|exact; the choice in TLS 1.3 only with keys
Name (SNI)|from the first ClientHello|RFC 6066|exact; none if the client encrypts it
Cipher|suite of the ServerHello|RFC 8446|exact
Handshake|server flights that the client waited for before its first application data; and the time from ClientHello to that record|RFC 8446|exact at the capture point
Resumed|whether a session was resumed without a full handshake|RFC 8446, RFC 5246|for TLS 1.2 inferred: ChangeCipherSpec without a certificate
Decrypted|whether application data was decrypted with the given keys||exact
Client (JA4)|fingerprint of the ClientHello|FoxIO, JA4|exact; clients with the same library share it
Certificate|subject of the server's certificate|RFC 5280|exact, not verified; for TLS 1.3 only with keys
Client's certificate|subject of the client's certificate|RFC 5280|exact, not verified; for TLS 1.3 only with keys
Names|subjectAltName of that certificate|RFC 5280|exact, not verified
Issuer|issuer of that certificate|RFC 5280|exact, not verified
Valid|validity period of that certificate|RFC 5280|exact; not compared with any clock
Alerts|descriptions of readable alerts|RFC 8446 section 6|those after the handshake only with keys
Packets
Frame|number of the frame in the capture|Wireshark, frame.number|exact
Time, s|since the connection's first packet||as the capture's clock
Time|since the connection's first packet||as the capture's clock
Since last|since the previous packet, either direction|Wireshark, tcp.time_delta|as the capture's clock
Direction|which end sent it||exact, if a SYN or the content identifies the client
Sequence|sequence number minus the initial one, unwrapped; or as on the wire|RFC 9293; Wireshark's relative numbers|exact; without a SYN, counted from the first number seen
Length|bytes of payload by the IP header|Wireshark, tcp.len|exact
Bytes|offsets of its first and last payload byte, and their number|RFC 9293|exact
ACK|acknowledgement number, as the sequence numbers of the other direction|RFC 9293|exact
Window|as advertised, scaled by the SYN's shift|RFC 7323|exact if both SYNs were captured; otherwise inferred from the data sent, or as in the header
In flight|bytes in flight after this segment: sent and neither acknowledged, nor SACKed, nor lost|RFC 6675|inferred away from the sender; accuracy depends on the capture point
Flags|of the TCP header|RFC 9293|exact
Note|role of the packet: retransmission, duplicate ACK, message edge; and Wireshark's flag if it differs|ours|evidence on the card
First sent|the earlier segment with the same first byte|ours|exact
Acknowledged|the other end's first packet that acknowledges all of it, and the time until then|RFC 9293|exact at the capture point
Round trip|RTT sample that this acknowledgement gives|Karn, RFC 6298 section 3|exact from the capture point to the acknowledging end and back
Released by|the acknowledgement that released it, by window and timing|ours|inferred
Released|segments released by this acknowledgement, by window and timing|ours|inferred
Carries|the message whose bytes are in it||exact, if messages are decoded
Acknowledges|offset up to which data is acknowledged|RFC 9293|exact
New|bytes that no earlier packet had acknowledged|RFC 9293|exact
Duplicate|position in a run of acknowledgements with the same number and window and no data|RFC 5681; Wireshark, tcp.analysis.duplicate_ack|exact
SACK|blocks that the packet selectively acknowledges|RFC 2018|exact
D-SACK|blocks; the first was received twice|RFC 2883|exact
ICMP error|ICMP error that quotes this segment: kind and sender|RFC 792, RFC 4443|exact; may be forged if its number was not outstanding
Verdict|the segment's class: original, retransmission, out of order, captured twice, keep-alive, window probe, corrupted, refused|ours|as the evidence; confidence beside it
Needed|whether the retransmission was necessary or spurious|ours; D-SACK (RFC 2883), timestamps (RFC 3522)|as the evidence; confidence beside it
Evidence|observations that support the verdict||observed
Confidence|certainty of the verdict, by the kinds of evidence that agree|ours|verified with recordings of known truth
Wireshark|tcp.analysis flags that Wireshark 4.0 gives this packet|Wireshark|its rules, reimplemented
QUIC connection
Stream data|bytes of all streams in the order in which they were first sent, as MAX_DATA counts them; what was acknowledged without a gap is the line, what was acknowledged above it the bars beside; crosses are where the sender declared a packet lost, circles where that packet was acknowledged after all|RFC 9000, 9002|as losses under "Senders of QUIC"
Window|bytes in flight, and the congestion window inferred; hatched at the foot where the packets do not show it|RFC 9002|as cwnd under "Senders of QUIC"
RTT|samples as the sender had them, and of the spin bit; the line is smoothed, without the delay that the other end names|RFC 9002 section 5, RFC 9000 section 17.4|within 0.2 ms with keys; the spin bit includes the ends' pauses
Limited by|what kept the sender from sending more||as limits under "Senders of QUIC"
Datagrams|UDP datagrams and their payload||exact
Lost, spuriously|packets that the sender declared lost, and those of them that were acknowledged after all|RFC 9002 section 6.1|as losses
Probes|packets that a probe time-out made leave|RFC 9002 section 6.2|as probes
Samples, qlog|changes of the sender's state in what the end itself logged ([host-record.md](host-record.md))|qlog, metrics_updated|exact
Clock, qlog|what was added to the log's times to put them on the capture's, by the packets that both have, and by how much that may be wrong|qlog, packet_sent|the ± says
cwnd, difference to qlog|of the inferred congestion window to the logged one at the times of the samples, where the packets show it, as a share of it, without sign|qlog, congestion_window|exact
In flight, difference to qlog|the same of bytes in flight|qlog, bytes_in_flight|exact
SRTT, difference to qlog|the same of the smoothed round trip|qlog, smoothed_rtt|exact
Lost, qlog|packets that the end logged as lost|qlog, packet_lost|exact; some libraries log none
QUIC packets
Frame|number in the capture; several packets may be in one frame||exact
Packet|kind and packet number|RFC 9000 section 17|exact; no number without keys
Bytes|of the QUIC packet with its tag||exact
Frames|frames in the packet|RFC 9000 section 19|exact, with keys
Fate|what became of it, as its sender saw it: acknowledged, declared lost, spuriously declared lost|RFC 9002|as losses
Requests
Name|last part of the path; for other protocols the command||exact
Domain|host named by the request|RFC 9110, Host; RFC 9113, :authority|exact
Host|host named by the request|RFC 9110, Host; RFC 9113, :authority|exact
Status|status of the final response, or why the stream was reset|RFC 9110|exact
Type|content type, from Content-Type|RFC 9110|as declared by the server
Protocol|protocol of the request||exact, dissected
Priority|priority requested|RFC 9218|exact
Size|bytes of the response body as transferred (possibly compressed), without chunked framing; on cards also of the headers|RFC 9112|exact, if captured completely
Connection|number of the connection that carried it||exact
Start, s|from the capture's first packet to the request's first phase||as the capture's clock
Starts|from the capture's first packet to the request's first phase||as the capture's clock
Connect|first SYN to the ACK of the handshake, only for the connection's first request|as in browser developer tools|exact at the capture point; near the server shorter than at the client
TLS|ClientHello to the end of the handshake, only for the connection's first request|as in browser developer tools|exact at the capture point
Blocked|the connection was open but unused||exact; the reason is unknown
Send|from the request's first byte to its last|HAR|exact at the capture point
Queued|part of the wait in which earlier responses of the same HTTP/1 connection arrived|ours|an upper bound; 0 in HTTP/2
Wait|from the request's last byte to the response's first, without queueing: round trip plus server time|HAR|exact at the capture point; the server's share is not observable
Receive|from the response's first byte to its last|HAR|exact at the capture point
ACKed|from the response's last byte to its acknowledgement|RFC 9293|exact
No response|for a missing or incomplete response, time until its stream or connection ended|ours|exact
TTFB|from the request's first byte to the response's first|as in browser developer tools, without connecting|exact at the capture point
Time|from the request's first byte to the response's last; near the server until its acknowledgement, as the client saw it|ours|exact at the capture point
RTTs|the same in multiples of the handshake RTT|ours|exact; none if the handshake was not captured, or too short
Totals|for the rows shown: requests, response body bytes, connections, hosts, and failed requests||exact
Held by|time of the page's critical path by cause ([Pages](#pages)); the line below the bars is the path|critical path of TCP transactions|inferred: which request waited for which, and whose the time was
Where the time went|at each moment the most advanced phase of all outstanding requests (receiving, waiting, connecting), summed from the first request to the last byte|ours|exact at the capture point
Request|first and last frame of the request||exact
Response|status, type and size of the response; or its first and last frame|RFC 9110|exact
Stream|number of the stream on its connection|RFC 9113|exact
Session|number of the session on its connection|W3C MUX|exact
Pipelined|sent before the previous response had ended|RFC 9112 section 9.3.2|exact, by times at the capture point
Truncated|the capture does not contain all of it||exact
Wait, captured|from the request's last byte to the response's first, for comparison with the server's own times|W3C Server Timing|exact at the capture point; server times as reported
Method|service and method from the path|gRPC over HTTP/2|exact
Outcome|grpc-status in the trailers, otherwise in the headers|gRPC over HTTP/2|exact
Sent|when the first byte passed; for gRPC messages of the client: number, bytes, start of each||exact at the capture point
Received|gRPC messages of the server: number, bytes, start of each|gRPC over HTTP/2|exact at the capture point
Requested|when the request's first byte passed the capture point||as the capture's clock
Request sent|when the request's first byte passed the capture point||as the capture's clock
First byte after|from the request's first byte to the response's first||exact at the capture point
Last byte sent|when the last byte of the response, or of the request, was available in order||exact at the capture point
Delivered|when the receiver acknowledged the last byte|RFC 9293|exact at the capture point
Acknowledged|from the last byte to its acknowledgement|RFC 9293|exact at the capture point
Round trips|from the request to the response's delivery, in multiples of the minimum RTT|ours|exact; none if the RTT is below 1 ms (one host, a LAN, a box beside the capture that answers) or it takes more than 200
From|which end sent the message||exact
Payload|bytes of the message's content||exact
Critical path|whether the page waited for this request, and for what the request itself waited|ours|inferred: what asked for a request is not in the packets
Browser|time of the request in a browser's HAR, and its parts|HAR 1.2|as measured by the browser
Browser − wire|difference from the capture, from first byte sent to last received||as both clocks; their offset is removed
Browser, all|time of the request in a browser's HAR|HAR 1.2|as measured by the browser
Browser, sent to received|send, wait and receive of the HAR|HAR 1.2|as measured by the browser
Wire|from the request's first byte to the response's last|ours|exact at the capture point
Difference|between the two||as both clocks
Streams
Id|number of the stream or session; "all": the connection itself|RFC 9113; W3C MUX|exact
Bytes|payload of its frames in the direction shown|RFC 9113; W3C MUX|exact
Max|maximum that its sender could have sent at once, by its window or credit|RFC 9113 section 5.2; W3C MUX|exact in HTTP/2; in MUX it depends on an initial credit that is usually assumed
Grants|the other end's frames that opened its window or granted credit|RFC 9113 section 6.9; W3C MUX|exact
Stalled|total time in which its window or credit was used up, until a grant let it continue|ours|waiting time, not lost time; at the capture point
Done, s|when its last frame ended, since the capture's first packet||as the capture's clock
Direction|end that sent the frame||exact
Time|since the capture's first packet||as the capture's clock
Left to send|window or credit left after this frame|RFC 9113 section 5.2; W3C MUX|an upper bound, because the capture sees grants first
From|when the window or credit was used up|ours|exact at the capture point
To|when sending continued|ours|exact at the capture point
Granted|first grant within the stall|RFC 9113 section 6.9; W3C MUX|exact
Headers, padding|bytes of MUX headers and padding in the direction; and these plus control messages as a share of all MUX bytes|W3C MUX|exact
Credit messages|the other end's messages that grant credit|W3C MUX|exact
alone in a packet|segments that carry credit and nothing else|W3C, "FlowAnalysis"|exact
Fragments|data fragments of the direction|W3C MUX|exact
Initial credit|initial credit of a session|W3C MUX; Jigsaw, libwww, ILU|the label says whether it is assumed, inferred, set or given
Lanes
Carries|protocol and number of requests||exact, if messages are decoded
Packets|segments, by direction||exact
Payload|bytes of payload by direction, retransmissions included||exact
Round trip|minimum and maximum RTT sample of the direction with the higher ones|Karn, RFC 6298 section 3|exact from the capture point to an end and back; the whole path only at an end
Retransmitted|retransmitted segments with payload, both directions; of QUIC packets that their sender declared lost|ours; RFC 9002|evidence in the connection view; of QUIC not known without keys
Handshake|from the latest SYN to the ACK of the handshake|Wireshark, tcp.analysis.initial_rtt|exact at the capture point
TLS|ClientHello to the end of the handshake|RFC 8446|exact at the capture point
Duration|first packet to latest||as the capture's clock
Connections table
Number|Wireshark's number of the stream, plus 10⁹ for each further connection on the same addresses and ports in another VLAN or tunnel|ours|exact
tcp.stream|Wireshark's number of the stream|Wireshark, tcp.stream|exact
Transport|TCP or QUIC; shown where a capture has QUIC, whose connections are numbered q0, q1 …|RFC 9293, RFC 9000|exact
Client|sender of the SYN, with its name if the capture has one|RFC 9293|exact; without a SYN inferred: the lower port is the server's unless HTTP shows otherwise
Server|the other end, with its name if the capture has one|RFC 9293|as for the client
Host, SNI|host of the first request; otherwise the TLS SNI, or the server's name from DNS or the file|RFC 6066, RFC 1035|as in the capture
Protocol|dissected protocol, or identified by the first bytes; ports are ignored||exact if dissected
VLAN|tags of its frames|IEEE 802.1Q|exact
Bytes over time|payload of both directions in 32 time bins, retransmissions as marks||exact
Connections over time|the connections of the filter from first to last packet, by what limited each (its verdict's limit), those that failed on top: a line each, or, if there are too many, how many are open in each of 512 time bins, each colour with a scale of its own. Failed: the worst finding is an error, or the handshake was refused or not answered|ours|as exact as the verdicts
Verdict|what limited it for longest, and its worst finding|ours|each finding has a confidence
Limited by|what limited the direction with more data for longest, and its share of the connection's time|RFC 9293, RFC 5681 and the stacks' sources|inferred
First request|target of its first request, otherwise its protocol||exact, if messages are decoded
Packets|segments, or QUIC packets, of the client (→) and of the server (←)||exact
Bytes|payload of the client (→) and of the server (←), retransmissions included; of QUIC the UDP payload||exact
Rate|payload of both directions, divided by the duration||exact; includes pauses
RTT|minimum and maximum RTT sample of the direction with the higher ones; of QUIC without keys the spin bit's, or the handshake's|Karn, RFC 6298 section 3|exact from the capture point to an end and back; the whole path only at an end
Retransmitted|retransmitted segments with payload, both directions|ours|evidence in the connection view
Retransmitted share|retransmitted segments of all segments with payload; of QUIC, of the packets that asked for an acknowledgement|ours|as the verdicts
Requests|HTTP requests, and commands of other decoded protocols, those without a response too||exact, if not encrypted or keys are available
Start|first packet, since the capture's first packet||as the capture's clock
First packet, UTC|first packet||as the capture's clock
Last packet, UTC|latest packet||as the capture's clock
Duration|first packet to latest||as the capture's clock
State|from SYN, FIN and RST of both ends: established, half closed, closed, reset|RFC 9293, as observed|exact, if these were captured
Capture
Packets|all frames, and those of TCP|Wireshark|exact
Long connections|progress of the diagnosis of very long connections||exact
Not read|frames without decodable TCP, by reason||exact
Connections|TCP and QUIC connections, as in the table|Wireshark, tcp.stream|exact
Requests|HTTP requests, and commands of other decoded protocols, those without a response too||exact, if not encrypted or keys are available
TLS|connections that use TLS, QUIC's among them, and how many were decrypted|RFC 8446|exact
Payload|bytes of TCP payload and of QUIC packets of both directions, retransmissions included||exact
Duration|first packet to latest||as the capture's clock
Captured|time of the first packet||as the capture's clock
Capture filter|filter given to the capture tool|pcap-filter|exact
File|format and uncompressed size||exact
Loss rate|payload that was lost and retransmitted, of all payload sent: loss episodes of all connections|ours|as the verdicts; losses recovered before the capture point are not seen
Retransmission rate|retransmitted segments with payload, of all with payload, necessary or spurious|ours|as the verdicts
RTT min, p5|per connection the minimum RTT sample of the direction with the higher ones; 5th percentile of connections|Karn, RFC 6298 section 3|exact from the capture point to an end and back
RTT min, median|per connection the minimum RTT sample of the direction with the higher ones; median of connections|Karn, RFC 6298 section 3|exact from the capture point to an end and back
RTT min, p95|per connection the minimum RTT sample of the direction with the higher ones; 95th percentile of connections|Karn, RFC 6298 section 3|exact from the capture point to an end and back
RTT min, max|per connection the minimum RTT sample of the direction with the higher ones; maximum of connections|Karn, RFC 6298 section 3|exact from the capture point to an end and back
RTT min|minimum RTT sample of the only connection that has any, of the direction with the higher ones|Karn, RFC 6298 section 3|exact from the capture point to an end and back
SYN unanswered|connections without any answer to the SYN|RFC 9293|exact; an answer by another route is not seen
Refused (RST)|connections whose SYN was answered by a reset|RFC 9293|exact; a firewall may have sent it
SYN-ACK unanswered|connections whose SYN-ACK was not acknowledged|RFC 9293|exact
Failed|connections whose SYN was unanswered or refused, or whose SYN-ACK was not acknowledged|RFC 9293|exact
Top talkers|addresses by payload of their connections, both directions; a connection counts for both ends||exact
Library
Capture|name, time added, and source||exact
Bytes over time|payload of both directions over time, retransmissions as marks; below, the connections over time by what limited each, those that failed on top, as above their table||exact
What it shows|the capture's worst finding, or what limited it; while it is read, the progress|ours|each finding has a confidence
Packets|all frames; below, retransmitted segments with payload as a share of all TCP segments|Wireshark; ours|exact; the share as the verdicts
Connections|connections of TCP and QUIC|Wireshark, tcp.stream|exact
Duration|first packet to latest||as the capture's clock
Tags|tags given by readers||as entered
Comparison
First packet to last byte|from the client's first packet; shown where transports differ|ours|exact at the capture point
Handshakes|of the transport and of TLS: of TCP both one after the other, of QUIC from the client's first packet to its first behind the server's answer; shown where transports differ|RFC 9001|exact at the capture point
Request to last byte|of QUIC from the first packet with stream data; of TCP from the client's first byte to the acknowledgement of the last byte of the direction with more data; to its transmission if the acknowledgement was not captured|ours|exact at the capture point
Round trips|that time in multiples of the minimum RTT|ours|exact; none if the RTT is below 1 ms (one host, a LAN, a box beside the capture that answers) or it takes more than 200
Goodput, Mbit/s|payload without retransmissions, divided by that time||exact
First flight, segments|segments sent before waiting for an acknowledgement|RFC 6928|inferred from pauses of at least 0.4 round trips
First flight, packets|the same where QUIC is compared: packets with stream data, or segments of TCP|RFC 6928|inferred from pauses of at least 0.4 round trips
Flights|groups of segments, or of packets of QUIC with data, separated by pauses of at least 0.4 round trips|ours|inferred
Max in flight|highest byte sent minus highest byte acknowledged, only in a capture near the sender|as Wireshark without its SACK rule|exact
Packets server → client|segments of TCP, packets of QUIC||exact
Packets client → server|segments of TCP, packets of QUIC||exact
Full segments|segments with the maximum payload for the MSS minus timestamps; left out unless two are of TCP, as QUIC's packets mix frames|W3C's count|exact; without a handshake, the largest seen counts as full
Partial segments|smaller segments|W3C's count|exact
Payload|bytes of payload, retransmissions included; of QUIC the data of all streams, in the order in which it was first sent, or its datagrams where it is not decrypted||exact
Retransmitted|retransmitted segments with payload; QUIC packets with retransmitted data|ours|as the verdicts
RTT min|minimum RTT|Karn, RFC 6298 section 3|exact from the capture point to an end and back
Credit messages|messages that grant credit, opposite to the data|W3C MUX|exact
Credit alone in a packet|segments that carry credit and nothing else|W3C, "FlowAnalysis"|exact
Bandwidth lost|1 minus the ratio of goodputs, in the direction with most data; 0 if not slower|W3C, "FlowAnalysis"|exact
Limited by|what limited the data for longest, and how long|RFC 9293, RFC 5681 and the stacks' sources|inferred
B − A|difference between the second and the first, or their ratio||as both
Begins|first segment of the flight, relative to the alignment|ours|inferred from pauses
Segments|number in the flight|ours|inferred from pauses
Bytes|payload of the flight|ours|inferred from pauses
Figure|a figure of each connection, as in the plots||as that figure
Capture|the capture with these connections||exact
Connections|those for which the figure is known||exact
Median|median over the connections||exact
95 % at or below|95th percentile over the connections||exact
Same path
Segment|from one capture to the next, in the order in which packets come by; a click draws its delay and queue|ours|exact where the clocks are, or packets go both ways
Sent|packets that came by at the first capture||exact
Lost|those whose bytes the receiver did not get from this copy, so far as later packets show|ours|[path.md](path.md#accuracy)
Not captured|those that went by at the second capture, which missed them|ours|[path.md](path.md#accuracy)
Duplicated|copies made in the segment|ours|exact where packets can be told apart
Reordered|packets that came by at the second capture behind one that was sent later|RFC 4737|exact
Least delay|least time from the first capture to the second, on the first file's clock|Paxson 1998|assumes that the shortest delays of both ways are alike
Median delay|median of the same|Paxson 1998|as Least delay
Delay p95|95th percentile of the same|Paxson 1998|as Least delay
Queue p95|95th percentile of what a delay has more than the least one of a packet of that length|ours|exact; no assumption about clocks
Rate|payload that came by at the second capture, divided by the time from its first packet to its last||exact; includes pauses
Pages compared
Total|from the start of the page's first request, including its connection's handshake, to the end of its last request|ours|exact at the capture point
First byte|from that start to the first byte of the first response|as in browser developer tools|exact at the capture point
TTFB, median|median over the requests, from their first byte to the response's first|as in browser developer tools, without connecting|exact at the capture point
Requests|requests of the page|Referer, redirects, Sec-Fetch-Dest and time|inferred; all requests of a capture: exact
Failed|those with an error status or without result|RFC 9110|exact
Unanswered|those without a response in the capture||exact
Max concurrent|maximum of simultaneous requests, from first byte to the response's last||exact at the capture point
Connections|connections that carried the requests||exact
Domains|hosts named by the requests|RFC 9110, Host; RFC 9113, :authority|exact
Bodies|response body bytes as transferred|RFC 9112|exact, if captured completely
B − A|the second minus the first||as both
Selection
Requests under way|requests that overlap the selection, from first byte to the response's last; and those that began in it||exact at the capture point
Concurrent|their maximum at one time within the selection, and their mean over time||exact at the capture point
Connections|connections that carried them||exact
Bodies|bytes of their response bodies, complete|RFC 9112|exact, if captured completely
Wait median, p95|for answered requests, by nearest rank: time from their last byte to the response's first|HAR|exact at the capture point
TTFB median, p95|the same from the request's first byte to the response's first|as in browser developer tools, without connecting|exact at the capture point
Time median, p95|the same from the request's first byte to the response's last|ours|exact at the capture point
Failed, unanswered|those with an error status or without result, and those without a response in the capture|RFC 9110|exact
Client’s frames|frames, or fragments, of the client that begin in the selection|RFC 9113; W3C MUX|exact
Server’s frames|frames, or fragments, of the server that begin in the selection|RFC 9113; W3C MUX|exact
Bytes, payload|bytes of these frames, their DATA, and the latter divided by the selection's length|RFC 9113; W3C MUX|exact
Streams|streams of these frames|RFC 9113|exact
Sessions|sessions of these frames|W3C MUX|exact
Max open|maximum of simultaneous streams or sessions within the selection, from first to last frame||exact
Switches between them|number of changes from one frame's stream or session to the next|ours|exact
Grants|the other end's frames that let this one send more, and by how much|RFC 9113; W3C MUX|exact
Stalls|times in the selection in which a stream, or all, cannot send, and their sum|RFC 9113; W3C MUX|as in the diagram
Connections open|connections that overlap the selection||exact
Packets|segments in the selection, of clients (→) and of servers (←)||exact
Payload|payload bytes in the selection, of clients (→) and of servers (←), retransmissions included||exact
Retransmissions|retransmitted segments with payload in the selection|ours|as the verdicts
RTT|median and 95th percentile of the RTT samples in the selection, for each connection of the direction with the higher ones|Karn, RFC 6298 section 3|to 4 %: samples are counted in 64 bins per decade
Requests|requests that began in the selection||exact, if messages are decoded
Statements
Statement|what requests asked for without constants and identifiers: SQL with ? for values and one (…) for lists, an HTTP route, a gRPC method, a command with its key's pattern. Opens its slowest request|as pg_stat_statements|exact for decoded protocols; a text that was cut by a limit is compared by its beginning
Protocol|the protocol of its requests||exact
Requests|how often it was asked for||exact, if messages are decoded
Failed|responses with a status of 400 or more, or an error|the protocol's RFC or documentation|exact
Total time|sum of the times from a request's first byte to its response's last; *: some may wait for an event by design||exact at the capture point; includes the round trip, and overlaps count twice
p50|median of these times||exact at the capture point
p95|the time that 95 % of them do not exceed||exact at the capture point
Rows|rows that responses say they return or change|PostgreSQL, MySQL, MongoDB|exact, where the protocol says
Bytes|bodies of requests and responses (HTTP), or whole messages||exact
What if
Share of the bytes|acknowledged bytes of the direction with most data||exact
Observed|when that share was acknowledged in the capture||exact at the capture point
Predicted|when that share would be acknowledged: the capture's traffic, replayed packet by packet in the simulator with your settings|ours|the replay error is shown at the top
Prediction|from the first byte of data, or the first request, to the last acknowledgement, with your settings; with random loss the median and range of nine runs|ours|as the replay error: good up to 5 %, fair up to 15 %; no prediction above
Replay error|difference between the replay with observed conditions and the capture|ours|exact
Request|method and path||exact
Replayed, sent|when the request's first byte was sent in the replay with observed conditions|ours|as the replay error
Predicted, sent|when the request's first byte would be sent|ours|as the replay error
last byte|when the response's last byte had arrived|ours|as the replay error
Plots
RTT min|minimum RTT sample of the direction with the higher ones|Karn, RFC 6298 section 3|exact from the capture point to an end and back
Longest RTT|maximum RTT sample of that direction|Karn, RFC 6298 section 3|exact from the capture point to an end and back
RTT of the handshake|latest SYN to the first ACK without SYN|Wireshark, tcp.analysis.initial_rtt|exact at the capture point
Rate|payload divided by time: the connection's duration, or the interval||exact; includes pauses
Payload|bytes of both directions, retransmissions included||exact
Payload, client → server|bytes of the client, retransmissions included||exact
Payload, server → client|bytes of the server, retransmissions included||exact
Packets|segments, of the connection or in the interval||exact
Duration|first packet to latest||as the capture's clock
Start|first packet, since the capture's first packet||as the capture's clock
Retransmissions|retransmitted segments with payload, of the connection or in the interval|ours|as the verdicts
Retransmitted|the same as a percentage of segments with payload|ours|as the verdicts
Out of order|overtaken segments as a percentage of those with payload|ours|as the verdicts
Requests|HTTP requests, and commands of other decoded protocols, those without a response too||exact, if messages are decoded
Cost of the worst finding|how much earlier the data would have arrived without it|ours|as the finding
Connections at or below|share of the connections for which the figure is known||exact
RTT|median and 95th percentile of the RTT samples in the interval, for each connection of the direction with the higher ones|Karn, RFC 6298 section 3|to 4 %: samples are counted in 64 bins per decade
Fleet
Capture|opens the row's capture||exact
Connection|opens the row's connection||exact
Server|TLS SNI, otherwise the server's name, otherwise its address|RFC 6066|as in the captures
Port|the server's port|RFC 9293|exact
Server port|the server's port|RFC 9293|exact
Client address|the client's address|RFC 9293|exact; without a SYN inferred
Client port|the client's port|RFC 9293|exact; without a SYN inferred
Connections|connections of the row's captures|Wireshark, tcp.stream|exact
Lost|sum of the cost of each connection's worst finding|ours|as the findings
Failed|connections with a finding of severity error|ours|as the findings
Mostly|most common verdict of the connections with an error or a warning|ours|as the findings
Start|first packet, UTC||as the capture's clock
Verdict|what limited it for longest, and its worst finding|ours|as the findings
Summary|the verdict, and a description of the connection or capture|ours|as the findings
Hour|hour in which connections, or their seconds, began, UTC||as the capture's clock
Data packets|segments with payload||exact
Retransmitted|retransmitted segments with payload|ours|as the verdicts
Retransmitted packets|retransmitted segments with payload, by client and server if both are listed|ours|as the verdicts
Percent|the same as a percentage of segments with payload|ours|as the verdicts
Handshakes|connections whose handshake was captured|RFC 9293|exact
Median|median of the row's connections, or of their seconds||exact
P99|99th percentile of these; for RTT by hour, of the seconds' 90th percentiles||exact
Max|maximum of these||exact
Min|minimum RTT sample|Karn, RFC 6298 section 3|exact from the capture point to the receiver and back
Limit cause|what limited the data for longest|RFC 9293, RFC 5681 and the stacks' sources|inferred
Seconds|total time for which it did|ours|inferred
Median, B/s|median of the resulting rates|ours|inferred
Code|code of the finding|ours|exact
Title|title of the finding|ours|exact
Severity|error, warning or note|ours|as the findings
Found|number of occurrences|ours|as the findings
Cost|total cost|ours|as the findings; costs may overlap
Host|host named by the requests|RFC 9110|exact
Protocol|protocol of the requests or the connection||exact if dissected
Requests|requests for which the wait is known||exact, if messages are decoded
Median wait|from the request's last byte to the response's first, median|HAR|exact at the capture point
P99 wait|99th percentile of the wait|HAR|exact at the capture point
Samples|RTT samples of data from clients to servers|Karn, RFC 6298 section 3|exact
Duration|first packet to latest, over all files of a watch||as the capture's clock
Parts|number of files that the connection spans|ours|exact
State|from SYN, FIN and RST of both ends|RFC 9293, as observed|exact, if these were captured
Unique bytes|payload with sequence numbers not seen before|tcptrace, "unique bytes sent"|exact within each file; retransmissions in the next file count again
Path|path of the capture's file||exact
Packets|all frames|Wireshark|exact
`;
