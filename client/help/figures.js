/** Written by scripts/generate-help.js from docs/metrics.md; not edited by hand. */
/* eslint max-lines: off */

/** Tables of figures by their names; of each figure its label, how it comes about, its source, how sure it is. */
export const FIGURES = `
Connection
Span|the selection, or else what is in view, limited to the connection's packets, in seconds since its first packet; its length also in round trips of the shortest RTT||exact
Sent|payload of the segments sent in the span in the direction shown, retransmissions included||exact, if the capture has all packets
Acknowledged|how far the other end's ACK number advanced in the span|RFC 9293|exact
Goodput|bytes newly acknowledged, divided by the length of the span||exact; says little over less than a round trip
RTT min/med/p95|shortest, median and 95th percentile of the RTT samples of the span. A sample is the time from a segment to the first ACK of exactly its last byte, both at the capture point; no sample if retransmitted bytes are among those acknowledged|Karn, RFC 6298 section 3|exact from the capture point to the receiver and back: the whole path only at the sender
Retransmitted|segments with payload whose bytes had been sent before, by Selfclock's verdict; SYN and FIN not counted|ours|evidence on each packet's card; of a segment lost before the capture point only the retransmission is seen
Out of order|segments sent once and overtaken by later ones on the path|ours|evidence on each packet's card; no reordering is visible at the sender
ACKs, duplicate|ACKs in the span; and those among them that repeat the previous ACK number and window, without data, SYN, FIN or RST|Wireshark, tcp.analysis.duplicate_ack|exact
Longest gap|the longest time between two packets of the span, in either direction||exact
Requests under way|requests under way at any time in the span, from the request's first byte to the response's last||exact, if messages are dissected
Packets|segments of the direction, whole connection||exact
With data|segments with payload||exact
Payload|payload bytes without retransmissions|tcptrace, "unique bytes sent"|exact
Duplicate ACKs|same ACK number, same window, no data, no SYN, FIN or RST; counted for the end that sends them|Wireshark, tcp.analysis.duplicate_ack|exact
Max in flight|highest byte sent minus highest byte acknowledged, at data segments|as Wireshark without its SACK rule|the sender's bytes in flight only if captured near it
RTT min|the shortest RTT sample of the direction, whole connection|Karn, RFC 6298 section 3|exact from the capture point to the receiver and back
MSS|largest segment that the end accepts, from its SYN|RFC 9293|exact; none if no SYN was captured
Window scale|shift count of the end's windows, from its SYN|RFC 7323|exact; none if no SYN was captured
SACK|whether the SYN permits SACK|RFC 2018|exact; none if no SYN was captured
Timestamps|whether the SYN has the timestamp option|RFC 7323|exact; none if no SYN was captured
Throughput|payload without retransmissions, divided by the time from the connection's first to last packet|tcptrace|exact; idle time included
Congestion control|how the window grew between losses, how far it fell at them, and how the sender left slow start, compared with each algorithm; named if two kinds of evidence agree|RFC 5681, RFC 9438, RFC 9002 and the stacks' sources|inferred, with its confidence
Initial window|bytes in flight when the first data was acknowledged, if the window was the limit then|RFC 6928|inferred, with its confidence
End of slow start|when the window first grew more slowly than in slow start, or shrank, and why|RFC 5681, RFC 9406|inferred, with its confidence
ssthresh|the window at which slow start ended, or to which the sender backed off|RFC 5681|inferred, with its confidence
Restarts after idle|data sent after 200 ms or more of silence with nothing in flight, and whether the window was kept or reset|RFC 5681 section 4.1, RFC 7661|observed; the window is inferred
Bottleneck rate|median delivery rate of payload in round trips where the window alone was the limit and the bottleneck had a queue||inferred, with its confidence
Base RTT|the shortest round trip over the whole path||inferred away from the sender
Queueing delay|RTT minus base RTT: median and maximum||inferred away from the sender; a host that is slow to respond looks like a queue
Bottleneck buffer|queueing delay just before losses, times the bottleneck rate; without losses, a lower bound from the longest delay||inferred, with its confidence
Policer|15 or more losses without a queue before them, where a token bucket of one rate would be empty|Flach et al. 2016|inferred, with its confidence
Loss|loss events: buffer overflow if most came when the delay was longest, else in bursts or at random||inferred; not given for few losses
Limited by|what limited the data of the direction shown at each moment, or for longest: congestion window, receive window, application and so on|RFC 9293, RFC 5681 and the stacks' sources|inferred; confidence in findings and side column
Messages|requests and responses of the connection, from first to last byte in order|the protocol's RFC|exact, if not encrypted or decrypted
Whole connection|payload of the whole connection, with what is in view marked||exact
Findings|what went wrong, worst first: faults before notes, each by its cost. The figure at the right is that cost: how much earlier the data would have arrived without it|ours, and the RFCs that each one cites|each has its confidence and evidence; costs may overlap
Start, s|first retransmission of the loss episode, since the connection's first packet|ours|as sure as the verdicts of its packets
By|what triggered the first retransmission: fast retransmit, timeout, tail-loss probe|RFC 5681, RFC 6298, RFC 8985|inferred from timing and acknowledgements
Lost|payload that had to be retransmitted|ours|as sure as the verdicts of its packets
Retr.|packets of the loss episode that were retransmitted|ours|as sure as the verdicts of its packets
Duration|from the first retransmission until everything sent before the loss was detected is acknowledged|RFC 6675, recovery point|exact, for these packets
Cost|how much later that was acknowledged than without loss, which would have been one minimum delay after the preceding byte|ours|inferred
Head of a connection
RTT min|minimum RTT sample of the direction with the longer RTTs|Karn, RFC 6298 section 3|exact from the capture point to an end and back; the whole path only at an end
Captured|where the capture was taken, relative to the sender of the direction shown, from the round trips on both sides of the capture point|ours|inferred; confidence in the side column
Retransmitted|segments with payload whose bytes had been sent before, by Selfclock's verdict, out of all with payload in the direction shown|ours|evidence on each packet's card; of a segment lost before the capture point only the retransmission is seen
Handshake|from the latest SYN to the ACK of the handshake|Wireshark, tcp.analysis.initial_rtt|exact at the capture point
Looks like|TCP stack that the sender's SYN resembles, by option order, initial TTL, window and window scale|p0f, Nmap, the stacks' sources|a resemblance, with its confidence; NAT, firewalls and settings change SYNs
State|from SYN, FIN and RST of both ends|RFC 9293, as seen from outside|exact, if these were captured
TLS|version, requested server name, whether it was decrypted|RFC 8446, RFC 6066|exact
Panes of a connection
Time–sequence|each segment from its first to its last sequence number at the time it passed the capture point; lines show what the other end had acknowledged, and the right edge of its window|RFC 9293; tcptrace, xplot|exact, at the capture point
Window and bytes in flight|the window last advertised by the other end, scaled, and the sender's bytes in flight|RFC 7323, RFC 6675|the window is exact if its scale is known; away from the sender bytes in flight are inferred, hatched where doubtful
Round trip|a mark for each RTT sample, by method; the line is the smoothed RTT, the dotted line the minimum|RFC 6298|exact from the capture point to the responding end and back
Throughput|bytes sent, and bytes newly acknowledged, in the interval ending at each moment||exact
Bytes acknowledged|highest ACK number at each moment, with a straight line from the first to the last|the XUDP study|exact
Time to the ACK|RTT samples by arrival time of their ACK, in steps of 20 ms|the XUDP study|exact from the capture point to the receiver and back
Bytes in flight|the sender's bytes in flight, in packets of the largest payload seen|RFC 6675|as in the window pane
Segment sizes|payload of each segment||exact; several segments appear as one if offload (TSO, GRO) joined them
Bytes per interval|payload per interval and direction, retransmissions included|as in Wireshark's I/O graph|exact
Packets per interval|TCP segments per interval and direction|as in Wireshark's I/O graph|exact
Acknowledged data
Data acknowledged|highest byte acknowledged, whole connection, direction shown|the XUDP study|exact
First data to last ACK|from the first segment with payload to the last ACK that advanced|the XUDP study|exact
Goodput|the first divided by the second|the XUDP study|exact
Mean round trip|mean of the RTT samples|the XUDP study|exact from the capture point to the receiver and back
Mean window, by time|mean bytes in flight over that time, in packets of the largest payload seen|the XUDP study|as in the window pane
Mean window, by ACK|mean bytes in flight when each ACK arrived: bursts count more, pauses less|the XUDP study|as in the window pane
Rate × RTT vs window|by how much goodput times mean round trip differs from the mean window by time|Little's law|beyond 10 % one of the three is wrong
TLS
Version|of the ServerHello|RFC 8446, RFC 5246|exact
Protocol (ALPN)|chosen by the server, else those offered by the client|RFC 7301|exact; the server's choice in TLS 1.3 only with keys
Name (SNI)|requested by the first ClientHello|RFC 6066|exact; none if the client encrypts it
Cipher|suite of the ServerHello|RFC 8446|exact
Handshake|server flights that the client waited for before its first application data record; and the time from the ClientHello to that record|RFC 8446|exact at the capture point
Resumed|whether a session was resumed without a full handshake|RFC 8446, RFC 5246|inferred in TLS 1.2: ChangeCipherSpec without a certificate
Decrypted|whether application data was decrypted with the keys given||exact
Client (JA4)|fingerprint of the ClientHello|FoxIO, JA4|exact; clients with the same TLS library share it
Certificate|subject of the server's own certificate|RFC 5280|exact, not verified; in TLS 1.3 only with keys
Client's certificate|subject of the client's own certificate|RFC 5280|exact, not verified; in TLS 1.3 only with keys
Names|subjectAltName of that certificate|RFC 5280|exact, not verified
Issuer|who signed that certificate|RFC 5280|exact, not verified
Valid|validity period of that certificate|RFC 5280|exact; not checked against a clock
Alerts|the alerts that could be read|RFC 8446 section 6|those after the handshake only with keys
Packets
Frame|number of the frame in the capture|Wireshark, frame.number|exact
Time, s|since the connection's first packet||by the capture's clock
Time|since the connection's first packet||by the capture's clock
Since last|since the previous packet, in either direction|Wireshark, tcp.time_delta|by the capture's clock
Direction|which end sent it||exact, if a SYN or the content identifies the client
Sequence|sequence number minus the initial one, unwrapped; or as on the wire|RFC 9293; Wireshark's relative numbers|exact; without a SYN relative to the first number seen
Length|payload bytes, from the IP header|Wireshark, tcp.len|exact
Bytes|first and last offset of its payload, and its length|RFC 9293|exact
ACK|acknowledgement number, relative like the other direction's sequence numbers|RFC 9293|exact
Window|as advertised, scaled by the SYN's window scale|RFC 7323|exact if both SYNs were captured; else inferred from what was sent, or as in the header
In flight|bytes in flight after this segment: sent and neither acknowledged, nor SACKed, nor lost|RFC 6675|inferred away from the sender
Flags|of the TCP header|RFC 9293|exact
Note|the packet's role: retransmission, duplicate ACK, start or end of a message; and Wireshark's flag if that differs|ours|evidence on its card
First sent|the earlier segment with the same first byte|ours|exact
Acknowledged|the first packet of the other end that acknowledges all of it, and how much later it came|RFC 9293|exact at the capture point
Released by|the ACK that let the sender send it, by window and timing|ours|inferred
Released|segments that this ACK let the sender send, by window and timing|ours|inferred
Carries|the message whose bytes it carries||exact, if messages are dissected
Acknowledges|the offset up to which it acknowledges|RFC 9293|exact
New|bytes not acknowledged before|RFC 9293|exact
Duplicate|its position in a run of ACKs with the same number and window and no data|RFC 5681; Wireshark, tcp.analysis.duplicate_ack|exact
SACK|blocks that the packet SACKs|RFC 2018|exact
D-SACK|blocks; the first was received twice|RFC 2883|exact
ICMP error|an ICMP error that quotes this segment: kind and sender|RFC 792, RFC 4443|exact; may be forged if its sequence number was not in flight
Verdict|what the segment is: original, retransmission, out of order, captured twice, keep-alive, window probe, corrupted|ours|as the evidence; see the confidence
Needed|whether it repaired a loss or was spurious|ours; D-SACK (RFC 2883), timestamps (RFC 3522)|as the evidence; see the confidence
Evidence|what in the capture the verdict rests on||observed
Confidence|how certain the verdict is, by the kinds of evidence that agree|ours|calibrated on captures with known truth
Wireshark|flags of tcp.analysis that Wireshark 4.0 gives this packet|Wireshark|its rules, reimplemented
Requests
Name|last part of the path; for other protocols the command||exact
Domain|host that the request names|RFC 9110, Host; RFC 9113, :authority|exact
Host|host that the request names|RFC 9110, Host; RFC 9113, :authority|exact
Status|of the final response, or why the stream was reset|RFC 9110|exact
Type|type of content, by Content-Type|RFC 9110|as the server says
Protocol|over which the request was made||exact, dissected
Priority|as requested|RFC 9218|exact
Size|bytes of the response's content as transferred (compressed, if it was), without chunked framing; on cards also those of the headers|RFC 9112|exact, if all of it was captured
Connection|number of the connection that carried it||exact
Start, s|from the capture's first packet to its first phase||by the capture's clock
Starts|from the capture's first packet to its first phase||by the capture's clock
Connect|from the connection's first SYN to the ACK of its handshake, only for its first request|as in browsers' developer tools|exact at the capture point; near the server shorter than the client saw
TLS|from ClientHello to the end of the handshake, only for the connection's first request|as in browsers' developer tools|exact at the capture point
Blocked|the connection was open but not used yet||exact; the reason is not visible
Send|from the request's first byte to its last|HAR|exact at the capture point
Queued|part of the wait in which responses to earlier requests on the same HTTP/1 connection arrived|ours|an upper bound; 0 in HTTP/2
Wait|from the request's last byte to the response's first, without Queued: round trip and server time|HAR|exact at the capture point; the server's part is not visible
Receive|from the response's first byte to its last|HAR|exact at the capture point
ACKed|from the response's last byte to its acknowledgement|RFC 9293|exact
No response|for a missing or incomplete response, until its stream or connection ended|ours|exact
TTFB|from the request's first byte to the response's first|as in browsers' developer tools, without connecting|exact at the capture point
Time|from the request's first byte to the response's last; near the server until that is acknowledged, to approximate the client's view|ours|exact at the capture point
RTTs|the same in round trips of the handshake|ours|exact; none if the handshake was not captured, or is too short
Totals|of the rows shown: requests, bytes of response content, connections, hosts, and failed requests (error status or no response)||exact
Where the time went|at each moment the most advanced phase of all requests under way (receiving before waiting before connecting), summed from the first request to the last byte|ours|exact at the capture point
Request|first and last frame of the request||exact
Response|status, type and size of the response; or its first and last frame|RFC 9110|exact
Stream|number of the stream on its connection|RFC 9113|exact
Session|number of the session on its connection|W3C MUX|exact
Pipelined|sent before the response to the previous request had ended|RFC 9112 section 9.3.2|exact at the capture point
Truncated|the capture does not have all of it||exact
Wait, captured|from the request's last byte to the response's first, to compare with the server's own times|W3C Server Timing|exact at the capture point; the server's as it reports them
Method|service and method, from the path|gRPC over HTTP/2|exact
Outcome|grpc-status in the trailers, else in the headers|gRPC over HTTP/2|exact
Sent|when the first byte passed; for gRPC the client's messages: number, bytes, when each began||exact at the capture point
Received|gRPC messages of the server: number, bytes, when each began|gRPC over HTTP/2|exact at the capture point
Requested|when the request's first byte passed the capture point||by the capture's clock
Request sent|when the request's first byte passed the capture point||by the capture's clock
First byte after|from the request's first byte to the response's first||exact at the capture point
Last byte sent|when the last byte of the response, or request, had arrived in order||exact at the capture point
Delivered|when the receiver acknowledged the last byte|RFC 9293|exact at the capture point
Acknowledged|from the last byte to its acknowledgement|RFC 9293|exact at the capture point
Round trips|from the request to the response's delivery, in round trips of the shortest RTT|ours|exact; none if the RTT is too short
From|which end sent the message||exact
Payload|bytes of the message's content||exact
Browser|time of the request in a browser's HAR, and its parts|HAR 1.2|as the browser measured
Browser − wire|difference from the capture, from first byte sent to last received||by both clocks; their offset is removed
Browser, all|time of the request in a browser's HAR|HAR 1.2|as the browser measured
Browser, sent to received|send, wait and receive of the HAR|HAR 1.2|as the browser measured
Wire|from the request's first byte to the response's last|ours|exact at the capture point
Difference|of the two||by both clocks
Streams
Id|number of the stream or session; "all": the connection itself|RFC 9113; W3C MUX|exact
Bytes|payload of its frames in the direction shown|RFC 9113; W3C MUX|exact
Max|the most that its sender could have sent at once, by its window or credit|RFC 9113 section 5.2; W3C MUX|exact in HTTP/2; in MUX relative to an initial credit that is mostly assumed
Grants|frames of the other end that opened its window or gave credit|RFC 9113 section 6.9; W3C MUX|exact
Stalled|sum of the times its window or credit was exhausted and it resumed only once more was granted|ours|time waited, not necessarily lost; as seen at the capture point
Done, s|when its last frame ended, since the capture's first packet||by the capture's clock
Direction|which end sent the frame||exact
Time|since the capture's first packet||by the capture's clock
Left to send|what is left of window or credit after this frame|RFC 9113 section 5.2; W3C MUX|never less than the sender knew, as the capture sees grants first
From|when window or credit was exhausted|ours|exact at the capture point
To|when sending resumed|ours|exact at the capture point
Granted|first grant within the stall|RFC 9113 section 6.9; W3C MUX|exact
Headers, padding|bytes of the direction's MUX headers and padding; and these with control messages as a share of all MUX bytes|W3C MUX|exact
Credit messages|messages of the other end that grant credit|W3C MUX|exact
alone in a packet|segments that carry only credit|W3C, "FlowAnalysis"|exact
Fragments|data fragments of the direction|W3C MUX|exact
Initial credit|initial credit of a session|W3C MUX; Jigsaw, libwww, ILU|the label says whether assumed, inferred, set or given
Lanes
Carries|protocol, and how many requests||exact, if messages are dissected
Packets|segments, by direction||exact
Payload|bytes of payload by direction, retransmissions included||exact
Round trip|minimum and maximum RTT sample of the direction with the longer RTTs|Karn, RFC 6298 section 3|exact from the capture point to an end and back; the whole path only at an end
Retransmitted|segments with payload whose bytes had been sent before, both directions|ours|evidence in the connection view
Handshake|from the latest SYN to the ACK of the handshake|Wireshark, tcp.analysis.initial_rtt|exact at the capture point
TLS|ClientHello to the end of the handshake|RFC 8446|exact at the capture point
Duration|first packet to last||by the capture's clock
Connections table
Number|Wireshark's number of the stream, plus 10⁹ for each further connection on the same addresses and ports in another VLAN or tunnel|ours|exact
tcp.stream|Wireshark's number of the stream|Wireshark, tcp.stream|exact
Client|the end that sent the SYN, with its name if the capture has one|RFC 9293|exact; inferred without a SYN: the lower port is the server's unless HTTP shows otherwise
Server|the other end, with its name if the capture has one|RFC 9293|as the client
Host, SNI|host of the first request; else the TLS server name, or the name that DNS or the file gives the server's address|RFC 6066, RFC 1035|as in the capture
Protocol|dissected, or identified by the first bytes; never by port||exact if dissected
VLAN|tags of its frames|IEEE 802.1Q|exact
Bytes over time|payload of both directions in 32 intervals of the capture, retransmissions as marks||exact
Verdict|what limited it for longest, and its worst finding|ours|findings have their confidence
Limited by|what limited the direction with more data for longest, and for what share of the connection's time|RFC 9293, RFC 5681 and the stacks' sources|inferred
First request|target of its first request, else its protocol||exact, if messages are dissected
Packets|segments of the client (→) and of the server (←)||exact
Bytes|payload of the client (→) and of the server (←), retransmissions included||exact
Rate|payload of both directions, divided by the duration||exact; idle time included
RTT|minimum and maximum RTT sample of the direction with the longer RTTs|Karn, RFC 6298 section 3|exact from the capture point to an end and back; the whole path only at an end
Retransmitted|segments with payload whose bytes had been sent before, both directions, by Selfclock's verdict|ours|evidence in the connection view
Retransmitted share|these as a share of all segments with payload|ours|as these
Requests|HTTP requests, and commands of other dissected protocols||exact, if not encrypted or decrypted
Start|first packet, since the capture's first packet||by the capture's clock
First packet, UTC|first packet||by the capture's clock
Last packet, UTC|latest packet||by the capture's clock
Duration|first packet to last||by the capture's clock
State|from SYN, FIN and RST of both ends: established, half closed, closed, reset|RFC 9293, as seen from outside|exact, if these were captured
Capture
Packets|all frames, and those of TCP|Wireshark|exact
Long connections|how far very long connections have been analysed for findings||exact
Not read|frames without readable TCP, by reason||exact
Connections|TCP connections, as in the table|Wireshark, tcp.stream|exact
Requests|HTTP requests, and commands of other dissected protocols||exact, if not encrypted or decrypted
TLS|TLS connections, and how many were decrypted|RFC 8446|exact
Payload|TCP payload of both directions, retransmissions included||exact
Duration|first packet to last||by the capture's clock
Captured|time of the first packet||by the capture's clock
Capture filter|of the capture tool|pcap-filter|exact
File|format and uncompressed size||exact
Loss rate|payload lost and retransmitted, out of all payload sent: loss episodes of all connections|ours|as sure as the verdicts; losses before the capture point that were repaired there are not visible
Retransmission rate|retransmitted segments with payload, needed or spurious, out of all with payload|ours|as sure as the verdicts
RTT min, p5|5th percentile of the connections' minimum RTT, each of the direction with the longer RTTs|Karn, RFC 6298 section 3|exact from the capture point to an end and back
RTT min, median|median of the connections' minimum RTT, each of the direction with the longer RTTs|Karn, RFC 6298 section 3|exact from the capture point to an end and back
RTT min, p95|95th percentile of the connections' minimum RTT, each of the direction with the longer RTTs|Karn, RFC 6298 section 3|exact from the capture point to an end and back
RTT min, max|maximum of the connections' minimum RTT, each of the direction with the longer RTTs|Karn, RFC 6298 section 3|exact from the capture point to an end and back
RTT min|minimum RTT of the only connection that has samples, in the direction with the longer RTTs|Karn, RFC 6298 section 3|exact from the capture point to an end and back
SYN unanswered|connections whose SYN got no answer|RFC 9293|exact; an answer on another path is not seen
Refused (RST)|connections whose SYN was answered by a reset|RFC 9293|exact; a firewall may have sent it
SYN-ACK unanswered|connections whose SYN-ACK was not acknowledged|RFC 9293|exact
Failed|connections whose SYN was not answered, was refused, or whose SYN-ACK was not acknowledged|RFC 9293|exact
Top talkers|addresses by the payload of their connections, both directions; each connection counts for both ends||exact
Library
Capture|name, time and source||exact
Bytes over time|payload of both directions over time, retransmissions as marks||exact
What it shows|the capture's worst finding, or what limited its data; progress while it is read|ours|findings have their confidence
Packets|all frames; below, segments with payload that were retransmitted as a share of all TCP segments|Wireshark; ours|exact; the share as sure as the verdicts
Connections|TCP connections|Wireshark, tcp.stream|exact
Duration|first packet to last||by the capture's clock
Tags|words that readers have added to the capture||as written
Comparison
Request to last byte|from the client's first byte to the ACK of the last byte of the direction with more data, or to that byte if its ACK was not seen|ours|exact at the capture point
Round trips|that time in round trips of the shortest RTT|ours|exact; none if the RTT is too short
Goodput, Mbit/s|payload without retransmissions, divided by that time||exact
First flight, segments|segments sent without waiting for an ACK|RFC 6928|inferred from pauses of 0.4 round trips or more
Flights|groups of segments separated by pauses of 0.4 round trips or more|ours|inferred
Max in flight|highest byte sent minus highest byte acknowledged|as Wireshark without its SACK rule|the sender's bytes in flight only if captured near it
Packets server → client|segments||exact
Packets client → server|segments||exact
Full segments|segments with as much payload as the MSS of both ends, minus timestamps, allows|W3C's count|exact; without a handshake the largest segment seen counts as full
Partial segments|segments with less|W3C's count|exact
Payload|bytes of payload, retransmissions included||exact
Retransmitted|segments with payload whose bytes had been sent before|ours|as sure as the verdicts
RTT min|the shortest RTT|Karn, RFC 6298 section 3|exact from the capture point to an end and back
Credit messages|messages that grant credit, against the direction of the data|W3C MUX|exact
Credit alone in a packet|segments that carry only credit|W3C, "FlowAnalysis"|exact
Bandwidth lost|1 minus goodput over the first one's, in the direction with most data; 0 if it is no slower|W3C, "FlowAnalysis"|exact
Limited by|what limited the data for longest, and how long|RFC 9293, RFC 5681 and the stacks' sources|inferred
B − A|the second's figure minus the first's, or their ratio||as both
Begins|first segment of the flight, relative to the alignment|ours|inferred from pauses
Segments|of the flight|ours|inferred from pauses
Bytes|payload of the flight|ours|inferred from pauses
Figure|one figure of each connection, as in the plots||as that figure
Capture|whose connections these are||exact
Connections|of which the figure is known||exact
Median|half of the connections are at or below it||exact
95 % at or below|of the connections||exact
Pages compared
Total|from the first phase of the page's first request, its connection's handshake included, to the end of its last one's last phase|ours|exact at the capture point
First byte|from that start to the first byte of the first response|as in browsers' developer tools|exact at the capture point
TTFB, median|median time from the request's first byte to the response's first|as in browsers' developer tools, without connecting|exact at the capture point
Requests|that belong to the page|Referer, redirects, Sec-Fetch-Dest and time|inferred; all requests of a capture: exact
Failed|requests with an error status or no response|RFC 9110|exact
Unanswered|requests without a response in the capture||exact
Max concurrent|most requests under way at one time, from their first byte to the response's last||exact at the capture point
Connections|that carried the requests||exact
Domains|hosts that the requests name|RFC 9110, Host; RFC 9113, :authority|exact
Bodies|bytes of response content as transferred|RFC 9112|exact, if all of it was captured
B − A|the second's figure minus the first's||as both
Selection
Requests under way|requests of which some part, from first byte to the response's last, lies in the selection; and those that began in it||exact at the capture point
Concurrent|most of them at one time within the selection, and the mean over its duration||exact at the capture point
Connections|that carried them||exact
Bodies|bytes of their complete response content|RFC 9112|exact, if all of it was captured
Wait median, p95|median and 95th percentile (nearest rank) of the time from the request's last byte to the response's first|HAR|exact at the capture point
TTFB median, p95|the same from the request's first byte to the response's first|as in browsers' developer tools, without connecting|exact at the capture point
Time median, p95|the same from the request's first byte to the response's last|ours|exact at the capture point
Failed, unanswered|requests with an error status or no response, and those without a response in the capture|RFC 9110|exact
Client’s frames|frames, or fragments, of the client that begin in the selection|RFC 9113; W3C MUX|exact
Server’s frames|frames, or fragments, of the server that begin in the selection|RFC 9113; W3C MUX|exact
Bytes, payload|bytes of these frames, payload of their DATA frames, and its rate over the selection|RFC 9113; W3C MUX|exact
Streams|that these frames belong to|RFC 9113|exact
Sessions|that these frames belong to|W3C MUX|exact
Max open|most streams or sessions open at one time within the selection, from first to last frame||exact
Switches between them|how often a frame belongs to a different stream or session than the previous one|ours|exact
Grants|frames by which the other end lets this one send more, and how much more|RFC 9113; W3C MUX|exact
Stalls|periods in the selection in which a stream, or all of them, could send nothing more, and their sum|RFC 9113; W3C MUX|as in the diagram
Connections open|connections whose first packet came before the end of the selection and whose last came after its start||exact
Packets|segments in the selection, of clients (→) and of servers (←)||exact
Payload|bytes of payload in the selection, of clients (→) and of servers (←), retransmissions included||exact
Retransmissions|segments with payload in the selection whose bytes had been sent before|ours|as sure as the verdicts
RTT|median and 95th percentile of the RTT samples in the selection, of each connection's direction with the longer RTTs|Karn, RFC 6298 section 3|within 4 %: samples are counted in 64 classes per decade
Requests|requests that began in the selection||exact, if messages are dissected
What if
Share of the bytes|share of the bytes of the direction with most data that was acknowledged||exact
Observed|when that share was acknowledged in the capture||exact at the capture point
Predicted|when that share would be acknowledged: the capture's own traffic, replayed packet by packet in the simulator under the conditions set|ours|the head has the error of the replay without changes
Prediction|from the first byte of data, or the first request, to the last ACK, under the conditions set; with random loss the median of nine runs and their range|ours|by the replay error: good up to 5 %, fair up to 15 %; no prediction beyond
Replay error|difference between the replay without changes and what was observed|ours|exact
Request|method and path||exact
Replayed, sent|when the request's first byte was sent in the replay without changes|ours|as the replay error
Predicted, sent|when the request's first byte would be sent|ours|as the replay error
last byte|when the response's last byte arrived|ours|as the replay error
Plots
RTT min|minimum RTT sample of the direction with the longer RTTs|Karn, RFC 6298 section 3|exact from the capture point to an end and back
Longest RTT|longest RTT sample of that direction|Karn, RFC 6298 section 3|exact from the capture point to an end and back
RTT of the handshake|latest SYN to the first ACK without SYN|Wireshark, tcp.analysis.initial_rtt|exact at the capture point
Rate|payload, divided by the connection's duration or the interval||exact; idle time included
Payload|bytes of both directions, retransmissions included||exact
Payload, client → server|bytes of the client, retransmissions included||exact
Payload, server → client|bytes of the server, retransmissions included||exact
Packets|segments, of the connection or in the interval||exact
Duration|first packet to last||by the capture's clock
Start|first packet, since the capture's first packet||by the capture's clock
Retransmissions|segments with payload whose bytes had been sent before, of the connection or in the interval|ours|as sure as the verdicts
Retransmitted|these as a percentage of the segments with payload|ours|as sure as the verdicts
Out of order|segments overtaken on the path, as a percentage of those with payload|ours|as sure as the verdicts
Requests|HTTP requests, and commands of other dissected protocols||exact, if messages are dissected
Cost of the worst finding|how much earlier the data would have arrived without it|ours|the finding has its confidence
Connections at or below|share of the connections with a known figure||exact
RTT|median and 95th percentile of the RTT samples in the interval, of each connection's direction with the longer RTTs|Karn, RFC 6298 section 3|within 4 %: samples are counted in 64 classes per decade
Fleet
Capture|opens the capture of the row||exact
Connection|opens the connection of the row||exact
Server|TLS server name, else the server's name, else its address|RFC 6066|as in the captures
Port|of the server|RFC 9293|exact
Server port|of the server|RFC 9293|exact
Client address|of the client|RFC 9293|exact; without a SYN inferred
Client port|of the client|RFC 9293|exact; without a SYN inferred
Connections|connections of the row's captures|Wireshark, tcp.stream|exact
Lost|sum of the costs of each connection's worst finding|ours|as sure as the findings
Failed|connections with a finding of severity error|ours|as sure as the findings
Mostly|most frequent verdict of the connections with an error or a warning|ours|as sure as the findings
Start|first packet, UTC||by the capture's clock
Verdict|what limited it for longest, and its worst finding|ours|as sure as the findings
Summary|the verdict, and what the connection or capture was|ours|as sure as the findings
Hour|hour in which the connections, or seconds of them, began, UTC||by the capture's clock
Data packets|segments with payload||exact
Retransmitted|segments with payload whose bytes had been sent before|ours|as sure as the verdicts
Retransmitted packets|segments with payload whose bytes had been sent before, by the client and by the server if both are listed|ours|as sure as the verdicts
Percent|these as a percentage of the segments with payload|ours|as sure as the verdicts
Handshakes|connections whose handshake was captured|RFC 9293|exact
Median|of the row's connections, or of their seconds||exact
P99|99th percentile; of round trips by hour, that of the seconds' 90th percentiles||exact
Max|largest of them||exact
Min|shortest RTT sample|Karn, RFC 6298 section 3|exact from the capture point to the receiver and back
Limit cause|what limited the data for longest|RFC 9293, RFC 5681 and the stacks' sources|inferred
Seconds|sum of the times for which it was the limit|ours|inferred
Median, B/s|median of the rates under that limit|ours|inferred
Code|of the finding|ours|exact
Title|of the finding|ours|exact
Severity|error, warning or note|ours|as sure as the findings
Found|how often it was found|ours|as sure as the findings
Cost|sum of its costs|ours|as sure as the findings; costs may overlap
Host|named by the requests|RFC 9110|exact
Protocol|of the requests, or of the connection||exact if dissected
Requests|with a known wait||exact, if messages are dissected
Median wait|from the request's last byte to the response's first, median|HAR|exact at the capture point
P99 wait|the same, 99th percentile|HAR|exact at the capture point
Samples|RTT samples of data from clients to servers|Karn, RFC 6298 section 3|exact
Duration|first packet to last, over the files of a split capture||by the capture's clock
Parts|files that the connection spans|ours|exact
State|from SYN, FIN and RST of both ends|RFC 9293, as seen from outside|exact, if these were captured
Unique bytes|payload without retransmissions|tcptrace, "unique bytes sent"|exact within each file; retransmissions in the next file count again
Path|of the capture's file||exact
Packets|all frames|Wireshark|exact
`;
