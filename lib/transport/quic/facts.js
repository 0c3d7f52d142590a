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
 *
 * @typedef {{ kind: 'first' | 'rebinding' | 'migration', startNs: number, isValidated: boolean | null }} QuicPlace
 */

export {};
