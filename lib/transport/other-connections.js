/**
 * Connections of a transport beside TCP, as the views of all connections read them, each by its index among them. In
 * indexes of a whole capture they begin at `QUIC_FLOWS` (lib/shared/quic-flow.js).
 *
 * @typedef {object} OtherConnections
 * @property {number} count
 * @property {OtherPackets} packets of all of them
 * @property {(index: number) => number} numberOf
 * @property {(index: number) => { startNs: number, endNs: number }} spanOf
 * @property {(index: number) => OtherEnd} serverOf
 * @property {(index: number) => [number[], number[]]} lossesOf when packets were declared lost, by direction; none
 *   where that is not known
 * @property {(index: number) => { timeNs: ArrayLike<number>, rttNs: ArrayLike<number>, count: number }} roundTripsOf
 *   of the direction that sees more of the path
 *
 * @typedef {object} OtherPackets Packets in the order of the capture, as columns.
 * @property {number} count
 * @property {ArrayLike<number>} connection
 * @property {ArrayLike<number>} timeNs
 * @property {ArrayLike<number>} direction 0: from the client
 * @property {ArrayLike<number>} length bytes
 *
 * @typedef {object} OtherEnd
 * @property {Int32Array} words of the address; IPv4 has the last
 * @property {number} ipVersion
 * @property {number} port
 */
export {};
