/** Written by scripts/generate-help.js from docs/metrics.md; not edited by hand. */
/* eslint max-lines: off */

/** Tables of figures by their names; of each figure its label, how it comes about, its source, how sure it is. */
export const FIGURES = `
Connection
Span|the selection, or else what is in view, cut to the connection's packets, in seconds since its first packet; and the same in round trips of the shortest RTT||exact
Sent|payload of the segments of the direction shown that passed in the span, what was sent twice counted twice||exact, where the capture has all packets
Acknowledged|how far the other end's acknowledgements went on in the span|RFC 9293|exact
Goodput|bytes newly acknowledged, by the length of the span||exact; over a span of less than a round trip it says little
RTT min/med/p95|shortest, median and 95th percentile of the RTT samples of the span. A sample is the time from a segment to the first ACK that ends at its last byte, both as they pass the capture point; none where bytes sent twice are among those acknowledged|Karn, RFC 6298 section 3|exact from the capture point to the receiver and back: the whole path only at the sender
Retransmitted|segments with payload whose bytes had been sent before, by our verdict; SYN and FIN not counted|ours|each with its evidence on its card; what was lost before the capture point is not seen twice
Out of order|segments that were sent once and overtaken by later ones on the way|ours|each with its evidence on its card; nothing is overtaken yet at the sender
ACKs, duplicate|acknowledgements that came in the span; and those of them without data, with the same ACK and window as the one before, without SYN, FIN and RST|Wireshark, tcp.analysis.duplicate_ack|exact
Longest gap|the longest time between two packets of the span, of either direction||exact
Requests under way|requests that were under way at some time of the span, from the request's first byte to the response's last||exact, where the messages are read
Packets|segments of the direction, whole connection||exact
With data|segments with payload||exact
Payload|payload bytes of sequence numbers not seen before in the direction|tcptrace, "unique bytes sent"|exact
Duplicate ACKs|same ACK, same window, no data, no SYN, FIN or RST; counted at who sends them|Wireshark, tcp.analysis.duplicate_ack|exact
Max in flight|highest byte sent less highest byte acknowledged, at data segments|as Wireshark without its SACK rule|what the sender had in flight only where the capture was taken near it
RTT min|the shortest RTT sample of the direction, whole connection|Karn, RFC 6298 section 3|exact from the capture point to the receiver and back
MSS|largest segment that the end takes, from its SYN|RFC 9293|exact; none where no SYN was captured
Window scale|shift of the windows that the end announces, from its SYN|RFC 7323|exact; none where no SYN was captured
SACK|whether the SYN permits selective acknowledgements|RFC 2018|exact; none where no SYN was captured
Timestamps|whether the SYN has the timestamp option|RFC 7323|exact; none where no SYN was captured
Throughput|payload of sequence numbers not seen before, by the connection's time from first to last packet|tcptrace|exact; pauses count, too
Congestion control|how the window grew between losses, how far it went back at them, and how the sender left slow start, compared with what each algorithm does; named where two kinds of evidence agree|RFC 5681, RFC 9438, RFC 9002 and the stacks' sources|inferred; how sure is said beside it
Initial window|what was in flight when the first acknowledgement of data came, if the window was the limit then|RFC 6928|inferred; how sure is said beside it
End of slow start|when the window first grew by less than slow start would have it, or went back, and why|RFC 5681, RFC 9406|inferred; how sure is said beside it
ssthresh|the window at which slow start ended, or that a back-off left|RFC 5681|inferred; how sure is said beside it
Restarts after idle|data behind 200 ms of silence with nothing under way, and whether the window was kept or begun anew|RFC 5681 section 4.1, RFC 7661|seen; the window behind it is inferred
Bottleneck rate|median rate of payload delivered in the round trips in which the window alone was the limit and a queue stood in front of the bottleneck||inferred; how sure is said beside it
Base RTT|the shortest round trip over the whole path||inferred away from the sender
Queueing delay|every other round trip less the shortest: median and longest||inferred away from the sender; a host that is slow to answer looks like a queue
Bottleneck buffer|queueing delay just before losses, times the bottleneck's rate; without such losses at least the longest delay times the rate||inferred; how sure is said beside it
Policer|15 losses or more without a queue in front of them, at the places where a token bucket of one rate would be empty|Flach et al. 2016|inferred; how sure is said beside it
Loss|events of segments retransmitted out of need: buffer overflow where most came when the delay was among the longest, in bursts, or at random||inferred; of few losses nothing is said
Limited by|what the data of the direction shown was limited by at each moment: congestion window, receive window, application, and so on, or what for longest|RFC 9293, RFC 5681 and the stacks' sources|inferred; findings and side column say how sure
Messages|requests and answers of the connection, from the first byte to the last one in order|the protocol's RFC|exact, where they are not encrypted or keys are there
Whole connection|payload of all of the connection, with what is in view marked||exact
Findings|what was seen to go wrong, worst first: faults before notes, each by what it cost. A figure at the right is that cost: the time by which the data would have come earlier without it|ours, and the RFCs that each names|each has a confidence and its evidence; costs may overlap
Start, s|when the first packet of the loss episode was retransmitted, since the connection's first packet|ours|as sure as the verdicts of its packets
By|what set off the first retransmission: fast retransmission, timeout, tail-loss probe|RFC 5681, RFC 6298, RFC 8985|inferred from timing and acknowledgements
Lost|payload that had to be retransmitted|ours|as sure as the verdicts of its packets
Retr.|packets of the loss episode that were retransmitted|ours|as sure as the verdicts of its packets
Duration|from the first retransmission until all that was sent before the loss was seen is acknowledged|RFC 6675, recovery point|exact, for these packets
Cost|how much later that was acknowledged than it would have been without loss: one least delay behind the byte before it|ours|inferred
Head of a connection
RTT min|shortest RTT sample of the direction with the longer ones|Karn, RFC 6298 section 3|exact from the capture point to an end and back: the whole path only at an end
Captured|where the capture was taken, as seen from the sender of the direction shown: the round trips on both sides of the capture point tell|ours|inferred; the side column says how sure
Retransmitted|segments with payload whose bytes had been sent before, by our verdict, of all with payload of the direction shown|ours|each with its evidence on its card; what was lost before the capture point is not seen twice
Handshake|from the latest SYN to the ACK of the handshake|Wireshark, tcp.analysis.initial_rtt|exact at the capture point
Looks like|TCP stack that the sender's SYN looks like, by the order of its options, initial TTL, window and shift|p0f, Nmap, the stacks' sources|a likeness, with how sure it is; NAT, firewalls and settings change SYNs
State|by SYN, FIN and RST of both ends|RFC 9293, as seen from outside|exact, where these were captured
TLS|version, server name that was asked for, whether it was decrypted|RFC 8446, RFC 6066|exact
Panes of a connection
Time–sequence|each segment from its first to its last sequence number when it passed the capture point; as lines what the other end had acknowledged, and the edge of its window|RFC 9293; tcptrace, xplot|exact, at the capture point
Window and bytes in flight|the window that the other end advertised last, scaled, and what the sender had under way|RFC 7323, RFC 6675|the window exact, where the scale is known; away from the sender what was in flight is worked out from the path, hatched where it is doubtful
Round trip|a mark for each RTT sample, by its method; as a line the smoothed RTT, dotted the shortest|RFC 6298|exact from the capture point to the end that answers and back
Throughput|bytes that were sent, and that were newly acknowledged, in an interval that ends at each moment||exact
Bytes acknowledged|how far acknowledgements had gone at each moment; beside it a straight line from the first to the last|the XUDP study|exact
Time to the ACK|RTT samples by when their ACK came, in steps of 20 ms|the XUDP study|exact from the capture point to the receiver and back
Bytes in flight|what the sender had under way, in packets of the largest payload that was seen|RFC 6675|as that of the window's pane
Segment sizes|payload of each segment||exact; several segments seen as one where a network card joins them
Bytes per interval|payload that passed the capture point in each interval, by direction, what was sent twice counted twice|as Wireshark's I/O graph|exact
Packets per interval|TCP segments that passed the capture point in each interval, by direction|as Wireshark's I/O graph|exact
Acknowledged data
Data acknowledged|highest byte acknowledged, whole connection, direction shown|the XUDP study|exact
First data to last ACK|from the first segment with payload to the last acknowledgement that went on|the XUDP study|exact
Goodput|one by the other|the XUDP study|exact
Mean round trip|mean of the RTT samples|the XUDP study|exact from the capture point to the receiver and back
Mean window, by time|mean of what was in flight over that time, in packets of the largest payload that was seen|the XUDP study|as that of the window's pane
Mean window, by ACK|mean of what was in flight when each acknowledgement came: bursts count more, pauses less|the XUDP study|as that of the window's pane
Rate × RTT against it|by how much goodput times mean round trip differs from the mean window by time|Little's law|beyond 10 % one of the three is not what it seems
TLS
Version|of the ServerHello|RFC 8446, RFC 5246|exact
Protocol (ALPN)|that the server chose, or else those that the client offered|RFC 7301|exact; of TLS 1.3 the choice only with keys
Name (SNI)|that the first ClientHello asked for|RFC 6066|exact; none where the client encrypts it
Cipher|suite of the ServerHello|RFC 8446|exact
Handshake|flights of the server that the client waited for before its first record of application data; and the time from the ClientHello to that record|RFC 8446|exact at the capture point
Resumed|whether a session went on without a full handshake|RFC 8446, RFC 5246|of TLS 1.2 inferred: ChangeCipherSpec without a certificate
Decrypted|whether application data was, with the keys given||exact
Client (JA4)|fingerprint of the ClientHello|FoxIO, JA4|exact; clients of one library have the same
Certificate|subject of the server's own certificate|RFC 5280|exact, not verified; of TLS 1.3 only with keys
Client's certificate|subject of the client's own certificate|RFC 5280|exact, not verified; of TLS 1.3 only with keys
Names|subjectAltName of that certificate|RFC 5280|exact, not verified
Issuer|who signed that certificate|RFC 5280|exact, not verified
Valid|from when to when that certificate is|RFC 5280|exact; not compared with any clock
Alerts|descriptions of the alerts that could be read|RFC 8446 section 6|those behind the handshake only with keys
Packets
Frame|number of the frame in the capture|Wireshark, frame.number|exact
Time, s|since the connection's first packet||as the capture's clock
Time|since the connection's first packet||as the capture's clock
Since last|since the packet before it, of either direction|Wireshark, tcp.time_delta|as the capture's clock
Direction|which end sent it||exact, where a SYN or the content tells the client
Sequence|sequence number less the initial one, unwrapped; or as it is on the wire|RFC 9293; Wireshark's relative numbers|exact; without a SYN counted from the first number seen
Length|bytes of payload by the IP header|Wireshark, tcp.len|exact
Bytes|from which offset to which its payload goes, and how many bytes that are|RFC 9293|exact
ACK|acknowledgement number, as the sequence numbers of the other direction|RFC 9293|exact
Window|as advertised, scaled by the SYN's shift|RFC 7323|exact where both SYNs were captured; else told from what was sent, or as in the header
In flight|bytes under way behind this segment: sent and neither acknowledged, nor selectively acknowledged, nor lost|RFC 6675|inferred away from the sender, where the capture was taken says how well
Flags|of the TCP header|RFC 9293|exact
Note|what the packet is to its connection: retransmission, duplicate ACK, message edge; and Wireshark's flag where that differs|ours|its card has the evidence
First sent|the earlier segment that had the same first byte|ours|exact
Acknowledged|the first packet of the other end that acknowledges all of it, and how much later that passed|RFC 9293|exact at the capture point
Released by|the acknowledgement behind which the sender sent it, by window and timing|ours|inferred
Released|segments that the sender sent behind this acknowledgement, by window and timing|ours|inferred
Carries|the message whose bytes are in it||exact, where messages are read
Acknowledges|up to which offset|RFC 9293|exact
New|bytes that no earlier packet had acknowledged|RFC 9293|exact
Duplicate|which one in a row of acknowledgements with the same number, window and no data|RFC 5681; Wireshark, tcp.analysis.duplicate_ack|exact
SACK|blocks that the packet selectively acknowledges|RFC 2018|exact
D-SACK|blocks; the first is one that was received twice|RFC 2883|exact
ICMP error|that quotes this segment: kind and who sent it|RFC 792, RFC 4443|exact; may be forged where its number was not under way
Verdict|what the segment is: original, retransmission, out of order, captured twice, keep-alive, window probe, corrupted|ours|as the evidence; the confidence is beside it
Needed|whether it repaired a loss, or was spurious|ours; D-SACK (RFC 2883), timestamps (RFC 3522)|as the evidence; the confidence is beside it
Evidence|what in the capture the verdict rests on||seen
Confidence|how sure the verdict is, by the kinds of evidence that agree|ours|held to recordings whose truth is known
Wireshark|flags of tcp.analysis that Wireshark 4.0 gives this packet|Wireshark|its rules, done again
Requests
Name|last part of the path; of other protocols the command||exact
Domain|host that the request names|RFC 9110, Host; RFC 9113, :authority|exact
Host|host that the request names|RFC 9110, Host; RFC 9113, :authority|exact
Status|of the final response, or why the stream was reset|RFC 9110|exact
Type|kind of content, by Content-Type|RFC 9110|as the server says
Protocol|over which the request was made||exact, dissected
Priority|as the request asks for it|RFC 9218|exact
Size|bytes of the response's content as transferred, compressed where it was, without chunked framing; on cards those of the headers, too|RFC 9112|exact, where all of it was captured
Connection|number of the connection that carried it||exact
Start, s|from the capture's first packet to the first phase that belongs to it||as the capture's clock
Starts|from the capture's first packet to the first phase that belongs to it||as the capture's clock
Connect|the connection's first SYN to the ACK of its handshake, of its first request alone|as in browsers' tools|exact at the capture point: near the server it is shorter than the client saw
TLS|ClientHello to the end of the handshake, of the connection's first request alone|as in browsers' tools|exact at the capture point
Blocked|the connection was open, and not used yet||exact; why it was not used nobody says
Send|from the request's first byte to its last|HAR|exact at the capture point
Queued|part of the wait in which responses to earlier requests of the same HTTP/1 connection came|ours|at most so long; 0 in HTTP/2
Wait|from the request's last byte to the response's first, without what was queued: the way there and back, and the server's time|HAR|exact at the capture point; how much of it is the server's is not seen
Receive|from the response's first byte to its last|HAR|exact at the capture point
ACKed|from the response's last byte to its acknowledgement|RFC 9293|exact
No response|for a response that did not come, or not to its end, until its stream or connection ended|ours|exact
TTFB|from the request's first byte to the response's first|as in browsers' tools, without connecting|exact at the capture point
Time|from the request's first byte to the response's last; near the server until that is acknowledged, as the client saw it|ours|exact at the capture point
RTTs|the same in round trips of the handshake|ours|exact; none where the handshake was not captured, or too short to tell by
Totals|of the rows shown: requests, bytes of answers' content, connections, hosts, and those whose status is an error or that came to nothing||exact
Where the time went|at each moment what came furthest of all requests under way: receiving before waiting before connecting; summed from the first request to the last byte|ours|exact at the capture point
Request|first and last frame of the request||exact
Response|status, kind and size of the response; or its first and last frame|RFC 9110|exact
Stream|number of the stream on its connection|RFC 9113|exact
Session|number of the session on its connection|W3C MUX|exact
Pipelined|sent before the answer to the request before had ended|RFC 9112 section 9.3.2|exact, by times at the capture point
Cut|the capture does not hold all of it||exact
Wait, captured|from the request's last byte to the response's first, to lay the server's own times beside|W3C Server Timing|exact at the capture point; the server's own as it says them
Method|service and method that the path names|gRPC over HTTP/2|exact
Outcome|grpc-status in the trailers, or else in the head|gRPC over HTTP/2|exact
Sent|when the first byte passed; of gRPC messages of the client: number, bytes, when each began||exact at the capture point
Received|gRPC messages of the server: number, bytes, when each began|gRPC over HTTP/2|exact at the capture point
Requested|when the request's first byte passed the capture point||as the capture's clock
Request sent|when the request's first byte passed the capture point||as the capture's clock
First byte after|from the request's first byte to the response's first||exact at the capture point
Last byte sent|when the last byte of the answer, or of the request, was there in order||exact at the capture point
Delivered|when the receiver acknowledged the last byte|RFC 9293|exact at the capture point
Acknowledged|from the last byte to its acknowledgement|RFC 9293|exact at the capture point
Round trips|from the request to the response's delivery, in round trips of the shortest RTT|ours|exact; none where they are too short to tell by
From|which end sent the message||exact
Payload|bytes of the message's content||exact
Browser|time that a browser's HAR gives the request, and its parts|HAR 1.2|as the browser measured
Browser − wire|by how much that differs from what the capture shows, from first byte sent to last received||as both clocks run; their offset is taken out
Browser, all|time that a browser's HAR gives the request|HAR 1.2|as the browser measured
Browser, sent to received|send, wait and receive of the HAR|HAR 1.2|as the browser measured
Wire|from the request's first byte to the response's last|ours|exact at the capture point
Difference|of the two||as both clocks run
Streams
Id|number of the stream or session; "all": the connection itself|RFC 9113; W3C MUX|exact
Bytes|payload of its frames in the direction shown|RFC 9113; W3C MUX|exact
Most|the most that its sender might have sent at once, by the window or credit it had|RFC 9113 section 5.2; W3C MUX|exact in HTTP/2; in MUX it counts from an initial credit that is mostly assumed
Grants|frames of the other end that opened its window or gave credit|RFC 9113 section 6.9; W3C MUX|exact
Stalled|sum of the times in which its window or credit was used up and it sent on only when that was opened|ours|time waited, not time lost; as seen at the capture point
Done, s|when its last frame ended, since the capture's first packet||as the capture's clock
Direction|which end sent the frame||exact
Time|since the capture's first packet||as the capture's clock
May be sent|what is left of window or credit behind this frame|RFC 9113 section 5.2; W3C MUX|never below what the sender knew, as the capture sees grants first
From|when what may be sent was used up|ours|exact at the capture point
To|when it was sent on|ours|exact at the capture point
Granted|first grant within the stall|RFC 9113 section 6.9; W3C MUX|exact
Headers, padding|bytes of the direction's MUX headers and padding; and these with control messages as a share of all MUX bytes|W3C MUX|exact
Credit messages|messages of the other end that give credit|W3C MUX|exact
alone in a packet|segments that carry credit and nothing else|W3C, "FlowAnalysis"|exact
Fragments|data fragments of the direction|W3C MUX|exact
Initial credit|credit with which a session begins|W3C MUX; Jigsaw, libwww, ILU|the label says whether it is assumed, inferred, set or given
Lanes
Carries|protocol, and how many requests||exact, where messages are read
Packets|segments, by direction||exact
Payload|bytes of payload by direction, what was sent twice counted twice||exact
Round trip|shortest and longest RTT sample of the direction with the longer ones|Karn, RFC 6298 section 3|exact from the capture point to an end and back: the whole path only at an end
Retransmitted|segments with payload whose bytes had been sent before, both directions|ours|each has its evidence in the connection's view
Handshake|from the latest SYN to the ACK of the handshake|Wireshark, tcp.analysis.initial_rtt|exact at the capture point
TLS|ClientHello to the end of the handshake|RFC 8446|exact at the capture point
Duration|first packet to latest||as the capture's clock
Connections table
Number|Wireshark's number of the stream, plus 10⁹ for each further connection on the same addresses and ports in another VLAN or tunnel|ours|exact
tcp.stream|Wireshark's number of the stream|Wireshark, tcp.stream|exact
Client|who sent the SYN, with its name where the capture says one|RFC 9293|exact; without a SYN inferred: the lower port is the server's unless HTTP says otherwise
Server|the other end, with its name where the capture says one|RFC 9293|as the client
Host, SNI|host of the first request; else what TLS asked for, or what DNS or the file call the server's address|RFC 6066, RFC 1035|as the capture says
Protocol|what is dissected, or named by the first bytes; ports say nothing||exact where dissected
VLAN|tags of its frames|IEEE 802.1Q|exact
Bytes over time|payload of both directions in 32 stretches of the capture's time, retransmissions as marks||exact
Verdict|what it was limited by for longest, and its worst finding|ours|findings say how sure each is
Limited by|what the direction with more data was limited by for longest, and for what share of the connection's time|RFC 9293, RFC 5681 and the stacks' sources|inferred
First request|target of its first request; without one its protocol||exact, where messages are read
Packets|segments of the client (→) and of the server (←)||exact
Bytes|payload of the client (→) and of the server (←), what was sent twice counted twice||exact
Rate|payload of both directions, by the duration||exact; pauses count, too
RTT|shortest and longest RTT sample of the direction with the longer ones|Karn, RFC 6298 section 3|exact from the capture point to an end and back: the whole path only at an end
Retransmitted|segments with payload whose bytes had been sent before, both directions, by our verdict|ours|each has its evidence in the connection's view
Retransmitted share|these of all segments with payload|ours|as these
Requests|requests of HTTP, and commands of other protocols that are read||exact, where they are not encrypted or keys are there
Start|first packet, since the capture's first packet||as the capture's clock
First packet, UTC|first packet||as the capture's clock
Last packet, UTC|latest packet||as the capture's clock
Duration|first packet to latest||as the capture's clock
State|by SYN, FIN and RST of both ends: established, half closed, closed, reset|RFC 9293, as seen from outside|exact, where these were captured
Capture
Packets|all frames, and those of TCP|Wireshark|exact
Long connections|how far connections of very many packets have been examined for findings||exact
Not read|frames that hold no TCP that could be read, by the reason||exact
Connections|TCP connections, as in the table|Wireshark, tcp.stream|exact
Requests|requests of HTTP, and commands of other protocols that are read||exact, where they are not encrypted or keys are there
TLS|connections that speak TLS, and how many of them were decrypted|RFC 8446|exact
Payload|bytes of TCP payload of both directions, what was sent twice counted twice||exact
Duration|first packet to latest||as the capture's clock
Captured|time of the first packet||as the capture's clock
Capture filter|that the capture tool was given|pcap-filter|exact
File|format and size as it unpacks||exact
Loss rate|payload that was lost and retransmitted, of all payload that was sent: loss episodes of all connections|ours|as sure as the verdicts; what was lost before the capture point and repaired there is not seen
Retransmission rate|segments with payload that were retransmitted, of all with payload, needed or spurious|ours|as sure as the verdicts
RTT min, p5|of each connection the shortest RTT sample of the direction with the longer ones; 5 % of connections lie below|Karn, RFC 6298 section 3|exact from the capture point to an end and back
RTT min, median|of each connection the shortest RTT sample of the direction with the longer ones; the median of connections|Karn, RFC 6298 section 3|exact from the capture point to an end and back
RTT min, p95|of each connection the shortest RTT sample of the direction with the longer ones; 95 % of connections lie below|Karn, RFC 6298 section 3|exact from the capture point to an end and back
RTT min, max|of each connection the shortest RTT sample of the direction with the longer ones; the longest of connections|Karn, RFC 6298 section 3|exact from the capture point to an end and back
RTT min|the shortest RTT sample of the one connection that has any, of the direction with the longer ones|Karn, RFC 6298 section 3|exact from the capture point to an end and back
SYN unanswered|connections in which nothing came back to the SYN|RFC 9293|exact; an answer by another way is not seen
Refused (RST)|connections in which a reset answered the SYN|RFC 9293|exact; a firewall may have sent it
SYN-ACK unanswered|connections in which the SYN-ACK was not acknowledged|RFC 9293|exact
Failed|connections whose SYN was not answered, was refused, or whose SYN-ACK was not acknowledged|RFC 9293|exact
Top talkers|addresses by the payload of their connections, both directions; a connection counts for both of its ends||exact
Library
Capture|name, when it came, and from where||exact
Bytes over time|payload of both directions over the capture's time, retransmissions as marks||exact
What it shows|the capture's worst finding, or what its data was limited by; while it is read, how far|ours|findings say how sure each is
Packets|all frames; below, segments with payload that were retransmitted as a share of all TCP segments|Wireshark; ours|exact; the share as sure as the verdicts
Connections|TCP connections|Wireshark, tcp.stream|exact
Duration|first packet to latest||as the capture's clock
Tags|words that readers have given the capture||as they wrote them
Comparison
Request to last byte|from the first byte that the client sent to the acknowledgement of the last byte of the direction with more data; to its sending where that is not seen|ours|exact at the capture point
Round trips|that time in round trips of the shortest RTT|ours|exact; none where they are too short to tell by
Goodput, Mbit/s|payload without repeats over that time||exact
First flight, segments|segments that were sent without waiting for an acknowledgement|RFC 6928|inferred from pauses of 0.4 round trips and more
Flights|groups of segments between which the sender paused for 0.4 round trips or more|ours|inferred
Max in flight|highest byte sent less highest byte acknowledged|as Wireshark without its SACK rule|what the sender had in flight only where the capture was taken near it
Packets server → client|segments||exact
Packets client → server|segments||exact
Full segments|segments with as much payload as both ends' MSS less the timestamps allow|W3C's count|exact; without a handshake the largest seen counts as full
Partial segments|segments with less|W3C's count|exact
Payload|bytes of payload, what was sent twice counted twice||exact
Retransmitted|segments with payload whose bytes had been sent before|ours|as sure as the verdicts
RTT min|the shortest RTT|Karn, RFC 6298 section 3|exact from the capture point to an end and back
Credit messages|messages that give credit, against the direction of the data|W3C MUX|exact
Credit alone in a packet|segments that carry credit and nothing else|W3C, "FlowAnalysis"|exact
Bandwidth lost|1 less goodput over the first one's, in the direction with most data; 0 where it is no slower|W3C, "FlowAnalysis"|exact
Limited by|what the data was limited by for longest, and how long|RFC 9293, RFC 5681 and the stacks' sources|inferred
B − A|the second's figure less the first's, or how many times as large||as both
Begins|first segment of the flight, from where the two are aligned|ours|inferred from pauses
Segments|of the flight|ours|inferred from pauses
Bytes|payload of the flight|ours|inferred from pauses
Figure|one figure of each connection, as the plots have it||as that figure
Capture|whose connections these are||exact
Connections|of which the figure is known||exact
Median|half of the connections lie at or below it||exact
95 % at or below|of the connections||exact
Pages compared
Total|from the first phase of the page's first request, its connection's handshake included, to the end of its last one's last phase|ours|exact at the capture point
First byte|from that start to the first byte of the first answer|as in browsers' tools|exact at the capture point
TTFB, median|half of the requests waited as long at most, from their first byte to the answer's first|as in browsers' tools, without connecting|exact at the capture point
Requests|that belong to the page|Referer, redirects, Sec-Fetch-Dest and time|inferred; all requests of a capture: exact
Failed|those whose status is an error or that came to nothing|RFC 9110|exact
Unanswered|those without an answer in the capture||exact
At once, most|most requests under way at one time, from their first byte to the answer's last||exact at the capture point
Connections|that carried the requests||exact
Domains|hosts that the requests name|RFC 9110, Host; RFC 9113, :authority|exact
Bodies|bytes of the answers' content as transferred|RFC 9112|exact, where all of it was captured
B − A|the second's figure less the first's||as both
Selection
Requests under way|requests of which some part, from the first byte to the answer's last, lies in the selection; and those that were begun in it||exact at the capture point
At once|most of them at one time within the selection, and their mean over its time||exact at the capture point
Connections|that carried them||exact
Bodies|bytes of their answers' content, all of it|RFC 9112|exact, where all of it was captured
Wait median, p95|of those answered, by nearest rank: half, and 95 %, waited as long at most for the answer's first byte after their last|HAR|exact at the capture point
TTFB median, p95|the same from the request's first byte to the answer's first|as in browsers' tools, without connecting|exact at the capture point
Time median, p95|the same from the request's first byte to the answer's last|ours|exact at the capture point
Failed, unanswered|those whose status is an error or that came to nothing, and those without an answer in the capture|RFC 9110|exact
Client’s frames|frames, or fragments, of the client that begin in the selection|RFC 9113; W3C MUX|exact
Server’s frames|frames, or fragments, of the server that begin in the selection|RFC 9113; W3C MUX|exact
Bytes, payload|bytes of these frames, those of their DATA, and these over the selection's time|RFC 9113; W3C MUX|exact
Streams|to which these frames belong|RFC 9113|exact
Sessions|to which these frames belong|W3C MUX|exact
Open at once|most of all streams or sessions at one time within the selection, from their first frame to their last||exact
Turns from one to another|how often a frame belongs to another stream or session than the one before it|ours|exact
Grants|frames of the other end that let this one send more, and by how much|RFC 9113; W3C MUX|exact
Stalls|stretches of the selection in which a stream, or all of them, may send nothing more, and their sum|RFC 9113; W3C MUX|as those of the diagram
Connections open|connections whose first packet came before the selection's end and whose latest after its beginning||exact
Packets|segments that passed in the selection, of clients (→) and of servers (←)||exact
Payload|bytes of payload that passed in the selection, of clients (→) and of servers (←), what was sent twice counted twice||exact
Retransmissions|segments with payload in the selection whose bytes had been sent before|ours|as sure as the verdicts
RTT|median and 95th percentile of the RTT samples of the selection, of the direction of each connection with the longer ones|Karn, RFC 6298 section 3|to 4 %: samples are counted in 64 classes a factor of ten
Requests|requests that began in the selection||exact, where messages are read
What if
Share of the bytes|of those of the direction with most data, that were acknowledged||exact
Observed|when so much was acknowledged in the capture||exact at the capture point
Predicted|when so much would be acknowledged: the capture's own traffic, replayed packet by packet in the simulator under the conditions that are set|ours|the head says how far the replay without changes is off what was observed
Prediction|from the first byte of data to its last acknowledgement, or from the first request on, under the conditions that are set; with random loss the median of nine draws and their band|ours|as the replay error: good up to 5 %, fair up to 15 %; beyond there is no answer
Replay error|by how much the replay without changes differs from what was observed|ours|exact
Request|method and path||exact
Replayed, asked|when the request's first byte was sent in the replay without changes|ours|as the replay error
Predicted, asked|when the request's first byte would be sent|ours|as the replay error
last byte|when the answer's last byte had come|ours|as the replay error
Plots
RTT min|shortest RTT sample of the direction with the longer ones|Karn, RFC 6298 section 3|exact from the capture point to an end and back
Longest RTT|longest RTT sample of that direction|Karn, RFC 6298 section 3|exact from the capture point to an end and back
RTT of the handshake|latest SYN to the first ACK without SYN|Wireshark, tcp.analysis.initial_rtt|exact at the capture point
Rate|payload, by the time in which it passed: the connection's duration, or the interval||exact; pauses count, too
Payload|bytes of both directions, what was sent twice counted twice||exact
Payload, client → server|bytes of the client, what was sent twice counted twice||exact
Payload, server → client|bytes of the server, what was sent twice counted twice||exact
Packets|segments, of the connection or in the interval||exact
Duration|first packet to latest||as the capture's clock
Start|first packet, since the capture's first packet||as the capture's clock
Retransmissions|segments with payload whose bytes had been sent before, of the connection or in the interval|ours|as sure as the verdicts
Retransmitted|these in per cent of the segments with payload|ours|as sure as the verdicts
Out of order|segments that were overtaken on the way, in per cent of those with payload|ours|as sure as the verdicts
Requests|of HTTP, and commands of other protocols that are read||exact, where messages are read
Cost of the worst finding|time by which the data would have come earlier without it|ours|the finding says how sure
Connections at or below|share of the connections whose figure is known||exact
RTT|median and 95th percentile of the RTT samples of the interval, of the direction of each connection with the longer ones|Karn, RFC 6298 section 3|to 4 %: samples are counted in 64 classes a factor of ten
Fleet
Capture|opens the capture that the row is of||exact
Connection|opens the connection that the row is of||exact
Server|what TLS asked for, else the server's name, else its address|RFC 6066|as the captures say
Port|of the server|RFC 9293|exact
Server port|of the server|RFC 9293|exact
Client address|of the client|RFC 9293|exact; without a SYN inferred
Client port|of the client|RFC 9293|exact; without a SYN inferred
Connections|connections of the row's captures|Wireshark, tcp.stream|exact
Lost|sum of what the worst finding of each connection cost|ours|as sure as the findings
Failed|connections with a finding of severity error|ours|as sure as the findings
Mostly|verdict that most of the connections with an error or a warning have|ours|as sure as the findings
Start|first packet, UTC||as the capture's clock
Verdict|what it was limited by for longest, and its worst finding|ours|as sure as the findings
Summary|the verdict, and what the connection or capture was|ours|as sure as the findings
Hour|in which connections, or seconds of them, began, UTC||as the capture's clock
Data packets|segments with payload||exact
Retransmitted|segments with payload whose bytes had been sent before|ours|as sure as the verdicts
Retransmitted packets|segments with payload whose bytes had been sent before, by the client and by the server where both are listed|ours|as sure as the verdicts
Percent|these in per cent of the segments with payload|ours|as sure as the verdicts
Handshakes|connections whose handshake was captured|RFC 9293|exact
Median|of the row's connections, or of their seconds||exact
P99|99 % of them lie at or below; of round trips by hour, of the seconds' 90th percentiles||exact
Max|longest of them||exact
Min|shortest RTT sample|Karn, RFC 6298 section 3|exact from the capture point to the receiver and back
Limit cause|what the data was limited by for longest|RFC 9293, RFC 5681 and the stacks' sources|inferred
Seconds|sum of the times for which it did|ours|inferred
Median, B/s|median of the rates that it left|ours|inferred
Code|of the finding|ours|exact
Title|of the finding|ours|exact
Severity|error, warning or note|ours|as sure as the findings
Found|how often it was found|ours|as sure as the findings
Cost|sum of what it cost|ours|as sure as the findings; costs may overlap
Host|that requests name|RFC 9110|exact
Protocol|over which the requests were made, or that the connection speaks||exact where dissected
Requests|of which the wait is known||exact, where messages are read
Median wait|from the request's last byte to the answer's first, median|HAR|exact at the capture point
P99 wait|99 % of the requests waited so long or shorter|HAR|exact at the capture point
Samples|RTT samples of data from clients to servers|Karn, RFC 6298 section 3|exact
Duration|first packet to latest, over the files of a capture that was cut||as the capture's clock
Parts|files over which the connection goes|ours|exact
State|by SYN, FIN and RST of both ends|RFC 9293, as seen from outside|exact, where these were captured
Unique bytes|payload of sequence numbers not seen before|tcptrace, "unique bytes sent"|exact within each file; what is retransmitted in the next counts again
Path|of the capture's file||exact
Packets|all frames|Wireshark|exact
`;
