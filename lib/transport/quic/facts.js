/**
 * What a QUIC connection's own words say of it. Times since the capture's first packet.
 * @typedef {object} QuicFacts
 * @property {number} startNs
 * @property {number} endNs
 * @property {readonly [client: number, server: number]} datagrams that each end sent
 * @property {boolean} hasBeginning whether the client's first packet was captured
 * @property {readonly [client: boolean, server: boolean]} isClosed whether each end sent data of which nothing was
 *   decrypted
 * @property {boolean} hasRetry
 * @property {boolean} hasVersionNegotiation
 * @property {{ offered: boolean, accepted: boolean | null }} zeroRtt
 * @property {'client' | 'server' | 'idle' | 'stateless_reset' | null} closedBy
 * @property {number | null} idleTimeoutNs the shorter of the ends'
 * @property {readonly QuicPlace[]} paths in the order of time
 * @property {readonly QuicIcmpError[]} icmpErrors
 * @property {readonly [client: number, server: number]} lastSentNs −1: it sent nothing
 *
 * An ICMP error that quotes a datagram of the connection.
 * @typedef {object} QuicIcmpError
 * @property {number} frame
 * @property {number} timeNs
 * @property {number} direction of the quoted datagram
 * @property {import('../icmp-errors.js').IcmpKind} kind
 * @property {number} type
 * @property {number} code
 * @property {number | null} mtu null: the error has none
 * @property {number | null} packetBytes length of the quoted packet, IP header included
 * @property {string} reporter address of the error's sender
 *
 * @typedef {{ kind: 'first' | 'rebinding' | 'migration', startNs: number, isValidated: boolean | null }} QuicPlace
 */

export {};
