/**
 * A segment with tcptrace's decisions about it: everything that its graphs show.
 * @typedef {object} TracedSegment
 * @property {number} timeUs whole microseconds since 1970
 * @property {0|1} direction 0: from end a, which sent the connection's first packet
 * @property {number} seq on the wire
 * @property {number} length payload bytes by the IP header
 * @property {number} flags bits of `TCP`
 * @property {number} ack on the wire; valid with the flag ACK
 * @property {number} windowBytes scaled as tcptrace does it
 * @property {[number, number][]} sacks left and right edges on the wire, in option order
 * @property {boolean} congestionExperienced CE in an IPv4 header
 * @property {boolean} hardwareDuplicate same sequence number and IP identification as one of the last eight
 * @property {number} retransmittedBytes seen before in this direction, SYN and FIN counting one each
 * @property {boolean} outOfOrder
 * @property {boolean} probe sent into a window of 0
 * @property {boolean} thirdDuplicateAck
 * @property {number|null} rttUs round trip of the segment that this acknowledges; null: no sample
 * @property {number} previousAck this end's previous acknowledgement; without one, the other's SYN
 * @property {number|null} previousAckUs when; null: never
 * @property {number} previousWindowEnd where its window ended then
 * @property {number|null} owin outstanding bytes after this segment; null where tcptrace takes no sample
 * @property {number} rttLastUs tcptrace's latest RTT sample of this direction
 */
export {};
