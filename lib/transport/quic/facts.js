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
 * @property {{ name: string, isError: boolean, reason: string | null } | null} close with which an end closed it
 * @property {readonly QuicRequest[]} requests of the client; empty unless HTTP's, and all data is decrypted
 * @property {number | null} idleTimeoutNs the shorter of the ends'
 * @property {readonly QuicPlace[]} paths in the order of time
 * @property {readonly QuicIcmpError[]} icmpErrors
 * @property {readonly [client: number, server: number]} lastSentNs −1: it sent nothing
 *
 * @typedef {object} QuicRequest
 * @property {number} startNs
 * @property {number} endNs
 * @property {boolean} isAsked whether the client sent all of it
 * @property {boolean} isAnswered whether anything of the response came
 * @property {boolean} isWhole whether all of it did
 * @property {{ by: number, code: number } | null} reset by an end that gave it up
 * @property {number} streamBytes of the response's stream
 * @property {{ bytes: number, length: number } | null} body of the response, and its length as announced; null: not
 *   known
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
