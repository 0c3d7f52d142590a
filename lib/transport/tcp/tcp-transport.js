/** What TCP offers beyond any transport. */

/** @typedef {import('./direction-fields.js').TcpDirection} TcpDirection */
/** @typedef {import('./tcp-conversation.js').TcpConversation} TcpConversation */
/** @typedef {import('./tcp-packets.js').TcpPackets} TcpPackets */
/** @typedef {import('./tcp-packets.js').ConnectionOptions} ConnectionOptions */
/** @typedef {import('../conversation.js').Conversations<TcpConversation, TcpDirection> & FlagCounts} Connections */

/**
 * @typedef {object} FlagCounts
 * @property {(flow: number, endpoint: number, flag: number) => number} flagCount packets that bore an analysis flag, by
 *   its place in `ANALYSIS_FLAGS`
 */

/** @typedef {import('../packets.js').PacketRows<import('./tcp-packets.js').TcpRowBlock>} TcpRows */

/**
 * TCP's evidence of what became of packets: options of the handshake, ICMP errors, what a segment shows by itself.
 * @typedef {object} TcpEvidence
 * @property {(row: number, block: number, side: 0|1) => number} sackEdge the left or right edge of a packet's SACK
 *   block, in the other direction's offsets
 * @property {(flow: number) => ConnectionOptions} optionsOf
 * @property {(packets: TcpPackets, options: ConnectionOptions) => import('../path.js').Path} pathOf
 * @property {{ of(flow: number): import('../icmp-errors.js').FlowIcmpErrors, describe(): object | null }} icmpErrors
 * @property {(row: number, rttNs: number, inFlightBytes: number) => Described} describePacket as
 *   `analyze --packets` does, without Wireshark's fields
 * @property {(packets: TcpPackets, options: ConnectionOptions) => { rttNs: Float64Array, inFlightBytes: Float64Array }}
 *   measured the sample that each acknowledgement gives, and in flight after each packet; −1 without one
 */

/**
 * @typedef {{ direction: string, windowUnitBytes: number | null, flags: string[], verdict: string | null,
 *   retransmissionKind: string | null, spurious: boolean | null, evidence: string[], confidence: number | null,
 *   bytesInFlight: number | null, rtt: number | null }} Described
 */

/** @typedef {import('../transport.js').Transport<Connections, TcpRows, TcpPackets> & TcpEvidence} TcpTransport */

export {};
